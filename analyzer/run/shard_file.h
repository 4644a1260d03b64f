/* The results of one part of a run as a file: all that joining takes, on any machine, without the sources. */
#ifndef CUDALINT_RUN_SHARD_FILE_H
#define CUDALINT_RUN_SHARD_FILE_H

#include "analyzer/base/digest.h"
#include "analyzer/run/outcome.h"
#include "analyzer/run/plan.h"

/* A file as it was read. */
struct shard_file {
	const char *path;
	unsigned shard, shards;
	struct digest program; /* that wrote it */
	struct digest run;     /* of the options, and of the files as they were given */
	struct outcome outcome;
	VEC(struct run_text) texts; /* of the files that findings are in */
};

/* Writes the part's file, at options->store_path or in the cache; in one step, so that it is whole or not
 * there. On failure *error becomes one line. */
void shard_file_write(const struct plan *plan, const struct outcome *outcome, const char **error);

/* Reads a file into the arena. Returns 0; or -1 with one line in *error when it is none, is damaged, or was
 * written by another version of the program. */
int shard_file_read(struct arena *arena, const char *path, struct shard_file *out, const char **error);

/* The same of a file's bytes, which `program` (unit_key_program()) has to have written. */
int shard_file_take(struct arena *arena, const char *path, const void *data, size_t size,
	const struct digest *program, struct shard_file *out, const char **error);

#endif
