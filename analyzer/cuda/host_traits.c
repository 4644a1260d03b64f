/* Finds rows by name: those that are written out in a list that is sorted once, then patterns in order. */
#include "analyzer/cuda/host_traits.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/cuda/pattern.h"

enum { MAX_NAME = 128 };

static const struct cuda_host_traits rows[] = {
#define HOST(name_, ...) {.name = name_, __VA_ARGS__},
#include "analyzer/cuda/host_traits.def"
#undef HOST
};

enum { ROWS = sizeof rows / sizeof *rows };

static const struct cuda_host_traits *names[ROWS], *patterns[ROWS];
static size_t name_count, pattern_count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const struct cuda_host_traits *cuda_host_traits_at(size_t index)
{
	return index < ROWS ? &rows[index] : NULL;
}

static int compare(const void *a, const void *b)
{
	return strcmp((*(const struct cuda_host_traits *const *)a)->name,
		(*(const struct cuda_host_traits *const *)b)->name);
}

static void fill(void)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (strchr(rows[i].name, '*'))
			patterns[pattern_count++] = &rows[i];
		else
			names[name_count++] = &rows[i];
	}
	qsort(names, name_count, sizeof *names, compare);
}

/* Without `_ptsz` or `_ptds`, and without `_v2`; false: too long for any row. */
static bool plain_name(const char *name, char out[MAX_NAME])
{
	size_t length = strlen(name);
	if (length >= MAX_NAME)
		return false;
	if (length > 5 && (!strcmp(name + length - 5, "_ptsz") || !strcmp(name + length - 5, "_ptds")))
		length -= 5;
	size_t digits = length;
	while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		digits--;
	if (digits > 2 && digits < length && name[digits - 1] == 'v' && name[digits - 2] == '_')
		length = digits - 2;
	memcpy(out, name, length);
	out[length] = '\0';
	return true;
}

const struct cuda_host_traits *cuda_host_traits(const char *name)
{
	static const struct cuda_host_traits none = {.name = ""};
	char plain[MAX_NAME];
	pthread_once(&once, fill);
	/* all of them begin with these letters */
	if ((*name != 'c' && *name != 'n') || !plain_name(name, plain))
		return &none;
	const struct cuda_host_traits key = {.name = plain}, *wanted = &key;
	const struct cuda_host_traits *const *found =
		bsearch(&wanted, names, name_count, sizeof *names, compare);
	if (found)
		return *found;
	for (size_t i = 0; i < pattern_count; i++)
		if (cuda_matches(plain, patterns[i]->name))
			return patterns[i];
	return &none;
}
