/* Formulas for the lines of a kernel: it is executed for hundreds of small launches, and what is counted in
 * each line, at each, is what formulas have to be. */
#include "analyzer/run/predict.h"

#include <math.h>
#include <string.h>

/* Steps of all executions for one kernel: some seconds at most. */
static const uint64_t MOST_STEPS = 10000000;

/* What is counted in a line. */
enum { REQUESTS, SECTORS, IDEAL_SECTORS, SHARED_REQUESTS, WAVEFRONTS, IDEAL_WAVEFRONTS, COUNTS };
/* And in the whole kernel. */
enum { ALL_SECTORS, INSTRUCTIONS, OPERATIONS, TOTALS };

struct counting {
	struct arena *arena;
	const struct ir_module *module;
	const struct predict_options *options;
	struct predict_kernel *kernel;
	VEC(struct predict_line) lines; /* that are counted; what is known of their places so far */
};

/* Executes one launch; false: there is none with these sizes. */
static bool execute(
	struct arena *scratch, struct counting *counting, const int64_t *sizes, struct predict_kernel *out)
{
	const struct predict_kernel *kernel = counting->kernel;
	struct predict_options options = *counting->options;
	options.chip = NULL;
	*out = (struct predict_kernel){.function = kernel->function,
		.path = kernel->path,
		.line = kernel->line,
		.subject = kernel->subject};
	if (!subject_launch(scratch, kernel->subject, sizes, &out->launch))
		return false;
	predict_execute(scratch, counting->module, &options, out);
	return true;
}

static struct predict_line *line_in(struct counting *counting, const struct predict_line *line)
{
	for (size_t i = 0; i < counting->lines.count; i++) {
		struct predict_line *own = &counting->lines.data[i];
		if (own->line == line->line && strcmp(own->path, line->path) == 0)
			return own;
	}
	return NULL;
}

static double count_of(bool known, double value)
{
	return known ? value : (double)NAN;
}

static void write_counts(const struct predict_line *line, double *out)
{
	out[REQUESTS] = count_of(line->global.requests_known, line->global.requests);
	out[SHARED_REQUESTS] = count_of(line->shared.requests_known, line->shared.requests);
	out[SECTORS] = count_of(line->global.known, line->global.count);
	out[IDEAL_SECTORS] = count_of(line->global.known, line->global.ideal);
	out[WAVEFRONTS] = count_of(line->shared.known, line->shared.count);
	out[IDEAL_WAVEFRONTS] = count_of(line->shared.known, line->shared.ideal);
}

static bool count(void *context, const int64_t *sizes, double *out, uint64_t *spent)
{
	struct counting *counting = context;
	struct arena *scratch = arena_new();
	struct predict_kernel one;
	bool there = execute(scratch, counting, sizes, &one) && !one.gave_up;
	double *totals = &out[counting->lines.count * COUNTS];
	memset(out, 0, (counting->lines.count * COUNTS + TOTALS) * sizeof *out);
	for (size_t i = 0; there && i < one.lines.count; i++) {
		const struct predict_line *line = &one.lines.data[i];
		struct predict_line *own = line_in(counting, line);
		totals[ALL_SECTORS] += count_of(line->global.known, line->global.count);
		if (!own)
			continue;
		write_counts(line, &out[(size_t)(own - counting->lines.data) * COUNTS]);
		own->is_odd |= line->is_odd;
		own->exact_formula &= line->exact_formula;
		own->address |= line->address;
		own->global.any |= line->global.any;
		own->shared.any |= line->shared.any;
	}
	bool all_turns = !(one.rests_on & SIMT_ASSUMED_TURNS);
	totals[INSTRUCTIONS] = count_of(all_turns, one.warp_instructions);
	totals[OPERATIONS] = count_of(all_turns, one.float_instructions);
	*spent += one.steps;
	arena_free(scratch);
	return there;
}

/* Which lines there are, from one launch of ordinary sizes and one of larger ones. */
static void find_lines(struct counting *counting)
{
	static const int64_t ordinary[2][FORMULA_MOST_SIZES] = {
		{40, 40, 40, 40, 40, 40}, {600, 67, 35, 19, 16, 16}};
	for (int i = 0; i < 2; i++) {
		struct arena *scratch = arena_new();
		struct predict_kernel one;
		bool there = execute(scratch, counting, ordinary[i], &one);
		for (size_t k = 0; there && k < one.lines.count; k++)
			if (!line_in(counting, &one.lines.data[k]))
				vec_push(counting->arena, &counting->lines,
					(struct predict_line){.path = one.lines.data[k].path,
						.line = one.lines.data[k].line,
						.address = one.lines.data[k].address,
						.is_odd = one.lines.data[k].is_odd,
						.exact_formula = true});
		arena_free(scratch);
	}
}

static const struct fit_value *found(const struct fit_value *value)
{
	return value->formula ? value : NULL;
}

/* Sites of which only the addresses aren't known have at least one sector, or wavefront, for each request,
 * and at most one for each lane. */
static bool is_bounded(const struct predict_counts *counts, const struct fit_value *count)
{
	return counts->requests_formula && !counts->count_formula && !count->is_counted;
}

static void take_counts(
	struct predict_line *line, const struct predict_line *own, const struct fit_value *values)
{
	line->is_odd |= own->is_odd;
	line->exact_formula = own->exact_formula;
	if (line->is_odd)
		return;
	if (line->global.any) {
		line->global.requests_formula = found(&values[REQUESTS]);
		line->global.count_formula = found(&values[SECTORS]);
		line->global.ideal_formula = found(&values[IDEAL_SECTORS]);
		line->global.is_bounded = is_bounded(&line->global, &values[SECTORS]);
	}
	if (line->shared.any) {
		line->shared.requests_formula = found(&values[SHARED_REQUESTS]);
		line->shared.count_formula = found(&values[WAVEFRONTS]);
		line->shared.ideal_formula = found(&values[IDEAL_WAVEFRONTS]);
		line->shared.is_bounded = is_bounded(&line->shared, &values[WAVEFRONTS]);
	}
}

bool predict_holds(const struct formula_subject *subject, const struct fit_value *value, const int64_t *sizes)
{
	for (size_t i = 0; i < subject->count; i++)
		if (sizes[i] < value->least[i] || sizes[i] % value->multiple[i] != 0)
			return false;
	return !value->order.is_asked ||
	       sizes[value->order.above] >= sizes[value->order.below] + value->order.by;
}

void predict_evaluate(const struct formula_subject *subject, const struct predict_counts *formulas,
	const int64_t *sizes, struct predict_counts *counts)
{
	const struct fit_value *requests = formulas->requests_formula;
	if (requests && !counts->requests_known && predict_holds(subject, requests, sizes)) {
		counts->requests = formula_value(requests->formula, sizes);
		counts->requests_known = true;
	}
	if (counts->known || !formulas->count_formula || !formulas->ideal_formula ||
		!predict_holds(subject, formulas->count_formula, sizes) ||
		!predict_holds(subject, formulas->ideal_formula, sizes))
		return;
	counts->count = formula_value(formulas->count_formula->formula, sizes);
	counts->ideal = formula_value(formulas->ideal_formula->formula, sizes);
	counts->known = counts->by_formula = true;
	counts->why = NULL;
}

/* Whether something of it was known at most sizes, and yet has no formula. */
static bool is_counted(const struct predict_counts *counts, const struct fit_value *values)
{
	return counts->any && ((!counts->requests_formula && values[REQUESTS].is_counted) ||
				      (!counts->count_formula && values[SECTORS].is_counted) ||
				      (!counts->ideal_formula && values[IDEAL_SECTORS].is_counted));
}

static bool has_all(const struct predict_counts *counts)
{
	return !counts->any || (counts->requests_formula && counts->count_formula && counts->ideal_formula);
}

/* `values`: of the line; NULL: it wasn't looked at. */
static void note_missing(const struct formula_subject *subject, const struct fit *fit,
	const struct fit_value *values, struct predict_line *line)
{
	if (has_all(&line->global) && has_all(&line->shared))
		return;
	const char *why = line->global.why ? line->global.why : line->shared.why;
	bool is_found = values && (is_counted(&line->global, values) ||
					  is_counted(&line->shared, &values[SHARED_REQUESTS]));
	if (subject->refused)
		line->no_formula = subject->refused;
	else if (line->is_odd)
		line->no_formula = "what decides it isn't made of sums of sizes and indices";
	else if (!values)
		line->no_formula = "it isn't come to at the sizes that are tried";
	else if (fit->is_cut)
		line->no_formula = "it takes too long to execute";
	else
		line->no_formula = is_found || !why ? "no short formula holds" : why;
}

static void run_fit(struct counting *counting, struct fit *fit)
{
	struct predict_kernel *kernel = counting->kernel;
	const struct formula_subject *subject = kernel->subject;
	bool all_plain = !subject->class->is_odd;
	uint32_t all_addresses = 0;
	fit->value_count = counting->lines.count * COUNTS + TOTALS;
	fit->values = ARENA_ARRAY(counting->arena, struct fit_value, fit->value_count);
	for (size_t i = 0; i < counting->lines.count; i++) {
		const struct predict_line *line = &counting->lines.data[i];
		uint32_t address = subject_bits(subject, line->address);
		all_plain &= !line->is_odd;
		all_addresses |= address;
		for (size_t k = 0; k < COUNTS; k++) {
			struct fit_value *value = &fit->values[i * COUNTS + k];
			value->is_asked = !line->is_odd;
			value->address = k == REQUESTS || k == SHARED_REQUESTS ? 0 : address;
		}
	}
	for (size_t k = 0; k < TOTALS; k++)
		fit->values[counting->lines.count * COUNTS + k] = (struct fit_value){
			.is_asked = all_plain, .address = k == ALL_SECTORS ? all_addresses : 0};
	fit_run(fit);
}

void predict_formulas(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel, uint64_t *left)
{
	struct counting counting = {.arena = arena, .module = module, .options = options, .kernel = kernel};
	const struct formula_subject *subject = kernel->subject;
	struct fit fit = {.arena = arena,
		.subject = subject,
		.count = count,
		.context = &counting,
		.budget = *left < MOST_STEPS ? *left : MOST_STEPS};
	int64_t sizes[FORMULA_MOST_SIZES];
	if (!subject->refused && subject->count) {
		find_lines(&counting);
		run_fit(&counting, &fit);
		const struct fit_value *totals = &fit.values[counting.lines.count * COUNTS];
		kernel->sectors = found(&totals[ALL_SECTORS]);
		kernel->instructions = found(&totals[INSTRUCTIONS]);
		kernel->operations = found(&totals[OPERATIONS]);
	}
	*left -= fit.spent < *left ? fit.spent : *left;
	bool is_known = subject_known(subject, sizes);
	for (size_t i = 0; i < kernel->lines.count; i++) {
		struct predict_line *line = &kernel->lines.data[i];
		const struct predict_line *own = line_in(&counting, line);
		const struct fit_value *values =
			own ? &fit.values[(size_t)(own - counting.lines.data) * COUNTS] : NULL;
		if (own)
			take_counts(line, own, values);
		if (is_known && subject->count) {
			predict_evaluate(subject, &line->global, sizes, &line->global);
			predict_evaluate(subject, &line->shared, sizes, &line->shared);
		}
		if (subject->count || subject->refused)
			note_missing(subject, &fit, values, line);
	}
}
