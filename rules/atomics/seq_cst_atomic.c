/* CU501 seq-cst-atomic: an operation of a libcu++ atomic that is sequentially consistent only because nobody
 * said otherwise. What the pattern needs is read from what is done: loads acquire, stores release, updates
 * whose old value nobody looks at count, and need no order unless somebody reads the counter to learn of
 * data.
 *
 * Left alone are explicit orders, and a store to one object that is followed by a load of another: that other
 * threads see these in order is what sequential consistency is for (Dekker's and Peterson's locks, hazard
 * pointers). */
#include <string.h>

#include "analyzer/operation/order.h"
#include "analyzer/rule/rule.h"

enum need { NEED_RELAXED, NEED_ACQUIRE, NEED_RELEASE, NEED_ACQ_REL };

static const char *const order_names[] = {"relaxed", "acquire", "release", "acq_rel"};

struct search {
	struct pass *pass;
	ir_atomic_sites sites;
};

static bool is_device(const struct ir_function *function)
{
	return function->is_device || function->is_kernel;
}

static bool is_candidate(const struct ir_atomic_site *site)
{
	const struct ir_atomic *atomic = &site->atomic;
	return atomic->dialect == IR_DIALECT_LIBCU && atomic->is_default_order &&
	       atomic->order == IR_ORDER_SEQ_CST && is_device(site->function);
}

/* ---- where all of it is needed --------------------------------------------------------------- */

static bool is_store(const struct ir_atomic_site *site)
{
	enum ir_memory_effect effect = site->atomic.op.effect;
	return effect == IR_MEMORY_WRITE || (effect == IR_MEMORY_EXCHANGE && site->is_dropped);
}

/* Whether one thread does `a` and then `b`, or may in the next turn of a loop. */
static bool comes_before(const struct ir_atomic_site *a, const struct ir_atomic_site *b)
{
	struct ir_fork fork;
	if (a->function != b->function || !ir_path_before(a->function, a->path, b->path))
		return false;
	bool is_apart = ir_path_fork(a->path, b->path, &fork) && fork.stmt->kind == IR_IF && fork.a &&
			fork.b && fork.a != fork.stmt->init && fork.b != fork.stmt->init;
	return !is_apart;
}

static bool needs_total_order(const struct search *search, const struct ir_atomic_site *site)
{
	bool stores = is_store(site), loads = site->atomic.op.effect == IR_MEMORY_READ;
	for (size_t i = 0; (stores || loads) && i < search->sites.count; i++) {
		const struct ir_atomic_site *other = search->sites.data[i];
		bool other_loads = other->atomic.op.effect == IR_MEMORY_READ;
		if (other->atomic.order != IR_ORDER_SEQ_CST ||
			ir_same_memory(&other->atomic.op.memory, &site->atomic.op.memory))
			continue;
		if ((stores && other_loads && comes_before(site, other)) ||
			(loads && is_store(other) && comes_before(other, site)))
			return true;
	}
	return false;
}

/* ---- what is needed -------------------------------------------------------------------------- */

/* Whether somebody may read the counter while it counts. */
static bool is_read(const struct search *search, const struct ir_atomic_site *site)
{
	for (size_t i = 0; i < search->sites.count; i++) {
		const struct ir_atomic_site *other = search->sites.data[i];
		bool reads = other->atomic.op.effect == IR_MEMORY_READ ||
			     (!other->is_dropped && other->atomic.op.effect != IR_MEMORY_WRITE);
		bool is_seen = is_device(other->function) || site->atomic.scope == IR_SCOPE_SYSTEM;
		if (other != site && reads && is_seen && ir_may_meet(&other->atomic, &site->atomic))
			return true;
	}
	return false;
}

static bool is_lock(const struct search *search, const struct ir_atomic_site *site)
{
	struct ir_spins *spins = pass_spins(search->pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_origin(ir_spin_at(spins, i));
		if (spin->kind == IR_SPIN_LOCK && spin->op.expr == site->atomic.op.expr)
			return true;
	}
	return false;
}

struct comparison {
	const struct ir_expr *call;
	const struct ir_var *var; /* that holds the result; NULL: none */
	bool found;
};

static void look_for_comparison(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct comparison *comparison = context;
	struct ir_atomic other;
	(void)path;
	if (expr->kind != IR_BINARY || (expr->op != IR_OP_EQ && expr->op != IR_OP_NE))
		return;
	for (size_t i = 0; i < 2; i++) {
		const struct ir_expr *side = ir_strip_casts(expr->operands[i]);
		bool is_it =
			side == comparison->call || (side->kind == IR_VAR && side->var == comparison->var);
		comparison->found |= is_it && !ir_atomic_of(ir_strip_casts(expr->operands[1 - i]), &other);
	}
}

/* The last one to count goes on with what the others wrote: `if (done.fetch_add(1) == n - 1)`. A place in an
 * array or a ticket is drawn without looking for a certain value. */
static bool is_compared(const struct ir_atomic_site *site)
{
	const struct ir_visitor visitor = {.expr = look_for_comparison};
	struct comparison comparison = {.call = site->atomic.op.expr};
	const struct ir_path *path = site->path;
	while (path->up && path->up->expr && path->up->expr->kind == IR_CAST)
		path = path->up;
	const struct ir_stmt *stmt = path->up ? path->up->stmt : NULL;
	for (size_t i = 0; stmt && i < stmt->var_count; i++)
		if (stmt->vars[i]->init && ir_strip_casts(stmt->vars[i]->init) == site->atomic.op.expr)
			comparison.var = stmt->vars[i];
	const struct ir_expr *assignment = path->up ? path->up->expr : NULL;
	if (assignment && assignment->kind == IR_ASSIGN && assignment->operands[0]->kind == IR_VAR)
		comparison.var = assignment->operands[0]->var;
	ir_walk_function(site->function, &visitor, &comparison);
	return comparison.found;
}

static enum need need_of(const struct search *search, const struct ir_atomic_site *site, const char **why)
{
	switch (site->atomic.op.effect) {
	case IR_MEMORY_READ: *why = "to read what was written before it was set"; return NEED_ACQUIRE;
	case IR_MEMORY_WRITE: *why = "to publish what was written before"; return NEED_RELEASE;
	case IR_MEMORY_EXCHANGE:
	case IR_MEMORY_CAS:
		*why = "to take a lock";
		if (is_lock(search, site))
			return NEED_ACQUIRE;
		*why = "to publish what was written before";
		if (site->is_dropped && site->atomic.op.effect == IR_MEMORY_EXCHANGE)
			return NEED_RELEASE;
		*why = "to read what others wrote before and publish what this thread wrote";
		return NEED_ACQ_REL;
	case IR_MEMORY_ADD:
	case IR_MEMORY_NONE: break;
	}
	*why = "for a counter that others read";
	if (site->is_dropped && is_read(search, site))
		return NEED_RELEASE;
	*why = "for the last one to read what the others wrote";
	if (!site->is_dropped && is_compared(site))
		return NEED_ACQ_REL;
	*why = "to count";
	return NEED_RELAXED;
}

/* ---- the replacement ------------------------------------------------------------------------- */

static const char *order_text(struct pass *pass, const struct ir_atomic_site *site, enum need need)
{
	bool is_std = cuda_space_of(ir_callee_name(site->atomic.op.expr)) == CUDA_SPACE_LIBCU_STD;
	return arena_printf(pass->arena, "cuda::%smemory_order_%s", is_std ? "std::" : "", order_names[need]);
}

/* The object, ready for a member behind it: "flag.", "counter->". */
static const char *object_text(struct pass *pass, const struct ir_call *call)
{
	const struct ir_expr *object = ir_strip_casts(call->object);
	const char *arrow = call->is_arrow ? "->" : ".";
	if (object->kind == IR_UNARY && object->op == IR_OP_DEREF && !call->is_arrow) {
		object = ir_strip_casts(object->operands[0]);
		arrow = "->";
	}
	const char *text = pass_text(pass, object->range);
	bool is_simple = object->kind == IR_VAR || object->kind == IR_MEMBER || object->kind == IR_INDEX ||
			 object->kind == IR_CALL || object->kind == IR_CONSTRUCT || object->kind == IR_THIS;
	if (!*text)
		return NULL;
	return arena_printf(pass->arena, is_simple ? "%s%s" : "(%s)%s", text, arrow);
}

/* What an operator is called as a member, with its argument. NULL: it has a result that the member hasn't.
 * The names are those of C++'s operators and of the members that are written instead. */
static const char *member_text(struct pass *pass, const struct ir_atomic_site *site)
{
	static const char *const operators[][2] = {{"operator++", "fetch_add"}, {"operator--", "fetch_sub"},
		{"operator+=", "fetch_add"}, {"operator-=", "fetch_sub"}, {"operator&=", "fetch_and"},
		{"operator|=", "fetch_or"}, {"operator^=", "fetch_xor"}, {"operator=", "store"}};
	const struct ir_expr *expr = site->atomic.op.expr;
	const char *name = expr->call->name, *text = pass_text(pass, expr->range);
	if (ir_cuda(expr)->is_conversion)
		return "load(";
	size_t length = strlen(text);
	bool is_step = !strcmp(name, "operator++") || !strcmp(name, "operator--");
	bool is_postfix = is_step && length > 2 && (text[length - 1] == '+' || text[length - 1] == '-');
	if (!site->is_dropped && !is_postfix)
		return NULL;
	const struct ir_expr *value = site->atomic.op.value;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (!strcmp(name, operators[i][0]))
			return arena_printf(pass->arena, "%s(%s", operators[i][1],
				is_step ? "1" : pass_text(pass, value->range));
	return NULL;
}

/* The operation with its order said; NULL: not that simple. */
static const char *replacement(struct pass *pass, const struct ir_atomic_site *site, const char *order)
{
	const struct ir_expr *expr = site->atomic.op.expr;
	const char *text = pass_text(pass, expr->range);
	size_t length = strlen(text);
	if (!site->atomic.is_object)
		return NULL;
	if (strncmp(expr->call->name, "operator", 8) != 0) {
		bool is_empty = length > 1 && text[length - 2] == '(';
		if (!length || text[length - 1] != ')')
			return NULL;
		return arena_printf(
			pass->arena, "%.*s%s%s)", (int)length - 1, text, is_empty ? "" : ", ", order);
	}
	const char *object = object_text(pass, expr->call), *member = member_text(pass, site);
	if (!object || !member)
		return NULL;
	bool is_empty = member[strlen(member) - 1] == '(';
	return arena_printf(pass->arena, "%s%s%s%s)", object, member, is_empty ? "" : ", ", order);
}

/* ---- the finding ----------------------------------------------------------------------------- */

/* Whether all that is done to the object can be seen: it isn't one that a caller hands in. */
static bool is_owned(const struct ir_atomic_site *site)
{
	const struct ir_var *var = site->atomic.op.memory.var;
	if (!var)
		return false;
	if (var->storage == IR_PARAM || var->storage == IR_LOCAL)
		return site->function->is_kernel;
	return true;
}

static void report(const struct search *search, const struct ir_atomic_site *site)
{
	struct pass *pass = search->pass;
	const struct ir_expr *expr = site->atomic.op.expr;
	const char *why;
	enum need need = need_of(search, site, &why);
	const char *order = order_text(pass, site, need), *text = replacement(pass, site, order);
	pass->function = site->function;
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` is sequentially consistent, which is the default; %s, %s is enough: `%s`",
		pass_text(pass, expr->range), why, order_names[need], text ? text : order);
	static const enum ir_order orders[] = {
		IR_ORDER_RELAXED, IR_ORDER_ACQUIRE, IR_ORDER_RELEASE, IR_ORDER_ACQ_REL};
	pass_cost_ordered(pass, finding, (struct price_order){.expr = expr, .order = orders[need]});
	if (!is_owned(site) || need == NEED_ACQ_REL || (need == NEED_RELAXED && !site->is_dropped))
		finding->confidence = CONFIDENCE_LIKELY;
	if (!text)
		return;
	/* a counter that nobody reads publishes nothing */
	bool is_safe = need == NEED_RELAXED && site->is_dropped && is_owned(site);
	struct fix *fix = pass_fix(
		pass, finding, is_safe ? FIX_SAFE : FIX_UNSAFE, "say the order: %s", order_names[need]);
	fix_replace(pass, fix, expr->range, "%s", text);
}

static void on_unit(struct pass *pass)
{
	struct search search = {.pass = pass};
	ir_find_atomics(pass->arena, pass->module, &search.sites);
	for (size_t i = 0; i < search.sites.count; i++)
		if (is_candidate(search.sites.data[i]) && !needs_total_order(&search, search.sites.data[i]))
			report(&search, search.sites.data[i]);
}

const struct rule rule_seq_cst_atomic = {
	.code = "CU501",
	.name = "seq-cst-atomic",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Atomic operation left sequentially consistent where less order will do",
	.hooks = {.unit = on_unit},
};
