/* Planning: from options and build to one run_unit_input for each file. Nothing here looks into CUDA source;
 * what has to is done in the workers. */
#include "analyzer/run/plan.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/headers_dir.h"
#include "analyzer/run/headers.h"
#include "analyzer/run/plan_config.h"
#include "analyzer/run/rights.h"
#include "model/model.h"

enum { NEWEST_TOOLKIT = 13000 };

static const int default_archs[] = {80, 90};

static void warn(struct plan *plan, const char *line)
{
	for (size_t i = 0; i < plan->report->warnings.count; i++)
		if (!strcmp(plan->report->warnings.data[i], line))
			return;
	vec_push(plan->arena, &plan->report->warnings, line);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* ---- found once ------------------------------------------------------------------------------ */

static struct compdb *open_database(struct plan *plan, const char *path, char **error)
{
	for (size_t i = 0; i < plan->databases.count; i++)
		if (!strcmp(plan->databases.data[i].path, path))
			return plan->databases.data[i].database;
	struct plan_database entry = {.path = path};
	if (compdb_open(plan->arena, path, &entry.database, error))
		entry.database = NULL;
	vec_push(plan->arena, &plan->databases, entry);
	return entry.database;
}

/* The database that serves a file; NULL: none. */
static struct compdb *database_for(struct plan *plan, const char *folder)
{
	char *error = NULL;
	if (plan->options->build_dir)
		return open_database(plan, plan->options->build_dir, &error);
	const char *path = compdb_find_upward(plan->arena, folder);
	struct compdb *database = path ? open_database(plan, path, &error) : NULL;
	if (error)
		warn(plan, error);
	return database;
}

/* The toolkit of --cuda-path, else of the configuration, else of the build or the machine. */
static const struct toolkit *toolkit_for(
	struct plan *plan, const struct args *args, const struct config *config)
{
	static const char option[] = "--cuda-path=";
	const char *compiler = args->compiler_is_nvcc ? args->compiler : NULL;
	const char *wanted = plan->options->cuda_path ? plan->options->cuda_path : config->cuda_path;
	for (size_t i = 0; i < plan->toolkits.count; i++) {
		const struct plan_toolkit *entry = plan->toolkits.data[i];
		if (same(entry->compiler, compiler) && same(entry->cuda_path, args->cuda_path) &&
			same(entry->wanted, wanted))
			return &entry->toolkit;
	}
	struct plan_toolkit *entry = ARENA_NEW(plan->arena, struct plan_toolkit);
	char *error = NULL;
	entry->compiler = compiler;
	entry->cuda_path = args->cuda_path;
	entry->wanted = wanted;
	if (toolkit_find(plan->arena, wanted, args, &entry->toolkit, &error))
		plan->report->fatal = plan->options->cuda_path
					      ? error
					      : arena_printf(plan->arena, "%s: 'cuda-path': %s", config->path,
							error + strlen(option));
	vec_push(plan->arena, &plan->toolkits, entry);
	return &entry->toolkit;
}

static const struct header_index *index_for(struct plan *plan, const char *root)
{
	if (!root)
		return NULL;
	for (size_t i = 0; i < plan->indexes.count; i++)
		if (!strcmp(plan->indexes.data[i].root, root))
			return plan->indexes.data[i].index;
	struct plan_index entry = {.root = root, .index = header_index_build(plan->arena, root)};
	vec_push(plan->arena, &plan->indexes, entry);
	return entry.index;
}

const char *plan_headers_folder(struct arena *arena, const char *given)
{
	if (given)
		return given;
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (cache && cache[0] == '/')
		return arena_printf(arena, "%s/cudalint", cache);
	if (home && home[0] == '/')
		return arena_printf(arena, "%s/.cache/cudalint", home);
	return NULL;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static void add_stdin(struct plan *plan)
{
	const struct run_options *options = plan->options;
	const char *name = options->stdin_name ? options->stdin_name : "stdin.cu";
	struct input input = {.is_stdin = true};
	input.absolute = path_normalize(plan->arena, path_join(plan->arena, path_here(plan->arena), name));
	input.path = path_display(plan->arena, input.absolute);
	input.root = path_repository(plan->arena, path_parent(plan->arena, input.absolute));
	vec_push(plan->arena, &plan->inputs, input);
}

static const char *tell_gone(struct arena *arena, const char *first, size_t count)
{
	const char *path = path_display(arena, first);
	if (count == 1)
		return arena_printf(arena, "compile_commands.json names %s, which isn't there", path);
	return arena_printf(
		arena, "compile_commands.json names %zu files that aren't there, %s first", count, path);
}

/* Of the files that aren't compiled as CUDA, those that call it. */
static void add_host_files(
	struct plan *plan, const struct compdb *database, input_list *headers, line_list *warnings)
{
	for (size_t i = 0; i < compdb_other_count(database); i++) {
		const char *file = compdb_other(database, i);
		if (path_is_file(file) && inputs_is_linted(plan->arena, file, warnings))
			inputs_add(plan->arena, file, &plan->inputs, headers, warnings);
	}
}

/* No path given: the files of the database, else the working directory. */
static void add_default(struct plan *plan, input_list *headers, line_list *warnings)
{
	struct compdb *database = database_for(plan, path_here(plan->arena));
	size_t count = database ? compdb_count(database) : 0;
	const char *gone = NULL;
	size_t gone_count = 0;
	for (size_t i = 0; i < count; i++) {
		const char *file = compdb_file(database, i);
		if (path_is_file(file)) {
			inputs_add(plan->arena, file, &plan->inputs, headers, warnings);
			continue;
		}
		gone = gone ? gone : file;
		gone_count++;
	}
	if (gone_count)
		vec_push(plan->arena, warnings, tell_gone(plan->arena, gone, gone_count));
	if (count)
		add_host_files(plan, database, headers, warnings);
	else
		inputs_add(plan->arena, ".", &plan->inputs, headers, warnings);
}

static void gather_inputs(struct plan *plan)
{
	const struct run_options *options = plan->options;
	line_list warnings = {0};
	input_list headers = {0};
	for (size_t i = 0; i < options->path_count; i++) {
		if (!strcmp(options->paths[i], "-"))
			add_stdin(plan);
		else
			inputs_add(plan->arena, options->paths[i], &plan->inputs, &headers, &warnings);
	}
	if (!options->path_count)
		add_default(plan, &headers, &warnings);
	inputs_sort(&plan->inputs);
	inputs_sort(&headers);
	headers_add(plan->arena, &headers, &plan->inputs);
	inputs_sort(&plan->inputs);
	for (size_t i = 0; i < warnings.count; i++)
		warn(plan, warnings.data[i]);
}

static void add_root(struct plan *plan, const char *root)
{
	for (size_t i = 0; root && i < plan->roots.count; i++)
		if (!strcmp(plan->roots.data[i], root))
			return;
	if (root)
		vec_push(plan->arena, &plan->roots, root);
}

/* Headers are reported below the repositories of the inputs, and beside and below the inputs. */
static void gather_roots(struct plan *plan)
{
	for (size_t i = 0; i < plan->inputs.count; i++) {
		const struct input *input = &plan->inputs.data[i];
		add_root(plan, input->root ? input->root : path_parent(plan->arena, input->absolute));
	}
}

/* ---- one file -------------------------------------------------------------------------------- */

static void find_flags(struct plan *plan, const struct input *input, struct args *args)
{
	const struct run_options *options = plan->options;
	char *error = NULL;
	*args = plan->flags;
	if (!options->flag_count) {
		struct compdb *database = database_for(plan, path_parent(plan->arena, input->absolute));
		const char *from = NULL;
		*args = (struct args){0};
		if (database)
			compdb_entry(plan->arena, database, input->absolute, args, &from, &error);
		if (error)
			warn(plan, arena_printf(plan->arena, "%s: %s", input->path, error));
	}
	error = NULL;
	if (options->extra_arg_count &&
		args_extend(plan->arena, (int)options->extra_arg_count, options->extra_args, args, &error))
		plan->report->fatal = error;
	toolkit_adopt_flags(plan->arena, args);
}

static void note(struct plan *plan, struct run_unit_input *unit, const char *line)
{
	vec_push(plan->arena, &unit->notes, line);
}

static void limit_flags(struct plan *plan, struct args *args, struct run_unit_input *unit)
{
	const char *first = NULL;
	size_t dropped = rights_limit_flags(plan, &args->clang_flags, &first);
	if (dropped)
		note(plan, unit,
			arena_printf(plan->arena,
				"%zu include path%s of the build outside of the repository %s not read: %s",
				dropped, dropped == 1 ? "" : "s", dropped == 1 ? "is" : "are", first));
}

/* "sm_80, sm_90" */
static const char *arch_names(struct plan *plan, const int *archs, size_t count)
{
	const char *names = "";
	for (size_t i = 0; i < count; i++)
		names = arena_printf(plan->arena, "%s%ssm_%d", names, i ? ", " : "", archs[i]);
	return names;
}

/* Of what the build makes code for, architectures from before the model's first one are left out; where there
 * are no others, the first one stands for them. */
static void limit_archs(struct plan *plan, struct run_unit_input *unit)
{
	struct target *target = &unit->target;
	const struct model_arch *oldest = model_arch_at(0);
	size_t old = 0;
	while (old < target->arch_count && target->archs[old] < oldest->cc)
		old++;
	if (target->virtual_arch && target->virtual_arch < oldest->cc)
		target->virtual_arch = oldest->cc;
	if (!old)
		return;
	const char *names = arch_names(plan, target->archs, old);
	const char *form = old < target->arch_count ? "targets older than %s are left out: %s"
						    : "%s stands for targets older than it: %s";
	note(plan, unit, arena_printf(plan->arena, form, oldest->name, names));
	target->archs += old;
	target->arch_count -= old;
	if (target->arch_count)
		return;
	target->archs = &oldest->cc;
	target->arch_count = 1;
}

/* What was found out and assumed before the file is looked at. */
static void add_notes(struct plan *plan, const struct args *args, struct run_unit_input *unit)
{
	const struct target *target = &unit->target;
	const char *from = plan->options->arch_count   ? "--arch"
			   : unit->config->archs.count ? "the configuration"
			   : target->archs_assumed     ? "assumed"
			   : plan->options->flag_count ? "the flags"
						       : "the build";
	int major = target->cuda_version / 1000, minor = target->cuda_version % 1000 / 10;
	if (unit->config->path)
		note(plan, unit, arena_printf(plan->arena, "configuration: %s", unit->config->path));
	note(plan, unit,
		arena_printf(plan->arena, "targets: %s (%s)",
			arch_names(plan, target->archs, target->arch_count), from));
	note(plan, unit,
		unit->toolkit->root
			? arena_printf(
				  plan->arena, "toolkit: %s, CUDA %d.%d", unit->toolkit->root, major, minor)
			: arena_printf(plan->arena, "toolkit: none, bundled declarations of CUDA %d.%d",
				  major, minor));
	for (size_t i = 0; i < args->dropped.count; i++)
		note(plan, unit,
			arena_printf(plan->arena, "flag '%s' is not known and is left out",
				args->dropped.data[i]));
}

/* The chip of --chip, else of the configuration, unless --arch asks for others than its architecture. */
static const char *choose_chip(const struct run_options *options, const struct config *config)
{
	bool is_fit = !options->arch_count;
	if (options->chip || !config->chip)
		return options->chip;
	for (size_t i = 0; i < options->arch_count; i++)
		is_fit |= options->archs[i] == model_chip_find(config->chip)->cc;
	return is_fit ? config->chip : NULL;
}

static void set_target(struct plan *plan, const struct args *args, const struct config *config,
	const struct toolkit *toolkit, struct target *target)
{
	const struct run_options *options = plan->options;
	*target = (struct target){
		.archs = default_archs,
		.arch_count = sizeof default_archs / sizeof *default_archs,
		.archs_assumed = !options->arch_count && !config->archs.count && !args->archs.count,
		.per_thread_default_stream = args->per_thread_default_stream,
		.fast_math = args->fast_math,
		.chip = choose_chip(options, config),
	};
	if (options->arch_count) {
		target->archs = options->archs;
		target->arch_count = options->arch_count;
	} else if (config->archs.count) {
		target->archs = config->archs.data;
		target->arch_count = config->archs.count;
	} else if (args->archs.count) {
		target->archs = args->archs.data;
		target->arch_count = args->archs.count;
		target->virtual_arch = args->virtual_arch;
	}
	target->cuda_version = options->cuda_version ? options->cuda_version : NEWEST_TOOLKIT;
	if (toolkit->root && toolkit->version && !options->cuda_version)
		target->cuda_version = toolkit->version;
}

/* "90a 100f": the targets that are built with features of their own, by whoever named the targets. */
static const char *suffixes_of(struct plan *plan, const struct args *args, const struct config *config)
{
	const char *text = NULL;
	if (plan->options->arch_count)
		return plan->options->arch_suffixes;
	if (config->archs.count)
		return config->arch_suffixes;
	for (size_t i = 0; i < args->targets.count; i++) {
		const struct args_target *target = &args->targets.data[i];
		if (target->suffix)
			text = arena_printf(plan->arena, "%s%s%d%c", text ? text : "", text ? " " : "",
				target->arch, target->suffix);
	}
	return text;
}

/* The file's own text, and that of headers. */
static void set_buffers(
	const struct run_options *options, const struct input *input, struct unit_options *parse)
{
	parse->buffers = options->buffers;
	parse->buffer_count = options->buffer_count;
	for (size_t i = 0; i < options->buffer_count; i++) {
		const struct unit_buffer *buffer = &options->buffers[i];
		if (strcmp(buffer->path, input->absolute) != 0)
			continue;
		parse->contents = buffer->text;
		parse->contents_size = buffer->size;
	}
}

static void plan_unit(struct plan *plan, const struct plan_config *settings, const struct input *input,
	struct run_unit_input *unit)
{
	const struct run_options *options = plan->options;
	struct args args = {0};
	find_flags(plan, input, &args);
	unit->config = settings->config;
	unit->rules = settings->rules;
	unit->registry = settings->config->registry;
	unit->hints = settings->hints;
	const struct toolkit *toolkit = toolkit_for(plan, &args, unit->config);
	set_target(plan, &args, unit->config, toolkit, &unit->target);
	unit->toolkit = toolkit;
	rights_add_toolkit(plan, toolkit);
	unit->refused = input->is_refused ? "a link out of the repository, which is not followed; see "
					    "--allow-includes"
					  : NULL;
	limit_flags(plan, &args, unit);
	limit_archs(plan, unit);
	add_notes(plan, &args, unit);
	unit->preview = options->preview;
	unit->all_passes = options->all_passes;
	unit->timing = options->timing;
	unit->report_roots = plan->roots.data;
	unit->report_root_count = plan->roots.count;
	unit->parse = (struct unit_options){
		.path = input->path,
		.flags = args.clang_flags.data,
		.flag_count = args.clang_flags.count,
		.arch_suffixes = suffixes_of(plan, &args, unit->config),
		.headers_dir = plan->headers_dir,
		.torch = options->torch,
		.cache_dir = plan->cache_dir,
		.headers_stamp = plan->headers_stamp,
		.index = index_for(plan, input->root ? input->root : input->top),
	};
	if (input->is_stdin) {
		unit->parse.contents = options->stdin_text ? options->stdin_text : "";
		unit->parse.contents_size = options->stdin_size;
	}
	set_buffers(options, input, &unit->parse);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool read_options(struct plan *plan)
{
	const struct run_options *options = plan->options;
	char *error = NULL;
	plan->headers_dir = headers_dir_find(plan->arena, &error);
	if (plan->headers_dir && options->flag_count)
		args_translate(
			plan->arena, NULL, (int)options->flag_count, options->flags, &plan->flags, &error);
	if (!error && options->build_dir)
		open_database(plan, options->build_dir, &error);
	if (options->use_cache)
		plan->cache_dir = plan_headers_folder(plan->arena, options->cache_dir);
	if (plan->headers_dir && plan->cache_dir)
		plan->headers_stamp = headers_dir_stamp(plan->headers_dir);
	plan->report->fatal = error;
	return !error;
}

/* Finds the settings of every input, and drops those that they exclude. */
static bool settle_inputs(struct plan *plan, const struct rule *const *registry)
{
	size_t kept = 0, before = plan->inputs.count;
	for (size_t i = 0; i < before; i++) {
		const struct input *input = &plan->inputs.data[i];
		const struct plan_config *settings = plan_config_for(plan, registry, input->absolute);
		if (!settings)
			return false;
		if (input->is_named || input->is_stdin || !config_excludes(settings->config, input->absolute))
			plan->inputs.data[kept++] = *input;
	}
	plan->inputs.count = kept;
	if (before && !kept)
		warn(plan, "the configuration excludes every file");
	return plan_config_check_words(plan, registry);
}

int plan_make(struct plan *plan, const struct rule *const *registry)
{
	plan->registry = registry;
	if (!read_options(plan))
		return -1;
	gather_inputs(plan);
	if (!settle_inputs(plan, registry))
		return -1;
	gather_roots(plan);
	rights_settle(plan);
	plan->units = ARENA_ARRAY(plan->arena, struct run_unit_input, plan->inputs.count + 1);
	for (size_t i = 0; i < plan->inputs.count && !plan->report->fatal; i++) {
		const struct input *input = &plan->inputs.data[i];
		plan_unit(plan, plan_config_for(plan, registry, input->absolute), input, &plan->units[i]);
	}
	return plan->report->fatal ? -1 : 0;
}
