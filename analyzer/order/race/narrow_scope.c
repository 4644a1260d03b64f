/* The address of an atomic of block scope, and which blocks come there.
 *
 * Blocks meet where blockIdx isn't in the address, in no dimension, and nothing is that was read from memory.
 * Whether several blocks get there has to follow from the launch: conditions on data, and comparisons of
 * blockIdx for equality, may leave one. Of a launch that isn't known, a kernel that uses blockIdx somewhere
 * is taken to have several blocks. */
#include "analyzer/order/race/narrow_scope.h"

enum { MAX_NESTING = 16 };

/* ---- addresses ------------------------------------------------------------------------------- */

/* Whether another block may have another number there. */
static bool may_differ(const struct simt *simt, const struct simt_value *value, unsigned nesting)
{
	if (!value || value->kind != SIMT_INT || nesting > MAX_NESTING)
		return true;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_symbol *symbol = simt_symbol(simt, value->terms[i].symbol);
		bool computed = symbol->kind == SYMBOL_COMPUTED;
		if (computed && (may_differ(simt, symbol->left, nesting + 1) ||
					(symbol->right && may_differ(simt, symbol->right, nesting + 1))))
			return true;
		if (!computed && symbol->kind != SYMBOL_PARAM && symbol->kind != SYMBOL_TURN)
			return true;
	}
	return false;
}

static bool has_block(const struct simt *simt, const struct simt_value *value)
{
	for (uint32_t i = 0; value && i < value->term_count; i++)
		if (simt_symbol(simt, value->terms[i].symbol)->kind == SYMBOL_BLOCK)
			return true;
	return false;
}

/* Conditions that keep no block out: comparisons of known numbers, parameters and thread indices, and bounds
 * of blockIdx. */
static bool all_blocks(const struct simt *simt, const struct simt_path *path)
{
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		if (condition->by_data || condition->object || !condition->relation_count)
			return false;
		for (unsigned i = 0; i < condition->relation_count; i++) {
			const struct simt_relation *relation = &condition->relations[i];
			bool equality = relation->op == IR_OP_EQ || relation->op == IR_OP_NE;
			if (!relation->difference || (equality && has_block(simt, relation->difference)))
				return false;
			for (uint32_t t = 0; t < relation->difference->term_count; t++) {
				uint32_t number = relation->difference->terms[t].symbol;
				enum simt_symbol_kind kind = simt_symbol(simt, number)->kind;
				if (kind == SYMBOL_LOADED || kind == SYMBOL_COMPUTED)
					return false;
			}
		}
	}
	return true;
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static bool is_block_function(const struct ir_expr *site)
{
	const struct cuda_function *row = ir_cuda(site);
	return row->effect && row->dialect == IR_DIALECT_CUDA && row->scope == IR_SCOPE_BLOCK;
}

/* A member of cuda::atomic or cuda::atomic_ref, of block scope or that of a thread. */
static bool is_block_member(const struct simt_event *event)
{
	enum { BLOCK = 2 }; /* of system, device, block, thread */
	if (!exec_is_atomic_event(event))
		return false;
	const struct ir_function *function = event->site->call->function;
	const struct ir_record *record = function ? function->record : NULL;
	return record && record->arg_count > 1 && record->args[1].is_value && record->args[1].value >= BLOCK;
}

static bool writes(const struct simt_event *event)
{
	return ir_cuda(event->site)->effect >= IR_MEMORY_WRITE;
}

bool sync_is_narrow(const struct sync_op *op)
{
	if (op->event)
		return is_block_member(op->event);
	return op->access->kind >= SIMT_ATOMIC && is_block_function(op->access->site);
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool uses_block(const struct sync_log *log)
{
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		if (access && access->offset && has_block(log->simt, access->offset))
			return true;
	}
	return false;
}

static bool has_several_blocks(const struct simt *simt)
{
	for (unsigned dim = 0; dim < 3; dim++)
		if (simt->box.high[dim] > simt->box.low[dim])
			return true;
	return false;
}

static void add(struct sync_log *log, const struct ir_expr *expr, const struct ir_function *function,
	const struct simt_object *object)
{
	for (size_t i = 0; i < log->report->narrow.count; i++)
		if (log->report->narrow.data[i].expr == expr)
			return;
	enum sync_belief belief = log->simt->request->launch->grid_known ? SYNC_PROVEN
				  : uses_block(log)                      ? SYNC_LIKELY
									 : SYNC_POSSIBLE;
	struct sync_narrow_scope narrow = {expr, function, object, belief};
	vec_push(log->arena, &log->report->narrow, narrow);
}

void sync_find_narrow_scopes(struct sync_log *log)
{
	const struct simt *simt = log->simt;
	if (!has_several_blocks(simt))
		return;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		const struct simt_event *event = log->ops.data[i].event;
		bool function = access && (access->kind == SIMT_ATOMIC || access->kind == SIMT_CAS) &&
				is_block_function(access->site);
		if (!function && !(event && is_block_member(event) && writes(event)))
			continue;
		const struct simt_object *object = function ? access->object : event->object;
		const struct simt_value *offset = function ? access->offset : event->offset;
		const struct simt_path *path = function ? access->where.path : event->where.path;
		if (!object || object->space != SIMT_GLOBAL || simt_object_is_loaded(object) ||
			object->either[0] || may_differ(simt, offset, 0) || !all_blocks(simt, path))
			continue;
		add(log, function ? access->site : event->site, function ? access->function : event->function,
			object);
	}
}
