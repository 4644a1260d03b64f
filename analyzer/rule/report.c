/* What a hook may call: reporting a finding, adding related places and fixes to it, reading text and options.
 */
#include "analyzer/rule/run_unit.h"
#include "analyzer/rule/span.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct ir_function *enclosing_kernel(const struct ir_function *function)
{
	while (function && !function->is_kernel && function->is_lambda)
		function = function->parent;
	return function && function->is_kernel ? function : NULL;
}

static void set_function(struct finding *finding, const struct ir_function *function)
{
	if (!function)
		return;
	const struct ir_function *kernel = enclosing_kernel(function);
	finding->function = function->display;
	finding->kernel = kernel ? kernel->display : NULL;
	finding->side = kernel || function->is_device ? "device" : "host";
}

/* The range, or the function's name, or the start of the main file: a finding has to be somewhere. False when
 * that place must not be reported. */
static bool place_finding(struct pass *pass, struct finding *finding, struct ir_range at)
{
	struct span_pair pair;
	bool ok = true;
	if (at.begin)
		ok = span_resolve(pass->module, at, &pair);
	else if (!pass->function || !span_resolve(pass->module, pass->function->name_range, &pair)) {
		struct ir_place nowhere = {.file = UINT32_MAX};
		pair = (struct span_pair){.span = span_of_place(pass->module, &nowhere)};
	}
	finding->span = pair.span;
	finding->has_expansion = pair.has_expansion;
	finding->expansion = pair.expansion;
	return ok;
}

static void set_launch(struct finding *finding, const struct simt_launch *launch)
{
	finding->launch.source = launch_source_name(launch->source);
	finding->launch.block_known = true;
	finding->launch.grid_known = launch->grid_known;
	for (int dim = 0; dim < 3; dim++) {
		finding->launch.block[dim] = launch->block[dim];
		finding->launch.grid[dim] = launch->grid[dim];
	}
}

/* Whether a kernel is executed for a launch that nobody is seen to make. */
static bool is_unlaunched(const struct simt_report *report)
{
	const struct simt_launch *launch = report->launch;
	return report->kernel->is_kernel && !launch->site && !launch->elsewhere &&
	       launch->source < LAUNCH_SITE;
}

/* Notes what a unit that launches, or instantiates, the kernel knows better. */
static void set_assumed(struct pass *pass, struct finding *finding, const struct ir_function *function)
{
	const struct simt_report *report = pass->unit->report;
	const struct ir_function *kernel = report ? report->kernel : enclosing_kernel(function);
	struct ir_place place;
	if (!kernel || !kernel->symbol)
		return;
	if (kernel->is_standin)
		finding->assumed_symbol = kernel->template_symbol;
	else if (kernel->is_pattern || (report && is_unlaunched(report)))
		finding->assumed_symbol = kernel->symbol;
	if (!finding->assumed_symbol || !ir_locate(pass->module, kernel->name_range, &place, NULL) ||
		place.file >= pass->module->files.count)
		finding->assumed_symbol = NULL;
	else
		finding->assumed_path = pass->module->files.data[place.file].path;
}

static bool rests_on_invented(const struct ir_function *function)
{
	return function && (function->rests_on_invented || function->is_standin);
}

static struct finding *report(
	struct pass *pass, struct ir_range at, const struct ir_function *function, const char *message)
{
	struct finding *finding = ARENA_NEW(pass->arena, struct finding);
	finding->message = message;
	finding->code = pass->rule->code;
	finding->rule = pass->rule->name;
	finding->severity = pass->rule->severity;
	finding->confidence = CONFIDENCE_PROVEN;
	finding->instances = 1;
	set_function(finding, function);
	finding->lone = pass->unit->report && !pass->unit->report->kernel->is_kernel;
	finding->doubtful = pass->unit->report && pass->unit->report->launch->contradicted;
	if (pass->unit->report && !finding->lone)
		set_launch(finding, pass->unit->report->launch);
	if (place_finding(pass, finding, at))
		for (size_t i = 0; i < pass->target->arch_count; i++)
			vec_push(pass->arena, &finding->archs, pass->target->archs[i]);
	set_assumed(pass, finding, function);
	vec_push(pass->arena, &pass->unit->findings, finding);
	const struct simt_report *report = pass->unit->report;
	struct reported reported = {function, report != NULL,
		rests_on_invented(function) || (report && rests_on_invented(report->kernel)),
		report && report->kernel->rests_on_numbers, report ? report->launch->elsewhere : NULL};
	vec_push(pass->arena, &pass->unit->reported, reported);
	return finding;
}

struct finding *pass_report(struct pass *pass, struct ir_range at, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *message = arena_vprintf(pass->arena, format, args);
	va_end(args);
	return report(pass, at, pass->function, message);
}

struct finding *pass_report_op(struct pass *pass, const struct host_op *op, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *message = arena_vprintf(pass->arena, format, args);
	va_end(args);
	return report(pass, op->range, op->where.function, message);
}

void pass_related(struct pass *pass, struct finding *finding, struct ir_range at, const char *format, ...)
{
	struct span_pair pair;
	if (!span_resolve(pass->module, at, &pair))
		return;
	va_list args;
	va_start(args, format);
	const char *message = arena_vprintf(pass->arena, format, args);
	va_end(args);
	struct related related = {
		.span = pair.has_expansion ? pair.expansion : pair.span, .message = message};
	vec_push(pass->arena, &finding->related, related);
}

struct fix *pass_fix(
	struct pass *pass, struct finding *finding, enum fix_safety safety, const char *format, ...)
{
	struct pending_fix *pending = ARENA_NEW(pass->arena, struct pending_fix);
	va_list args;
	va_start(args, format);
	pending->fix.title = arena_vprintf(pass->arena, format, args);
	va_end(args);
	pending->fix.safety = safety;
	pending->finding = finding;
	vec_push(pass->arena, &pass->unit->fixes, pending);
	return &pending->fix;
}

static struct pending_fix *pending_of(struct fix *fix)
{
	return (struct pending_fix *)(void *)fix; /* fix is the first member */
}

enum edit_place { EDIT_REPLACE, EDIT_BEFORE, EDIT_AFTER };

static void add_edit(
	struct pass *pass, struct fix *fix, struct ir_range range, enum edit_place where, const char *text)
{
	struct pending_fix *pending = pending_of(fix);
	const struct finding *finding = pending->finding;
	struct ir_place place;
	if (!span_is_editable(pass->module, range, &place)) {
		pending->is_dropped = true;
		return;
	}
	const char *path = pass->module->files.data[place.file].path;
	const char *home = finding->span.path;
	if (strcmp(path, home) != 0) {
		pending->is_dropped = true;
		return;
	}
	struct edit edit = {.path = path, .start = place.begin, .end = place.end, .text = text};
	if (where == EDIT_BEFORE)
		edit.end = edit.start;
	else if (where == EDIT_AFTER)
		edit.start = edit.end;
	vec_push(pass->arena, &fix->edits, edit);
}

void fix_replace(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(pass->arena, format, args);
	va_end(args);
	add_edit(pass, fix, range, EDIT_REPLACE, text);
}

void fix_insert_before(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(pass->arena, format, args);
	va_end(args);
	add_edit(pass, fix, range, EDIT_BEFORE, text);
}

void fix_insert_after(struct pass *pass, struct fix *fix, struct ir_range range, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(pass->arena, format, args);
	va_end(args);
	add_edit(pass, fix, range, EDIT_AFTER, text);
}

void fix_replace_tail(
	struct pass *pass, struct fix *fix, struct ir_range range, unsigned bytes, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(pass->arena, format, args);
	va_end(args);
	size_t before = fix->edits.count;
	add_edit(pass, fix, range, EDIT_REPLACE, text);
	if (fix->edits.count > before) {
		struct edit *edit = &fix->edits.data[before];
		edit->start = edit->end - bytes;
	}
}

size_t finding_limit_archs(struct finding *finding, int lowest, int below)
{
	size_t kept = 0;
	for (size_t i = 0; i < finding->archs.count; i++) {
		int arch = finding->archs.data[i];
		if (arch >= lowest && (!below || arch < below))
			finding->archs.data[kept++] = arch;
	}
	finding->archs.count = kept;
	return kept;
}

enum { FIRST_WITH_ITS = 70 };

bool target_lacks_its(const struct target *target)
{
	return (target->arch_count && target->archs[0] < FIRST_WITH_ITS) ||
	       (target->virtual_arch && target->virtual_arch < FIRST_WITH_ITS);
}

void finding_without_its(const struct pass *pass, struct finding *finding)
{
	finding->severity = SEVERITY_INFO;
	if (!target_lacks_its(pass->target))
		return;
	finding->severity = SEVERITY_ERROR;
	if (pass->target->archs[0] < FIRST_WITH_ITS)
		finding_limit_archs(finding, 0, FIRST_WITH_ITS);
}

const char *pass_text(const struct pass *pass, struct ir_range range)
{
	struct ir_place place;
	if (!ir_locate(pass->module, range, &place, NULL) || place.file >= pass->module->files.count)
		return "";
	const struct ir_file *file = &pass->module->files.data[place.file];
	if (!file->text || place.begin > place.end || place.end > file->size)
		return "";
	return arena_strndup(pass->arena, file->text + place.begin, place.end - place.begin);
}

const struct ir_query *pass_query(const struct pass *pass)
{
	if (!pass->unit->query)
		pass->unit->query = ir_query_new(pass->arena, pass->module);
	return pass->unit->query;
}

struct ir_uniformity *pass_uniformity(const struct pass *pass)
{
	if (!pass->unit->uniformity)
		pass->unit->uniformity = ir_uniformity_new(pass->arena, pass->module);
	return pass->unit->uniformity;
}

struct ir_flow *pass_flow(const struct pass *pass)
{
	if (!pass->unit->flow)
		pass->unit->flow = ir_flow_new(pass->arena, pass->module);
	return pass->unit->flow;
}

struct ir_spins *pass_spins(const struct pass *pass)
{
	if (!pass->unit->spins)
		pass->unit->spins = ir_spins_new(pass->arena, pass->module, pass_uniformity(pass));
	return pass->unit->spins;
}

struct ir_publications *pass_publications(const struct pass *pass)
{
	if (!pass->unit->publications)
		pass->unit->publications = ir_publications_new(pass->arena, pass->module, pass_spins(pass));
	return pass->unit->publications;
}

const struct ir_host_visible *pass_host_visible(const struct pass *pass)
{
	if (!pass->unit->host_visible)
		pass->unit->host_visible = ir_host_visible_new(pass->arena, pass->module);
	return pass->unit->host_visible;
}

static const char *option_text(const struct pass *pass, const char *name)
{
	const struct rule_option *option = pass->rule->options;
	while (option && option->name && strcmp(option->name, name) != 0)
		option++;
	assert(option && option->name && "a rule reads an option that it doesn't declare");
	const struct config *config = pass->unit->config;
	const struct rule_setting *setting =
		config ? setting_find(&config->settings, pass->rule->code, name) : NULL;
	return setting ? setting->text : option->fallback;
}

int64_t pass_option_int(const struct pass *pass, const char *name)
{
	return strtoll(option_text(pass, name), NULL, 10);
}

double pass_option_real(const struct pass *pass, const char *name)
{
	return strtod(option_text(pass, name), NULL);
}

void pass_attach_fixes(struct run_unit *run)
{
	for (size_t i = 0; i < run->fixes.count; i++) {
		struct pending_fix *pending = run->fixes.data[i];
		if (!pending->is_dropped && pending->fix.edits.count)
			vec_push(run->arena, &pending->finding->fixes, pending->fix);
	}
}

static void add_elsewhere(struct arena *arena, struct finding *finding, const struct project_use *use)
{
	if (use)
		vec_push(arena, &finding->related,
			(struct related){
				use->place, use->is_call ? "launched by way of this call" : "launched here"});
}

void pass_collect(struct run_unit *run, finding_list *findings)
{
	for (size_t i = 0; i < run->findings.count; i++) {
		struct finding *finding = run->findings.data[i];
		if (finding->lone && finding->confidence == CONFIDENCE_PROVEN)
			finding->confidence = CONFIDENCE_LIKELY;
		if (run->reported.data[i].rests_on_invented && finding->confidence == CONFIDENCE_PROVEN)
			finding->confidence = CONFIDENCE_LIKELY;
		if (run->reported.data[i].rests_on_numbers && finding->severity == SEVERITY_ERROR)
			finding->severity = SEVERITY_WARNING;
		add_elsewhere(run->arena, finding, run->reported.data[i].elsewhere);
		if (finding->doubtful)
			finding->confidence = CONFIDENCE_POSSIBLE;
		if (finding->archs.count)
			vec_push(run->arena, findings, finding);
	}
}
