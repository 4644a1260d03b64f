/* Elements that data picks: `x[e[i]] += v`.
 *
 * Nothing in the source keeps two threads from one element where its index was read from memory. That is a
 * race where a thread reads the element and stores what it makes of it; where it reads or stores plainly what
 * others update atomically; and where threads read picked elements and store to their own, or the reverse. A
 * plain store alone is left alone: as a rule the indices are a permutation then. The same goes for one
 * element that all threads may update for which data has it so: `if (x[i] > 0) *count += 1`.
 *
 * Likewise where one element of a row that data picks is read, or stored to, while all threads of the block
 * store to the whole row: `loss = x[target]` beside `x[i] = ...`.
 *
 * Left alone as well is what a lock, a ticket or a barrier orders, what is the same whoever stores it, and
 * indices that are different for sure: of arrays that the unit fills with their own positions, or whose name
 * says that they permute. Where a condition on data leads to one of two different elements, it may keep the
 * threads apart. */
#include "analyzer/order/race/picked.h"

#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/order/conflict.h"
#include "analyzer/order/depend.h"
#include "analyzer/order/judge.h"
#include "analyzer/value/rounding.h"

enum { MAX_NESTING = 12, MOST_PICKS = 200 };

/* One access of an array that data picks elements of somewhere. */
struct pick {
	uint32_t op;
	const struct ir_expr *index;  /* as it is written; NULL: a number of the thread's own */
	const struct ir_expr *array;  /* that the element is one of; NULL: not known */
	const struct ir_expr *source; /* the element of an array that the index was read from */
	bool is_one;                  /* one element for all threads */
};

typedef VEC(struct pick) pick_list;

struct search {
	struct sync_log *log;
	pick_list picks; /* since the last barrier */
	bool matches;    /* lanes look for others that have the same number: one stands for all of them */
};

/* ---- places as they are written -------------------------------------------------------------- */

/* What a parameter of a device function is, in a call on the way to an access; else the expression itself. */
static const struct ir_expr *argument_of(const struct ir_expr *expr, const struct simt_call *call)
{
	for (; call; call = call->up) {
		expr = ir_strip_casts(expr);
		if (expr->kind != IR_VAR || expr->var->storage != IR_PARAM || !call->callee || !call->site ||
			expr->var->function != call->callee || expr->var->is_assigned)
			continue;
		for (size_t i = 0; i < call->callee->param_count && i < call->site->operand_count; i++)
			if (call->callee->params[i] == expr->var)
				expr = call->site->operands[i];
	}
	return ir_strip_casts(expr);
}

/* The element that an access goes to: `a[i]`, `&a[i]`, `a + i`, `*(a + i)`, whatever is done to it. */
static bool element_of(const struct ir_expr *site, const struct simt_call *call, const struct ir_expr **array,
	const struct ir_expr **index)
{
	for (int i = 0; i < MAX_NESTING && site->operand_count; i++) {
		site = argument_of(site, call);
		bool through = site->kind == IR_CALL || site->kind == IR_ASSIGN || site->kind == IR_UNARY ||
			       site->kind == IR_MEMBER || site->kind == IR_CONSTRUCT;
		if (site->kind == IR_CALL && site->call->object)
			site = site->call->object;
		else if (through && site->operand_count)
			site = site->operands[0];
		else
			break;
	}
	site = argument_of(site, call);
	bool is_sum = site->kind == IR_BINARY && site->op == IR_OP_ADD;
	if (site->kind != IR_INDEX && !is_sum)
		return false;
	*array = argument_of(site->operands[0], call);
	*index = site->operands[1];
	return (*array)->kind == IR_VAR;
}

/* Whether they are elements of arrays that the kernel is given as two: where these meet, if they do, isn't
 * seen when one of the places isn't known. */
static bool are_of_two(const struct pick *a, const struct pick *b)
{
	return a->array && b->array && !ir_same_expr(a->array, b->array);
}

/* Memory that isn't the thread's own, where nothing was added to its start. */
static bool is_array(const struct ir_expr *expr)
{
	if (expr->kind == IR_MEMBER)
		return ir_type_value(expr->type)->kind == IR_TYPE_POINTER;
	if (expr->kind != IR_VAR)
		return false;
	switch (expr->var->storage) {
	case IR_PARAM:
		return !expr->var->is_assigned && ir_type_value(expr->var->type)->kind == IR_TYPE_POINTER;
	case IR_SHARED:
	case IR_EXTERN_SHARED:
	case IR_DEVICE:
	case IR_MANAGED: return true;
	default: return false;
	}
}

/* One number for all threads of the launch. */
static bool is_fixed(const struct ir_expr *expr, const struct simt_call *call)
{
	expr = argument_of(expr, call);
	if (expr->kind == IR_INT || expr->kind == IR_SIZEOF)
		return true;
	return expr->kind == IR_VAR && !expr->var->is_assigned &&
	       (expr->var->storage == IR_CONSTANT || expr->var->is_constexpr ||
		       (expr->var->storage == IR_PARAM && expr->var->function &&
			       expr->var->function->is_kernel));
}

/* The element of an array that a number was read from, with nothing done to it that could tell threads apart;
 * NULL: it is something else. */
static const struct ir_expr *source_of(const struct ir_expr *expr, const struct simt_call *call, int nesting)
{
	expr = argument_of(expr, call);
	if (nesting > MAX_NESTING)
		return NULL;
	if (expr->kind == IR_VAR && !expr->var->is_assigned && !expr->var->is_address_taken &&
		expr->var->init)
		return source_of(expr->var->init, call, nesting + 1);
	if (expr->kind == IR_INDEX)
		return is_array(argument_of(expr->operands[0], call)) ? expr : NULL;
	if (expr->kind == IR_MEMBER && expr->operand_count)
		return source_of(expr->operands[0], call, nesting + 1);
	if (expr->kind == IR_CALL && expr->operand_count == 1 && cuda_is_cached_load(ir_cuda(expr))) {
		const struct ir_expr *address = ir_strip_casts(expr->operands[0]);
		bool is_address = address->kind == IR_UNARY && address->op == IR_OP_ADDRESS;
		return is_address ? source_of(address->operands[0], call, nesting + 1) : NULL;
	}
	if (expr->kind != IR_BINARY || expr->op > IR_OP_XOR)
		return NULL;
	if (is_fixed(expr->operands[1], call))
		return source_of(expr->operands[0], call, nesting + 1);
	return is_fixed(expr->operands[0], call) ? source_of(expr->operands[1], call, nesting + 1) : NULL;
}

/* ---- indices that are different -------------------------------------------------------------- */

static bool says_so(const char *name)
{
	static const char *const words[] = {"perm", "uniq", "ident", NULL};
	return sync_name_says(name, words);
}

struct filling {
	const char *name;
	bool found;
};

static void note_filling(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct filling *filling = context;
	(void)path;
	if (expr->kind != IR_ASSIGN || expr->op != IR_OP_NONE)
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
	if (to->kind != IR_INDEX)
		return;
	const struct ir_expr *array = ir_strip_casts(to->operands[0]);
	filling->found |= array->kind == IR_VAR && strcmp(array->var->name, filling->name) == 0 &&
			  ir_same_expr(to->operands[1], expr->operands[1]);
}

/* Whether some function of the unit fills an array of that name with the positions of its elements. */
static bool is_filled_so(const struct ir_module *module, const char *name)
{
	static const struct ir_visitor visitor = {.expr = note_filling};
	struct filling filling = {.name = name};
	for (size_t i = 0; i < module->functions.count && !filling.found; i++)
		if (module->functions.data[i]->body)
			ir_walk_function(module->functions.data[i], &visitor, &filling);
	return filling.found;
}

static bool are_different(const struct ir_module *module, const struct ir_expr *source)
{
	if (!source)
		return false;
	const struct ir_expr *array = ir_strip_casts(source->operands[0]);
	const char *name = array->kind == IR_VAR      ? array->var->name
			   : array->kind == IR_MEMBER ? array->member.name
						      : "";
	return says_so(name) || is_filled_so(module, name);
}

bool sync_is_picked(const struct simt *simt, const struct simt_access *access)
{
	const struct ir_expr *array, *index;
	if (access->offset || !access->varies || access->why != simt_by_memory ||
		!element_of(access->site, access->where.call, &array, &index) || !is_array(array))
		return false;
	const struct ir_expr *source = source_of(index, access->where.call, 0);
	return source && !are_different(simt->module, source);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static const struct simt_access *access_of(const struct search *search, const struct pick *pick)
{
	return search->log->ops.data[pick->op].access;
}

/* Data decides whether a thread gets there, other than by how many turns a loop makes. */
static bool is_guarded(const struct simt_access *access)
{
	for (const struct simt_path *path = access->where.path; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		bool decided = condition->by_data || condition->object;
		if (decided && !condition->is_loop && !condition->ends_loop)
			return true;
	}
	return false;
}

static bool may_be(const struct simt_access *a, unsigned lane, const struct simt_access *b, unsigned other)
{
	return mask_has(&a->active.may, lane) && mask_has(&b->active.may, other) &&
	       !sync_excluded(a->where.path, lane, b->where.path, other);
}

/* Two threads, best of two warps, of which one may do the one and the other the other. */
static bool find_threads(const struct search *search, const struct simt_access *a,
	const struct simt_access *b, unsigned *first, unsigned *second)
{
	unsigned lanes = search->log->simt->lanes;
	for (unsigned gap = SIMT_WARP; gap; gap = gap == 1 ? 0 : 1)
		for (unsigned lane = 0; lane + gap < lanes && lane < SIMT_WARP; lane++) {
			bool forward = may_be(a, lane, b, lane + gap);
			if (!forward && !may_be(a, lane + gap, b, lane))
				continue;
			*first = forward ? lane : lane + gap;
			*second = forward ? lane + gap : lane;
			return true;
		}
	return false;
}

static bool stores_one_number(const struct simt_access *access)
{
	const struct simt_value *value = access->value;
	return access->kind == SIMT_STORE && value && value_is_uniform(value);
}

/* Whether what a load reads goes into what a store writes to the same element, or decides whether it does. */
static bool is_made_of(
	const struct search *search, const struct simt_access *load, const struct simt_access *store)
{
	const struct ir_expr *statement = store->statement;
	if (!statement)
		return false;
	if (load->statement == statement)
		return true;
	const struct depend *depend = depend_on(search->log->arena, search->log->simt->module, load->site);
	return (statement->kind == IR_ASSIGN && depends(depend, statement->operands[1])) ||
	       depend_guards(depend, store->where.path);
}

static bool is_from_memory(const struct simt_value *value)
{
	return value->kind == SIMT_UNKNOWN && value->varying && value->why == simt_by_memory;
}

/* A number that differs from thread to thread and doesn't come from memory alone. */
static bool is_elsewhere(const struct simt_value *value)
{
	return value->kind == SIMT_UNKNOWN && value->varying && value->why != simt_by_memory;
}

/* Whether a number in memory decides who gets there, and not by naming a thread. Two of them may leave one
 * thread. */
static bool is_open_to_many(const struct simt_access *access)
{
	unsigned open = 0;
	for (const struct simt_path *path = access->where.path; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		for (unsigned i = 0; i < condition->relation_count; i++) {
			const struct simt_relation *relation = &condition->relations[i];
			bool names = relation->op == IR_OP_EQ || relation->op == IR_OP_NE;
			if (names && (relation->left->lanes || relation->right->lanes))
				return false;
			if (is_elsewhere(relation->left) || is_elsewhere(relation->right))
				return false;
			open += !condition->is_loop &&
				(is_from_memory(relation->left) || is_from_memory(relation->right));
		}
		if (condition->by_data && !condition->relation_count && !condition->is_loop)
			return false;
	}
	return open == 1 && mask_count(&access->active.may) > 1 && !sync_is_bracketed(access->where.path);
}

/* One number for all threads that nobody has read from memory before: a flag. */
static bool stores_told_number(const struct search *search, const struct simt_access *store)
{
	const struct simt_value *value = store->value;
	if (!stores_one_number(store))
		return false;
	for (uint32_t i = 0; value->kind == SIMT_INT && i < value->term_count; i++)
		if (simt_symbol(search->log->simt, value->terms[i].symbol)->kind == SYMBOL_LOADED)
			return false;
	return true;
}

/* A thread reads a picked element and stores to it what it makes of it. */
static bool is_update(const struct search *search, const struct pick *a, const struct pick *b)
{
	const struct simt_access *load = access_of(search, a), *store = access_of(search, b);
	return (a->is_one ? b->is_one : a->source && b->source && ir_same_expr(a->index, b->index)) &&
	       load->kind == SIMT_LOAD && store->kind == SIMT_STORE && !load->is_atomic &&
	       !store->is_atomic && load->function == store->function &&
	       load->where.call == store->where.call &&
	       (a->is_one ? is_open_to_many(store) && !stores_told_number(search, store)
			  : !stores_one_number(store)) &&
	       is_made_of(search, load, store);
}

/* Plain beside atomic: a sum that is read while others add to it, or that a plain store wipes out. */
static bool is_mixed(const struct search *search, const struct pick *a, const struct pick *b)
{
	const struct simt_access *one = access_of(search, a), *other = access_of(search, b);
	const struct simt_access *plain = one->is_atomic ? other : one, *atomic = plain == one ? other : one;
	const struct pick *p = plain == one ? a : b, *q = p == a ? b : a;
	if (plain->is_atomic || !atomic->is_atomic || !sync_adds(atomic) || a->is_one || b->is_one)
		return false;
	if (are_of_two(a, b))
		return false;
	bool same = p->index && q->index && plain->where.call == atomic->where.call &&
		    ir_same_expr(p->index, q->index);
	return same || (!is_guarded(plain) && !is_guarded(atomic));
}

/* Picked elements are read and each thread stores to its own, or the reverse. */
static bool is_in_place(const struct search *search, const struct pick *a, const struct pick *b)
{
	const struct simt_access *one = access_of(search, a), *other = access_of(search, b);
	bool plain = !one->is_atomic && !other->is_atomic && !one->is_volatile && !other->is_volatile &&
		     !a->is_one && !b->is_one;
	bool exchange = (one->kind == SIMT_LOAD) != (other->kind == SIMT_LOAD);
	return plain && exchange && !are_of_two(a, b) && one->space == SIMT_GLOBAL &&
	       !a->source != !b->source && !stores_one_number(one->kind == SIMT_STORE ? one : other) &&
	       !is_guarded(one) && !is_guarded(other);
}

/* The number from memory that an element is picked by; false: there is none, or more. */
static bool find_picker(const struct search *search, const struct simt_value *offset, uint32_t *symbol)
{
	unsigned count = 0;
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (simt_symbol(search->log->simt, offset->terms[i].symbol)->kind == SYMBOL_LOADED) {
			*symbol = offset->terms[i].symbol;
			count++;
		}
	return count == 1;
}

/* Whether the numbers that are one for the block are the same in two addresses, but for one number and for
 * turns of loops. */
static bool is_one_row(
	const struct search *search, const struct simt_value *a, const struct simt_value *b, uint32_t but)
{
	for (uint32_t i = 0; i < a->term_count; i++) {
		const struct simt_term *term = &a->terms[i];
		bool found = term->symbol == but ||
			     simt_symbol(search->log->simt, term->symbol)->kind == SYMBOL_TURN;
		for (uint32_t k = 0; k < b->term_count && !found; k++)
			found = b->terms[k].symbol == term->symbol && !term->lanes && !b->terms[k].lanes &&
				b->terms[k].coefficient == term->coefficient;
		if (!found)
			return false;
	}
	return true;
}

static bool asks_for(const struct simt_path *path, uint32_t symbol)
{
	for (; path; path = path->up)
		for (unsigned i = 0; i < path->condition->relation_count; i++) {
			const struct simt_value *sides[] = {
				path->condition->relations[i].left, path->condition->relations[i].right};
			for (unsigned side = 0; side < 2; side++)
				for (uint32_t k = 0; k < sides[side]->term_count; k++)
					if (sides[side]->terms[k].symbol == symbol)
						return true;
		}
	return false;
}

/* One element of a row, picked by a number from memory, beside the stores of all threads to that row. */
static bool is_swept(const struct search *search, const struct pick *a, const struct pick *b)
{
	const struct pick *p = a->is_one ? a : b, *q = p == a ? b : a;
	const struct simt_access *one = access_of(search, p), *own = access_of(search, q);
	uint32_t symbol = 0;
	if (!p->is_one || q->is_one || q->source || one->is_atomic || own->is_atomic || own->is_volatile ||
		one->space != SIMT_GLOBAL || own->kind != SIMT_STORE || stores_one_number(own) ||
		!own->where.turn)
		return false;
	return find_picker(search, one->offset, &symbol) && one->offset->constant == own->offset->constant &&
	       is_one_row(search, one->offset, own->offset, symbol) &&
	       is_one_row(search, own->offset, one->offset, symbol) && !asks_for(own->where.path, symbol) &&
	       !is_guarded(one) && !is_guarded(own);
}

static void add(struct search *search, const struct pick *a, const struct pick *b, bool mixes)
{
	struct sync_log *log = search->log;
	const struct sync_op *first = &log->ops.data[a->op], *second = &log->ops.data[b->op];
	unsigned earlier, later;
	const struct ir_module *module = log->simt->module;
	if (are_different(module, a->source) || are_different(module, b->source) ||
		!find_threads(search, first->access, second->access, &earlier, &later))
		return;
	enum sync_belief belief = search->matches ? SYNC_POSSIBLE : SYNC_LIKELY;
	struct sync_conflict *conflict =
		mixes ? sync_add_mixed(log, first, earlier, second, later, belief, false)
		      : sync_add_conflict(log, first, earlier, second, later, belief, false);
	if (!conflict)
		return;
	conflict->class = SYNC_PICKED;
	conflict->updates = is_update(search, a, b);
}

static void compare(struct search *search, const struct pick *a, const struct pick *b)
{
	const struct simt_access *one = access_of(search, a), *other = access_of(search, b);
	if (one->object != other->object)
		return;
	if (is_update(search, a, b) || is_in_place(search, a, b) || is_swept(search, a, b)) {
		add(search, a, b, false);
		return;
	}
	if (!is_mixed(search, a, b))
		return;
	const struct simt_access *plain = one->is_atomic ? other : one;
	bool reads = plain->kind == SIMT_LOAD;
	if (reads && depend_guards(depend_on(search->log->arena, search->log->simt->module, plain->site),
			     (plain == one ? other : one)->where.path))
		return;
	add(search, a, b, reads);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* An element of each thread's own, without anything that isn't known. */
static bool is_own(const struct simt_access *access)
{
	return access->offset && access->offset->lanes;
}

static bool is_followed(const struct search *search, const struct sync_op *op)
{
	const struct simt_access *access = op->access;
	return !op->after_wait && access->object && !access->object->either[0] &&
	       !access->object->may_alias && !access->tile &&
	       (access->space == SIMT_GLOBAL || access->space == SIMT_SHARED) &&
	       sync_is_written(search->log, access->object);
}

static bool is_known(const struct search *search, const struct pick *pick)
{
	const struct simt_access *now = access_of(search, pick);
	for (size_t i = 0; i < search->picks.count; i++) {
		const struct pick *old = &search->picks.data[i];
		const struct simt_access *access = access_of(search, old);
		if (access->site == now->site && access->kind == now->kind &&
			access->where.call == now->where.call)
			return true;
	}
	return false;
}

static void note_access(struct search *search, uint32_t index)
{
	const struct sync_op *op = &search->log->ops.data[index];
	const struct simt_access *access = op->access;
	struct pick pick = {.op = index};
	const struct ir_expr *array;
	bool picked = !access->offset && access->varies && access->why == simt_by_memory;
	pick.is_one = access->offset && value_is_uniform(access->offset) && !access->is_volatile;
	if (!is_followed(search, op) || (!picked && !pick.is_one && !is_own(access)) ||
		is_known(search, &pick))
		return;
	if (element_of(access->site, access->where.call, &array, &pick.index) && is_array(array))
		pick.array = array;
	if (!picked) {
		pick.index = NULL;
	} else {
		if (!pick.array)
			return;
		pick.source = source_of(pick.index, access->where.call, 0);
		if (!pick.source)
			return;
	}
	if (search->picks.count < MOST_PICKS)
		vec_push(search->log->arena, &search->picks, pick);
	else
		search->log->report->cuts |= SYNC_CUT_LOG;
}

static bool looks_for_matches(const struct simt_event *event)
{
	return event->kind == SIMT_COLLECTIVE && event->name && strstr(event->name, "match");
}

/* All since the last barrier, with each other. */
static void compare_all(struct search *search)
{
	for (size_t b = 0; b < search->picks.count; b++)
		for (size_t a = 0; a < b; a++)
			if (search->picks.data[a].source || search->picks.data[b].source ||
				search->picks.data[a].is_one || search->picks.data[b].is_one)
				compare(search, &search->picks.data[a], &search->picks.data[b]);
	search->picks.count = 0;
}

void sync_find_picked(struct sync_log *log)
{
	struct search search = {.log = log};
	for (size_t i = 0; i < log->ops.count; i++)
		search.matches |= log->ops.data[i].event && looks_for_matches(log->ops.data[i].event);
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->access) {
			note_access(&search, (uint32_t)i);
			continue;
		}
		if (simt_is_block_wide(op->event->kind) || op->event->kind == SIMT_OTHER_BARRIER)
			compare_all(&search);
	}
	compare_all(&search);
}
