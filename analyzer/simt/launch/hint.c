/* Reading launch hints. Extents are as `dim3` has them: 64, 64x8 or 64x8x2; what no device can launch isn't
 * taken. */
#include "analyzer/simt/launch/hint.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_SHARED = 1 << 20 };

/* A decimal number up to `most`; moves *at behind it. */
static bool read_number(const char **at, int64_t most, int64_t *out)
{
	int64_t value = 0;
	const char *start = *at;
	for (; isdigit((unsigned char)**at); ++*at)
		if (value <= most)
			value = value * 10 + (**at - '0');
	*out = value;
	return *at > start && value <= most;
}

/* 64x8x2: the extents left out are 1. */
static bool read_extents(const char **at, const int64_t most[3], int64_t out[3])
{
	out[0] = out[1] = out[2] = 1;
	for (int dim = 0; dim < 3; dim++) {
		if (!read_number(at, most[dim], &out[dim]) || out[dim] < 1)
			return false;
		if (**at != 'x' || dim == 2)
			return true;
		++*at;
	}
	return true;
}

static bool read_grid(const char **at, struct launch_hint *out)
{
	static const int64_t most[3] = {INT32_MAX, 65535, 65535};
	out->grid_known = read_extents(at, most, out->grid);
	return out->grid_known;
}

static bool read_block(const char **at, struct launch_hint *out)
{
	static const int64_t most[3] = {1024, 1024, 64};
	out->block_known = read_extents(at, most, out->block) &&
			   out->block[0] * out->block[1] * out->block[2] <= MAX_THREADS;
	return out->block_known;
}

static const char bad_grid[] = "has a grid that is not 1 to 2147483647 blocks, as 64x64 (y and z: to 65535)";
static const char bad_block[] = "has a block that is not 1 to 1024 threads, as 32x8 (z: to 64)";
static const char bad_shared[] = "has shared memory that is not a number of bytes to 1048576";

static bool fail(const char **problem, const char *text)
{
	*problem = text;
	return false;
}

bool launch_hint_read(struct arena *arena, const char *text, struct launch_hint *out, const char **problem)
{
	static const char form[] = "is not KERNEL=GRID:BLOCK[:SMEM], as transpose=64x64:32x8";
	const char *at = strrchr(text, '=');
	if (!at || at == text)
		return fail(problem, form);
	*out = (struct launch_hint){.kernel = arena_strndup(arena, text, (size_t)(at - text)), .shared = -1};
	size_t parts = 1;
	for (const char *colon = at; (colon = strchr(colon, ':')); colon++)
		parts++;
	if (parts < 2 || parts > 3)
		return fail(problem, form);
	at++;
	if (!read_grid(&at, out))
		return fail(problem, bad_grid);
	if (*at++ != ':')
		return fail(problem, form);
	if (!read_block(&at, out))
		return fail(problem, bad_block);
	if (*at == ':' && (at++, !read_number(&at, MAX_SHARED, &out->shared)))
		return fail(problem, bad_shared);
	return *at ? fail(problem, form) : true;
}

bool param_hint_read(struct arena *arena, const char *text, struct param_hint *out, const char **problem)
{
	static const char form[] = "is not KERNEL.NAME=VALUE with a whole number, as transpose.width=1024";
	const char *equals = strrchr(text, '='), *dot = equals;
	while (dot && dot > text && *dot != '.')
		dot--;
	if (!equals || dot == text || dot + 1 >= equals)
		return fail(problem, form);
	char *end;
	errno = 0;
	long long value = strtoll(equals + 1, &end, 0);
	bool starts =
		isdigit((unsigned char)equals[1]) || (equals[1] == '-' && isdigit((unsigned char)equals[2]));
	if (!starts || *end || errno)
		return fail(problem, form);
	out->kernel = arena_strndup(arena, text, (size_t)(dot - text));
	out->param = arena_strndup(arena, dot + 1, (size_t)(equals - dot - 1));
	out->value = value;
	return true;
}

/* ---- comments -------------------------------------------------------------------------------- */

/* One "key=value" of a comment. */
static bool read_word(const char *word, struct launch_hint *out, const char **problem)
{
	const char *at = strchr(word, '=') + 1;
	if (!strncmp(word, "grid=", 5))
		return read_grid(&at, out) && !*at ? true : fail(problem, bad_grid);
	if (!strncmp(word, "block=", 6))
		return read_block(&at, out) && !*at ? true : fail(problem, bad_block);
	if (!strncmp(word, "smem=", 5))
		return read_number(&at, MAX_SHARED, &out->shared) && !*at ? true : fail(problem, bad_shared);
	return fail(problem, "knows only grid=, block= and smem=");
}

static bool is_remark(const char *word)
{
	return !strncmp(word, "--", 2) || !strncmp(word, "//", 2);
}

bool launch_hint_read_comment(
	struct arena *arena, const char *text, size_t size, struct launch_hint *out, const char **problem)
{
	static const char form[] =
		"is not KERNEL [grid=X] block=X [smem=BYTES], as transpose grid=64x64 block=32x8";
	static const char blanks[] = " \t\r\f\v";
	const char *newline = memchr(text, '\n', size);
	char *copy = arena_strndup(arena, text, newline ? (size_t)(newline - text) : size), *rest = NULL;
	*out = (struct launch_hint){.source = LAUNCH_COMMENT, .shared = -1};
	bool any = false;
	for (char *word = strtok_r(copy, blanks, &rest); word && !is_remark(word);
		word = strtok_r(NULL, blanks, &rest)) {
		bool is_pair = strchr(word, '=') != NULL;
		if (is_pair ? !out->kernel : any)
			return fail(problem, form);
		if (!is_pair)
			/* the name of an instantiation has blanks: copy<float, 4> */
			out->kernel = out->kernel ? arena_printf(arena, "%s %s", out->kernel, word) : word;
		else if (!read_word(word, out, problem))
			return false;
		any |= is_pair;
	}
	return out->kernel && out->block_known ? true : fail(problem, form);
}

/* "[16,16,1]" or "16". */
static bool read_list(const char *at, const int64_t most[3], int64_t out[3])
{
	bool bracket = *at == '[';
	at += bracket;
	out[0] = out[1] = out[2] = 1;
	for (int dim = 0; dim < 3; dim++) {
		if (!read_number(&at, most[dim], &out[dim]) || out[dim] < 1)
			return false;
		if (!bracket || *at != ',')
			return !bracket || *at == ']';
		at += 1 + (at[1] == ' ');
	}
	return false;
}

/* Behind "--blockDim=" in the comments at the top. */
static const char *option_at_top(const char *text, size_t size, const char *name)
{
	size_t length = strlen(name);
	while (size > 2 && text[0] == '/' && text[1] == '/') {
		const char *newline = memchr(text, '\n', size);
		if (!newline)
			return NULL;
		for (const char *at = text; at + length < newline; at++)
			if (strncmp(at, name, length) == 0)
				return at + length;
		size -= (size_t)(newline + 1 - text);
		text = newline + 1;
	}
	return NULL;
}

bool launch_hint_read_header(const char *text, size_t size, struct launch_hint *out)
{
	static const int64_t most_blocks[3] = {INT32_MAX, 65535, 65535}, most_threads[3] = {1024, 1024, 64};
	const char *block = option_at_top(text, size, "--blockDim="),
		   *grid = option_at_top(text, size, "--gridDim=");
	*out = (struct launch_hint){.kernel = "*", .source = LAUNCH_COMMENT, .shared = -1};
	out->block_known = block && read_list(block, most_threads, out->block) &&
			   out->block[0] * out->block[1] * out->block[2] <= MAX_THREADS;
	out->grid_known = grid && read_list(grid, most_blocks, out->grid);
	return out->block_known || out->grid_known;
}
