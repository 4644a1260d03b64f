/* Baselines: findings that are accepted for now, so that only new ones are reported.
 *
 * An entry knows a finding by its fingerprint. The path is a hint: it tells apart equal findings of several
 * files, and whether an entry that nothing matches is stale or belongs to a file that wasn't looked at.
 *
 *     baseline_read(arena, path, &baseline, &error);
 *     baseline_match(arena, &baseline, findings, count, &judge);     sets finding->baselined
 *     baseline_judge_rest(arena, &baseline, &judge);
 *     baseline_stale(&baseline.entries.data[i]);                     how many of an entry are gone
 *
 * The file has one entry a line, sorted, and is the same byte for byte for the same findings. */
#ifndef CUDALINT_FINDING_BASELINE_H
#define CUDALINT_FINDING_BASELINE_H

#include "analyzer/finding/finding.h"

#define BASELINE_FILE ".cudalint-baseline.json"
#define BASELINE_SCHEMA "cudalint-baseline/"
enum { BASELINE_VERSION = 1 };

/* Findings of one file that have one fingerprint. */
struct baseline_entry {
	const char *path; /* from the folder of the baseline's file on, bytes that aren't UTF-8 replaced */
	const char *code;
	const char *function;    /* for people; NULL: none */
	const char *fingerprint; /* without ordinal */
	bool is_possible;        /* of confidence `possible`: only looked for with --preview */
	unsigned count;          /* at least 1 */
	/* After baseline_match(): */
	unsigned left; /* how many of them no finding has matched */
	enum { ENTRY_UNJUDGED, ENTRY_COVERED, ENTRY_NOT_COVERED } coverage;
};

struct baseline {
	const char *path;   /* of the file, as named */
	const char *folder; /* its folder: absolute, links resolved */
	VEC(struct baseline_entry) entries;
};

/* Tells whether a run has looked for what an entry stands for, so that it would have been found. `path` is
 * the entry's, absolute. */
struct baseline_judge {
	bool (*covers)(void *context, const char *path, const struct baseline_entry *entry);
	void *context;
};

/* The baseline that holds for files in `folder` (absolute): the nearest from there upward, not past the top
 * of a repository. NULL: there is none. */
const char *baseline_find(struct arena *arena, const char *folder);

/* An empty baseline for the file `path`, whose folder has to be there. Returns 0, or -1 with one line in
 * *error. */
int baseline_new(struct arena *arena, const char *path, struct baseline *out, char **error);

/* Reads a file. Returns 0; or -1 with one line in *error: "PATH:LINE: ..." where the place is known. */
int baseline_read(struct arena *arena, const char *path, struct baseline *out, char **error);

/* Writes the entries, sorted, in place of the file, which is never left half written. Returns 0, or -1 with
 * one line in *error. */
int baseline_write(struct arena *arena, struct baseline *baseline, char **error);

/* The same text at the end of `out`. */
struct buffer;
void baseline_print(struct baseline *baseline, struct buffer *out);

/* Sets `baselined` of the findings that entries stand for, each for as many as it counts; of equal ones, the
 * first in the list. An entry whose own file has no such finding any more also stands for one in another
 * file, so that files can be renamed. */
void baseline_match(struct arena *arena, struct baseline *baseline, const finding_list *findings,
	const struct baseline_judge *judge);

/* Judges the entries that are left, so that it is known which of them are stale. After baseline_match(). */
void baseline_judge_rest(struct arena *arena, struct baseline *baseline, const struct baseline_judge *judge);

/* How many findings of an entry are gone; 0 for one that wasn't looked for. */
unsigned baseline_stale(const struct baseline_entry *entry);

/* Adds one finding to the entries. */
void baseline_add(struct arena *arena, struct baseline *baseline, const struct finding *finding);

/* Takes stale entries out. After baseline_judge_rest(). */
void baseline_prune(struct baseline *baseline);

/* Makes the entries anew: those of the matched findings as they are now, those that weren't looked for as
 * they are. After baseline_judge_rest(). */
void baseline_update(struct arena *arena, struct baseline *baseline, const finding_list *findings);

#endif
