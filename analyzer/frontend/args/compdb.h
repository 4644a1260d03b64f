/* compile_commands.json: which command builds which file.
 *
 * Several commands for one file are settled when the database is opened: one that compiles CUDA wins, then
 * the first. Commands stay text until they are asked for, so a large database costs its reading only. */
#ifndef CUDALINT_FRONTEND_COMPDB_H
#define CUDALINT_FRONTEND_COMPDB_H

#include "analyzer/frontend/args/args.h"

struct compdb;

/* Reads `path`, a compile_commands.json or a folder that holds one. The database lives in `arena`. Returns 0,
 * or -1 with one line in `*error` (cannot be read; JSON error with its line). Entries that lack a file or a
 * command are passed over. */
int compdb_open(struct arena *arena, const char *path, struct compdb **out, char **error);

/* The compile_commands.json that a file in `start_dir` belongs to: in the folder, in its build/, or so in a
 * folder above. NULL when there is none. */
char *compdb_find_upward(struct arena *arena, const char *start_dir);

/* The CUDA files of the database, absolute, sorted, each once: .cu files, and what nvcc or -x cu|cuda
 * compiles. */
size_t compdb_count(const struct compdb *db);
const char *compdb_file(const struct compdb *db, size_t index);

/* The other files, likewise: C++ that may call the runtime, or have nothing to do with CUDA. */
size_t compdb_other_count(const struct compdb *db);
const char *compdb_other(const struct compdb *db, size_t index);

enum compdb_match {
	COMPDB_NONE,    /* the database has nothing that could serve */
	COMPDB_EXACT,   /* the file's own command */
	COMPDB_INFERRED /* a neighbour's: same stem or nearest folder, CUDA first; for headers and new files
			 */
};

/* The command for `path` (absolute, or relative to the current directory), translated, with `file` set to the
 * path. `from`, if not NULL, is told whose command it was. `*error` is NULL, or one line about a flag of the
 * command that was no good; `out` is usable all the same (see args_translate). */
enum compdb_match compdb_entry(struct arena *arena, const struct compdb *db, const char *path,
	struct args *out, const char **from, char **error);

#endif
