/* From the sites of an execution to source lines. */
#include "analyzer/run/predict.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/value/fold.h"
#include "model/model.h"

/* Of all executions that formulas of a file are made from: half a minute at most. */
static const uint64_t MOST_FORMULA_STEPS = 60000000;

bool predict_place(const struct ir_module *module, struct ir_range range, const char **path, uint32_t *line)
{
	struct ir_place spelling, expansion;
	if (!ir_locate(module, range, &spelling, &expansion) || expansion.file >= module->files.count)
		return false;
	*path = module->files.data[expansion.file].path;
	*line = expansion.line;
	return true;
}

static struct predict_line *line_at(
	struct arena *arena, struct predict_kernel *kernel, const char *path, uint32_t number)
{
	for (size_t i = 0; i < kernel->lines.count; i++) {
		struct predict_line *line = &kernel->lines.data[i];
		if (line->line == number && strcmp(line->path, path) == 0)
			return line;
	}
	struct predict_line line = {.path = path,
		.line = number,
		.exact = true,
		.exact_per_request = true,
		.exact_formula = true};
	line.global.known = line.shared.known = true;
	line.global.requests_known = line.shared.requests_known = true;
	line.global.per_request = line.shared.per_request = true;
	vec_push(arena, &kernel->lines, line);
	return &kernel->lines.data[kernel->lines.count - 1];
}

static void forget(struct predict_counts *counts, const char *why)
{
	counts->known = false;
	if (!counts->why)
		counts->why = why;
}

/* What the machine executes of a site. */
static struct simt_spared executed(const struct simt_site *site)
{
	const struct simt_counts *from = &site->counts;
	const struct simt_spared *spared = &site->spared;
	return (struct simt_spared){.requests = from->requests - spared->requests,
		.sectors = from->sectors - spared->sectors,
		.ideal_sectors =
			site->is_whole ? from->whole_ideal : from->ideal_sectors - spared->ideal_sectors,
		.wavefronts = from->wavefronts - spared->wavefronts,
		.ideal_wavefronts = from->ideal_wavefronts - spared->ideal_wavefronts};
}

/* Adds to a line what a site counts there; `is_part`: elsewhere, too. */
static void add_site(const struct predict_kernel *kernel, struct predict_line *line,
	const struct simt_site *site, const struct simt_spared *counted, bool is_part)
{
	const struct simt_counts *from = &site->counts;
	const struct simt_spared *spared = &site->spared;
	bool is_exact = site->exact && !(is_part && spared->requests > 0);
	line->exact &= is_exact;
	line->exact_per_request &= is_exact;
	line->exact_formula &= is_exact;
	if (kernel->subject) {
		const struct class_place place = formula_class_of(kernel->subject->class, site->expr);
		line->is_odd |= place.is_odd;
		line->address |= place.address;
	}
	if (spared->requests > 0 && spared->requests >= from->requests)
		return;
	bool is_shared = site->space == SIMT_SHARED;
	struct predict_counts *to = is_shared ? &line->shared : &line->global;
	to->any = true;
	to->requests += counted->requests;
	to->count += is_shared ? counted->wavefronts : counted->sectors;
	to->ideal += is_shared ? counted->ideal_wavefronts : counted->ideal_sectors;
	if (kernel->gave_up || !kernel->launch.grid_known)
		to->requests_known = false;
	to->per_request &= !kernel->gave_up && from->unknown == 0;
	if (kernel->gave_up) {
		forget(to, kernel->gave_up);
	} else if (from->unknown > 0) {
		forget(to, site->why ? site->why : "address is not known");
	} else if (!kernel->launch.grid_known) {
		to->known = false;
	} else if (site->in_symbolic_loop) {
		to->requests_known = false;
		forget(to, "number of turns of a loop is not known");
	}
	line->exact &= to->known;
}

static bool is_counted(const struct simt_site *site)
{
	bool is_memory =
		site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC || site->space == SIMT_SHARED;
	return is_memory && !site->merged_into;
}

/* The order of lines: the kernel's own file first. */
static int compare_lines(const struct predict_line *a, const struct predict_line *b, const char *own)
{
	bool a_own = strcmp(a->path, own) == 0, b_own = strcmp(b->path, own) == 0;
	if (a_own != b_own)
		return a_own ? -1 : 1;
	int by_path = strcmp(a->path, b->path);
	return by_path ? by_path : a->line < b->line ? -1 : a->line > b->line;
}

static void sort_lines(struct predict_kernel *kernel)
{
	for (size_t i = 1; i < kernel->lines.count; i++) {
		struct predict_line line = kernel->lines.data[i];
		size_t at = i;
		for (; at > 0 && compare_lines(&line, &kernel->lines.data[at - 1], kernel->path) < 0; at--)
			kernel->lines.data[at] = kernel->lines.data[at - 1];
		kernel->lines.data[at] = line;
	}
}

/* A launch site asks for a block that no device takes: the launch that was made of it has another one. */
static bool site_block_fails(
	const struct ir_query *query, struct predict_kernel *kernel, const struct model_arch *arch)
{
	const struct ir_launch *site = kernel->launch.site;
	struct ir_dim3 block;
	int64_t total;
	if (!site || !site->block || kernel->launch.source > LAUNCH_SITE ||
		!ir_fold_dim3_called(query, site->block, &block) || !ir_dim3_total(&block, &total))
		return false;
	bool fails = total < 1 || total > arch->max_threads_per_block;
	for (size_t i = 0; i < 3; i++)
		fails |= block.value[i] > arch->max_block_dim[i];
	if (!fails)
		return false;
	memcpy(kernel->launch.block, block.value, sizeof kernel->launch.block);
	kernel->launch.source = LAUNCH_SITE;
	return true;
}

/* Why a launch can't run, as far as that follows from its shape; NULL: it may. */
static const char *failure_of(
	struct arena *arena, const struct ir_query *query, struct predict_kernel *kernel)
{
	const struct model_arch *arch = model_arch_nearest(kernel->chip->cc);
	const struct simt_launch *launch = &kernel->launch;
	const struct ir_attribute *bounds = ir_function_attribute(kernel->function, "launch_bounds");
	int64_t most;
	if (!arch)
		return NULL;
	if (site_block_fails(query, kernel, arch))
		return arena_printf(arena, "no device takes a block of %lldx%lldx%lld threads",
			(long long)launch->block[0], (long long)launch->block[1],
			(long long)launch->block[2]);
	for (size_t i = 0; launch->grid_known && i < 3; i++)
		if (launch->grid[i] > arch->max_grid_dim[i])
			return arena_printf(arena, "%lld blocks in %c are over the limit of %d",
				(long long)launch->grid[i], "xyz"[i], arch -> max_grid_dim[i]);
	int64_t threads = launch->block[0] * launch->block[1] * launch->block[2];
	if (bounds && bounds->arg_count && ir_fold_int(bounds->args[0], &most) && most > 0 && threads > most)
		return arena_printf(arena, "%lld threads are over the %lld of `__launch_bounds__`",
			(long long)threads, (long long)most);
	return NULL;
}

/* Adds a site to the line where it counts, or to those. */
static void add_to_lines(struct arena *arena, const struct ir_module *module, struct predict_kernel *kernel,
	const struct simt_site *site)
{
	const char *path;
	uint32_t number;
	const struct ir_expr *at = site->moved_to && !site->in_parts ? site->moved_to : site->expr;
	const struct simt_spared all = executed(site);
	if (site->shares.count < 2) {
		at = site->shares.count ? site->shares.data[0].at : at;
		if (predict_place(module, at->range, &path, &number))
			add_site(kernel, line_at(arena, kernel, path, number), site, &all, false);
		return;
	}
	for (size_t i = 0; i < site->shares.count; i++) {
		const struct simt_share *share = &site->shares.data[i];
		if (predict_place(module, share->at->range, &path, &number))
			add_site(kernel, line_at(arena, kernel, path, number), site, &share->counted, true);
	}
}

void predict_execute(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, struct predict_kernel *kernel)
{
	const struct ir_function *function = kernel->function;
	struct simt_launch launch = kernel->launch;
	launch.few_turns = false;
	struct arena *scratch = arena_new();
	const struct simt_report *report = options->chip
						   ? simt_execute(scratch, module, function, &launch)
						   : simt_execute_counts(scratch, module, function, &launch);
	kernel->gave_up = report->result.gave_up;
	kernel->steps = report->result.steps;
	kernel->rests_on = report->result.assumptions;
	for (int op = 0; op < SIMT_OP_STEP; op++)
		kernel->warp_instructions += report->work.issued[op];
	kernel->float_instructions = report->work.issued[SIMT_OP_FP32] + report->work.issued[SIMT_OP_FP64];
	for (size_t i = 0; i < report->sites.count; i++)
		if (is_counted(report->sites.data[i]))
			add_to_lines(arena, module, kernel, report->sites.data[i]);
	if (options->chip)
		price_report(&kernel->price, report, options->chip, options->registers);
	for (size_t i = 0; i < kernel->lines.count; i++) {
		struct predict_line *line = &kernel->lines.data[i];
		line->global.why = line->global.why ? arena_printf(arena, "%s", line->global.why) : NULL;
		line->shared.why = line->shared.why ? arena_printf(arena, "%s", line->shared.why) : NULL;
	}
	if (kernel->gave_up)
		kernel->gave_up = arena_printf(arena, "%s", kernel->gave_up);
	sort_lines(kernel);
	arena_free(scratch);
}

static void predict_launch(struct arena *arena, const struct ir_module *module,
	const struct launch_facts *facts, const struct predict_options *options,
	const struct ir_function *function, const struct simt_launch *launch, uint64_t *left,
	predict_list *out)
{
	struct predict_kernel *kernel = ARENA_NEW(arena, struct predict_kernel);
	kernel->function = function;
	kernel->launch = *launch;
	kernel->chip = options->chip;
	if (!predict_place(module, function->name_range, &kernel->path, &kernel->line))
		return;
	kernel->fails = failure_of(arena, facts->query, kernel);
	if (!kernel->fails && options->formulas)
		kernel->subject = subject_new(arena, module, function, &kernel->launch,
			host_launches_of(facts->walked, function), options->hints);
	if (!kernel->fails)
		predict_execute(arena, module, options, kernel);
	if (kernel->price.occupancy_known && kernel->price.occupancy.blocks_per_sm == 0) {
		kernel->fails = arena_printf(arena, "no SM of %s holds such a block", kernel->chip->name);
		kernel->price.known = false;
		kernel->lines.count = 0;
	}
	if (options->formulas && !kernel->fails)
		predict_formulas(arena, module, options, kernel, left);
	if (options->formulas && !kernel->fails && options->sweep)
		predict_sweep(arena, module, options, kernel);
	vec_push(arena, out, kernel);
}

void predict_module(struct arena *arena, const struct ir_module *module,
	const struct predict_options *options, predict_list *out)
{
	uint64_t left = MOST_FORMULA_STEPS;
	const struct ir_query *query = ir_query_new(arena, module);
	const struct launch_facts facts = {.query = query,
		.walked = host_launches_walk(arena, module, query),
		.hints = options->hints,
		.elsewhere = options->elsewhere};
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (!function->is_kernel || !function->body || function->is_system)
			continue;
		if (options->is_unwanted && options->is_unwanted(options->unwanted_context))
			return;
		launch_list launches = {0};
		launches_of(arena, &facts, function, &launches);
		for (size_t k = 0; k < launches.count; k++)
			predict_launch(
				arena, module, &facts, options, function, &launches.data[k], &left, out);
	}
}
