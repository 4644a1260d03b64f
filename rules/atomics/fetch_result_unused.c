/* CU510 fetch-result-unused: a relaxed fetch_* of a libcu++ atomic whose old value nobody looks at. It
 * becomes an ATOM, which sends the old value back, where atomicAdd and its kin become a RED, which doesn't.
 *
 * Only what a function of CUDA can do as well: device or block scope, relaxed, of a type that has one.
 * Objects in shared memory are left alone: there is no RED for them.
 * Stronger orders say what they are for; sequentially consistent by default is CU501's, and system scope
 * CU502's. */
#include "analyzer/operation/order.h"
#include "analyzer/rule/rule.h"

/* Back to where a pointer that a record carries comes from; not by way of subscripts. */
static enum ir_flow_way visit_origin(void *context, const struct ir_expr *expr)
{
	(void)context;
	bool is_shared = expr->kind == IR_VAR &&
			 (expr->var->storage == IR_SHARED || expr->var->storage == IR_EXTERN_SHARED);
	return is_shared ? FLOW_FOUND : expr->kind == IR_INDEX ? FLOW_FIRST : FLOW_FURTHER;
}

/* Whether the object lies in shared memory, which has one instruction (ATOMS) for updates with a result and
 * without. */
static bool is_in_shared(struct pass *pass, const struct ir_atomic_site *site)
{
	const struct ir_var *var;
	struct ir_memory memory;
	const struct ir_expr *where = site->atomic.where;
	enum ir_owner owner = ir_owner_of(pass_query(pass), site->function, where, &var);
	if (owner == IR_OWNER_BLOCK)
		return true;
	bool is_carried =
		ir_memory_of(where, &memory) && memory.field &&
		(memory.is_this || memory.var->storage == IR_LOCAL || memory.var->storage == IR_PARAM);
	return is_carried && ir_flow_search(pass_flow(pass), where, visit_origin, NULL);
}

/* Whether the object's value is of a type that CUDA's function for the update takes. */
static bool has_function(const struct ir_atomic *atomic, enum ir_update_kind update)
{
	const struct ir_type *type = ir_type_value(atomic->where->type);
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY))
		type = ir_type_value(type->element);
	const struct ir_record *record = type ? type->record : NULL;
	const struct ir_type *value = record && record->arg_count ? record->args[0].type : NULL;
	if (!value)
		return false;
	if (value->kind == IR_TYPE_FLOAT)
		return update == IR_UPDATE_ADD && (value->size == 4 || value->size == 8);
	if (value->kind != IR_TYPE_INT)
		return false;
	return value->size == 4 || (value->size == 8 && !value->is_signed && update != IR_UPDATE_SUB);
}

static void check(struct pass *pass, const struct ir_atomic_site *site)
{
	const struct ir_atomic *atomic = &site->atomic;
	bool is_device = site->function->is_device || site->function->is_kernel;
	bool fits = atomic->dialect == IR_DIALECT_LIBCU && atomic->is_object &&
		    atomic->order == IR_ORDER_RELAXED &&
		    (atomic->scope == IR_SCOPE_DEVICE || atomic->scope == IR_SCOPE_BLOCK);
	if (!is_device || site->function->is_host || !site->is_dropped || !fits)
		return;
	const struct cuda_function *called = ir_cuda(atomic->op.expr);
	if (!called->base || !has_function(atomic, called->update) || is_in_shared(pass, site))
		return;
	pass->function = site->function;
	struct finding *finding = pass_report(pass, atomic->op.expr->range,
		"the old value that `%s` returns isn't used, but may be fetched all the same (ATOM); `%s%s` "
		"compiles to a reduction that sends nothing back (RED)",
		atomic->op.expr->call->name, called->base, atomic->scope == IR_SCOPE_BLOCK ? "_block" : "");
	pass_cost_ordered(pass, finding, (struct price_order){.expr = atomic->op.expr, .is_reduction = true});
}

static void on_unit(struct pass *pass)
{
	ir_atomic_sites sites;
	ir_find_atomics(pass->arena, pass->module, &sites);
	for (size_t i = 0; i < sites.count; i++)
		check(pass, sites.data[i]);
}

const struct rule rule_fetch_result_unused = {
	.code = "CU510",
	.name = "fetch-result-unused",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "libcu++ update whose old value isn't used",
	.hooks = {.unit = on_unit},
};
