/* Sums are built bottom up. Variables stand for what they were initialised with, counters of loops for where
 * they start and so many steps; parameters for the arguments of the call that is being looked at. */
#include "analyzer/simt/launch/thread_form.h"

#include "analyzer/base/pointer_table.h"
#include "analyzer/ir/walk.h"
#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 40, MAX_WORK = 60000, MAX_NUMBER = 1 << 24 };

/* What a function does to one of its variables behind the declaration. */
struct change {
	unsigned number;
	const struct ir_expr *start; /* the only value that is put into it as a whole; NULL: none */
	const struct ir_expr *step;  /* what is added to it; NULL: one */
	unsigned starts, steps, others;
	bool goes_down;
};

struct argument {
	const struct ir_var *param;
	struct form form;
};

/* A variable as a sum, in the call that `call` numbers. */
struct known_sum {
	unsigned call;
	struct form form;
};

struct call {
	unsigned number;
	size_t arguments_before;
};

struct forms {
	struct arena *arena;
	struct pointer_table read;      /* functions whose changes are known */
	struct pointer_table changes;   /* variable to struct change */
	struct pointer_table sums;      /* variable to the struct known_sum that was asked for last */
	unsigned counters;              /* numbers of changes */
	VEC(struct argument) arguments; /* of the calls that are entered, one after the other */
	VEC(struct call) entered;
	unsigned calls, depth, work;
};

struct forms *forms_new(struct arena *arena)
{
	struct forms *forms = ARENA_NEW(arena, struct forms);
	forms->arena = arena;
	return forms;
}

/* ---- what happens to variables --------------------------------------------------------------- */

static struct change *change_of(struct forms *forms, const struct ir_var *var)
{
	void **at = pointer_table_at(forms->arena, &forms->changes, var);
	if (!*at) {
		struct change *change = ARENA_NEW(forms->arena, struct change);
		change->number = forms->counters++;
		*at = change;
	}
	return *at;
}

static const struct ir_var *variable(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	return expr && expr->kind == IR_VAR ? expr->var : NULL;
}

static void note_step(struct change *change, const struct ir_expr *step, bool goes_down)
{
	if (change->steps++)
		change->others++; /* two steps in a turn, or two loops */
	change->step = step;
	change->goes_down = goes_down;
}

/* v = v + step */
static const struct ir_expr *added(const struct ir_var *var, const struct ir_expr *value)
{
	value = ir_strip_casts(value);
	if (value->kind != IR_BINARY || value->op != IR_OP_ADD)
		return NULL;
	if (variable(value->operands[0]) == var)
		return value->operands[1];
	return variable(value->operands[1]) == var ? value->operands[0] : NULL;
}

static void note_assignment(struct forms *forms, const struct ir_var *var, const struct ir_expr *expr)
{
	struct change *change = change_of(forms, var);
	const struct ir_expr *value = expr->operands[1];
	const struct ir_expr *step = expr->op == IR_OP_NONE ? added(var, value) : NULL;
	if (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB)
		note_step(change, value, expr->op == IR_OP_SUB);
	else if (step)
		note_step(change, step, false);
	else if (expr->op == IR_OP_NONE && !change->starts++)
		change->start = value;
	else
		change->others++;
}

static void on_change(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct forms *forms = context;
	(void)path;
	bool counts = expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC;
	const struct ir_var *var = counts || expr->kind == IR_ASSIGN ? variable(expr->operands[0]) : NULL;
	if (!var)
		return;
	if (counts)
		note_step(
			change_of(forms, var), NULL, expr->op == IR_OP_PRE_DEC || expr->op == IR_OP_POST_DEC);
	else
		note_assignment(forms, var, expr);
}

static void read_changes(struct forms *forms, const struct ir_function *function)
{
	static const struct ir_visitor visitor = {.expr = on_change, .enter_lambdas = true};
	void **at = pointer_table_at(forms->arena, &forms->read, function);
	if (*at)
		return;
	*at = forms;
	ir_walk_function(function, &visitor, forms);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static const struct form something = {.is_partial = true};

static bool is_far(int64_t number)
{
	return number > MAX_NUMBER || number < -MAX_NUMBER;
}

static struct form number(int64_t value)
{
	return is_far(value) ? something : (struct form){.constant = value};
}

static struct form part(enum form_part part, unsigned which, int64_t by)
{
	return (struct form){.terms = {{part, which, by, 1, 0}}, .count = 1};
}

bool form_is_thread(const struct form_term *term)
{
	return term->part <= FORM_THREAD;
}

static bool is_number(const struct form *form)
{
	return !form->count && !form->is_partial && !form->is_odd && !form->width_dim;
}

static void add_term(struct form *out, const struct form_term *term)
{
	for (unsigned i = 0; i < out->count; i++) {
		struct form_term *own = &out->terms[i];
		if (own->part != term->part || own->which != term->which || own->over != term->over ||
			own->rest != term->rest)
			continue;
		own->by += term->by;
		if (!own->by)
			*own = out->terms[--out->count];
		return;
	}
	if (out->count == FORM_MAX_TERMS)
		out->is_odd = true;
	else
		out->terms[out->count++] = *term;
}

/* threadIdx.x + threadIdx.y * blockDim.x is the thread's number. */
static void number_threads(struct form *form)
{
	for (unsigned i = 0; form->counts_rows && i < form->count; i++) {
		if (form->terms[i].part != FORM_X || form->terms[i].over != 1 || form->terms[i].rest)
			continue;
		form->terms[i].part = FORM_THREAD;
		form->counts_rows = form->is_scaled = false;
		return;
	}
}

static void mix(struct form *out, const struct form *other)
{
	out->is_partial |= other->is_partial || other->width_dim;
	out->is_scaled |= other->is_scaled;
	out->is_odd |= other->is_odd;
	out->counts_rows |= other->counts_rows;
}

static struct form scale(struct form form, int64_t by)
{
	if (is_far(by))
		return something;
	if (form.width_dim)
		form = (struct form){.is_partial = true, .is_scaled = true};
	for (unsigned i = 0; i < form.count; i++) {
		form.terms[i].by *= by;
		if (is_far(form.terms[i].by))
			return something;
	}
	if (!by)
		form.count = 0;
	form.constant *= by;
	return is_far(form.constant) ? something : form;
}

static struct form add(struct form a, struct form b, int64_t sign)
{
	b = sign < 0 ? scale(b, -1) : b;
	a.is_partial |= a.width_dim != 0;
	a.is_scaled |= a.width_dim != 0 || b.width_dim != 0;
	a.width_dim = 0;
	mix(&a, &b);
	a.constant += b.constant;
	for (unsigned i = 0; i < b.count; i++)
		add_term(&a, &b.terms[i]);
	number_threads(&a);
	return a;
}

static bool holds_rows(const struct form *form)
{
	for (unsigned i = 0; i < form->count; i++)
		if (form->terms[i].part == FORM_Y && form->terms[i].by == 1 && !form->terms[i].rest &&
			form->terms[i].over == 1)
			return true;
	return false;
}

static struct form multiply(struct form a, struct form b)
{
	if (is_number(&a))
		return scale(b, a.constant);
	if (is_number(&b))
		return scale(a, b.constant);
	struct form out = {.is_partial = true};
	out.is_scaled = a.width_dim || b.width_dim || a.is_scaled || b.is_scaled;
	out.counts_rows = (a.width_dim == 1 && holds_rows(&b)) || (b.width_dim == 1 && holds_rows(&a));
	for (unsigned i = 0; i < a.count && !out.is_scaled; i++)
		out.is_odd |= form_is_thread(&a.terms[i]);
	for (unsigned i = 0; i < b.count && !out.is_scaled; i++)
		out.is_odd |= form_is_thread(&b.terms[i]);
	out.is_odd |= a.is_odd || b.is_odd;
	return out;
}

/* Depends on the thread in a way that isn't a sum. */
static struct form spoilt(const struct form *form)
{
	struct form out = {.is_partial = true, .is_odd = form->is_odd, .is_scaled = form->is_scaled};
	for (unsigned i = 0; i < form->count; i++)
		out.is_odd |= form_is_thread(&form->terms[i]);
	return out;
}

/* The one term of `16 * i`, alone. */
static bool is_single(const struct form *form)
{
	return form->count == 1 && !form->constant && !form->is_partial && !form->is_odd && !form->width_dim;
}

static struct form divide(struct form form, int64_t by)
{
	struct form_term *term = &form.terms[0];
	bool exact = by > 0 && form.constant % by == 0 && !form.is_partial && !form.is_odd && !form.width_dim;
	for (unsigned i = 0; exact && i < form.count; i++)
		exact = form.terms[i].by % by == 0;
	for (unsigned i = 0; exact && i < form.count; i++)
		form.terms[i].by /= by;
	if (exact) {
		form.constant /= by;
		return form;
	}
	if (by > 0 && is_single(&form) && term->by == 1 && !term->rest && !is_far(term->over * by)) {
		term->over *= by;
		return form;
	}
	return spoilt(&form);
}

static struct form remainder_of(struct form form, int64_t by)
{
	struct form_term *term = &form.terms[0];
	if (by > 0 && is_single(&form) && term->by == 1 && !is_far(by)) {
		term->rest = term->rest && term->rest < by ? term->rest : by;
		return form;
	}
	return spoilt(&form);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static const struct ir_expr *index_object(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	for (int i = 0; i < 4 && expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && expr->var->init;
		i++)
		expr = ir_strip_casts(expr->var->init);
	if (expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip_casts(expr->operands[0]);
	return expr;
}

/* Of a member of thread_block; where its function isn't known, by its name. */
static enum cuda_builtin builtin_of_group(const struct ir_expr *call)
{
	enum cuda_family group = ir_cuda_class(call)->family;
	enum cuda_builtin what = ir_cuda(call)->builtin;
	bool is_index = what == CUDA_THREAD_INDEX || what == CUDA_BLOCK_INDEX || what == CUDA_BLOCK_DIM;
	bool is_guess = group == CUDA_NO_TYPE && !call->call->function;
	return is_index && (group == CUDA_BLOCK_GROUP || is_guess) ? what : CUDA_NO_BUILTIN;
}

int form_dimension(const struct ir_expr *expr, enum cuda_builtin *what)
{
	*what = CUDA_NO_BUILTIN;
	if (expr->kind != IR_MEMBER || !expr->operand_count || !expr->member.name)
		return -1;
	const char *name = expr->member.name;
	const struct ir_expr *object = index_object(expr->operands[0]);
	bool is_coordinate = name[0] >= 'x' && name[0] <= 'z' && !name[1];
	*what = object->kind == IR_CALL ? builtin_of_group(object) : ir_builtin(object);
	return is_coordinate && *what ? name[0] - 'x' : -1;
}

static struct form of_place(const struct ir_expr *expr)
{
	enum cuda_builtin what;
	int dim = form_dimension(expr, &what);
	if (dim < 0)
		return something;
	switch (what) {
	case CUDA_THREAD_INDEX: return part(FORM_X + (enum form_part)dim, 0, 1);
	case CUDA_BLOCK_INDEX: return part(FORM_BLOCK, (unsigned)dim, 1);
	case CUDA_BLOCK_DIM: return (struct form){.width_dim = (unsigned)dim + 1};
	default: return (struct form){.is_partial = true, .is_scaled = true}; /* gridDim */
	}
}

static const struct form *argument_of(const struct forms *forms, const struct ir_var *param)
{
	for (size_t i = forms->arguments.count; i > 0; i--)
		if (forms->arguments.data[i - 1].param == param)
			return &forms->arguments.data[i - 1].form;
	return NULL;
}

static struct form sum_of_variable(struct forms *forms, const struct ir_var *var)
{
	const struct form *argument = var->storage == IR_PARAM ? argument_of(forms, var) : NULL;
	if (!argument && var->storage != IR_LOCAL)
		return something;
	if (!var->is_assigned)
		return argument ? *argument : var->init ? form_of(forms, var->init) : something;
	if (var->function)
		read_changes(forms, var->function);
	struct change change = *change_of(forms, var);
	const struct ir_expr *start = change.start ? change.start : var->init;
	if (change.others || (change.start && var->init && change.steps) || (!start && !argument))
		return something;
	if (change.start && (var->init || change.starts > 1))
		return something;
	struct form out = argument ? *argument : form_of(forms, start);
	if (!change.steps)
		return out;
	struct form step = change.step ? form_of(forms, change.step) : number(1);
	if (!is_number(&step) || change.goes_down) {
		out.is_partial = true;
		out.is_scaled |= step.is_scaled || step.width_dim;
		return out;
	}
	return add(out, part(FORM_TURN, change.number, step.constant), 1);
}

/* It is the same wherever it is asked for in one call. */
static struct form of_variable(struct forms *forms, const struct ir_var *var)
{
	unsigned call = forms->entered.count ? forms->entered.data[forms->entered.count - 1].number : 0;
	struct known_sum *known = pointer_table_find(&forms->sums, var);
	if (known && known->call == call)
		return known->form;
	struct form out = sum_of_variable(forms, var);
	void **at = pointer_table_at(forms->arena, &forms->sums, var);
	if (!*at)
		*at = ARENA_NEW(forms->arena, struct known_sum);
	known = *at;
	*known = (struct known_sum){call, out};
	return out;
}

static struct form of_binary(struct forms *forms, const struct ir_expr *expr)
{
	struct form a = form_of(forms, expr->operands[0]), b = form_of(forms, expr->operands[1]);
	bool known = is_number(&b) && b.constant >= 0;
	bool shifts = known && b.constant < 24;
	struct form whole = spoilt(&a), rest = spoilt(&b);
	mix(&whole, &rest);
	switch (expr->op) {
	case IR_OP_ADD: return add(a, b, 1);
	case IR_OP_SUB: return add(a, b, -1);
	case IR_OP_MUL: return multiply(a, b);
	case IR_OP_OR: return add(a, b, 1); /* bits of an index that are put together */
	case IR_OP_SHL: return shifts ? scale(a, INT64_C(1) << b.constant) : whole;
	case IR_OP_SHR: return shifts ? divide(a, INT64_C(1) << b.constant) : whole;
	case IR_OP_DIV: return known ? divide(a, b.constant) : whole;
	case IR_OP_REM: return known ? remainder_of(a, b.constant) : whole;
	case IR_OP_AND:
		return known && !(b.constant & (b.constant + 1)) ? remainder_of(a, b.constant + 1) : whole;
	default: return whole;
	}
}

/* What a function gives back that is nothing but a number; NULL: it does more. */
static const struct ir_expr *given_back(const struct ir_function *function)
{
	const struct ir_stmt *body = function ? function->body : NULL;
	const struct ir_stmt *last = body && body->kind == IR_BLOCK && body->child_count
					     ? body->children[body->child_count - 1]
					     : NULL;
	for (size_t i = 0; last && i + 1 < body->child_count; i++)
		if (body->children[i]->kind != IR_DECL)
			return NULL;
	return last && last->kind == IR_RETURN ? last->expr : NULL;
}

static struct form of_call(struct forms *forms, const struct ir_expr *expr)
{
	enum cuda_family group = ir_cuda_class(expr)->family;
	enum cuda_builtin what = ir_cuda(expr)->builtin;
	if (group == CUDA_BLOCK_GROUP && what == CUDA_THREAD_RANK)
		return part(FORM_THREAD, 0, 1);
	if (group == CUDA_TILE && (what == CUDA_THREAD_RANK || what == CUDA_PART_RANK))
		return (struct form){.is_odd = true};
	const struct ir_function *callee = expr->call->function;
	const struct ir_expr *result = callee && !callee->is_system ? given_back(callee) : NULL;
	if (!result)
		return something;
	forms_enter(forms, callee, expr);
	struct form out = form_of(forms, result);
	forms_leave(forms);
	return out;
}

struct form form_of(struct forms *forms, const struct ir_expr *expr)
{
	int64_t value;
	expr = expr ? ir_strip_casts(expr) : NULL;
	if (!expr || forms->depth >= MAX_DEPTH || forms->work++ > MAX_WORK)
		return something;
	if (ir_fold_int(expr, &value))
		return number(value);
	struct form out = something;
	forms->depth++;
	switch (expr->kind) {
	case IR_MEMBER: out = of_place(expr); break;
	case IR_VAR: out = of_variable(forms, expr->var); break;
	case IR_BINARY: out = of_binary(forms, expr); break;
	case IR_CALL: out = of_call(forms, expr); break;
	case IR_CONSTRUCT:
	case IR_INIT_LIST:
		if (expr->operand_count == 1)
			out = form_of(forms, expr->operands[0]);
		break;
	case IR_UNARY:
		if (expr->op == IR_OP_NEG || expr->op == IR_OP_PLUS)
			out = scale(form_of(forms, expr->operands[0]), expr->op == IR_OP_NEG ? -1 : 1);
		break;
	default: break;
	}
	forms->depth--;
	return out;
}

const struct form_term *form_plain_thread(const struct form *form)
{
	const struct form_term *term = &form->terms[0];
	return is_single(form) && form_is_thread(term) && term->by == 1 && term->over == 1 && !term->rest
		       ? term
		       : NULL;
}

/* ---- calls ----------------------------------------------------------------------------------- */

void forms_enter(struct forms *forms, const struct ir_function *function, const struct ir_expr *call)
{
	struct call entered = {.arguments_before = forms->arguments.count};
	VEC(struct argument) given = {0};
	for (size_t i = 0; i < function->param_count && i < call->operand_count; i++) {
		struct argument argument = {function->params[i], form_of(forms, call->operands[i])};
		vec_push(forms->arena, &given, argument);
	}
	for (size_t i = 0; i < given.count; i++)
		vec_push(forms->arena, &forms->arguments, given.data[i]);
	entered.number = ++forms->calls;
	vec_push(forms->arena, &forms->entered, entered);
}

void forms_leave(struct forms *forms)
{
	forms->arguments.count = forms->entered.data[--forms->entered.count].arguments_before;
}
