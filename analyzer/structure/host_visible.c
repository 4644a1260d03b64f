/* Looks at allocations, at the host's use of atomics, and at where arguments come from. */
#include "analyzer/structure/host_visible.h"

#include <string.h>

#include "analyzer/cuda/runtime.h"
#include "analyzer/operation/order.h"

enum { MAX_NESTING = 4, MAX_CALLS = 4 };

struct ir_host_visible {
	struct arena *arena;
	VEC(const struct ir_type *) types;
	bool has_untyped, has_peers, has_distributed;
};

/* ---- types ----------------------------------------------------------------------------------- */

static const struct ir_type *element_of(const struct ir_type *type)
{
	type = type ? ir_type_value(type) : NULL;
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY))
		type = ir_type_value(type->element);
	return type;
}

static const char *plain_name(const struct ir_type *type)
{
	const char *name = type->name ? type->name : "";
	while (!strncmp(name, "const ", 6) || !strncmp(name, "volatile ", 9))
		name = strchr(name, ' ') + 1;
	return name;
}

static bool is_untyped(const struct ir_type *type)
{
	return !type || type->kind == IR_TYPE_VOID || type->kind == IR_TYPE_UNKNOWN ||
	       type->kind == IR_TYPE_DEPENDENT || (type->kind == IR_TYPE_INT && type->size == 1);
}

static bool holds(const struct ir_type *outer, const struct ir_type *inner, unsigned depth)
{
	outer = element_of(outer);
	if (is_untyped(outer))
		return depth == 0;
	if (!strcmp(plain_name(outer), plain_name(inner)))
		return true;
	const struct ir_record *record = outer->kind == IR_TYPE_RECORD ? outer->record : NULL;
	if (!record || depth >= MAX_NESTING)
		return false;
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].type->kind != IR_TYPE_POINTER &&
			holds(record->fields[i].type, inner, depth + 1))
			return true;
	for (size_t i = 0; i < record->base_count; i++)
		if (holds(record->bases[i], inner, depth + 1))
			return true;
	return false;
}

/* ---- the unit -------------------------------------------------------------------------------- */

static const char *const pageable_allocations[] = {
	"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "mmap", "shm_open", NULL};

static void add_type(struct ir_host_visible *visible, const struct ir_type *type)
{
	type = element_of(type);
	if (is_untyped(type))
		visible->has_untyped = true;
	else
		vec_push(visible->arena, &visible->types, type);
}

struct look {
	struct ir_host_visible *visible;
	bool is_host; /* in host code */
};

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct look *look = context;
	struct ir_atomic atomic;
	(void)path;
	if (expr->kind == IR_NEW && look->is_host)
		add_type(look->visible, expr->type);
	if (expr->kind == IR_CAST && !expr->is_implicit && look->is_host) {
		const struct ir_expr *call = ir_strip_casts(expr);
		if (call->kind == IR_CALL && ir_is_one_of(call->call->name, pageable_allocations))
			add_type(look->visible, expr->type);
	}
	if (expr->kind != IR_CALL)
		return;
	const struct cuda_function *cuda = ir_cuda(expr);
	const struct cuda_call *call = cuda_call_of(expr->call->name, expr->operand_count);
	look->visible->has_peers |= (call && call->meets_peers) ||
				    cuda_space_of(expr->call->name) == CUDA_SPACE_NVSHMEM ||
				    (cuda->op == CUDA_MAKE_GROUP && cuda->scope == IR_SCOPE_SYSTEM);
	look->visible->has_distributed |=
		cuda->address == CUDA_ADDRESS_REMOTE || cuda->address == CUDA_ADDRESS_REMOTE_TAGGED;
	if (call && call->shows_host && expr->operand_count)
		add_type(look->visible, ir_strip_casts(expr->operands[0])->type);
	if (look->is_host && ir_atomic_of(expr, &atomic) && atomic.dialect == IR_DIALECT_LIBCU)
		add_type(look->visible, atomic.where->type);
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct look *look = context;
	const char *text = stmt->kind == IR_ASM && stmt->assembly ? stmt->assembly->text : NULL;
	(void)path;
	look->visible->has_distributed |= text && strstr(text, "mapa");
}

/* Objects of the host's own: variables, also in containers. */
static void look_at_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct look *look = context;
	(void)path;
	bool is_host = var->storage == IR_GLOBAL || (look->is_host && var->storage == IR_LOCAL);
	const struct ir_type *type = ir_type_value(var->type);
	if (var->storage == IR_MANAGED ||
		(is_host && ir_type_scope(type) != IR_SCOPE_UNKNOWN && type->kind == IR_TYPE_RECORD))
		add_type(look->visible, type);
	const struct ir_record *record = is_host && type->kind == IR_TYPE_RECORD ? type->record : NULL;
	for (size_t i = 0; record && i < record->arg_count; i++)
		if (record->args[i].type && ir_type_scope(record->args[i].type) != IR_SCOPE_UNKNOWN)
			add_type(look->visible, record->args[i].type);
}

struct ir_host_visible *ir_host_visible_new(struct arena *arena, const struct ir_module *module)
{
	const struct ir_visitor visitor = {.stmt = look_at_stmt, .expr = look_at_expr, .var = look_at_var};
	struct ir_host_visible *visible = ARENA_NEW(arena, struct ir_host_visible);
	visible->arena = arena;
	struct look look = {.visible = visible};
	for (size_t i = 0; i < module->globals.count; i++) {
		look_at_var(&look, module->globals.data[i], NULL);
		ir_walk_expr(module->globals.data[i]->init, &visitor, &look, NULL);
	}
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		look.is_host = !function->is_device && !function->is_kernel;
		ir_walk_function(function, &visitor, &look);
	}
	return visible;
}

bool ir_may_be_host_visible(const struct ir_host_visible *visible, const struct ir_type *type)
{
	type = element_of(type);
	bool is_ref = type && ir_cuda_type(type)->family == CUDA_ATOMIC_REF;
	if (is_ref && type->record->arg_count)
		type = type->record->args[0].type; /* it refers to one */
	if (!type || visible->has_untyped)
		return true;
	for (size_t i = 0; i < visible->types.count; i++)
		if (holds(visible->types.data[i], type, 0))
			return true;
	return false;
}

bool ir_any_host_visible(const struct ir_host_visible *visible)
{
	return visible->has_untyped || visible->types.count;
}

bool ir_has_peers(const struct ir_host_visible *visible)
{
	return visible->has_peers;
}

bool ir_shares_across_blocks(const struct ir_host_visible *visible)
{
	return visible->has_distributed;
}

/* ---- owners ---------------------------------------------------------------------------------- */

struct owner_search {
	const struct ir_query *query;
	const struct ir_var *var;
	bool is_several, host, unseen, found;
	enum ir_owner owner;
};

static void add_owner(struct owner_search *search, enum ir_owner owner, const struct ir_var *var)
{
	search->host |= owner == IR_OWNER_HOST;
	search->unseen |= owner == IR_OWNER_UNSEEN;
	search->is_several |= search->found && search->var != var;
	search->owner = !search->found || owner < search->owner ? owner : search->owner; /* the widest */
	search->found = true;
	search->var = var;
}

static const struct ir_expr *passed_for(
	const struct ir_call_site *site, const struct ir_function *callee, const struct ir_memory *memory)
{
	const struct ir_expr *call = site->expr;
	if (call->kind != IR_CALL)
		return NULL;
	if (memory->is_this)
		return call->call->object;
	for (size_t i = 0; i < callee->param_count && i < call->operand_count; i++)
		if (callee->params[i] == memory->var)
			return call->operands[i];
	return NULL;
}

static void find_owner(struct owner_search *search, const struct ir_function *function,
	const struct ir_expr *expr, unsigned depth)
{
	struct ir_memory memory;
	if (!expr || depth > MAX_CALLS || !ir_memory_of(expr, &memory)) {
		add_owner(search, IR_OWNER_UNSEEN, NULL);
		return;
	}
	const struct ir_var *var = memory.var;
	enum ir_storage storage = var ? var->storage : IR_PARAM;
	bool is_pointer = var && ir_type_value(var->type)->kind == IR_TYPE_POINTER;
	bool is_own = !is_pointer && var && var->type->kind != IR_TYPE_REFERENCE;
	switch (storage) {
	case IR_SHARED:
	case IR_EXTERN_SHARED: add_owner(search, is_pointer ? IR_OWNER_UNSEEN : IR_OWNER_BLOCK, var); return;
	case IR_DEVICE: add_owner(search, is_pointer ? IR_OWNER_UNSEEN : IR_OWNER_DEVICE, var); return;
	case IR_MANAGED: add_owner(search, IR_OWNER_HOST, var); return;
	case IR_LOCAL: add_owner(search, is_own ? IR_OWNER_THREAD : IR_OWNER_UNSEEN, var); return;
	case IR_PARAM: break;
	default: add_owner(search, IR_OWNER_UNSEEN, var); return;
	}
	struct ir_call_sites callers = {0};
	if (!function->is_kernel)
		callers = ir_callers(search->query, function);
	if (!callers.count)
		add_owner(search, IR_OWNER_UNSEEN, var);
	for (size_t i = 0; i < callers.count; i++) {
		const struct ir_call_site *site = callers.data[i];
		bool is_host = !site->caller || (!site->caller->is_device && !site->caller->is_kernel);
		if (is_host)
			add_owner(search, IR_OWNER_HOST, NULL);
		else
			find_owner(search, site->caller, passed_for(site, function, &memory), depth + 1);
	}
}

enum ir_owner ir_owner_of(const struct ir_query *query, const struct ir_function *function,
	const struct ir_expr *expr, const struct ir_var **var)
{
	struct owner_search search = {.query = query};
	find_owner(&search, function, expr, 0);
	*var = search.is_several ? NULL : search.var;
	if (search.host)
		return IR_OWNER_HOST;
	return search.unseen ? IR_OWNER_UNSEEN : search.owner;
}
