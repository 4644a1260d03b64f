/* Printers: each writes the findings of a run in one format. One file a format. */
#ifndef CUDALINT_CLI_OUT_H
#define CUDALINT_CLI_OUT_H

#include "analyzer/fix/fixer.h"
#include "analyzer/run/proofs.h"
#include "cli/out/source.h"
#include "cli/paint.h"

struct out {
	FILE *stream;
	const struct paint *paint;
	struct arena *arena;
	const struct run_report *report;
	const finding_list *findings;  /* of the report: those that are to be shown */
	const finding_list *silenced;  /* the same of those that comments silence */
	const finding_list *baselined; /* the same of those that the baseline accepts; NULL: there is none */
	struct source_set *sources;
	const struct fix_report *fixes; /* what was fixed or would be; NULL: it wasn't asked for */
	bool unsafe_fixes;              /* whether --unsafe-fixes was */
	const proof_marks *proofs;      /* of kernels; NULL: they weren't asked for */
	const char *folder, *root;      /* see out_repository() */
	bool timing, verbose;
	bool links; /* the stream is a terminal on which text can be a link */
};

/* How many findings there are of each severity. */
struct out_counts {
	size_t of[SEVERITY_ERROR + 1];
};
struct out_counts out_count(const finding_list *findings);

void out_full(const struct out *out);
void out_concise(const struct out *out);
void out_json(const struct out *out);
void out_diff(const struct out *out);

/* Formats of services that show findings beside the code: paths are relative to the repository. */
void out_sarif(const struct out *out);
void out_github(const struct out *out);
void out_gitlab(const struct out *out);
void out_junit(const struct out *out);

/* A comment on a change, as services that host repositories show it: a short table, the worst first. */
void out_markdown(const struct out *out);

/* A report to read in a browser: one page that needs nothing else. */
void out_html(const struct out *out);

/* Sets out->folder, the working directory, and out->root: the folder of the repository that it belongs to, or
 * the working directory itself. */
void out_repository(struct out *out);

/* A path as reported, relative to out->root; NULL when it lies elsewhere. */
const char *out_relative(const struct out *out, const char *path);

/* The same where something has to be said: the path as reported when it lies elsewhere. */
const char *out_location(const struct out *out, const char *path);

/* A path as the path of a URI: what could be misread, and every byte that isn't ASCII, as %XX. */
const char *out_uri(const struct out *out, const char *path);

/* Instead of the findings: how many there are per rule, with marks at those that can be fixed. */
void out_statistics(const struct out *out);

/* The line at the end of a run: "Found 7 errors, 3 warnings in 3 of 41 files; 2 fixable with --fix; 107 in
 * the baseline", or "All checks passed: 41 files, 112 kernels". */
void out_summary(const struct out *out);

/* How many files have findings, of how many: those that were linted, and headers that have findings. */
struct out_files {
	size_t with_findings, all;
};
struct out_files out_files(const struct out *out);

/* "2 fixable with --fix, 1 more with --unsafe-fixes", in the arena: what this run wasn't asked to fix; NULL
 * when there is no such finding. */
const char *out_fixable(const struct out *out);

/* Time per phase, and the slowest files. */
void out_timing(const struct out *out);

/* The header of a finding as full and concise have it, without a newline. */
void out_header(const struct out *out, const struct finding *finding);

/* The lines of an excerpt around a span, each indented by `indent`: gutter, source, underline. Prints nothing
 * when the line isn't there. `style` is the underline's colour. */
void out_excerpt(const struct out *out, const struct span *span, unsigned gutter, const char *style);

/* The picture of a finding, as lines under its excerpt. */
void out_picture(const struct out *out, const struct picture *picture, unsigned gutter);

#endif
