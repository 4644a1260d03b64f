/* Promises: read, and held against launches; see promise.h. */
#include "analyzer/simt/launch/promise.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

enum { DEEPEST = 64 };

struct reading {
	struct arena *arena;
	const char *at;
	unsigned depth;
	bool failed;
};

static const struct condition *read_choice(struct reading *reading);

static void skip(struct reading *reading)
{
	while (isspace((unsigned char)*reading->at))
		reading->at++;
}

static bool take(struct reading *reading, const char *symbol)
{
	skip(reading);
	size_t length = strlen(symbol);
	if (strncmp(reading->at, symbol, length) != 0)
		return false;
	/* < isn't the beginning of <=, nor ! of != */
	if (length == 1 && strchr("<>!=", *symbol) && reading->at[1] == '=')
		return false;
	reading->at += length;
	return true;
}

static const struct condition *make(struct reading *reading, enum condition_op op,
	const struct condition *left, const struct condition *right)
{
	struct condition *out = ARENA_NEW(reading->arena, struct condition);
	*out = (struct condition){.op = op, .left = left, .right = right};
	return out;
}

static const struct condition *number(struct reading *reading, int64_t value)
{
	struct condition *out = ARENA_NEW(reading->arena, struct condition);
	*out = (struct condition){.op = CONDITION_NUMBER, .number = value};
	return out;
}

static const struct condition *fail(struct reading *reading)
{
	reading->failed = true;
	return number(reading, 0);
}

static bool is_truth(const struct condition *condition)
{
	return condition->op >= CONDITION_LESS || condition->op == CONDITION_NOT;
}

static const struct condition *read_word(struct reading *reading)
{
	size_t length = 0;
	if (isdigit((unsigned char)*reading->at)) {
		char *end;
		long long value = strtoll(reading->at, &end, 0);
		reading->at = end;
		return number(reading, value);
	}
	while (isalnum((unsigned char)reading->at[length]) || reading->at[length] == '_' ||
		(length && reading->at[length] == '.'))
		length++;
	if (!length)
		return fail(reading);
	struct condition *out = ARENA_NEW(reading->arena, struct condition);
	*out = (struct condition){
		.op = CONDITION_NAME, .name = arena_strndup(reading->arena, reading->at, length)};
	reading->at += length;
	return out;
}

static const struct condition *read_simple(struct reading *reading)
{
	const struct condition *inner;
	skip(reading);
	if (reading->depth >= DEEPEST)
		return fail(reading);
	reading->depth++;
	if (take(reading, "(")) {
		inner = read_choice(reading);
		inner = take(reading, ")") ? inner : fail(reading);
	} else if (take(reading, "-")) {
		inner = read_simple(reading);
		inner = is_truth(inner) ? fail(reading) : make(reading, CONDITION_NEGATE, inner, NULL);
	} else if (take(reading, "!")) {
		inner = make(reading, CONDITION_NOT, read_simple(reading), NULL);
	} else {
		inner = read_word(reading);
	}
	reading->depth--;
	return inner;
}

static const struct condition *read_product(struct reading *reading)
{
	const struct condition *out = read_simple(reading);
	for (;;) {
		enum condition_op op = take(reading, "*")   ? CONDITION_MULTIPLY
				       : take(reading, "/") ? CONDITION_DIVIDE
				       : take(reading, "%") ? CONDITION_REMAINDER
							    : CONDITION_NUMBER;
		if (op == CONDITION_NUMBER)
			return out;
		out = make(reading, op, out, read_simple(reading));
	}
}

static const struct condition *read_sum(struct reading *reading)
{
	const struct condition *out = read_product(reading);
	for (;;) {
		enum condition_op op = take(reading, "+")   ? CONDITION_ADD
				       : take(reading, "-") ? CONDITION_SUBTRACT
							    : CONDITION_NUMBER;
		if (op == CONDITION_NUMBER)
			return out;
		out = make(reading, op, out, read_product(reading));
	}
}

static const struct condition *read_comparison(struct reading *reading)
{
	static const struct {
		const char *symbol;
		enum condition_op op;
		bool is_turned;
	} ops[] = {{"<=", CONDITION_AT_MOST, false}, {">=", CONDITION_AT_MOST, true},
		{"==", CONDITION_EQUAL, false}, {"!=", CONDITION_UNEQUAL, false},
		{"<", CONDITION_LESS, false}, {">", CONDITION_LESS, true}};
	const struct condition *left = read_sum(reading);
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (!take(reading, ops[i].symbol))
			continue;
		const struct condition *right = read_sum(reading);
		return ops[i].is_turned ? make(reading, ops[i].op, right, left)
					: make(reading, ops[i].op, left, right);
	}
	return left;
}

static const struct condition *read_all(struct reading *reading)
{
	const struct condition *out = read_comparison(reading);
	while (take(reading, "&&"))
		out = make(reading, CONDITION_AND, out, read_comparison(reading));
	return out;
}

static const struct condition *read_choice(struct reading *reading)
{
	const struct condition *out = read_all(reading);
	while (take(reading, "||"))
		out = make(reading, CONDITION_OR, out, read_all(reading));
	return out;
}

const struct condition *condition_read(struct arena *arena, const char *text)
{
	struct reading reading = {.arena = arena, .at = text};
	const struct condition *out = read_choice(&reading);
	skip(&reading);
	return reading.failed || *reading.at ? NULL : out;
}

bool condition_extent(const char *name, bool *of_grid, int *axis)
{
	static const char *const names[] = {"blockDim.", "gridDim."};
	for (int which = 0; which < 2; which++) {
		size_t length = strlen(names[which]);
		if (strncmp(name, names[which], length) != 0 || name[length] < 'x' || name[length] > 'z' ||
			name[length + 1])
			continue;
		*of_grid = which == 1;
		*axis = name[length] - 'x';
		return true;
	}
	return false;
}

/* ---- where they stand ------------------------------------------------------------------------ */

bool launch_promise_read(
	struct arena *arena, const char *text, const char *origin, struct launch_promise *out)
{
	const char *colon = strrchr(text, ':');
	*out = (struct launch_promise){.text = text, .origin = origin};
	if (colon) {
		out->kernel = arena_strndup(arena, text, (size_t)(colon - text));
		out->text = colon + 1;
	}
	while (*out->text == ' ')
		out->text++;
	out->condition = condition_read(arena, out->text);
	return out->condition != NULL;
}

void launch_promises_find(struct arena *arena, const char *text, launch_promises *out)
{
	static const char mark[] = "cudalint: assume ";
	for (const char *at = text; (at = strstr(at, mark)); at += sizeof mark - 1) {
		const char *words = at + sizeof mark - 1, *start = at;
		while (start > text && (start[-1] == ' ' || start[-1] == '\t'))
			start--;
		if (start < text + 2 || start[-1] != '/' || start[-2] != '/')
			continue;
		size_t length = strcspn(words, "\r\n"), line = 1;
		for (const char *p = text; p < at; p++)
			line += *p == '\n';
		while (length && isspace((unsigned char)words[length - 1]))
			length--;
		struct launch_promise promise = {.text = arena_strndup(arena, words, length),
			.origin = arena_printf(arena, "comment in line %zu", line)};
		promise.condition = condition_read(arena, promise.text);
		vec_push(arena, out, promise);
	}
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool is_integer(const struct ir_var *param)
{
	return param->type->kind == IR_TYPE_INT && param->type->size <= 8;
}

/* The argument that a name means, if it is an integer of which no number is known; NULL: none. */
static struct simt_argument *unknown_of(
	const struct condition *name, const struct ir_function *kernel, struct simt_launch *launch)
{
	struct simt_argument *arguments = (struct simt_argument *)(uintptr_t)launch->arguments;
	for (size_t i = 0; name->op == CONDITION_NAME && arguments && i < kernel->param_count; i++)
		if (!strcmp(kernel->params[i]->name, name->name))
			return is_integer(kernel->params[i]) && arguments[i].kind == SIMT_ARGUMENT_UNKNOWN
				       ? &arguments[i]
				       : NULL;
	return NULL;
}

static void open_bounds(struct simt_argument *argument)
{
	if (argument->has_bounds)
		return;
	argument->has_bounds = true;
	argument->bounds = (struct host_bounds){INT64_MIN, INT64_MAX, 1};
}

static void narrow(struct simt_argument *argument, int64_t low, int64_t high)
{
	open_bounds(argument);
	argument->bounds.low = low > argument->bounds.low ? low : argument->bounds.low;
	argument->bounds.high = high < argument->bounds.high ? high : argument->bounds.high;
}

/* A number, negative ones too. */
static bool is_number(const struct condition *condition, int64_t *out)
{
	bool is_negative = condition->op == CONDITION_NEGATE;
	const struct condition *inner = is_negative ? condition->left : condition;
	*out = is_negative ? -inner->number : inner->number;
	return inner->op == CONDITION_NUMBER;
}

/* `name % number == 0` */
static void apply_remainder(
	const struct condition *left, const struct ir_function *kernel, struct simt_launch *launch)
{
	int64_t divisor;
	struct simt_argument *argument =
		left->op == CONDITION_REMAINDER ? unknown_of(left->left, kernel, launch) : NULL;
	if (!argument || !is_number(left->right, &divisor) || divisor < 1)
		return;
	open_bounds(argument);
	if (divisor % argument->bounds.divisor == 0)
		argument->bounds.divisor = divisor;
}

static void apply_one(
	const struct condition *condition, const struct ir_function *kernel, struct simt_launch *launch)
{
	const struct condition *left = condition->left, *right = condition->right;
	struct simt_argument *argument;
	int64_t value;
	if (condition->op == CONDITION_AND) {
		apply_one(left, kernel, launch);
		apply_one(right, kernel, launch);
		return;
	}
	if (condition->op < CONDITION_LESS || condition->op > CONDITION_EQUAL)
		return;
	bool is_strict = condition->op == CONDITION_LESS, is_equal = condition->op == CONDITION_EQUAL;
	if (is_number(right, &value) && value == 0 && is_equal)
		apply_remainder(left, kernel, launch);
	if (is_number(right, &value) && (argument = unknown_of(left, kernel, launch))) {
		if (is_equal)
			*argument = (struct simt_argument){.kind = SIMT_ARGUMENT_NUMBER, .value = value};
		else if (!is_strict || value > INT64_MIN)
			narrow(argument, INT64_MIN, value - is_strict);
	} else if (is_number(left, &value) && (argument = unknown_of(right, kernel, launch))) {
		if (is_equal)
			*argument = (struct simt_argument){.kind = SIMT_ARGUMENT_NUMBER, .value = value};
		else if (!is_strict || value < INT64_MAX)
			narrow(argument, value + is_strict, INT64_MAX);
	}
}

static bool is_about(const struct launch_promise *promise, const struct ir_function *kernel)
{
	return promise->condition && (!promise->kernel || launch_hint_names(promise->kernel, kernel));
}

void launch_promises_apply(
	const launch_promises *promises, const struct ir_function *kernel, struct simt_launch *launch)
{
	for (size_t i = 0; i < promises->count; i++)
		if (is_about(&promises->data[i], kernel))
			apply_one(promises->data[i].condition, kernel, launch);
}

/* ---- launches that break them ---------------------------------------------------------------- */

static bool value_of(const struct condition *name, const struct ir_function *kernel,
	const struct simt_launch *launch, int64_t *out)
{
	bool of_grid;
	int axis;
	if (condition_extent(name->name, &of_grid, &axis)) {
		*out = of_grid ? launch->grid[axis] : launch->block[axis];
		return !of_grid || launch->grid_known;
	}
	for (size_t i = 0; launch->arguments && i < kernel->param_count; i++) {
		if (strcmp(kernel->params[i]->name, name->name) != 0)
			continue;
		*out = launch->arguments[i].value;
		return is_integer(kernel->params[i]) && launch->arguments[i].kind == SIMT_ARGUMENT_NUMBER;
	}
	return false;
}

static bool evaluate(const struct condition *condition, const struct ir_function *kernel,
	const struct simt_launch *launch, int64_t *out)
{
	int64_t a = 0, b = 0;
	if (condition->op == CONDITION_NUMBER) {
		*out = condition->number;
		return true;
	}
	if (condition->op == CONDITION_NAME)
		return value_of(condition, kernel, launch, out);
	bool left = evaluate(condition->left, kernel, launch, &a);
	bool right = condition->right && evaluate(condition->right, kernel, launch, &b);
	/* one side may be enough */
	if (condition->op == CONDITION_AND && ((left && !a) || (right && !b))) {
		*out = 0;
		return true;
	}
	if (condition->op == CONDITION_OR && ((left && a) || (right && b))) {
		*out = 1;
		return true;
	}
	if (!left || (condition->right && !right))
		return false;
	switch (condition->op) {
	case CONDITION_NEGATE: *out = a == INT64_MIN ? 0 : -a; return a != INT64_MIN;
	case CONDITION_NOT: *out = !a; return true;
	case CONDITION_MULTIPLY: return !__builtin_mul_overflow(a, b, out);
	case CONDITION_ADD: return !__builtin_add_overflow(a, b, out);
	case CONDITION_SUBTRACT: return !__builtin_sub_overflow(a, b, out);
	case CONDITION_DIVIDE: *out = b > 0 ? a / b : 0; return b > 0;
	case CONDITION_REMAINDER: *out = b > 0 ? a % b : 0; return b > 0;
	case CONDITION_LESS: *out = a < b; return true;
	case CONDITION_AT_MOST: *out = a <= b; return true;
	case CONDITION_EQUAL: *out = a == b; return true;
	case CONDITION_UNEQUAL: *out = a != b; return true;
	case CONDITION_AND: *out = a && b; return true;
	default: *out = a || b; return true;
	}
}

bool launch_promises_refuse(
	const launch_promises *promises, const struct ir_function *kernel, const struct simt_launch *launch)
{
	for (size_t i = 0; i < promises->count; i++) {
		int64_t holds;
		if (is_about(&promises->data[i], kernel) &&
			evaluate(promises->data[i].condition, kernel, launch, &holds) && !holds)
			return true;
	}
	return false;
}
