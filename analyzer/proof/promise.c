/* Promises as terms: conditions over a kernel's parameters and its launch, as `n % 32 == 0 && n <= width`. */
#include "analyzer/proof/facts.h"
#include "analyzer/simt/launch/promise.h"

#include <string.h>

struct making {
	struct facts *facts;
	bool failed;
};

static const struct term *fail(struct making *making)
{
	making->failed = true;
	return term_number(making->facts->terms, 0);
}

static const struct term *named(struct making *making, const char *name)
{
	const struct facts *facts = making->facts;
	bool of_grid;
	int axis;
	if (condition_extent(name, &of_grid, &axis))
		return of_grid ? facts->launch.grid_dim[axis] : facts->launch.block_dim[axis];
	for (size_t i = 0; i < facts->kernel->param_count; i++) {
		const struct ir_var *param = facts->kernel->params[i];
		const struct ir_type *type = param->type;
		if (!strcmp(param->name, name) && (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM ||
							  type->kind == IR_TYPE_BOOL))
			return facts->launch.param(facts->launch.context, param, 0, type);
	}
	return fail(making);
}

static const struct term *make(struct making *making, const struct condition *condition);

static const struct term *as_number(struct making *making, const struct condition *condition)
{
	const struct term *term = make(making, condition);
	return term_is_condition(term) ? term_of_condition(making->facts->terms, term) : term;
}

static const struct term *as_condition(struct making *making, const struct condition *condition)
{
	const struct term *term = make(making, condition);
	return term_is_condition(term) ? term : term_is_set(making->facts->terms, term);
}

/* Of two numbers. */
static const struct term *operation(struct making *making, const struct condition *condition)
{
	struct terms *terms = making->facts->terms;
	const struct term *a = as_number(making, condition->left), *b = as_number(making, condition->right);
	switch (condition->op) {
	case CONDITION_MULTIPLY: return term_multiply(terms, a, b);
	case CONDITION_DIVIDE: return term_divide(terms, a, b);
	case CONDITION_REMAINDER: return term_remainder(terms, a, b);
	case CONDITION_ADD: return term_add(terms, a, b, 1);
	case CONDITION_SUBTRACT: return term_add(terms, a, b, -1);
	case CONDITION_LESS: return term_less(terms, a, b);
	case CONDITION_AT_MOST: return term_at_most(terms, a, b);
	case CONDITION_EQUAL: return term_equal(terms, a, b);
	default: return term_not(terms, term_equal(terms, a, b));
	}
}

static const struct term *make(struct making *making, const struct condition *condition)
{
	struct terms *terms = making->facts->terms;
	const struct term *left;
	switch (condition->op) {
	case CONDITION_NUMBER: return term_number(terms, condition->number);
	case CONDITION_NAME: return named(making, condition->name);
	case CONDITION_NEGATE:
		return term_add(terms, term_number(terms, 0), as_number(making, condition->left), -1);
	case CONDITION_NOT: return term_not(terms, as_condition(making, condition->left));
	case CONDITION_AND:
		left = as_condition(making, condition->left);
		return term_and(terms, left, as_condition(making, condition->right));
	case CONDITION_OR:
		left = as_condition(making, condition->left);
		return term_or(terms, left, as_condition(making, condition->right));
	default: return operation(making, condition);
	}
}

bool facts_promise(struct facts *facts, const struct launch_promise *promise)
{
	struct making making = {.facts = facts};
	struct arena *arena = terms_arena(facts->terms);
	if (!promise->condition || (promise->kernel && !launch_hint_names(promise->kernel, facts->kernel)))
		return false;
	const struct term *holds = as_condition(&making, promise->condition);
	if (making.failed)
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
		if (!is_taken && !options->promises.data[i].is_general)
			vec_push(arena, lines,
				arena_printf(arena,
					"%s: '%s' isn't a condition on a kernel's parameters here",
					options->promises.data[i].origin, options->promises.data[i].text));
	}
}
