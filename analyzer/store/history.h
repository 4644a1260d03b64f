/* What runs have found over time: a row for each, in a file of its own beside the result store, because it
 * can't be made anew. */
#ifndef CUDALINT_STORE_HISTORY_H
#define CUDALINT_STORE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/vec.h"
#include "analyzer/finding/finding.h"

#define HISTORY_FILE "history.db"

/* How many findings of a rule and severity there were. */
struct history_count {
	const char *code, *rule;
	enum severity severity;
	uint64_t count;
};

struct history_run {
	int64_t time;         /* seconds since 1970 */
	const char *commit;   /* NULL: not in a repository */
	bool is_dirty;        /* what is under version control differed from the commit */
	const char *paths;    /* what was asked for: "src tests/a.cu"; "." for all */
	const char *settings; /* options that decide what is found: "--select=ALL"; "" */
	uint64_t files;
	VEC(struct history_count) counts;
};

typedef VEC(struct history_run) history_list;

/* Adds up findings by rule and severity into run->counts, sorted by code. */
void history_tally(struct arena *arena, const finding_list *findings, struct history_run *run);

/* Adds a run. Returns 0; or -1 with what is wrong in *problem. A file that is damaged is set aside first. */
int history_add(struct arena *arena, const char *folder, const struct history_run *run, const char **problem);

/* The last runs, oldest first, at most `limit` of them: those with the paths and settings of `like`, or with
 * NULL all. No file, no runs. Returns 0; or -1 with what is wrong in *problem. */
int history_read(struct arena *arena, const char *folder, const struct history_run *like, size_t limit,
	history_list *out, const char **problem);

/* How many runs there are. *problem: one line where that could not be read, else NULL. */
size_t history_count(struct arena *arena, const char *folder, const char **problem);

/* Deletes the file. Returns 0 or an errno value. */
int history_delete(struct arena *arena, const char *folder);

#endif
