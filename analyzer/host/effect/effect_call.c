/* Calls: of functions with bodies by what is known of those, of the libraries by name and by the types of
 * their parameters. */
#include <string.h>

#include "analyzer/host/effect/effect_state.h"
#include "analyzer/operation/memory.h"

/* What a call is handed. */
struct handed {
	const struct ir_expr *call;
	const struct ir_function *function; /* or NULL */
	struct effect_value object;
	struct effect_value *args; /* of parameters */
	const struct ir_expr **exprs;
	size_t count;
};

bool effect_returns_reference(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	return function && function->result && function->result->kind == IR_TYPE_REFERENCE;
}

static const struct ir_type *param_type(const struct handed *handed, size_t index)
{
	const struct ir_function *function = handed->function;
	if (function && index < function->param_count)
		return function->params[index]->type;
	return handed->exprs[index]->type;
}

static bool is_reference(const struct handed *handed, size_t index)
{
	return param_type(handed, index)->kind == IR_TYPE_REFERENCE;
}

static struct handed hand(struct effect_state *state, const struct ir_expr *expr)
{
	const struct ir_expr *object = expr->call->object;
	size_t first = object && expr->operand_count && expr->operands[0] == object ? 1 : 0;
	struct handed handed = {
		.call = expr, .function = expr->call->function, .count = expr->operand_count - first};
	if (handed.count)
		handed.exprs = (const struct ir_expr **)expr->operands + first;
	handed.args = ARENA_ARRAY(state->arena, struct effect_value, handed.count + 1);
	if (object && ir_type_value(object->type)->kind == IR_TYPE_POINTER)
		handed.object = effect_rvalue(state, object);
	else
		handed.object = effect_lvalue(state, object);
	for (size_t i = 0; i < handed.count; i++)
		handed.args[i] = is_reference(&handed, i) ? effect_lvalue(state, handed.exprs[i])
							  : effect_rvalue(state, handed.exprs[i]);
	return handed;
}

static struct effect_value all_of(const struct handed *handed)
{
	struct effect_value value = handed->object;
	for (size_t i = 0; i < handed->count; i++)
		value = effect_join(value, handed->args[i]);
	return value;
}

static void escape_all(struct effect_state *state, const struct handed *handed)
{
	effect_escape(state, handed->object, NULL);
	for (size_t i = 0; i < handed->count; i++)
		effect_escape(state, handed->args[i], NULL);
}

/* ---- functions with bodies ------------------------------------------------------------------- */

/* What a root of the callee is for the caller. */
static struct effect_value root_for(struct effect_state *state, const struct handed *handed,
	const struct effect_summary *summary, size_t root)
{
	struct effect_value value = {0};
	if (root == EFFECT_THIS)
		return handed->object;
	if (root >= EFFECT_GLOBALS) {
		value.direct = UINT64_C(1) << effect_global(state, summary->roots[root].var);
		return value;
	}
	if (root < EFFECT_PARAMS - 1)
		return root < handed->count ? handed->args[root] : value;
	for (size_t i = root; i < handed->count; i++)
		value = effect_join(value, handed->args[i]);
	return value;
}

static struct effect_value translate(struct effect_state *state, const struct handed *handed,
	const struct effect_summary *summary, struct effect_value value)
{
	struct effect_value result = {0};
	for (size_t root = 0; root < EFFECT_ROOTS; root++) {
		uint64_t bit = UINT64_C(1) << root;
		if (!((value.direct | value.deep | value.held | value.held_deep) & bit))
			continue;
		struct effect_value here = root_for(state, handed, summary, root);
		if (value.direct & bit)
			result = effect_join(result, here);
		if (value.deep & bit)
			result = effect_join(result, effect_load(here));
		if (value.held & bit)
			result = effect_join(result, effect_hold(here));
		if (value.held_deep & bit)
			result = effect_join(result, effect_hold(effect_load(here)));
	}
	return result;
}

/* What pointers that the caller sees only through others are used for was judged in the callee. */
static void touch_behind(struct effect_state *state, struct effect_value to, unsigned act)
{
	const struct effect_value direct = {.direct = to.direct};
	effect_touch(state, direct, act, NULL);
	for (size_t root = 0; root < EFFECT_ROOTS; root++)
		if (to.deep >> root & 1)
			state->summary->roots[root].deep |= act;
}

static void keep_stored(struct effect_state *state, const struct handed *handed, struct effect_value stored)
{
	if (effect_is_empty(stored))
		return;
	bool is_elsewhere = handed->object.direct | handed->object.deep;
	const struct ir_expr *object = handed->call->call ? handed->call->call->object : NULL;
	const struct ir_var *base = effect_base(object);
	if (base)
		effect_put(state, base, stored);
	for (size_t i = 0; i < handed->count; i++) {
		const struct ir_type *type = param_type(handed, i);
		bool is_open = type->kind == IR_TYPE_REFERENCE || type->kind == IR_TYPE_POINTER;
		if (!is_open || (type->element && type->element->is_const) ||
			!effect_has_pointers(type->element))
			continue;
		is_elsewhere |= (handed->args[i].direct | handed->args[i].deep) != 0;
		base = effect_base(handed->exprs[i]);
		if (base)
			effect_put(state, base, stored);
	}
	if (is_elsewhere || (object && object->kind == IR_THIS))
		effect_store(state, stored);
}

/* Applies what is known of the callee. False: nothing is. */
static bool apply(struct effect_state *state, const struct handed *handed, struct effect_value *returned,
	struct effect_value *stored)
{
	const struct effect_summary *summary = effect_summary_of(state->table, handed->function);
	if (!summary || !summary->is_done) {
		escape_all(state, handed);
		*returned = all_of(handed);
		return false;
	}
	for (size_t root = 0; root < EFFECT_ROOTS; root++) {
		const struct effect_root *at = &summary->roots[root];
		if (!(at->direct | at->deep) && root < EFFECT_GLOBALS)
			continue;
		if (root >= summary->root_count && !(at->direct | at->deep))
			break;
		struct effect_value here = root_for(state, handed, summary, root);
		if (at->direct)
			effect_touch(state, here, at->direct, at->element);
		if (at->deep)
			touch_behind(state, effect_load(here), at->deep);
	}
	*returned = translate(state, handed, summary, summary->returned);
	*stored = translate(state, handed, summary, summary->stored);
	return true;
}

static bool has_body(const struct ir_function *function)
{
	return function && function->body && !function->is_virtual;
}

/* ---- library functions ----------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Whether what comes back leads to what was given: functions on addresses of CUDA's, and what C++ has of them
 * under names that others have, too. */
static bool is_given_back(const struct ir_expr *call)
{
	static const char *const names[] = {"operator[]", "operator*", "operator->", "operator&",
		"operator()", "get", "data", "addressof", "__builtin_assume_aligned", "raw_pointer_cast",
		"at", "launder", "forward", "move", "begin", "end", "size", "front", "back", "subspan",
		"first", "last", "tie", NULL};
	switch (ir_cuda(call)->address) {
	case CUDA_ADDRESS_TO_GLOBAL:
	case CUDA_ADDRESS_FROM_GLOBAL:
	case CUDA_ADDRESS_OF:
	case CUDA_ADDRESS_RAW:
	case CUDA_ADDRESS_REMOTE:
	case CUDA_ADDRESS_HINTED:
	case CUDA_ADDRESS_ASKED: return true;
	default: return ir_is_one_of(call->call->name, names);
	}
}

/* What a library function does to memory that it is given to change. */
static unsigned act_of(const struct ir_expr *call)
{
	/* of C++, and of the many that have such names for the same */
	static const char *const writers[] = {"memset", "memcpy", "memmove", "fill", "copy", NULL};
	static const char *const updaters[] = {"swap", "operator+=", "operator-=", "operator*=", "operator/=",
		"operator|=", "operator&=", "operator^=", "operator++", "operator--", NULL};
	const char *name = call->call->name;
	switch (ir_cuda(call)->touch) {
	case CUDA_TOUCH_READ: return EFFECT_READ;
	case CUDA_TOUCH_WRITE: return EFFECT_WRITE;
	case CUDA_TOUCH_BOTH: return EFFECT_READ | EFFECT_WRITE;
	default: break;
	}
	if (ir_is_one_of(name, writers))
		return EFFECT_WRITE;
	bool updates = cuda_space_of(name) == CUDA_SPACE_LIBRARY || ir_is_one_of(name, updaters);
	return updates ? EFFECT_READ | EFFECT_WRITE : EFFECT_UNKNOWN;
}

static void use_arg(struct effect_state *state, const struct handed *handed, size_t index, unsigned act)
{
	const struct effect_value value = handed->args[index];
	const struct ir_type *type = param_type(handed, index);
	bool is_reference = type->kind == IR_TYPE_REFERENCE;
	bool leads = is_reference || type->kind == IR_TYPE_POINTER;
	const struct ir_type *element = leads ? type->element : NULL;
	if (effect_is_empty(value))
		return;
	if (element && element->is_const)
		act = EFFECT_READ;
	if (act == EFFECT_UNKNOWN)
		effect_escape(state, value, element);
	else
		effect_touch(state, value, act, element);
	const struct effect_value behind = {value.held, value.held_deep, 0, 0};
	if (act != EFFECT_UNKNOWN && (!element || effect_has_pointers(element)))
		effect_escape(state, behind, NULL);
}

/* A method that isn't seen: it may hand on pointers that the object holds, else it stays with the object. */
static void use_object(struct effect_state *state, const struct handed *handed, unsigned act)
{
	const struct ir_call *call = handed->call->call;
	const struct ir_type *type = call->object ? ir_type_value(call->object->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	if (!type)
		return;
	bool is_conversion = begins(call->name, "operator "); /* operators of symbols have no space */
	if (act == EFFECT_UNKNOWN && type->kind == IR_TYPE_RECORD && !effect_has_pointers(type))
		act = is_conversion ? EFFECT_READ : EFFECT_READ | EFFECT_WRITE;
	if (act == EFFECT_UNKNOWN)
		effect_escape(state, handed->object, type);
	else
		effect_touch(state, handed->object, act, type);
}

/* Atomics, and loads and stores with a cache operator. */
static struct effect_value memory_call(struct effect_state *state, const struct handed *handed,
	const struct ir_memory_op *op, const struct ir_expr *target)
{
	const struct ir_call *call = handed->call->call;
	unsigned act = !ir_cuda(handed->call)->cache  ? EFFECT_ATOMIC
		       : op->effect == IR_MEMORY_READ ? EFFECT_READ
						      : EFFECT_WRITE;
	bool is_object = target == call->object;
	struct effect_value to = is_object       ? handed->object
				 : handed->count ? handed->args[0]
						 : handed->object;
	if (is_object && ir_cuda_type(target->type)->family == CUDA_ATOMIC_REF)
		to = effect_load(to);
	const struct ir_type *type = ir_type_value(target->type);
	effect_touch(state, to, act, is_object ? NULL : type->element);
	for (size_t i = is_object ? 0 : 1; i < handed->count; i++) {
		if (op->expected_is_updated && handed->exprs[i] == op->expected)
			effect_touch(state, handed->args[i], EFFECT_READ | EFFECT_WRITE, op->expected->type);
		else if (is_reference(handed, i))
			effect_touch(state, handed->args[i], EFFECT_READ, handed->exprs[i]->type);
		else if (effect_has_pointers(param_type(handed, i)))
			effect_store(state, handed->args[i]);
	}
	const struct effect_value none = {0};
	return effect_has_pointers(handed->call->type) ? effect_load(to) : none;
}

static struct effect_value assign_record(struct effect_state *state, const struct handed *handed)
{
	const struct ir_expr *object = handed->call->call->object;
	const struct effect_value from = handed->args[0];
	const struct effect_value value = is_reference(handed, 0) ? effect_load(from) : from;
	if (is_reference(handed, 0))
		effect_touch(state, from, EFFECT_READ, handed->exprs[0]->type);
	effect_touch(state, handed->object, EFFECT_WRITE, object->type);
	if (!effect_has_pointers(object->type))
		return handed->object;
	const struct ir_var *base = effect_base(object);
	if (base)
		effect_put(state, base, value);
	else if (!effect_is_empty(value))
		effect_store(state, value);
	return handed->object;
}

static struct effect_value library(struct effect_state *state, const struct handed *handed)
{
	const struct ir_call *call = handed->call->call;
	const struct cuda_function *cuda = ir_cuda(handed->call);
	const struct effect_value all = all_of(handed);
	struct ir_memory_op op = {0};
	const struct ir_expr *target = NULL;
	if (ir_memory_call(handed->call, &op, &target))
		return memory_call(state, handed, &op, target);
	if (cuda->cache == CUDA_CACHE_READ_ONLY && handed->count) {
		effect_touch(state, handed->args[0], EFFECT_READ, handed->call->type);
		return (struct effect_value){.deep = handed->args[0].direct | handed->args[0].deep};
	}
	if (call->object && handed->count == 1 && !strcmp(call->name, "operator="))
		return assign_record(state, handed);
	if (effect_is_empty(all) || cuda->op == CUDA_PRINT)
		return all;
	if (is_given_back(handed->call))
		return effect_join(all, effect_load(all));
	unsigned act = act_of(handed->call);
	for (size_t i = 0; i < handed->count; i++)
		use_arg(state, handed, i, act);
	use_object(state, handed, act);
	const struct effect_value none = {0};
	return effect_has_pointers(handed->call->type) || effect_returns_reference(handed->call) ? all : none;
}

struct effect_value effect_call(struct effect_state *state, const struct ir_expr *expr)
{
	struct handed handed = hand(state, expr);
	struct effect_value returned = {0}, stored = {0};
	if (has_body(handed.function)) {
		if (apply(state, &handed, &returned, &stored))
			keep_stored(state, &handed, stored);
		return returned;
	}
	return library(state, &handed);
}

/* The pointers that a new object holds. */
struct effect_value effect_construct(struct effect_state *state, const struct ir_expr *expr)
{
	struct handed handed = hand(state, expr);
	struct effect_value returned = {0}, result = {0};
	if (has_body(handed.function))
		apply(state, &handed, &returned, &result);
	if (!effect_has_pointers(expr->type) && !has_body(handed.function) && !handed.function)
		return result;
	for (size_t i = 0; i < handed.count; i++) {
		struct effect_value value = handed.args[i];
		const struct ir_type *type = ir_type_value(handed.exprs[i]->type);
		const struct ir_type *param = param_type(&handed, i);
		bool is_bound = param->kind == IR_TYPE_REFERENCE;
		bool is_copy = is_bound && type->kind == IR_TYPE_RECORD &&
			       type->record == ir_type_value(expr->type)->record;
		if (is_bound && !has_body(handed.function) &&
			(is_copy || (param->element && param->element->is_const)))
			effect_touch(state, value, EFFECT_READ, handed.exprs[i]->type);
		const struct effect_value bound = {
			value.direct | value.held, value.deep | value.held_deep, 0, 0};
		value = is_copy ? effect_load(value) : is_bound ? bound : value;
		result = effect_join(result, value);
	}
	const struct effect_value none = {0};
	return effect_has_pointers(expr->type) ? result : none;
}
