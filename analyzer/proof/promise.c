/* Promises: conditions over a kernel's parameters and its launch, as `n % 32 == 0 && n <= width`. */
#include "analyzer/proof/facts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	struct facts *facts;
	const char *at;
	bool failed;
};

static const struct term *read_choice(struct reading *reading);

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

static struct terms *terms_of(const struct reading *reading)
{
	return reading->facts->terms;
}

static const struct term *fail(struct reading *reading)
{
	reading->failed = true;
	return term_number(terms_of(reading), 0);
}

static const struct term *named(struct reading *reading, const char *name, size_t length)
{
	const struct facts *facts = reading->facts;
	static const char *const builtins[] = {"blockDim", "gridDim"};
	for (int which = 0; which < 2; which++) {
		size_t own = strlen(builtins[which]);
		if (length != own + 2 || strncmp(name, builtins[which], own) != 0 || name[own] != '.' ||
			name[own + 1] < 'x' || name[own + 1] > 'z')
			continue;
		int axis = name[own + 1] - 'x';
		return which ? facts->launch.grid_dim[axis] : facts->launch.block_dim[axis];
	}
	for (size_t i = 0; i < facts->kernel->param_count; i++) {
		const struct ir_var *param = facts->kernel->params[i];
		const struct ir_type *type = param->type;
		bool is_it = strlen(param->name) == length && !strncmp(param->name, name, length);
		if (is_it && (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM ||
				     type->kind == IR_TYPE_BOOL))
			return facts->launch.param(facts->launch.context, param, 0, type);
	}
	return fail(reading);
}

static const struct term *read_simple(struct reading *reading)
{
	skip(reading);
	if (take(reading, "(")) {
		const struct term *inner = read_choice(reading);
		return take(reading, ")") ? inner : fail(reading);
	}
	if (take(reading, "-")) {
		const struct term *inner = read_simple(reading);
		return term_is_condition(inner)
			       ? fail(reading)
			       : term_add(terms_of(reading), term_number(terms_of(reading), 0), inner, -1);
	}
	if (take(reading, "!")) {
		const struct term *inner = read_simple(reading);
		return term_not(terms_of(reading),
			term_is_condition(inner) ? inner : term_is_set(terms_of(reading), inner));
	}
	if (isdigit((unsigned char)*reading->at)) {
		char *end;
		long long number = strtoll(reading->at, &end, 0);
		reading->at = end;
		return term_number(terms_of(reading), number);
	}
	size_t length = 0;
	while (isalnum((unsigned char)reading->at[length]) || reading->at[length] == '_' ||
		(length && reading->at[length] == '.'))
		length++;
	if (!length)
		return fail(reading);
	const char *name = reading->at;
	reading->at += length;
	return named(reading, name, length);
}

static const struct term *as_number(struct reading *reading, const struct term *term)
{
	return term_is_condition(term) ? term_of_condition(terms_of(reading), term) : term;
}

static const struct term *read_product(struct reading *reading)
{
	const struct term *out = read_simple(reading);
	for (;;) {
		char op = take(reading, "*") ? '*' : take(reading, "/") ? '/' : take(reading, "%") ? '%' : 0;
		if (!op)
			return out;
		const struct term *a = as_number(reading, out), *b = as_number(reading, read_simple(reading));
		out = op == '*'   ? term_multiply(terms_of(reading), a, b)
		      : op == '/' ? term_divide(terms_of(reading), a, b)
				  : term_remainder(terms_of(reading), a, b);
	}
}

static const struct term *read_sum(struct reading *reading)
{
	const struct term *out = read_product(reading);
	for (;;) {
		int sign = take(reading, "+") ? 1 : take(reading, "-") ? -1 : 0;
		if (!sign)
			return out;
		const struct term *right = as_number(reading, read_product(reading));
		out = term_add(terms_of(reading), as_number(reading, out), right, sign);
	}
}

static const struct term *read_comparison(struct reading *reading)
{
	static const char *const ops[] = {"<=", ">=", "==", "!=", "<", ">"};
	const struct term *left = read_sum(reading);
	struct terms *terms = terms_of(reading);
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (!take(reading, ops[i]))
			continue;
		const struct term *a = as_number(reading, left), *b = as_number(reading, read_sum(reading));
		switch (i) {
		case 0: return term_at_most(terms, a, b);
		case 1: return term_at_most(terms, b, a);
		case 2: return term_equal(terms, a, b);
		case 3: return term_not(terms, term_equal(terms, a, b));
		case 4: return term_less(terms, a, b);
		default: return term_less(terms, b, a);
		}
	}
	return left;
}

static const struct term *as_condition(struct reading *reading, const struct term *term)
{
	return term_is_condition(term) ? term : term_is_set(terms_of(reading), term);
}

static const struct term *read_all(struct reading *reading)
{
	const struct term *out = read_comparison(reading);
	while (take(reading, "&&")) {
		const struct term *right = as_condition(reading, read_comparison(reading));
		out = term_and(terms_of(reading), as_condition(reading, out), right);
	}
	return out;
}

static const struct term *read_choice(struct reading *reading)
{
	const struct term *out = read_all(reading);
	while (take(reading, "||")) {
		const struct term *right = as_condition(reading, read_all(reading));
		out = term_or(terms_of(reading), as_condition(reading, out), right);
	}
	return out;
}

bool facts_promise(struct facts *facts, const struct proof_promise *promise)
{
	struct reading reading = {.facts = facts, .at = promise->text};
	struct arena *arena = terms_arena(facts->terms);
	if (promise->kernel && !launch_hint_names(promise->kernel, facts->kernel))
		return false;
	const struct term *holds = as_condition(&reading, read_choice(&reading));
	skip(&reading);
	if (reading.failed || *reading.at)
		return false;
	vec_push(arena, &facts->given, holds);
	vec_push(arena, &facts->texts, arena_printf(arena, "%s (%s)", promise->text, promise->origin));
	return true;
}

void proof_promises_check(struct arena *arena, const struct ir_module *module,
	const struct proof_options *options, line_list *lines)
{
	for (size_t i = 0; i < options->promises.count; i++) {
		bool is_taken = false;
		for (size_t k = 0; k < module->functions.count && !is_taken; k++) {
			const struct ir_function *kernel = module->functions.data[k];
			if (kernel->is_kernel && kernel->body)
				is_taken = facts_promise(facts_new(terms_new(arena), kernel, NULL, NULL),
					&options->promises.data[i]);
		}
		if (!is_taken)
			vec_push(arena, lines,
				arena_printf(arena,
					"%s: '%s' isn't a condition on a kernel's parameters here",
					options->promises.data[i].origin, options->promises.data[i].text));
	}
}

/* ---- comments --------------------------------------------------------------------------------- */

void proof_promises_find(struct arena *arena, const struct ir_module *module, struct proof_options *options)
{
	static const char mark[] = "cudalint: assume ";
	for (size_t i = 0; i < module->files.count; i++) {
		const struct ir_file *file = &module->files.data[i];
		if (file->is_system || !file->text)
			continue;
		for (const char *at = file->text; (at = strstr(at, mark)); at += sizeof mark - 1) {
			const char *text = at + sizeof mark - 1, *start = at;
			while (start > file->text && (start[-1] == ' ' || start[-1] == '\t'))
				start--;
			if (start < file->text + 2 || start[-1] != '/' || start[-2] != '/')
				continue;
			size_t length = strcspn(text, "\r\n"), line = 1;
			for (const char *p = file->text; p < at; p++)
				line += *p == '\n';
			while (length && isspace((unsigned char)text[length - 1]))
				length--;
			struct proof_promise promise = {.text = arena_strndup(arena, text, length),
				.origin = arena_printf(arena, "comment in line %zu", line)};
			vec_push(arena, &options->promises, promise);
		}
	}
}
