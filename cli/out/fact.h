/* What is known of a finding besides its message, in words: for the formats that people read. */
#ifndef CUDALINT_CLI_FACT_H
#define CUDALINT_CLI_FACT_H

#include "analyzer/finding/finding.h"

/* "grid 64x64, block 32x8 (launch site)", in the arena; NULL when nothing of a launch is known. */
const char *fact_launch(struct arena *arena, const struct finding_launch *launch);

/* "sectors_per_request" as "sectors/request", in the arena. */
const char *fact_metric(struct arena *arena, const char *metric);

/* Four digits, and all of a large number, in the arena. */
const char *fact_number(struct arena *arena, double number);

/* "sm_80, sm_90", in the arena. */
const char *fact_archs(struct arena *arena, const struct finding *finding);

/* "12.4 µs", "3.1 ms", "2 s": three digits, in the arena. */
const char *fact_time(struct arena *arena, double us);

#endif
