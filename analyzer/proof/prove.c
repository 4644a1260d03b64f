/* The kernels of a unit, each for the launches that are known of it, and what of their answers holds for
 * all. */
#include "analyzer/proof/prove.h"
#include "analyzer/base/clock.h"
#include "analyzer/host/launches.h"
#include "analyzer/ir/query.h"
#include "analyzer/proof/property.h"

enum { MOST_LAUNCHES = 4 };

const char *proof_property_name(enum proof_property property)
{
	static const char *const names[] = {"race-free", "in-bounds", "barriers-uniform", "no-overflow"};
	return names[property];
}

const char *proof_verdict_name(enum proof_verdict verdict)
{
	static const char *const names[] = {"proven", "refuted", "undecided"};
	return names[verdict];
}

static void refuse(const struct sym_kernel *kernel, struct proof_answer *out)
{
	for (int i = 0; i < PROOF_PROPERTIES; i++)
		out[i] = (struct proof_answer){
			.verdict = PROOF_UNDECIDED, .reason = kernel->refused, .site = kernel->refused_at};
}

/* What is found where barriers, or a loop's counter, may not be what the rest takes them for. */
static void rest_on(const struct proof_answer *barrier, bool steps, const struct sym_bound *step,
	struct proof_answer *answer)
{
	if (answer->verdict != PROOF_PROVEN)
		return;
	if (barrier && barrier->verdict != PROOF_PROVEN)
		*answer = (struct proof_answer){.verdict = PROOF_UNDECIDED,
			.reason = "it rests on barriers that all threads of a block come to",
			.site = barrier->site};
	else if (!steps)
		*answer = (struct proof_answer){.verdict = PROOF_UNDECIDED,
			.reason = "a loop's counter may pass its type's end and begin anew",
			.site = step->site};
}

static void ask(struct inquiry *inquiry, struct proof_answer *out)
{
	static void (*const properties[])(struct inquiry * inquiry, struct proof_answer * out) = {
		[PROOF_RACE] = property_race,
		[PROOF_BOUNDS] = property_bounds,
		[PROOF_BARRIER] = property_barrier,
		[PROOF_OVERFLOW] = property_overflow};
	const struct sym_bound *step = NULL;
	if (inquiry->kernel->refused) {
		refuse(inquiry->kernel, out);
		return;
	}
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		inquiry->left = inquiry->options->budget;
		properties[i](inquiry, &out[i]);
	}
	inquiry->left = inquiry->options->budget;
	bool steps = property_steps_hold(inquiry, &step);
	rest_on(&out[PROOF_BARRIER], steps, step, &out[PROOF_RACE]);
	if (inquiry->kernel->barriers.count)
		rest_on(NULL, steps, step, &out[PROOF_BARRIER]);
	rest_on(NULL, steps, step, &out[PROOF_BOUNDS]);
	rest_on(NULL, steps, step, &out[PROOF_OVERFLOW]);
}

/* Takes a launch's answers into those of all launches: the worst counts. */
static void merge(const struct proof_answer *from, struct proof_answer *to)
{
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		bool is_worse = from[i].verdict == PROOF_REFUTED
					? to[i].verdict != PROOF_REFUTED
					: from[i].verdict == PROOF_UNDECIDED && to[i].verdict == PROOF_PROVEN;
		if (is_worse)
			to[i] = from[i];
	}
}

struct proving {
	struct arena *arena;
	const struct ir_module *module;
	const struct proof_options *options;
	struct solver *solver;
	const struct ir_query *query;
	const struct host_launch_table *walked;
};

/* `place`: where another unit makes the launch; NULL: it is one of the unit's, or none is known. */
static struct proof_kernel prove_launch(struct proving *proving, const struct ir_function *kernel,
	const struct host_launch_use *use, const struct span *place)
{
	struct terms *terms = terms_new(proving->arena);
	struct facts *facts = facts_new(terms, kernel, use, proving->options->hints);
	if (place)
		vec_push(proving->arena, &facts->texts,
			arena_printf(
				proving->arena, "its launch is in %s:%u", place->path, place->start.line));
	struct inquiry inquiry = {
		.terms = terms, .solver = proving->solver, .options = proving->options, .facts = facts};
	struct proof_kernel out = {.kernel = kernel, .launch = facts->site};
	for (size_t i = 0; i < proving->options->promises.count; i++)
		facts_promise(facts, &proving->options->promises.data[i]);
	inquiry.kernel = sym_run(terms, proving->module, kernel, &facts->launch);
	ask(&inquiry, out.answers);
	out.facts = facts->texts;
	out.questions = inquiry.questions;
	return out;
}

static bool is_same_use(const struct host_launch_use *a, const struct host_launch_use *b)
{
	const struct host_launch *x = a->op->launch, *y = b->op->launch;
	bool same = a->trace == b->trace && x->launch == y->launch && x->arg_count == y->arg_count;
	for (int dim = 0; dim < 3 && same; dim++)
		same = x->grid[dim] == y->grid[dim] && x->block[dim] == y->block[dim];
	for (size_t i = 0; same && i < x->arg_count; i++)
		same = x->args[i].kind == y->args[i].kind && x->args[i].object == y->args[i].object &&
		       x->args[i].number == y->args[i].number;
	return same;
}

/* Adds the answers for one launch to those for the others, of which there are `*done`. */
static void add_answers(struct proof_kernel one, size_t *done, struct proof_kernel *all)
{
	if ((*done)++) {
		merge(one.answers, all->answers);
		all->questions += one.questions;
	} else {
		*all = one;
	}
}

static void prove_elsewhere(
	struct proving *proving, const struct ir_function *kernel, size_t *done, struct proof_kernel *answer)
{
	const project_uses *uses = proving->options->elsewhere;
	for (size_t i = 0; uses && kernel->symbol && i < uses->count && *done < MOST_LAUNCHES; i++) {
		const struct project_use *use = &uses->data[i];
		if (use->is_call || !use->is_known || strcmp(use->symbol, kernel->symbol) != 0)
			continue;
		struct host_launch_use launch = host_launch_elsewhere(proving->arena, kernel, use);
		add_answers(prove_launch(proving, kernel, &launch, &use->place), done, answer);
	}
}

static void prove_kernel(struct proving *proving, const struct ir_function *kernel, proof_kernels *out)
{
	struct host_launch_uses uses = host_launches_of(proving->walked, kernel);
	double start = clock_ms();
	struct proof_kernel answer;
	size_t done = 0;
	for (size_t i = 0; i < uses.count && done < MOST_LAUNCHES; i++) {
		bool is_new = uses.data[i].op->launch->kernel != NULL;
		for (size_t k = 0; k < i && is_new; k++)
			is_new = !is_same_use(&uses.data[k], &uses.data[i]);
		if (!is_new)
			continue;
		add_answers(prove_launch(proving, kernel, &uses.data[i], NULL), &done, &answer);
	}
	if (!done)
		prove_elsewhere(proving, kernel, &done, &answer);
	if (!done)
		answer = prove_launch(proving, kernel, NULL, NULL);
	answer.milliseconds = clock_ms() - start;
	vec_push(proving->arena, out, answer);
}

void proof_module(struct arena *arena, const struct ir_module *module, const char *name,
	const struct proof_options *options, struct solver *solver, proof_kernels *out)
{
	struct proving proving = {.arena = arena,
		.module = module,
		.options = options,
		.solver = solver,
		.query = ir_query_new(arena, module)};
	proving.walked = host_launches_walk(arena, module, proving.query);
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (!function->is_kernel || function->is_system || !function->body ||
			(name && !launch_hint_names(name, function)))
			continue;
		prove_kernel(&proving, function, out);
	}
}
