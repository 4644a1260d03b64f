/* Gathers facts from the module and from the traces of its host code. */
#include "analyzer/engine/facts.h"

#include <string.h>

#include "analyzer/rule/span.h"
#include "analyzer/simt/launch/elsewhere.h"
#include "analyzer/simt/launch/given.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "analyzer/value/fold.h"

enum { MOST_OF_A_SYMBOL = 4, SHARED_WITHOUT_OPTIN = 48 * 1024 };

struct gathering {
	struct run_unit *run;
	struct project_facts *out;
	struct host_traces passing; /* see host_walk_passing() */
};

/* ---- what is defined ------------------------------------------------------------------------- */

static const char *path_of(const struct run_unit *run, const struct ir_function *function)
{
	struct ir_place place;
	if (!ir_locate(run->module, function->name_range, &place, NULL) ||
		place.file >= run->module->files.count)
		return NULL;
	return run->module->files.data[place.file].path;
}

static bool is_launched(const struct run_unit *run, const struct ir_function *kernel)
{
	launch_sites unnamed = {0};
	given_unnamed(run->arena, run->walked, kernel, &unnamed);
	return ir_launches_of(run->query, kernel).count || unnamed.count;
}

static void add_definition(struct gathering *gathering, const struct project_definition *definition)
{
	for (size_t i = 0; i < gathering->out->definitions.count; i++) {
		struct project_definition *own = &gathering->out->definitions.data[i];
		if (strcmp(own->symbol, definition->symbol) != 0)
			continue;
		own->is_used |= definition->is_used;
		return;
	}
	vec_push(gathering->run->arena, &gathering->out->definitions, *definition);
}

static void add_kernel(struct gathering *gathering, const struct ir_function *kernel)
{
	struct project_definition definition = {.symbol = kernel->symbol,
		.name = kernel->name,
		.path = path_of(gathering->run, kernel),
		.is_kernel = true,
		.is_external = kernel->is_external,
		.is_used = !kernel->is_pattern && !kernel->is_standin && is_launched(gathering->run, kernel)};
	if (!definition.path)
		return;
	if (!kernel->is_standin && !kernel->is_pattern)
		add_definition(gathering, &definition);
	if (!kernel->is_pattern && !kernel->template_symbol)
		return;
	definition.is_template = true;
	definition.symbol = kernel->is_pattern ? kernel->symbol : kernel->template_symbol;
	add_definition(gathering, &definition);
}

static bool launches_something(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->launch) /* perhaps of a kernel that is handed in */
			return true;
	return false;
}

static void add_callees(struct arena *arena, const struct host_trace *trace, struct project_definition *out)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		struct project_use use;
		bool is_new = host_tell_call(arena, trace->ops.data[i], &use);
		for (size_t k = 0; is_new && k < out->callees.count; k++)
			is_new = strcmp(out->callees.data[k], use.symbol) != 0;
		if (is_new)
			vec_push(arena, &out->callees, use.symbol);
	}
}

/* A function that nothing of the unit calls: what it launches, or calls, depends on others. */
static void add_root(struct gathering *gathering, const struct host_trace *trace)
{
	const struct ir_function *root = trace->root;
	if (!root->symbol || !root->is_external || !root->param_count || trace->is_main)
		return;
	struct project_definition definition = {.symbol = root->symbol,
		.name = root->name,
		.path = path_of(gathering->run, root),
		.is_external = true};
	bool launches = launches_something(trace);
	if (!launches)
		add_callees(gathering->run->arena, trace, &definition);
	if (definition.path && (launches || definition.callees.count))
		add_definition(gathering, &definition);
}

static void gather_definitions(struct gathering *gathering)
{
	const struct run_unit *run = gathering->run;
	for (size_t i = 0; i < run->module->functions.count; i++) {
		const struct ir_function *function = run->module->functions.data[i];
		if (function->is_kernel && function->body && function->symbol &&
			function->body_state != IR_BODY_DAMAGED)
			add_kernel(gathering, function);
	}
	for (size_t i = 0; i < run->traces.count; i++)
		add_root(gathering, run->traces.data[i]);
	for (size_t i = 0; i < gathering->passing.count; i++)
		add_root(gathering, gathering->passing.data[i]);
}

/* ---- what is used ---------------------------------------------------------------------------- */

static bool set_place(const struct run_unit *run, struct ir_range range, struct project_use *use)
{
	struct span_pair pair;
	if (!span_resolve(run->module, range, &pair))
		return false;
	use->place = pair.has_expansion ? pair.expansion : pair.span;
	return true;
}

/* A few of each symbol; of those that nothing is known of, one says it all. */
static void add_use(struct gathering *gathering, const struct project_use *use)
{
	size_t same = 0;
	for (size_t i = 0; i < gathering->out->uses.count; i++) {
		const struct project_use *own = &gathering->out->uses.data[i];
		same += own->is_known == use->is_known && !strcmp(own->symbol, use->symbol);
	}
	if (same < (use->is_known ? MOST_OF_A_SYMBOL : 1))
		vec_push(gathering->run->arena, &gathering->out->uses, *use);
}

typedef VEC(const struct ir_function *) kernel_list;

static void add_declared(struct arena *arena, const struct ir_function *kernel, kernel_list *out)
{
	if (!kernel || kernel->body || !kernel->is_external || !kernel->symbol || kernel->is_system)
		return;
	for (size_t i = 0; i < out->count; i++)
		if (out->data[i] == kernel)
			return;
	vec_push(arena, out, kernel);
}

/* Kernels that are launched here and defined elsewhere, in the order of their launches. */
static void find_declared(const struct run_unit *run, kernel_list *out)
{
	for (size_t i = 0; i < run->module->launches.count; i++)
		add_declared(run->arena, run->module->launches.data[i]->kernel, out);
	for (size_t i = 0; i < run->called_traces.count; i++)
		for (size_t k = 0; k < run->called_traces.data[i]->ops.count; k++) {
			const struct host_launch *launch = run->called_traces.data[i]->ops.data[k]->launch;
			if (launch)
				add_declared(run->arena, launch->kernel, out);
		}
}

/* Where the node of a graph that launches a kernel is added; nowhere where there is none. */
static struct ir_range node_range(const struct run_unit *run, const struct ir_function *kernel)
{
	struct host_launch_uses uses = host_launches_of(run->walked, kernel);
	for (size_t i = 0; i < uses.count; i++)
		if (!uses.data[i].op->launch->launch)
			return uses.data[i].op->range;
	return (struct ir_range){0, 0};
}

static void gather_launches(struct gathering *gathering)
{
	const struct run_unit *run = gathering->run;
	const struct launch_facts facts = {.query = run->query, .walked = run->walked, .told_only = true};
	kernel_list kernels = {0};
	find_declared(run, &kernels);
	for (size_t i = 0; i < kernels.count; i++) {
		launch_list launches = {0};
		launches_of(run->arena, &facts, kernels.data[i], &launches);
		for (size_t k = 0; k < launches.count; k++) {
			struct project_use use;
			const struct ir_launch *site = launches.data[k].site;
			struct ir_range at = site ? site->range : node_range(run, kernels.data[i]);
			launch_tell(run->arena, kernels.data[i], &launches.data[k], &use);
			if (set_place(run, at, &use))
				add_use(gathering, &use);
		}
	}
}

static bool is_called(const struct run_unit *run, const struct ir_function *root)
{
	for (size_t i = 0; i < run->called_traces.count; i++)
		if (run->called_traces.data[i]->called && run->called_traces.data[i]->root == root)
			return true;
	return false;
}

static void gather_calls(struct gathering *gathering, const struct host_traces *traces)
{
	const struct run_unit *run = gathering->run;
	for (size_t i = 0; i < traces->count; i++) {
		const struct host_trace *trace = traces->data[i];
		if (!trace->called && is_called(run, trace->root))
			continue;
		for (size_t k = 0; k < trace->ops.count; k++) {
			const struct host_op *op = trace->ops.data[k];
			struct project_use use;
			if (host_tell_call(run->arena, op, &use) && set_place(run, op->range, &use))
				add_use(gathering, &use);
		}
	}
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void add_setting(struct gathering *gathering, const struct host_op *op)
{
	const struct host_value *kernel = op->value_count ? &op->values[0] : NULL;
	struct project_setting setting = {0};
	if (op->kind != HOST_FUNCTION_ATTRIBUTE || !kernel)
		return;
	if (kernel->kind == HOST_FUNCTION && kernel->function)
		setting.kernel = kernel->function->qualified;
	setting.attribute_known = op->value_count > 1 && op->values[1].kind == HOST_NUMBER &&
				  host_sum_is_number(op->values[1].number, &setting.attribute);
	vec_push(gathering->run->arena, &gathering->out->settings, setting);
}

static void gather_settings(struct gathering *gathering)
{
	const struct run_unit *run = gathering->run;
	for (size_t i = 0; i < run->traces.count; i++)
		for (size_t k = 0; k < run->traces.data[i]->ops.count; k++)
			add_setting(gathering, run->traces.data[i]->ops.data[k]);
}

/* Launches that need an attribute: much shared memory, or a configuration. */
static void gather_wanted(struct gathering *gathering)
{
	const struct run_unit *run = gathering->run;
	for (size_t i = 0; i < run->module->launches.count; i++) {
		const struct ir_launch *launch = run->module->launches.data[i];
		struct ir_launch_shape shape;
		int64_t dynamic = 0, fixed = 0;
		if (!launch->kernel)
			continue;
		ir_launch_shape(launch, &shape);
		bool is_large = shape.shared && ir_fold_int(shape.shared, &dynamic) &&
				ir_static_shared(run->arena, run->query, launch->kernel, &fixed) &&
				fixed + dynamic > SHARED_WITHOUT_OPTIN;
		if (is_large || launch->config)
			vec_push(run->arena, &gathering->out->wanted, launch->kernel->qualified);
	}
}

void facts_gather(struct run_unit *run, struct project_facts *out)
{
	const struct host_options options = {
		run->target->per_thread_default_stream, run->target->cuda_version};
	struct gathering gathering = {.run = run, .out = out};
	gathering.passing = host_walk_passing(run->arena, run->module, run->query, &options);
	gather_definitions(&gathering);
	gather_launches(&gathering);
	gather_calls(&gathering, &run->called_traces);
	gather_calls(&gathering, &gathering.passing);
	gather_settings(&gathering);
	gather_wanted(&gathering);
}

void facts_put_settings(struct arena *arena, struct ir_module *module, const struct project_given *given)
{
	size_t count = given ? given->settings.count : 0;
	struct ir_setting *settings = ARENA_ARRAY(arena, struct ir_setting, count + 1);
	for (size_t i = 0; i < count; i++) {
		const struct project_setting *setting = &given->settings.data[i];
		settings[i] =
			(struct ir_setting){setting->kernel, setting->attribute_known, setting->attribute};
	}
	module->settings = settings;
	module->setting_count = count;
}
