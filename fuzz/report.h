/* A report in every format, to nowhere. */
#ifndef CUDALINT_FUZZ_REPORT_H
#define CUDALINT_FUZZ_REPORT_H

#include "analyzer/base/bytes.h"
#include "analyzer/run/run.h"

void report_print(struct arena *arena, const struct run_report *report);

#endif
