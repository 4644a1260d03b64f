/* The first phase of a barrier. Suppose that it never ends: then each lane gets as far as its first wait for
 * it. What they can have done until then is a bound that no order of execution gets past.
 *
 * What happens under a condition that isn't decided may happen or not. Arrivals there count, and when a wait
 * under the same condition follows, they count once, also in a loop: the lane doesn't come back. */
#include "analyzer/site/protocol.h"

#include <stdlib.h>

#include "analyzer/simt/exec/exec.h"

enum { MAX_CONTEXTS = 8, MAX_STEPS = 40000 };

bool protocol_expected(const struct protocol *protocol, int64_t *count)
{
	bool any = false;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		int64_t number;
		if (use->op->action != IR_BARRIER_INIT)
			continue;
		if (!protocol_number(use->logged->event.barrier->count, &number) || (any && number != *count))
			return false;
		*count = number;
		any = true;
	}
	return any && !protocol->may_have_init;
}

bool protocol_blocks(const struct protocol_use *use)
{
	const struct simt_barrier *barrier = use->logged->event.barrier;
	int64_t parity;
	if (use->op->is_conditional)
		return false;
	if (use->op->action == IR_BARRIER_ARRIVE_AND_WAIT)
		return true;
	if (use->op->action != IR_BARRIER_WAIT || (use->op->is_tried && !barrier->spins))
		return false;
	if (use->op->parity.is_given) /* parity 1 is the phase before the first: over */
		return protocol_number(barrier->parity, &parity) && !(parity & 1);
	return use->op->token != NULL;
}

bool protocol_arrivals(const struct protocol_use *use, unsigned lane, int64_t *count)
{
	const struct simt_value *value = use->logged->event.barrier->count;
	*count = 0;
	if (use->op->action != IR_BARRIER_ARRIVE && use->op->action != IR_BARRIER_ARRIVE_AND_WAIT &&
		use->op->action != IR_BARRIER_ARRIVE_AND_DROP)
		return true;
	if (!value || !value_is_known(value))
		return false;
	*count = value_lane(value, lane);
	return *count >= 0;
}

/* What a lane does under one condition. */
struct context {
	const struct simt_path *path;
	int64_t arrivals;
	bool blocked, repeats;
};

struct bound {
	int64_t sum;
	struct context contexts[MAX_CONTEXTS];
	size_t count;
};

static struct context *context_of(struct bound *bound, const struct protocol_use *use)
{
	const struct simt_path *path = use->logged->event.where.path;
	for (size_t i = 0; i < bound->count; i++)
		if (bound->contexts[i].path == path)
			return &bound->contexts[i];
	if (bound->count == MAX_CONTEXTS)
		return NULL;
	bound->contexts[bound->count] = (struct context){.path = path, .repeats = use->repeats};
	return &bound->contexts[bound->count++];
}

/* The most of the contexts from `first` on that a lane can do besides those chosen; of those that end in a
 * wait it does one. */
static int64_t choose(const struct bound *bound, size_t first, unsigned chosen, bool waits)
{
	if (first >= bound->count || first >= MAX_CONTEXTS)
		return 0;
	const struct context *context = &bound->contexts[first];
	int64_t without = choose(bound, first + 1, chosen, waits);
	if (!context->arrivals || (waits && context->blocked))
		return without;
	for (size_t i = 0; i < first; i++)
		if (chosen >> i & 1 && simt_excludes(bound->contexts[i].path, context->path))
			return without;
	int64_t with =
		context->arrivals + choose(bound, first + 1, chosen | 1u << first, waits || context->blocked);
	return with > without ? with : without;
}

static bool total(const struct bound *bound, int64_t *most)
{
	for (size_t i = 0; i < bound->count; i++) {
		const struct context *context = &bound->contexts[i];
		if (!context->blocked && context->repeats && context->arrivals)
			return false;
	}
	*most = bound->sum + choose(bound, 0, 0, false);
	return true;
}

/* ---- the uses of a set of barriers, in order -------------------------------------------------- */

struct step {
	const struct protocol *protocol;
	const struct protocol_use *use;
};

typedef VEC(struct step) step_list;

static int by_index(const void *a, const void *b)
{
	const struct step *one = a, *other = b;
	return one->use->index < other->use->index ? -1 : one->use->index > other->use->index;
}

static void add_steps(struct arena *arena, step_list *steps, const struct protocol *protocol)
{
	for (size_t i = 0; i < protocol->uses.count; i++)
		vec_push(arena, steps, (struct step){protocol, &protocol->uses.data[i]});
}

/* The most arrivals of a lane at `of` until it waits for any barrier of the set. */
static bool most_of_lane(const step_list *steps, const struct protocol *of, unsigned lane, int64_t *most)
{
	struct bound bound = {0};
	for (size_t i = 0; i < steps->count; i++) {
		const struct protocol_use *use = steps->data[i].use;
		int64_t arrivals = 0;
		if (!mask_has(&use->may, lane))
			continue;
		if (steps->data[i].protocol == of && !protocol_arrivals(use, lane, &arrivals))
			return false;
		bool certain = !use->logged->event.where.path && !use->repeats && mask_has(&use->sure, lane);
		if (certain) {
			bound.sum += arrivals;
			if (protocol_blocks(use))
				break;
			continue;
		}
		struct context *context = context_of(&bound, use);
		if (!context)
			return false;
		if (context->blocked)
			continue;
		context->arrivals += arrivals;
		context->blocked = protocol_blocks(use);
	}
	return total(&bound, most);
}

/* Whether the barrier gets less than it takes. */
static bool starves(const step_list *steps, struct protocol *protocol)
{
	int64_t expected;
	protocol->most = 0;
	protocol->arriving = (struct simt_mask){0};
	if (!protocol_expected(protocol, &expected))
		return false;
	for (unsigned lane = 0; lane < SIMT_MAX_LANES; lane++) {
		int64_t arrivals;
		if (!most_of_lane(steps, protocol, lane, &arrivals))
			return false;
		protocol->most += arrivals;
		if (arrivals)
			mask_add(&protocol->arriving, lane);
		if (protocol->most >= expected)
			return false;
	}
	return true;
}

static bool has_wait(const struct protocol *protocol)
{
	for (size_t i = 0; i < protocol->uses.count; i++)
		if (protocol_blocks(&protocol->uses.data[i]))
			return true;
	return false;
}

/* Barriers leave the set as long as one of it gets what it takes. */
static void starve_together(struct arena *arena, struct protocol **set, size_t count)
{
	for (bool changed = true; changed && count > 1;) {
		step_list steps = {0};
		size_t kept = 0;
		for (size_t i = 0; i < count; i++)
			add_steps(arena, &steps, set[i]);
		if (steps.count > MAX_STEPS / count)
			return;
		qsort(steps.data, steps.count, sizeof *steps.data, by_index);
		for (size_t i = 0; i < count; i++)
			if (starves(&steps, set[i]))
				set[kept++] = set[i];
		changed = kept < count;
		count = kept;
	}
	for (size_t i = 0; count > 1 && i < count; i++)
		set[i]->starves = PROTOCOL_STARVES_TOGETHER;
}

void protocols_starving(struct arena *arena, const protocol_list *protocols)
{
	struct protocol **set = ARENA_ARRAY(arena, struct protocol *, protocols->count + 1);
	for (size_t i = 0; i < protocols->count;) {
		unsigned box = protocols->data[i]->box;
		size_t count = 0;
		bool any = false;
		for (; i < protocols->count && protocols->data[i]->box == box; i++) {
			struct protocol *protocol = protocols->data[i];
			step_list steps = {0};
			if (protocol->is_open || !has_wait(protocol))
				continue;
			add_steps(arena, &steps, protocol);
			if (starves(&steps, protocol)) {
				protocol->starves = PROTOCOL_STARVES;
				any = true;
			}
			set[count++] = protocol;
		}
		if (!any) /* what one holds up isn't a defect of its own */
			starve_together(arena, set, count);
	}
}
