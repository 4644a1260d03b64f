/* Which launches a kernel is executed for: grid, block, shared memory and arguments, and where they come
 * from. */
#ifndef CUDALINT_SIMT_LAUNCH_H
#define CUDALINT_SIMT_LAUNCH_H

#include "analyzer/ir/ir.h"
#include "analyzer/ir/query.h"

/* In rising rank; the strongest that is there wins. */
enum launch_source {
	LAUNCH_ASSUMED,
	LAUNCH_BOUNDS,
	LAUNCH_SITE,
	LAUNCH_CONFIG,
	LAUNCH_COMMENT,
	LAUNCH_COMMAND_LINE
};

struct simt_argument {
	bool known;
	int64_t value;
};

struct simt_launch {
	enum launch_source source;
	const struct ir_launch *site; /* NULL: none */
	int64_t grid[3], block[3];
	bool grid_known;
	int64_t shared; /* dynamic bytes */
	bool shared_known;
	const struct simt_argument *arguments; /* one per parameter of the kernel */
	/* of a block that isn't told: whether the body tells the extent of rows in which threads lie, and
	 * whether it contradicts whatever block is tried */
	bool row_told, contradicted;
};

const char *launch_source_name(enum launch_source source);

/* A launch given from outside, for a kernel by name. */
struct launch_hint {
	const char *kernel;
	enum launch_source source;
	int64_t grid[3], block[3];
	bool grid_known, block_known;
	int64_t shared; /* -1: unknown */
};
/* Whether a hint's kernel is this one: by plain, qualified or full name; "*" is all of them. */
bool launch_hint_names(const char *hint, const struct ir_function *kernel);

struct param_hint {
	const char *kernel, *param;
	int64_t value;
};
struct launch_hints {
	VEC(struct launch_hint) launches;
	VEC(struct param_hint) params;
};

typedef VEC(struct simt_launch) launch_list;

/* The launches to execute `kernel` for: those of the unit that differ, at most four, or one that is assumed.
 */
void launches_of(struct arena *arena, const struct ir_query *query, const struct launch_hints *hints,
	const struct ir_function *kernel, launch_list *out);

#endif
