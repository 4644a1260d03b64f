/* Printers: each writes the findings of a run in one format. One file a format. */
#ifndef CUDALINT_CLI_OUT_H
#define CUDALINT_CLI_OUT_H

#include "analyzer/run/run.h"
#include "cli/paint.h"
#include "cli/source.h"

struct out {
	FILE *stream;
	const struct paint *paint;
	struct arena *arena;
	const struct run_report *report;
	const finding_list *findings; /* of the report: those that are to be shown */
	struct source_set *sources;
	bool timing;
};

/* How many findings there are of each severity. */
struct out_counts {
	size_t of[SEVERITY_ERROR + 1];
};
struct out_counts out_count(const finding_list *findings);

void out_full(const struct out *out);
void out_concise(const struct out *out);
void out_json(const struct out *out);

/* Instead of the findings: how many there are per rule. */
void out_statistics(const struct out *out);

/* "Found 2 errors and 1 warning in 3 files." */
void out_summary(const struct out *out);

/* Time per phase, and the slowest files. */
void out_timing(const struct out *out);

/* The header of a finding as full and concise have it, without a newline. */
void out_header(const struct out *out, const struct finding *finding);

/* The lines of an excerpt around a span, each indented by `indent`: gutter, source, underline. Prints nothing
 * when the line isn't there. `style` is the underline's colour. */
void out_excerpt(const struct out *out, const struct span *span, unsigned gutter, const char *style);

#endif
