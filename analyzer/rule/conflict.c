/* Conflicts in words: who does what to which element, and who else did. */
#include "analyzer/rule/conflict.h"
#include "analyzer/finding/picture/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/ir/element.h"

const char *pass_thread(struct pass *pass, const struct simt_report *report, unsigned lane)
{
	const int64_t *block = report->launch->block;
	int64_t x = lane % block[0], y = lane / block[0] % block[1], z = lane / (block[0] * block[1]);
	if (block[2] > 1)
		return arena_printf(pass->arena, "thread (%" PRId64 ",%" PRId64 ",%" PRId64 ")", x, y, z);
	if (block[1] > 1)
		return arena_printf(pass->arena, "thread (%" PRId64 ",%" PRId64 ")", x, y);
	return arena_printf(pass->arena, "thread %" PRId64, x);
}

const char *pass_element(struct pass *pass, const struct simt_object *object, int64_t offset, bool has_offset)
{
	const struct ir_var *var = simt_object_var(object);
	/* The name may be the run's, which is over before the finding is told. */
	const char *name = arena_strdup(pass->arena, simt_object_name(object));
	const struct ir_type *type = var ? ir_type_value(var->type) : NULL;
	if (!has_offset || !type)
		return name;
	return ir_element_name(pass->arena, name, type, offset, 1);
}

static const char *element(struct pass *pass, const struct sync_conflict *conflict)
{
	const struct sync_side *side = &conflict->second;
	/* a library's function works on all of a state */
	bool whole = side->is_store && !side->is_atomic && side->expr->kind == IR_CALL;
	bool shared = conflict->space == SIMT_SHARED && !whole;
	return pass_element(pass, conflict->object, conflict->offset, conflict->has_offset && shared);
}

enum confidence confidence_of_belief(enum sync_belief belief)
{
	return belief == SYNC_PROVEN   ? CONFIDENCE_PROVEN
	       : belief == SYNC_LIKELY ? CONFIDENCE_LIKELY
				       : CONFIDENCE_POSSIBLE;
}

static const char *verb(const struct sync_side *side)
{
	return side->is_atomic ? "updates" : side->is_store ? "writes" : "reads";
}

static const char *done(const struct sync_side *side)
{
	return side->is_atomic ? "updated" : side->is_store ? "wrote" : "read";
}

static const char *name_of(enum sync_hazard hazard)
{
	return hazard == SYNC_RAW   ? "read after write"
	       : hazard == SYNC_WAR ? "write after read"
				    : "write after write";
}

/* The thread, or the warp where its lanes share the work in a way that isn't told. */
static const char *agent(struct pass *pass, const struct simt_report *report, const struct sync_side *side)
{
	return side->by_warp ? arena_printf(pass->arena, "warp %u", side->lane / SIMT_WARP)
			     : pass_thread(pass, report, side->lane);
}

/* Where the other thread is, from this one. */
static const char *other_block(struct pass *pass, const struct sync_conflict *conflict)
{
	if (!conflict->blocks)
		return "";
	return arena_printf(pass->arena, " of another block (blockIdx.%c %+" PRId64 ")",
		'x' + (int)conflict->dim, -conflict->block_gap);
}

/* Where an access stands for people: an overloaded operator is where it is used. */
static struct ir_range range_of(const struct sync_side *side)
{
	struct ir_range range = side->expr->range;
	for (const struct simt_call *call = side->call; call; call = call->up) {
		if (!call->callee || strncmp(call->callee->name, "operator", 8) != 0)
			break;
		range = call->site->range;
	}
	return range;
}

/* The two threads and what both touch. */
static struct picture *picture_of(
	struct pass *pass, const struct simt_report *report, const struct sync_conflict *conflict)
{
	const struct sync_side *first = &conflict->first, *second = &conflict->second;
	struct picture *picture = ARENA_NEW(pass->arena, struct picture);
	picture->kind = PICTURE_CONFLICT;
	picture->conflict = (struct picture_conflict){.what = element(pass, conflict),
		.first = {agent(pass, report, first), verb(first), first->lane},
		.second = {agent(pass, report, second), verb(second), second->lane},
		.is_one_store = conflict->class == SYNC_ONE_STORE,
		.blocks = conflict->blocks,
		.in_loop = conflict->loop != NULL};
	return picture;
}

const char *pass_barrier_advice(struct pass *pass, const struct sync_conflict *conflict)
{
	if (!conflict->skipped)
		return "`__syncthreads()` is missing between them";
	const char *text = pass_text(pass, conflict->skipped->range);
	bool is_short = *text && strlen(text) <= 40 && !strchr(text, '\n');
	if (conflict->untaken)
		return arena_printf(pass->arena,
			conflict->untaken_ends_loop
				? "`%s` between them is in a loop that may end before it; add one behind the loop"
				: "`%s` between them is in a branch that isn't always taken; move it out of the "
				  "branch",
			is_short ? text : "the barrier");
	return arena_printf(pass->arena,
		"`%s` between them is in a branch that not all threads take; move it out of the branch",
		is_short ? text : "the barrier");
}

const char *pass_picked_advice(const struct sync_conflict *conflict)
{
	if (conflict->first.is_atomic || conflict->second.is_atomic)
		return "store before all others start, or by an atomic too";
	if (conflict->updates)
		return "what was read from memory may lead several threads to one element: use an atomic, "
		       "else updates get lost";
	return "what was read from memory may lead several threads to one element: where an old value does "
	       "no harm, say so by a relaxed `cuda::atomic_ref`; else use an atomic or a second array";
}

bool pass_is_store_of_lanes(const struct sync_conflict *conflict)
{
	return conflict->class == SYNC_LANES && conflict->hazard == SYNC_WAW && !conflict->first.is_atomic &&
	       !conflict->second.is_atomic;
}

/* What to do where a lock is held, and not by both of them; NULL: none is. */
static const char *lock_advice(
	struct pass *pass, const struct simt_report *report, const struct sync_conflict *conflict)
{
	const struct sync_side *first = &conflict->first, *second = &conflict->second;
	if (first->lock && second->lock)
		return "each holds a lock, but not the same one";
	if (!first->lock && !second->lock)
		return NULL;
	return arena_printf(pass->arena, "only %s holds a lock: the other has to take it, too",
		second->lock       ? agent(pass, report, second)
		: conflict->blocks ? "the other one"
				   : agent(pass, report, first));
}

/* What to do where a library moves a state on that several threads share; NULL: none does. */
static const char *state_advice(const struct sync_conflict *conflict)
{
	const struct sync_side *sides[] = {&conflict->first, &conflict->second};
	for (int i = 0; i < 2; i++) {
		const struct ir_expr *expr = sides[i]->expr;
		bool is_state = expr->kind == IR_CALL && sides[i]->is_store && !sides[i]->is_atomic &&
				expr->call->function && expr->call->function->is_system &&
				strncmp(expr->call->name, "curand", 6) == 0;
		if (is_state)
			return "the generator's state is read and written by each call: give each thread one "
			       "of its own";
	}
	return NULL;
}

static void relate_lock(struct pass *pass, struct finding *finding, const struct sync_conflict *conflict)
{
	const struct ir_expr *one = conflict->first.lock, *other = conflict->second.lock;
	if (one)
		pass_related(pass, finding, one->range, "a lock is taken here");
	if (other && other != one)
		pass_related(pass, finding, other->range, one ? "another one here" : "a lock is taken here");
}

struct finding *pass_conflict(struct pass *pass, const struct simt_report *report,
	const struct sync_conflict *conflict, const char *advice)
{
	const struct sync_side *first = &conflict->first, *second = &conflict->second;
	const char *who = agent(pass, report, second), *other = agent(pass, report, first),
		   *what = element(pass, conflict), *better = lock_advice(pass, report, conflict);
	struct finding *finding;
	better = better ? better : state_advice(conflict);
	advice = better ? better : advice;
	if (conflict->class == SYNC_ONE_STORE)
		finding = pass_report(pass, range_of(second),
			"%s and %s write to `%s` with the same store, values that may differ; %s", other, who,
			what, advice);
	else
		finding = pass_report(pass, range_of(second),
			"%s %s `%s`, which %s%s %s, and nothing orders the two (%s)%s; %s", who, verb(second),
			what, other, other_block(pass, conflict), done(first), name_of(conflict->hazard),
			conflict->loop ? ", from one turn of the loop to the next" : "", advice);
	/* a value of which nothing is known, as its declaration is made up, may be the same for all */
	if (conflict->class == SYNC_ONE_STORE && second->function->rests_on_invented)
		finding->doubtful = true;
	finding->function = second->function->display;
	finding->confidence = confidence_of_belief(conflict->belief);
	finding->picture = picture_of(pass, report, conflict);
	pass_note_object(pass, finding, conflict->object);
	if (conflict->class != SYNC_ONE_STORE)
		pass_related(pass, finding, range_of(first), "%s %s it here", other, done(first));
	relate_lock(pass, finding, conflict);
	if (conflict->untaken_ends_loop) /* whoever calls may see to it that there are turns */
		finding->severity = SEVERITY_WARNING;
	if (conflict->skipped)
		pass_related(pass, finding, conflict->skipped->range,
			conflict->untaken ? "all threads may go past this barrier"
					  : "not all threads come to this barrier");
	if (conflict->again)
		pass_related(pass, finding, conflict->again->site->range, "`%s` is called again here",
			conflict->again->callee->name);
	return finding;
}
