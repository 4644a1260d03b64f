/* One file from source to findings: as many parses as its targets need, rules over each, then suppressions.
 *
 * A file is parsed for its highest target. Where what kernels come to is otherwise for other targets, it is
 * parsed once more for each group of them that its tests of __CUDA_ARCH__ tell apart, and where what host
 * functions come to is otherwise without that macro, once as the host compiler sees it. Findings of a parse
 * hold for its group; what concerns host functions is taken from the host's parse, if there is one. The units
 * stay open to the end, because their files' texts are needed there. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/engine/arch_passes.h"
#include "analyzer/engine/arch_text.h"
#include "analyzer/engine/configured.h"
#include "analyzer/engine/facts.h"
#include "analyzer/engine/fixable.h"
#include "analyzer/engine/hints.h"
#include "analyzer/engine/parse_report.h"
#include "analyzer/finding/fingerprint.h"
#include "analyzer/rule/span.h"
#include "analyzer/suppress/suppress.h"

enum { FILE_LIMIT = 5 * 1000 * 1000 };

struct lint {
	struct arena *arena;
	const struct run_unit_input *input;
	struct unit_options options;
	struct unit_result *result;
	VEC(struct unit *) units; /* the one for the highest target first */
	line_list late;           /* kernels that weren't executed because time was nearly over */
	bool lacks_pass;          /* likewise, a parse for another target or for the host */
};

/* ---- before parsing -------------------------------------------------------------------------- */

/* Whether there is something to parse; else says why not. */
static bool check_file(struct lint *lint, char **error)
{
	const struct unit_options *options = &lint->options;
	struct stat status;
	size_t size = options->contents_size;
	if (lint->input->refused) {
		*error = arena_printf(lint->arena, "%s: %s", options->path, lint->input->refused);
		lint->result->io_error = *error;
		return false;
	}
	if (!options->contents) {
		const char *problem = NULL;
		if (stat(options->path, &status) || access(options->path, R_OK))
			problem = strerror(errno);
		else if (S_ISDIR(status.st_mode))
			problem = strerror(EISDIR);
		else if (!S_ISREG(status.st_mode)) /* reading a pipe could wait for ever */
			problem = "Not a regular file";
		if (problem) {
			*error = arena_printf(lint->arena, "%s: %s", options->path, problem);
			lint->result->io_error = *error;
			return false;
		}
		size = (size_t)status.st_size;
	}
	if (size <= FILE_LIMIT)
		return true;
	*error = "the file is larger than 5 MB and was not analysed";
	return false;
}

static void add_toolkit_flags(
	struct arena *arena, const struct toolkit *toolkit, bool with_cccl, struct unit_options *options)
{
	struct words words = {0};
	if (options->toolkit_flag_count || !toolkit || !toolkit->root)
		return;
	toolkit_include_flags(arena, options->headers_dir, toolkit, with_cccl, &words);
	options->toolkit_cccl = with_cccl;
	options->toolkit_flags = words.data;
	options->toolkit_flag_count = words.count;
}

/* With a toolkit: CCCL comes from it when the unit wants a part of CCCL that isn't bundled. */
static void add_toolkit(struct lint *lint)
{
	bool from_toolkit = includes_lack_cccl(lint->options.includes);
	add_toolkit_flags(lint->arena, lint->input->toolkit, from_toolkit, &lint->options);
}

/* What all parses of the file share. */
static void prepare(struct lint *lint)
{
	struct includes *includes = ARENA_NEW(lint->arena, struct includes);
	double start = clock_ms();
	unit_includes(lint->arena, &lint->options, includes);
	lint->options.includes = includes;
	lint->result->parse_ms += clock_ms() - start;
	add_toolkit(lint);
}

/* ---- what is reported ------------------------------------------------------------------------ */

static bool is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	while (length > 1 && folder[length - 1] == '/')
		length--;
	return !strncmp(path, folder, length) && (path[length] == '/' || length == 1);
}

static bool is_reported(const struct lint *lint, const struct ir_file *file)
{
	const struct run_unit_input *input = lint->input;
	if (input->fragment)
		return !strcmp(file->absolute, input->fragment);
	if (file->is_main || file->is_system)
		return !file->is_system;
	bool below = !input->report_root_count;
	for (size_t i = 0; !below && i < input->report_root_count; i++)
		below = is_below(file->absolute, input->report_roots[i]);
	return configured_header(input->config, file, below);
}

static const struct ir_file *file_named(const struct unit *unit, const char *path)
{
	for (size_t i = 0; i < unit->module->files.count; i++)
		if (!strcmp(unit->module->files.data[i].path, path))
			return &unit->module->files.data[i];
	return NULL;
}

/* A macro of a header that isn't reported is the business of who uses it. */
static bool keep_finding(const struct lint *lint, const struct unit *unit, struct finding *finding)
{
	const struct ir_file *file = file_named(unit, finding->span.path);
	if (file && is_reported(lint, file))
		return true;
	file = finding->has_expansion ? file_named(unit, finding->expansion.path) : NULL;
	if (!file || !is_reported(lint, file))
		return false;
	finding->span = finding->expansion;
	finding->has_expansion = false;
	finding->fixes.count = 0;
	return true;
}

static const struct ir_file *fragment_file(const struct lint *lint, const struct unit *unit)
{
	for (size_t i = 0; lint->input->fragment && i < unit->module->files.count; i++)
		if (!strcmp(unit->module->files.data[i].absolute, lint->input->fragment))
			return &unit->module->files.data[i];
	return NULL;
}

/* ---- time ------------------------------------------------------------------------------------ */

bool run_is_late(const struct run_unit_input *input)
{
	return input->late_after_ms > 0 && clock_process_ms(getpid()) > input->late_after_ms;
}

static void add_late(struct lint *lint, const line_list *kernels)
{
	for (size_t i = 0; i < kernels->count; i++) {
		bool is_new = true;
		for (size_t k = 0; k < lint->late.count && is_new; k++)
			is_new = strcmp(lint->late.data[k], kernels->data[i]) != 0;
		if (is_new)
			vec_push(lint->arena, &lint->late, kernels->data[i]);
	}
}

/* What isn't known for want of time; a result that another run may have more of isn't kept. */
static void report_late(struct lint *lint)
{
	if (!lint->late.count && !lint->lacks_pass)
		return;
	parse_report_late(
		lint->arena, lint->result->path, &lint->late, lint->lacks_pass, &lint->result->findings);
	if (lint->options.reads)
		lint->options.reads->is_unstable = true;
}

/* ---- parses ---------------------------------------------------------------------------------- */

enum side { SIDE_ANY, SIDE_DEVICE, SIDE_HOST };

static bool is_on_side(const struct finding *finding, enum side side)
{
	bool is_host = finding->side && !strcmp(finding->side, "host");
	return side == SIDE_ANY || is_host == (side == SIDE_HOST);
}

static struct unit *parse(struct lint *lint, int arch, bool host_pass, char **error)
{
	struct unit_options options = lint->options;
	struct unit *unit = NULL;
	options.arch = arch;
	options.host_pass = host_pass;
	options.found = lint->units.count ? lint->units.data[0]->found : NULL;
	if (unit_parse(lint->arena, &options, &unit, error))
		return NULL;
	lint->result->parse_ms += unit->parse_ms;
	lint->result->lower_ms += unit->lower_ms;
	lint->result->used_preamble |= unit->used_preamble;
	vec_push(lint->arena, &lint->units, unit);
	return unit;
}

static void count_executions(struct lint *lint, const struct run_executions *executions)
{
	struct unit_result *result = lint->result;
	result->has_executed = executions->asked;
	result->executed = executions->executed;
	for (size_t i = 0; i < executions->kernels.count; i++)
		vec_push(lint->arena, &result->launches, executions->kernels.data[i]);
	for (size_t i = 0; i < executions->left_out.count; i++)
		vec_push(lint->arena, &result->notes, executions->left_out.data[i]);
}

static void run_over(
	struct lint *lint, const struct unit *unit, const int *archs, size_t count, enum side side)
{
	struct run_unit_input input = *lint->input;
	struct target target = input.target;
	finding_list found = {0};
	double start = clock_ms();
	target.archs = archs;
	target.arch_count = count;
	if (archs[0] > lint->input->target.archs[0])
		target.virtual_arch = 0; /* it is the lowest target's */
	const struct launch_hints *hints = hints_gather(lint->arena, unit, lint->input->hints);
	struct run_executions executions = {0};
	bool is_first = unit == lint->units.data[0];
	input.times = input.timing ? &lint->result->times : NULL;
	input.executions = &executions;
	input.facts = is_first ? &lint->result->facts : NULL;
	facts_put_settings(lint->arena, unit->module, input.given);
	run_rules(lint->arena, unit, &input, &target, hints, &found);
	add_late(lint, &executions.late);
	if (is_first)
		count_executions(lint, &executions);
	for (size_t i = 0; i < found.count; i++) {
		struct finding *finding = found.data[i];
		if (is_on_side(finding, side) && keep_finding(lint, unit, finding))
			vec_push(lint->arena, &lint->result->findings, finding);
	}
	lint->result->rules_ms += clock_ms() - start;
}

/* The groups after the first one, and the host's view. Failures cost only their part: the first parse stands.
 */
static void run_other_passes(
	struct lint *lint, const arch_group_list *groups, const struct unit *host, enum side side)
{
	const struct target *target = &lint->input->target;
	char *ignored = NULL;
	for (size_t i = 1; i < groups->count; i++) {
		const struct arch_group *group = &groups->data[i];
		if (run_is_late(lint->input)) {
			lint->lacks_pass = true;
			break;
		}
		struct unit *unit = parse(lint, group->archs[group->count - 1], false, &ignored);
		if (unit)
			run_over(lint, unit, group->archs, group->count, side);
	}
	if (host)
		run_over(lint, host, target->archs, target->arch_count, SIDE_HOST);
}

/* What other parses than the first one could show that it doesn't. */
static struct arch_differences look_for_differences(struct lint *lint, const struct unit *first)
{
	const struct includes *includes = &first->includes;
	const struct target *target = &lint->input->target;
	struct arch_differences differences = {true, true, true};
	if (lint->input->all_passes || first->status != UNIT_OK ||
		!(includes->tests_cuda_arch || includes->arch_tests.count))
		return differences;
	double start = clock_ms();
	struct arena *arena = arena_new();
	struct arch_question question = {.archs = target->archs,
		.arch_count = target->arch_count,
		.has_features = lint->options.arch_suffixes != NULL};
	vec_append(arena, &question.headers, &includes->local);
	unit_files(arena, first, &question.included);
	arch_text_compare(ir_query_new(arena, first->module), &question, &differences);
	arena_free(arena);
	lint->result->parse_ms += clock_ms() - start;
	return differences;
}

static bool run_passes(struct lint *lint, char **error)
{
	const struct target *target = &lint->input->target;
	char *ignored = NULL;
	int highest = lint->options.arch ? lint->options.arch : target->archs[target->arch_count - 1];
	struct unit *first = parse(lint, highest, lint->options.host_pass, error);
	if (!first)
		return false;
	if (lint->input->facts_only) {
		run_over(lint, first, target->archs, target->arch_count, SIDE_ANY);
		return true;
	}
	const struct includes *includes = &first->includes;
	struct arch_differences differences = look_for_differences(lint, first);
	bool splits = target->archs_assumed ? differences.kernels : differences.any;
	arch_group_list groups = {0};
	arch_groups(lint->arena, target->archs, target->arch_count, includes->arch_tests.data,
		splits ? includes->arch_tests.count : 0, &groups);
	struct unit *host = NULL;
	bool needs_host = includes->tests_cuda_arch && differences.host && !lint->options.host_pass;
	lint->lacks_pass = needs_host && run_is_late(lint->input);
	if (needs_host && !lint->lacks_pass)
		host = parse(lint, highest, true, &ignored);
	if (host && host->status == UNIT_FAILED)
		host = NULL;
	enum side side = host ? SIDE_DEVICE : SIDE_ANY;
	run_over(lint, first, groups.data[0].archs, groups.data[0].count, side);
	run_other_passes(lint, &groups, host, side);
	return true;
}

/* ---- afterwards ------------------------------------------------------------------------------ */

static void count_functions(const struct ir_module *module, struct unit_result *result)
{
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (function->is_system || function->body_state == IR_BODY_NONE)
			continue;
		result->functions++;
		result->kernels += function->is_kernel;
	}
}

/* Calls `visit` for each reported file of the units, once each. */
static void for_each_file(
	struct lint *lint, void (*visit)(struct lint *, const struct ir_file *, void *), void *context)
{
	VEC(const char *) seen = {0};
	for (size_t u = 0; u < lint->units.count; u++) {
		const struct ir_module *module = lint->units.data[u]->module;
		for (size_t i = 0; i < module->files.count; i++) {
			const struct ir_file *file = &module->files.data[i];
			size_t k = 0;
			while (k < seen.count && strcmp(seen.data[k], file->path) != 0)
				k++;
			if (k < seen.count || !is_reported(lint, file))
				continue;
			vec_push(lint->arena, &seen, file->path);
			visit(lint, file, context);
		}
	}
}

/* What a header silences may come up in a file that includes it: nothing in it is known to be unused. */
static void add_suppressions(struct lint *lint, const struct ir_file *file, void *context)
{
	bool is_main = (lint->input->fragment || file->is_main) && !path_is_header(file->path);
	suppress_add_file(context, file->path, file->text, file->size, is_main);
}

static void add_patterns(struct lint *lint, const struct ir_file *file, void *context)
{
	(void)context;
	configured_patterns(lint->arena, lint->input, file, &lint->result->findings);
}

static void add_fingerprints(struct lint *lint, const struct ir_file *file, void *context)
{
	fingerprint_file(lint->arena, file->path, file->text, file->size, context, &lint->result->findings);
}

/* Where the functions are that findings may lie in; what a lambda does is its function's. */
static void find_scopes(struct lint *lint, fingerprint_scopes *scopes)
{
	for (size_t u = 0; u < lint->units.count && lint->result->findings.count; u++) {
		const struct ir_module *module = lint->units.data[u]->module;
		for (size_t i = 0; i < module->functions.count; i++) {
			const struct ir_function *function = module->functions.data[i];
			struct ir_place place;
			if (function->is_system || function->is_lambda ||
				!ir_locate(module, function->range, &place, NULL) ||
				place.file >= module->files.count)
				continue;
			vec_push(lint->arena, scopes,
				(struct fingerprint_scope){module->files.data[place.file].path,
					function->qualified, place.begin, place.end});
		}
	}
}

static void settle_fixes(struct lint *lint, const struct ir_file *file, void *context)
{
	(void)context;
	fixable_settle(lint->arena, lint->options.includes, file, &lint->result->findings);
}

static bool is_complete(const struct lint *lint)
{
	for (size_t i = 0; i < lint->units.count; i++)
		if (lint->units.data[i]->status != UNIT_OK)
			return false;
	return true;
}

static void apply_suppressions(struct lint *lint)
{
	const struct run_unit_input *input = lint->input;
	if (input->ignore_suppressions)
		return;
	const struct rule *const *registry = input->registry ? input->registry : input->rules;
	struct suppressions *set = suppress_new(lint->arena, registry, input->rules);
	if (input->config && input->config->require_reason)
		suppress_require_reasons(set);
	for_each_file(lint, add_suppressions, set);
	if (is_complete(lint))
		suppress_set_module(set, lint->units.data[0]->module);
	suppress_apply(set, &lint->result->findings, is_complete(lint));
}

static void settle(struct lint *lint)
{
	configured_settle(lint->arena, lint->input->config, lint->units.data, lint->units.count,
		&lint->result->findings);
}

static bool is_wanted(const struct lint *lint, const struct finding *finding)
{
	const struct rule *rule = run_find_rule(lint->input->rules, finding->code);
	if (rule && rule->without_infos && finding->severity == SEVERITY_INFO)
		return false;
	return lint->input->preview || finding->confidence != CONFIDENCE_POSSIBLE;
}

/* What is only possible, and what only the strict set reports. */
static void drop_unwanted(struct lint *lint)
{
	finding_list *findings = &lint->result->findings;
	size_t kept = 0;
	for (size_t i = 0; i < findings->count; i++)
		if (is_wanted(lint, findings->data[i]))
			findings->data[kept++] = findings->data[i];
	findings->count = kept;
}

/* What other units have said of this one, for -v. */
static void note_given(struct lint *lint)
{
	const struct project_given *given = lint->input->given;
	for (size_t i = 0; given && i < given->uses.count; i++) {
		const struct project_use *use = &given->uses.data[i];
		vec_push(lint->arena, &lint->result->notes,
			arena_printf(lint->arena, "%s at %s:%u is looked at from here, too",
				use->is_call ? "the call" : "the launch", use->place.path,
				use->place.start.line));
	}
	for (size_t i = 0; given && i < given->settings.count; i++) {
		const char *kernel = given->settings.data[i].kernel;
		vec_push(lint->arena, &lint->result->notes,
			arena_printf(lint->arena, "another unit sets an attribute of %s",
				kernel ? arena_printf(lint->arena, "`%s`", kernel) : "some kernel"));
	}
}

static void finish(struct lint *lint)
{
	struct unit_result *result = lint->result;
	const struct unit *first = lint->units.data[0];
	if (lint->input->facts_only) {
		result->findings.count = 0;
		result->status = UNIT_OK;
		return;
	}
	note_given(lint);
	parse_report_unit(lint->arena, lint->input->rules, first, fragment_file(lint, first), result);
	report_late(lint);
	count_functions(first->module, result);
	if (hints_any(lint->input->hints))
		hints_names(lint->arena, first->module, &result->kernel_names);
	for_each_file(lint, add_patterns, NULL);
	apply_suppressions(lint);
	settle(lint);
	drop_unwanted(lint);
	finding_merge(lint->arena, &result->findings);
	fingerprint_scopes scopes = {0};
	find_scopes(lint, &scopes);
	for_each_file(lint, add_fingerprints, &scopes);
	for_each_file(lint, settle_fixes, NULL);
	for (size_t i = 0; i < result->findings.count; i++)
		result->suppressed += result->findings.data[i]->suppressed;
}

struct unit_headers run_wanted_headers(struct arena *arena, const struct run_unit_input *input)
{
	struct unit_result result = {0};
	struct lint lint = {.arena = arena, .input = input, .options = input->parse, .result = &result};
	const struct target *target = &input->target;
	prepare(&lint);
	return (struct unit_headers){.level = unit_headers_level(lint.options.includes),
		.arch = lint.options.arch ? lint.options.arch : target->archs[target->arch_count - 1],
		.toolkit_cccl = lint.options.toolkit_cccl};
}

struct unit_options run_headers_options(
	struct arena *arena, const struct run_unit_input *input, const struct unit_headers *wanted)
{
	struct unit_options options = input->parse;
	add_toolkit_flags(arena, input->toolkit, wanted->toolkit_cccl, &options);
	return options;
}

int run_parse(struct arena *arena, const struct run_unit_input *input, struct unit **unit, char **error)
{
	struct unit_result result = {0};
	struct lint lint = {.arena = arena, .input = input, .options = input->parse, .result = &result};
	const struct target *target = &input->target;
	*unit = NULL;
	if (check_file(&lint, error)) {
		prepare(&lint);
		int arch = lint.options.arch ? lint.options.arch : target->archs[target->arch_count - 1];
		*unit = parse(&lint, arch, false, error);
	}
	if (!*unit && !result.io_error)
		*error = arena_printf(arena, "%s: %s", input->parse.path, *error);
	return *unit ? 0 : -1;
}

static void close_units(struct lint *lint)
{
	for (size_t i = 0; i < lint->units.count; i++)
		unit_close(lint->units.data[i]);
}

int run_lint(struct arena *arena, const struct run_unit_input *input, struct unit_result *result,
	struct lint **out, char **error)
{
	struct lint *lint = ARENA_NEW(arena, struct lint);
	*lint = (struct lint){.arena = arena, .input = input, .options = input->parse, .result = result};
	double start = clock_ms();
	*result = (struct unit_result){.path = input->fragment ? input->fragment_path : input->parse.path};
	result->status = UNIT_FAILED;
	bool ok = check_file(lint, error);
	if (ok)
		prepare(lint);
	ok = ok && run_passes(lint, error);
	if (ok) {
		finish(lint);
	} else if (!result->io_error) {
		parse_report_failure(arena, result->path, *error, &result->findings);
		settle(lint);
	}
	if (ok && lint->options.reads)
		unit_settle_reads(arena, &lint->options, lint->options.includes);
	result->ms = clock_ms() - start;
	*out = ok ? lint : NULL;
	if (!ok)
		close_units(lint);
	return ok ? 0 : -1;
}

const struct unit *lint_unit(const struct lint *lint)
{
	return lint->units.data[0];
}

void lint_close(struct lint *lint)
{
	if (lint)
		close_units(lint);
}

int run_one(struct arena *arena, const struct run_unit_input *input, struct unit_result *result, char **error)
{
	double start = clock_ms();
	struct lint *lint;
	int status = run_lint(arena, input, result, &lint, error);
	lint_close(lint);
	result->ms = clock_ms() - start;
	return status;
}
