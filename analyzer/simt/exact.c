/* Which counts the compiler leaves alone.
 *
 * While a kernel is executed: a load of an address that this lane has just loaded or stored costs nothing,
 * and a store that the next one overwrites is dropped. Behind a barrier a load of what the lane itself stored
 * in a loop may move into the turn before. Afterwards: neighbouring accesses to shared memory become one
 * wider access, an `if` whose arms end in the same access becomes a choice of addresses, a load masked to its
 * low bytes becomes narrower. All as seen in code for sm_90 by nvcc 13. */
#include "analyzer/simt/exact.h"

#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/simt/exec.h"

enum { RECENT = 24 };

struct recent {
	const struct simt_object *object;
	const struct simt_value *offset;
	struct simt_site *site;
	struct simt_mask lanes;
	unsigned size;
	bool is_store;
	bool behind_barrier; /* a barrier was passed since */
};

struct exact {
	struct recent recent[RECENT];
	unsigned count, next;
	unsigned warp_interval;
};

struct exact *exact_new(struct arena *arena)
{
	return ARENA_NEW(arena, struct exact);
}

void exact_barrier(struct exact *exact)
{
	/* loads may find something else now; what a lane stored itself it may still know */
	for (unsigned i = 0; i < exact->count; i++) {
		exact->recent[i].behind_barrier = true;
		if (!exact->recent[i].is_store)
			exact->recent[i].object = NULL;
	}
}

static bool covers(const struct recent *recent, const struct simt_access *access)
{
	if (!recent->object || recent->object != access->object || recent->size != access->size ||
		!value_same(recent->offset, access->offset))
		return false;
	struct simt_mask left = mask_minus(&access->active.may, &recent->lanes);
	return !mask_any(&left);
}

static void note_load(struct exact *exact, const struct simt_access *access, struct simt_site *site)
{
	for (unsigned i = 0; i < exact->count; i++) {
		struct recent *recent = &exact->recent[i];
		if (!covers(recent, access))
			continue;
		bool moves = recent->site != site && recent->site->expr != site->expr &&
			     recent->site->counts.requests + recent->site->pending.requests >
				     2 * (site->counts.requests + site->pending.requests) / 3;
		if (!recent->behind_barrier || (moves && recent->is_store && recent->site->repeats))
			site->exact = false;
	}
}

static void note_store(struct exact *exact, const struct simt_access *access)
{
	for (unsigned i = 0; i < exact->count; i++) {
		struct recent *recent = &exact->recent[i];
		if (covers(recent, access) && recent->is_store && !recent->behind_barrier)
			recent->site->exact = false;
		/* it may have changed what other pointers of this space lead to */
		if (recent->object && recent->object->space == access->space && !recent->is_store)
			recent->object = NULL;
		if (covers(recent, access))
			recent->object = NULL;
	}
}

void exact_access(struct exact *exact, const struct simt_access *access, struct simt_site *site)
{
	bool memory = access->space == SIMT_GLOBAL || access->space == SIMT_SHARED;
	if (!memory || !access->offset || !access->object || ir_type_value(access->site->type)->is_volatile)
		return;
	if (access->warp_interval != exact->warp_interval)
		exact_barrier(exact);
	exact->warp_interval = access->warp_interval;
	/* loads of shared memory wander across __syncwarp() */
	if (access->warp_interval && access->kind == SIMT_LOAD && access->space == SIMT_SHARED)
		site->exact = false;
	if (access->kind == SIMT_LOAD)
		note_load(exact, access, site);
	else
		note_store(exact, access);
	if (access->kind != SIMT_LOAD && access->kind != SIMT_STORE)
		return;
	site->repeats |= site->pending.requests > 0;
	struct recent *recent = &exact->recent[exact->next];
	exact->next = (exact->next + 1) % RECENT;
	exact->count = exact->count < RECENT ? exact->count + 1 : RECENT;
	*recent = (struct recent){.object = access->object,
		.offset = access->offset,
		.site = site,
		.lanes = access->active.must,
		.size = access->size,
		.is_store = access->kind == SIMT_STORE};
}

/* ---- afterwards ------------------------------------------------------------------------------ */

/* Whether every lane's element lies right before the other's, and the pair is aligned to its size. */
static bool are_neighbours(const struct simt_site *a, const struct simt_site *b)
{
	const struct simt_sample *x = &a->worst, *y = &b->worst;
	if (a == b || a->object != b->object || a->kind != b->kind || a->size != b->size || a->size > 8 ||
		!x->active || x->active != y->active || x->warp != y->warp)
		return false;
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (x->active >> i & 1 &&
			(y->offset[i] - x->offset[i] != a->size || x->offset[i] % (2 * a->size)))
			return false;
	return true;
}

static void review_neighbours(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *a = report->sites.data[i];
		for (size_t k = 0; a->space == SIMT_SHARED && k < report->sites.count; k++) {
			struct simt_site *b = report->sites.data[k];
			if (are_neighbours(a, b))
				a->exact = b->exact = false;
		}
	}
}

static void forget_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct simt_report *report = context;
	(void)path;
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->expr == expr)
			report->sites.data[i]->exact = false;
}

static const struct ir_expr *last_assignment(const struct ir_stmt *stmt)
{
	while (stmt && stmt->kind == IR_BLOCK)
		stmt = stmt->child_count ? stmt->children[stmt->child_count - 1] : NULL;
	const struct ir_expr *expr = stmt && stmt->kind == IR_EXPR ? ir_strip(stmt->expr) : NULL;
	return expr && expr->kind == IR_ASSIGN && expr->operands[0]->kind == IR_INDEX ? expr : NULL;
}

static void review_if(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	(void)path;
	if (stmt->kind != IR_IF || !stmt->other)
		return;
	const struct ir_expr *a = last_assignment(stmt->body), *b = last_assignment(stmt->other);
	if (!a || !b || ir_type_value(a->type)->size != ir_type_value(b->type)->size ||
		ir_type_value(a->type)->kind != ir_type_value(b->type)->kind)
		return;
	const struct ir_visitor visitor = {.expr = forget_expr};
	ir_walk_stmt(stmt->body, &visitor, context, NULL);
	ir_walk_stmt(stmt->other, &visitor, context, NULL);
}

/* x & 0xff and x & 0xffff, where x was loaded. */
static void review_mask(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	(void)path;
	if (expr->kind != IR_BINARY || expr->op != IR_OP_AND)
		return;
	const struct ir_expr *value = ir_strip_casts(expr->operands[0]),
			     *mask = ir_strip_casts(expr->operands[1]);
	if (mask->kind != IR_INT || (mask->integer != 0xff && mask->integer != 0xffff))
		return;
	if (value->kind == IR_VAR && !value->var->is_assigned && value->var->init)
		value = ir_strip_casts(value->var->init);
	forget_expr(context, value, NULL);
}

/* A reference's memory may be loaded where the function is called. */
static void review_references(struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		struct simt_site *site = report->sites.data[i];
		const struct ir_expr *expr = site->expr;
		if (expr->kind == IR_VAR && expr->var->storage == IR_PARAM &&
			expr->var->type->kind == IR_TYPE_REFERENCE)
			site->exact = false;
	}
}

void exact_review(struct simt_report *report)
{
	VEC(const struct ir_function *) seen = {0};
	struct arena *arena = arena_new();
	review_neighbours(report);
	review_references(report);
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct ir_function *function = report->sites.data[i]->function;
		size_t k = 0;
		while (k < seen.count && seen.data[k] != function)
			k++;
		if (k < seen.count)
			continue;
		vec_push(arena, &seen, function);
		const struct ir_visitor visitor = {.stmt = review_if, .expr = review_mask};
		ir_walk_function(function, &visitor, report);
	}
	arena_free(arena);
}
