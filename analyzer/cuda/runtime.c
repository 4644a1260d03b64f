/* Looks functions of the CUDA API up: both tables are sorted by name. */
#include "analyzer/cuda/runtime.h"

#include <string.h>

#include "analyzer/cuda/device.h"

#define CALL(name_, kind_, ...) {.name = #name_, .kind = HOST_##kind_, .roles = __VA_ARGS__},

static const struct cuda_call runtime_calls[] = {
#include "analyzer/cuda/runtime.def"
};

static const struct cuda_call driver_calls[] = {
#include "analyzer/cuda/driver.def"
};

#undef CALL

/* The first line of a name, or `count`. */
static size_t find(const struct cuda_call *calls, size_t count, const char *name)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(calls[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && !strcmp(calls[low].name, name) ? low : count;
}

const struct cuda_call *cuda_call_of(const char *name, size_t arg_count)
{
	if (strncmp(name, "cu", 2) != 0)
		return NULL;
	bool is_runtime = !strncmp(name, "cuda", 4);
	const struct cuda_call *calls = is_runtime ? runtime_calls : driver_calls;
	size_t count = is_runtime ? sizeof runtime_calls / sizeof *runtime_calls
				  : sizeof driver_calls / sizeof *driver_calls;
	const struct cuda_call *best = NULL;
	for (size_t i = find(calls, count, name); i < count && !strcmp(calls[i].name, name); i++) {
		best = &calls[i];
		if (strlen(best->roles) >= arg_count)
			break;
	}
	return best;
}

static bool has(const char *name, const char *word)
{
	return strstr(name, word) != NULL;
}

enum cuda_library_call cuda_library_call_of(const char *name)
{
	if (cuda_space_of(name) != CUDA_SPACE_LIBRARY)
		return CUDA_NO_LIBRARY;
	if (has(name, "Create") || has(name, "Plan") || has(name, "Init") || has(name, "make_plan"))
		return CUDA_LIBRARY_SETUP;
	if (has(name, "Destroy"))
		return CUDA_LIBRARY_END;
	if (has(name, "SetStream"))
		return CUDA_LIBRARY_STREAM;
	return has(name, "Set") || has(name, "Get") ? CUDA_LIBRARY_SETTING : CUDA_LIBRARY_WORK;
}

bool cuda_library_copies(const char *name)
{
	return !strncmp(name, "cublas", 6) && !has(name, "Async") &&
	       (has(name, "Vector") || has(name, "Matrix"));
}
