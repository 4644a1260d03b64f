/* Looks functions of the CUDA API up: both tables are sorted by name. */
#include "analyzer/host/api/runtime.h"

#include <string.h>

#define CALL(name, kind, roles) {#name, HOST_##kind, roles},

static const struct host_call_roles runtime_calls[] = {
#include "analyzer/host/api/runtime.def"
};

static const struct host_call_roles driver_calls[] = {
#include "analyzer/host/api/driver.def"
};

#undef CALL

/* The first line of a name, or `count`. */
static size_t find(const struct host_call_roles *calls, size_t count, const char *name)
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

const struct host_call_roles *host_call_roles_of(const char *name, size_t arg_count)
{
	if (strncmp(name, "cu", 2) != 0)
		return NULL;
	bool is_runtime = !strncmp(name, "cuda", 4);
	const struct host_call_roles *calls = is_runtime ? runtime_calls : driver_calls;
	size_t count = is_runtime ? sizeof runtime_calls / sizeof *runtime_calls
				  : sizeof driver_calls / sizeof *driver_calls;
	const struct host_call_roles *best = NULL;
	for (size_t i = find(calls, count, name); i < count && !strcmp(calls[i].name, name); i++) {
		best = &calls[i];
		if (strlen(best->roles) >= arg_count)
			break;
	}
	return best;
}
