/* What the source says of an access: the memory by its name, the index term by term, the record's member. */
#ifndef CUDALINT_SITE_DESCRIBE_SOURCE_H
#define CUDALINT_SITE_DESCRIBE_SOURCE_H

#include "analyzer/site/describe.h"

/* Fills in what the expression tells; the rest of `out` isn't touched. */
void describe_source(
	struct simt_pattern *out, const struct simt_report *report, const struct simt_site *site);

#endif
