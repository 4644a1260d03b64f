/* Finds rows by name: tables of hashes, which are made once. */
#include "analyzer/cuda/device.h"
#include "analyzer/cuda/pattern.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 512, SLOTS = 2048 };

static const struct cuda_function functions[] = {
#define DEVICE(name_, ...) {.name = name_, __VA_ARGS__},
#include "analyzer/cuda/device.def"
#include "analyzer/cuda/math.def"
#undef DEVICE
};

static const struct cuda_type types[] = {
#define TYPE(name_, ...) {.name = name_, .family = __VA_ARGS__},
#include "analyzer/cuda/types.def"
#undef TYPE
};

enum { FUNCTIONS = sizeof functions / sizeof *functions, TYPES = sizeof types / sizeof *types };

const struct cuda_function cuda_no_function = {.name = ""};
const struct cuda_type cuda_no_type = {.name = ""};

const struct cuda_function *cuda_function_at(size_t index)
{
	return index < FUNCTIONS ? &functions[index] : NULL;
}

const struct cuda_type *cuda_type_at(size_t index)
{
	return index < TYPES ? &types[index] : NULL;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct cuda_function *function_slots[SLOTS];
static const struct cuda_type *type_slots[SLOTS];
static const struct cuda_type *patterns[TYPES + 1]; /* up to NULL */
static pthread_once_t once = PTHREAD_ONCE_INIT;

_Static_assert(FUNCTIONS < SLOTS / 2 && TYPES < SLOTS / 2, "tables would be too full");

static size_t slot_of(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash % SLOTS;
}

static void fill(void)
{
	size_t pattern_count = 0;
	for (size_t i = 0; i < FUNCTIONS; i++) {
		size_t slot = slot_of(functions[i].name);
		while (function_slots[slot])
			slot = (slot + 1) % SLOTS;
		function_slots[slot] = &functions[i];
	}
	for (size_t i = 0; i < TYPES; i++) {
		size_t slot = slot_of(types[i].name);
		if (strchr(types[i].name, '*')) {
			patterns[pattern_count++] = &types[i];
			continue;
		}
		while (type_slots[slot])
			slot = (slot + 1) % SLOTS;
		type_slots[slot] = &types[i];
	}
}

static const struct cuda_function *exactly(const char *name)
{
	for (size_t slot = slot_of(name); function_slots[slot]; slot = (slot + 1) % SLOTS)
		if (!strcmp(function_slots[slot]->name, name))
			return function_slots[slot];
	return NULL;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Versions that libraries have as inline namespaces: `__4`, `__v1`, `__cxx11`, `CUB_200500_800_NS`. */
static bool is_version(const char *part, size_t length)
{
	size_t letters = 0;
	if (length > 3 && !strncmp(part + length - 3, "_NS", 3))
		return begins(part, "CUB_") || begins(part, "THRUST_");
	if (length < 3 || part[0] != '_' || part[1] != '_')
		return false;
	for (part += 2, length -= 2; letters < length && part[letters] >= 'a' && part[letters] <= 'z';)
		letters++;
	return letters < length && strspn(part + letters, "0123456789") >= length - letters;
}

/* A qualified name without versions, and with all conversions alike; false: too long for any row. */
static bool plain_name(const char *name, char out[MAX_NAME])
{
	size_t length = 0;
	while (*name) {
		const char *end = begins(name, "operator") ? NULL : strstr(name, "::");
		size_t part = end ? (size_t)(end - name) : strlen(name);
		bool is_skipped = end && is_version(name, part);
		const char *text = name;
		name += part + (end ? 2 : 0);
		if (!end && begins(text, "operator ")) {
			text = "operator T";
			part = strlen(text);
		}
		if (length + part + 3 > MAX_NAME)
			return false;
		if (is_skipped)
			continue;
		memcpy(out + length, text, part);
		length += part;
		if (end)
			length += (size_t)(stpcpy(out + length, "::") - (out + length));
	}
	out[length] = '\0';
	return true;
}

/* Where the last part of a name begins. */
static const char *last_part(const char *name)
{
	for (const char *next; !begins(name, "operator") && (next = strstr(name, "::"));)
		name = next + 2;
	return name;
}

/* ---- functions ------------------------------------------------------------------------------- */

static const struct cuda_function *joined(
	const char *scope, size_t length, const char *between, const char *last)
{
	char name[2 * MAX_NAME];
	if (length + strlen(between) + strlen(last) >= sizeof name)
		return NULL;
	memcpy(name, scope, length);
	stpcpy(stpcpy(name + length, between), last);
	return exactly(name);
}

/* A method, by its class. */
static const struct cuda_function *of_class(const char *name, const char *last)
{
	char scope[MAX_NAME];
	size_t length = (size_t)(last - name) - 2;
	const struct cuda_function *found;
	memcpy(scope, name, length);
	scope[length] = '\0';
	const struct cuda_type *type = cuda_type_find(scope);
	if (type && type->methods && (found = joined(type->methods, strlen(type->methods), "::", last)))
		return found;
	const char *of = last_part(scope), *first = strstr(scope, "::");
	if (!first)
		return NULL;
	found = joined(scope, (size_t)(of - scope), "*::", last);
	return found ? found : joined(scope, (size_t)(first - scope), "::*::", last);
}

/* A function of the standard library, by whichever library has it. */
static const struct cuda_function *of_standard(const char *name, const char *last)
{
	static const char *const spaces[] = {"std::", "cuda::std::", "cuda::", "thrust::"};
	size_t length = (size_t)(last - name);
	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		if (strlen(spaces[i]) != length || strncmp(name, spaces[i], length) != 0)
			continue;
		const struct cuda_function *found = joined("", 0, "std::", last);
		if (found)
			return found;
		found = exactly(last);
		return found && found->math ? found : NULL;
	}
	return NULL;
}

const struct cuda_function *cuda_function_find(const char *qualified)
{
	char name[MAX_NAME];
	pthread_once(&once, fill);
	if (!plain_name(qualified, name))
		return NULL;
	const struct cuda_function *found = exactly(name);
	const char *last = last_part(name);
	if (found || last == name)
		return found;
	found = of_class(name, last);
	return found ? found : of_standard(name, last);
}

const struct cuda_function *cuda_function_find_written(const char *name, bool is_member)
{
	static const char groups[] = "cooperative_groups";
	pthread_once(&once, fill);
	if (!*name || strlen(name) >= MAX_NAME)
		return NULL;
	const struct cuda_function *found = is_member ? NULL : exactly(name);
	return found ? found : joined(groups, strlen(groups), is_member ? "::*::" : "::", name);
}

/* ---- types ----------------------------------------------------------------------------------- */

const struct cuda_type *cuda_type_find(const char *qualified)
{
	char name[MAX_NAME];
	pthread_once(&once, fill);
	if (!plain_name(qualified, name))
		return NULL;
	for (size_t slot = slot_of(name); type_slots[slot]; slot = (slot + 1) % SLOTS)
		if (!strcmp(type_slots[slot]->name, name))
			return type_slots[slot];
	for (const struct cuda_type *const *at = patterns; *at; at++)
		if (cuda_matches(name, (*at)->name))
			return *at;
	return NULL;
}

/* ---- variables and spaces -------------------------------------------------------------------- */

enum cuda_builtin cuda_builtin_find(const char *name)
{
	static const struct {
		const char *name;
		enum cuda_builtin builtin;
	} variables[] = {{"threadIdx", CUDA_THREAD_INDEX}, {"blockIdx", CUDA_BLOCK_INDEX},
		{"blockDim", CUDA_BLOCK_DIM}, {"gridDim", CUDA_GRID_DIM}, {"warpSize", CUDA_WARP_SIZE}};
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (!strcmp(variables[i].name, name))
			return variables[i].builtin;
	return CUDA_NO_BUILTIN;
}

enum cuda_space cuda_space_of(const char *qualified)
{
	/* longer ones come first */
	static const struct {
		const char *prefix;
		enum cuda_space space;
	} prefixes[] = {{"cooperative_groups::", CUDA_SPACE_GROUPS}, {"cuda::std::", CUDA_SPACE_LIBCU_STD},
		{"cuda::ptx::", CUDA_SPACE_PTX}, {"cuda::device::", CUDA_SPACE_DEVICE},
		{"cuda::", CUDA_SPACE_LIBCU}, {"nvcuda::wmma::", CUDA_SPACE_WMMA},
		{"nvcuda::", CUDA_SPACE_NVCUDA}, {"cub::", CUDA_SPACE_CUB}, {"thrust::", CUDA_SPACE_THRUST},
		{"std::", CUDA_SPACE_STD}, {"__builtin_", CUDA_SPACE_BUILTIN}, {"cublas", CUDA_SPACE_LIBRARY},
		{"cufft", CUDA_SPACE_LIBRARY}, {"curand", CUDA_SPACE_LIBRARY},
		{"cusparse", CUDA_SPACE_LIBRARY}, {"cusolver", CUDA_SPACE_LIBRARY},
		{"cudnn", CUDA_SPACE_LIBRARY}, {"nccl", CUDA_SPACE_LIBRARY}, {"npp", CUDA_SPACE_LIBRARY},
		{"nvjpeg", CUDA_SPACE_LIBRARY}, {"cutensor", CUDA_SPACE_LIBRARY},
		{"nvrtc", CUDA_SPACE_LIBRARY}, {"nvshmem", CUDA_SPACE_NVSHMEM}};
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (begins(qualified, prefixes[i].prefix))
			return prefixes[i].space;
	if (begins(qualified, "cuda"))
		return CUDA_SPACE_RUNTIME;
	bool is_driver = begins(qualified, "cu") && qualified[2] >= 'A' && qualified[2] <= 'Z';
	return is_driver ? CUDA_SPACE_DRIVER : CUDA_SPACE_NONE;
}
