/* The split: the largest file first, each to the part that has least so far. How long a file takes follows
 * its size well enough, and size is all that every machine knows alike. */
#include "analyzer/run/shard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OVERHEAD = 4096 }; /* of a file, in bytes: headers take their time, too */

struct weighed {
	uint64_t size;
	const char *path; /* below the folder of all */
	size_t index;
};

/* The length of the folder that all inputs lie in, with its slash. */
static size_t common_folder(const input_list *inputs)
{
	const char *first = inputs->count ? inputs->data[0].absolute : "";
	size_t length = strlen(first);
	for (size_t i = 1; i < inputs->count; i++) {
		size_t same = 0;
		while (same < length && inputs->data[i].absolute[same] == first[same])
			same++;
		length = same;
	}
	while (length && first[length - 1] != '/')
		length--;
	return length;
}

static int compare(const void *left, const void *right)
{
	const struct weighed *a = left, *b = right;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	return strcmp(a->path, b->path);
}

const unsigned *shard_assign(struct arena *arena, const input_list *inputs, unsigned shards)
{
	struct weighed *files = ARENA_ARRAY(arena, struct weighed, inputs->count + 1);
	uint64_t *loads = ARENA_ARRAY(arena, uint64_t, shards);
	unsigned *out = ARENA_ARRAY(arena, unsigned, inputs->count + 1);
	size_t folder = common_folder(inputs);
	for (size_t i = 0; i < inputs->count; i++) {
		struct stat status;
		const char *path = inputs->data[i].absolute;
		uint64_t size = stat(path, &status) ? 0 : (uint64_t)status.st_size;
		files[i] = (struct weighed){size, path + folder, i};
	}
	if (inputs->count)
		qsort(files, inputs->count, sizeof *files, compare);
	for (size_t i = 0; i < inputs->count; i++) {
		unsigned least = 0;
		for (unsigned k = 1; k < shards; k++)
			if (loads[k] < loads[least])
				least = k;
		loads[least] += files[i].size + OVERHEAD;
		out[files[i].index] = least + 1;
	}
	return out;
}
