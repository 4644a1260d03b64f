/* Choosing launches: hints from outside first, then the launch sites of the unit with what the host walk
 * knows of them (given.c), then what the body and __launch_bounds__ say (assume.c). */
#include "analyzer/simt/launch/launch.h"

#include <string.h>

#include "analyzer/simt/launch/assume.h"
#include "analyzer/simt/launch/elsewhere.h"
#include "analyzer/simt/launch/given.h"
#include "analyzer/simt/launch/trial.h"
#include "analyzer/simt/launch/promise.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/cluster.h"
#include "analyzer/value/fold.h"

/* Of one kernel; and of one launch that a loop over block sizes comes to: the first ones and the last. */
enum { MAX_LAUNCHES = 4, MAX_BLOCKS = 3 };

const char *launch_source_name(enum launch_source source)
{
	static const char *const names[] = {
		"assumed", "launch-bounds", "launch-site", "config", "source-comment", "command-line"};
	return names[source];
}

bool launch_block_is_possible(const int64_t block[3])
{
	return block[0] > 0 && block[1] > 0 && block[2] > 0 && block[0] <= 1024 && block[1] <= 1024 &&
	       block[2] <= 64 && block[0] * block[1] * block[2] <= 1024;
}

static int64_t attribute_value(const struct ir_function *kernel, const char *name, size_t index)
{
	const struct ir_attribute *attribute = ir_function_attribute(kernel, name);
	int64_t value;
	return attribute && index < attribute->arg_count && ir_fold_int(attribute->args[index], &value)
		       ? value
		       : 0;
}

/* Without a launch: the block that __block_size__ fixes, or what the body says, within the most that
 * __launch_bounds__ allows. `dims`: what a launch tells of the block; NULL: nothing. */
static void assume_block(const struct ir_query *query, const struct ir_function *kernel,
	const struct ir_dim3 *dims, struct assume_body *body, struct simt_launch *launch)
{
	struct assumption known = {.most = attribute_value(kernel, "launch_bounds", 0)};
	launch->source = LAUNCH_ASSUMED;
	for (int dim = 0; dim < 3; dim++) {
		int64_t fixed = attribute_value(kernel, "block_size", (size_t)dim);
		launch->block[dim] = fixed > 0 ? fixed : 1;
		if (fixed > 0)
			launch->source = LAUNCH_BOUNDS;
	}
	if (launch->source == LAUNCH_BOUNDS && launch_block_is_possible(launch->block))
		return;
	launch->source = known.most > 0 ? LAUNCH_BOUNDS : LAUNCH_ASSUMED;
	for (int dim = 0; dims && dim < 3; dim++)
		known.extent[dim] = dims->known[dim] ? dims->value[dim] : 0;
	assume_launch(query, kernel, &known, body, launch);
}

static bool all_known(const struct ir_dim3 *dims)
{
	return dims->known[0] && dims->known[1] && dims->known[2];
}

static void fold_arguments(struct arena *arena, const struct ir_query *query,
	const struct ir_function *kernel, struct simt_launch *launch)
{
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count + 1);
	const struct ir_launch *site = launch->site;
	bool by_value = site && (site->form == IR_LAUNCH_CHEVRON || site->form == IR_LAUNCH_EX);
	for (size_t i = 0; by_value && i < kernel->param_count && i < site->arg_count; i++) {
		enum ir_type_kind kind = kernel->params[i]->type->kind;
		if (kind == IR_TYPE_INT || kind == IR_TYPE_BOOL || kind == IR_TYPE_ENUM)
			if (ir_fold_int_called(query, site->args[i], &arguments[i].value))
				arguments[i].kind = SIMT_ARGUMENT_NUMBER;
	}
	launch->arguments = arguments;
}

/* A kernel of `__block_size__` is launched with `<<<grid, 1, 0>>>`: its block is the attribute's, and its
 * grid counts clusters where the attribute has their size. */
static void apply_block_size(
	const struct ir_query *query, const struct ir_function *kernel, struct simt_launch *launch)
{
	struct ir_dim3 cluster;
	struct assume_body body = {0};
	struct simt_launch fixed = {0};
	assume_block(query, kernel, NULL, &body, &fixed);
	memcpy(launch->block, fixed.block, sizeof launch->block);
	launch->source = LAUNCH_SITE;
	if (!ir_counts_clusters(kernel))
		return;
	launch->grid_known &= ir_compiled_cluster(kernel, &cluster) && all_known(&cluster);
	for (int dim = 0; launch->grid_known && dim < 3; dim++)
		launch->grid_known =
			cluster.value[dim] > 0 &&
			!__builtin_mul_overflow(launch->grid[dim], cluster.value[dim], &launch->grid[dim]);
}

/* What is written at a launch; its block is still to be assumed where that doesn't tell it. */
static void from_site(struct arena *arena, const struct ir_query *query, const struct ir_function *kernel,
	const struct ir_launch *site, struct simt_launch *launch)
{
	struct ir_dim3 grid, block;
	launch->site = site;
	if (site->block && ir_fold_dim3_called(query, site->block, &block) && all_known(&block) &&
		launch_block_is_possible(block.value)) {
		memcpy(launch->block, block.value, sizeof launch->block);
		launch->source = LAUNCH_SITE;
	}
	if (site->grid && ir_fold_dim3_called(query, site->grid, &grid) && all_known(&grid) &&
		grid.value[0] > 0 && grid.value[1] > 0 && grid.value[2] > 0) {
		memcpy(launch->grid, grid.value, sizeof launch->grid);
		launch->grid_known = true;
	}
	if (site->form == IR_LAUNCH_CHEVRON && attribute_value(kernel, "block_size", 0) > 0)
		apply_block_size(query, kernel, launch);
	launch->shared_known =
		!site->config && (!site->shared || ir_fold_int_called(query, site->shared, &launch->shared));
	fold_arguments(arena, query, kernel, launch);
}

/* A block for what is launched at launch->site, and isn't told there. */
static void assume_at_site(const struct ir_query *query, const struct ir_function *kernel,
	struct assume_body *body, struct simt_launch *launch)
{
	struct ir_dim3 block;
	const struct ir_launch *site = launch->site;
	bool some =
		site && site->block && ir_fold_dim3_called(query, site->block, &block) && !all_known(&block);
	assume_block(query, kernel, some ? &block : NULL, body, launch);
}

bool simt_same_argument(const struct simt_argument *a, const struct simt_argument *b)
{
	return a->kind == b->kind && a->value == b->value && a->object == b->object &&
	       a->offset_known == b->offset_known && !memcmp(&a->real, &b->real, sizeof a->real) &&
	       a->has_bounds == b->has_bounds && !memcmp(&a->bounds, &b->bounds, sizeof a->bounds);
}

bool launch_is_same(
	const struct ir_function *kernel, const struct simt_launch *a, const struct simt_launch *b)
{
	if (memcmp(a->block, b->block, sizeof a->block) != 0 || a->grid_known != b->grid_known ||
		memcmp(a->grid, b->grid, sizeof a->grid) != 0 || a->shared_known != b->shared_known ||
		a->shared != b->shared)
		return false;
	for (size_t i = 0; i < kernel->param_count; i++)
		if (!simt_same_argument(&a->arguments[i], &b->arguments[i]))
			return false;
	if (a->member_count != b->member_count)
		return false;
	for (size_t i = 0; i < a->member_count; i++)
		if (a->members[i].param != b->members[i].param ||
			a->members[i].offset != b->members[i].offset ||
			!simt_same_argument(&a->members[i].argument, &b->members[i].argument))
			return false;
	return true;
}

static void add_unless_there(struct arena *arena, const struct ir_function *kernel, launch_list *out,
	const struct simt_launch *launch)
{
	for (size_t i = 0; i < out->count; i++)
		if (launch_is_same(kernel, &out->data[i], launch))
			return;
	if (out->count < MAX_LAUNCHES)
		vec_push(arena, out, *launch);
}

bool launch_hint_names(const char *hint, const struct ir_function *kernel)
{
	return strcmp(hint, "*") == 0 || strcmp(hint, kernel->name) == 0 ||
	       strcmp(hint, kernel->display) == 0 || strcmp(hint, kernel->qualified) == 0;
}

static void apply_hints(
	const struct launch_hints *hints, const struct ir_function *kernel, struct simt_launch *launch)
{
	for (size_t i = 0; hints && i < hints->launches.count; i++) {
		const struct launch_hint *hint = &hints->launches.data[i];
		if (!launch_hint_names(hint->kernel, kernel) || hint->source < launch->source)
			continue;
		if (hint->block_known && launch_block_is_possible(hint->block)) {
			memcpy(launch->block, hint->block, sizeof launch->block);
			launch->source = hint->source;
			launch->row_told = launch->contradicted = false;
		}
		if (hint->grid_known) {
			memcpy(launch->grid, hint->grid, sizeof launch->grid);
			launch->grid_known = true;
		}
		if (hint->shared >= 0) {
			launch->shared = hint->shared;
			launch->shared_known = true;
		}
	}
	struct simt_argument *arguments = (struct simt_argument *)(uintptr_t)launch->arguments;
	for (size_t i = 0; hints && i < hints->params.count; i++) {
		const struct param_hint *hint = &hints->params.data[i];
		for (size_t k = 0; launch_hint_names(hint->kernel, kernel) && k < kernel->param_count; k++)
			if (strcmp(kernel->params[k]->name, hint->param) == 0)
				arguments[k] = (struct simt_argument){
					.kind = SIMT_ARGUMENT_NUMBER, .value = hint->value};
	}
	if (hints)
		launch_promises_apply(&hints->promises, kernel, launch);
}

/* A launch in an arm that the callers' numbers don't choose. */
struct seek {
	const struct ir_query *query;
	const struct ir_expr *expr;
	bool dead;
};

static void on_launch(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct seek *seek = context;
	if (expr == seek->expr)
		seek->dead = ir_is_dead_called(seek->query, path);
}

static bool is_never_launched(const struct ir_query *query, const struct ir_launch *site)
{
	static const struct ir_visitor visitor = {.expr = on_launch, .enter_lambdas = true};
	struct seek seek = {query, site->expr, false};
	if (site->function && site->expr)
		ir_walk_function(site->function, &visitor, &seek);
	return seek.dead;
}

/* The launch with the arguments of `told` alone. */
static const struct simt_launch *plainer_launch(struct arena *arena, const struct ir_function *kernel,
	const struct launch_hints *hints, const struct simt_launch *launch, const struct simt_launch *told)
{
	struct simt_launch *plainer = ARENA_NEW(arena, struct simt_launch);
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count + 1);
	memcpy(arguments, told->arguments, kernel->param_count * sizeof *arguments);
	*plainer = *launch;
	plainer->arguments = arguments;
	plainer->member_count = 0;
	apply_hints(hints, kernel, plainer);
	return launch_is_same(kernel, launch, plainer) ? NULL : plainer;
}

static void take_block(struct simt_launch *launch, const struct simt_launch *from)
{
	memcpy(launch->block, from->block, sizeof launch->block);
	launch->source = from->source;
	launch->row_told = from->row_told;
	launch->contradicted = from->contradicted;
}

/* Adds a launch in the source as often as the host comes to it with blocks that differ. Only where it comes
 * with one that isn't known a block is assumed: that reads, and tries, the whole kernel. */
static void add_walked(struct arena *arena, const struct launch_facts *facts,
	const struct ir_function *kernel, const struct simt_launch *launch, struct assume_body *body,
	launch_list *out)
{
	launch_list walked = {0};
	struct simt_launch assumed = *launch;
	bool is_assumed = false;
	given_launches(arena, facts->walked, kernel, launch, &walked);
	for (size_t i = 0; i < walked.count; i++) {
		if (i >= MAX_BLOCKS - 1 && i + 1 < walked.count)
			continue;
		struct simt_launch *one = &walked.data[i];
		if (one->source < LAUNCH_SITE && !facts->told_only) {
			if (!is_assumed)
				assume_at_site(facts->query, kernel, body, &assumed);
			is_assumed = true;
			take_block(one, &assumed);
		}
		apply_hints(facts->hints, kernel, one);
		one->plainer = plainer_launch(arena, kernel, facts->hints, one, launch);
		one->few_turns = one->plainer != NULL;
		add_unless_there(arena, kernel, out, one);
	}
}

/* As for a launch of the unit: the plainer one has what stood at the launch. */
static void add_plainer(struct arena *arena, const struct launch_facts *facts,
	const struct ir_function *kernel, struct simt_launch *launch)
{
	const struct project_use *use = launch->elsewhere;
	struct simt_argument *told = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count + 1);
	struct simt_launch bare = {.arguments = told};
	for (size_t i = 0; i < kernel->param_count && i < use->values.count; i++)
		if (use->values.data[i].is_told)
			told[i] = launch->arguments[i];
	launch->plainer = plainer_launch(arena, kernel, facts->hints, launch, &bare);
	launch->few_turns = launch->plainer != NULL;
}

static void add_elsewhere(struct arena *arena, const struct launch_facts *facts,
	const struct ir_function *kernel, struct assume_body *body, launch_list *out)
{
	for (size_t i = 0; facts->elsewhere && kernel->symbol && i < facts->elsewhere->count; i++) {
		const struct project_use *use = &facts->elsewhere->data[i];
		struct simt_launch launch;
		if (use->is_call || strcmp(use->symbol, kernel->symbol) != 0)
			continue;
		launch_from_elsewhere(arena, kernel, use, &launch);
		if (launch.source != LAUNCH_SITE && !facts->told_only)
			assume_block(facts->query, kernel, NULL, body, &launch);
		apply_hints(facts->hints, kernel, &launch);
		add_plainer(arena, facts, kernel, &launch);
		add_unless_there(arena, kernel, out, &launch);
	}
}

void launches_of(struct arena *arena, const struct launch_facts *facts, const struct ir_function *kernel,
	launch_list *out)
{
	const struct ir_query *query = facts->query;
	struct ir_launches sites = ir_launches_of(query, kernel);
	struct assume_body body = {0};
	for (size_t i = 0; i < sites.count; i++) {
		struct simt_launch launch = {0};
		if (is_never_launched(query, sites.data[i]))
			continue;
		from_site(arena, query, kernel, sites.data[i], &launch);
		add_walked(arena, facts, kernel, &launch, &body, out);
	}
	launch_sites unnamed = {0};
	given_unnamed(arena, facts->walked, kernel, &unnamed);
	for (size_t i = 0; i < unnamed.count; i++) {
		struct simt_launch launch = {0};
		if (unnamed.data[i])
			from_site(arena, query, kernel, unnamed.data[i], &launch);
		else
			fold_arguments(arena, query, kernel, &launch);
		add_walked(arena, facts, kernel, &launch, &body, out);
	}
	if (!out->count)
		add_elsewhere(arena, facts, kernel, &body, out);
	if (out->count)
		return;
	struct simt_launch launch = {0};
	fold_arguments(arena, query, kernel, &launch);
	if (!facts->told_only)
		assume_block(query, kernel, NULL, &body, &launch);
	apply_hints(facts->hints, kernel, &launch);
	vec_push(arena, out, launch);
}

void launches_to_try(struct arena *arena, const struct launch_facts *facts, const struct ir_function *kernel,
	launch_list *out)
{
	struct ir_launches sites = ir_launches_of(facts->query, kernel);
	for (size_t i = 0; i < sites.count; i++) {
		struct simt_launch launch = {0};
		if (is_never_launched(facts->query, sites.data[i]))
			continue;
		from_site(arena, facts->query, kernel, sites.data[i], &launch);
		trial_launches(arena, facts->walked, kernel, &launch, out);
	}
	size_t kept = 0;
	for (size_t i = 0; i < out->count; i++)
		if (!facts->hints || !launch_promises_refuse(&facts->hints->promises, kernel, &out->data[i]))
			out->data[kept++] = out->data[i];
	out->count = kept;
}
