/* Finds rows by name. */
#include "analyzer/cuda/removed.h"

#include "analyzer/cuda/pattern.h"

static const struct cuda_removed rows[] = {
#define REMOVED(name_, ...) {.name = name_, __VA_ARGS__},
#include "analyzer/cuda/removed.def"
#undef REMOVED
};

const struct cuda_removed *cuda_removed_find(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (cuda_matches(name, rows[i].name))
			return &rows[i];
	return NULL;
}
