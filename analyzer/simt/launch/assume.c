/* The body proposes a block (shape.c). Then it is tried: a block under which some thread's index passes an
 * array isn't the one that was meant where a smaller one keeps within all of them. */
#include "analyzer/simt/launch/assume.h"

#include <string.h>

#include "analyzer/simt/simt.h"

enum { MAX_THREADS = 1024, MAX_TRIES = 10, MAX_HALVES = 5, LEAST_THREADS = 4 };

struct trial {
	const struct ir_query *query;
	const struct ir_function *kernel;
	const struct simt_launch *launch;
	const struct shape *shape;
	bool passes; /* of the block that is being tried */
	unsigned tries;
};

/* Also through pointers into an array, where no index is seen. */
static void on_access(void *context, struct simt *simt, const struct simt_access *access)
{
	struct trial *trial = context;
	bool is_own = access->space == SIMT_SHARED || access->space == SIMT_LOCAL;
	int64_t bytes = is_own && access->object ? simt_object_size(access->object) : -1;
	if (bytes <= 0 || !access->offset || !value_is_known(access->offset) || access->tile ||
		simt_keeps_threads(access->where.path))
		return;
	bool passes = false, keeps = false;
	for (unsigned lane = 0; lane < simt_lanes(simt) && access->offset->lanes; lane++) {
		bool is_past = value_lane(access->offset, lane) + access->size > bytes;
		passes |= is_past && mask_has(&access->active.may, lane);
		keeps |= !is_past && mask_has(&access->active.may, lane);
	}
	trial->passes |= passes && keeps; /* else no other block would help */
}

static bool is_consistent(struct trial *trial, const int64_t block[3])
{
	struct simt_result result;
	struct simt_launch launch = *trial->launch;
	memcpy(launch.block, block, sizeof launch.block);
	struct simt_request request = {.module = ir_query_module(trial->query),
		.kernel = trial->kernel,
		.launch = &launch,
		.tries_block = true};
	const struct simt_sink sink = {.context = trial, .access = on_access};
	struct arena *arena = arena_new();
	trial->passes = false;
	trial->tries++;
	simt_run(arena, &request, &sink, &result);
	arena_free(arena);
	return !trial->passes && !result.passes_array;
}

/* Of two extents, the one of which less is known. */
static int weaker(const struct shape *shape)
{
	if (!shape->uses[1])
		return 0;
	return shape->hint[0] < shape->hint[1] ? 0 : 1;
}

/* Half, a quarter... of the block, by the one extent rather than by the other. */
static bool try_smaller(struct trial *trial, int64_t block[3])
{
	int first = weaker(trial->shape), second = 1 - first;
	for (int halves = 1; halves <= MAX_HALVES; halves++)
		for (int other = 0; other <= halves && trial->tries < MAX_TRIES; other++) {
			int64_t smaller[3] = {block[0], block[1], block[2]};
			smaller[first] >>= halves - other;
			smaller[second] >>= other;
			bool said = (other && trial->shape->hint[second] == SHAPE_SAID) ||
				    (other < halves && trial->shape->hint[first] == SHAPE_SAID);
			bool is_tiny = smaller[1] < 1 || smaller[0] * smaller[1] * smaller[2] < LEAST_THREADS;
			if (said || is_tiny || !is_consistent(trial, smaller))
				continue;
			memcpy(block, smaller, sizeof smaller);
			return true;
		}
	return false;
}

void assume_launch(const struct ir_query *query, const struct ir_function *kernel,
	const struct assumption *known, struct assume_body *body, struct simt_launch *launch)
{
	if (!body->is_read) {
		struct arena *arena = arena_new();
		shape_read(arena, kernel, &body->shape);
		body->is_read = true;
		arena_free(arena);
	}
	struct shape shape = body->shape;
	struct trial trial = {query, kernel, launch, &shape, false, 0};
	int64_t most = known->most > 0 && known->most < MAX_THREADS ? known->most : MAX_THREADS;
	for (int dim = 0; dim < 3; dim++)
		if (known->extent[dim] > 0)
			shape_say(&shape, dim, known->extent[dim]);
	shape_bound(&shape, known->most);
	shape_choose(&shape, most, launch->block);
	launch->row_told = shape.hint[0] >= SHAPE_STRIDE;
	if (shape.has_arrays && !is_consistent(&trial, launch->block))
		launch->contradicted = !try_smaller(&trial, launch->block);
}
