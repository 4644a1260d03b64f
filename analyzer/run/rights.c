/* Which folders workers may read; see rights.h. */
#include "analyzer/run/rights.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"
#include "analyzer/store/database.h"

/* What is there and can't be resolved all the same is taken as it is written: it was meant to be read. */
static void add(struct plan *plan, const char *path)
{
	const char *real = path ? path_resolve(plan->arena, path) : NULL;
	if (!real && path && *path == '/' && path_is_there(path))
		real = path_normalize(plan->arena, path);
	for (size_t i = 0; real && i < plan->readable.count; i++)
		if (!strcmp(plan->readable.data[i], real))
			return;
	if (real && strcmp(real, "/") != 0)
		vec_push(plan->arena, &plan->readable, real);
}

bool rights_allow(const struct plan *plan, const char *path)
{
	return path_is_among(path_absolute(plan->arena, path), &plan->readable);
}

/* ---- the inputs' places ---------------------------------------------------------------------- */

/* The working directory, where it is a place for a project. */
static const char *project_here(struct arena *arena)
{
	const char *here = path_here(arena), *home = getenv("HOME");
	return !strcmp(here, "/") || (home && !strcmp(here, home)) ? NULL : here;
}

static void add_input(struct plan *plan, const struct input *input)
{
	struct arena *arena = plan->arena;
	const char *here = project_here(arena), *folder = path_parent(arena, input->absolute);
	if (input->link)
		return; /* what it leads to is no project's of its own account */
	if (input->root)
		add(plan, path_realm(arena, input->root));
	else if (input->top && path_is_below(input->absolute, input->top))
		add(plan, input->top);
	else
		add(plan, here && path_is_below(input->absolute, here) ? here : folder);
	if (!rights_allow(plan, input->absolute)) /* it lies at the top of all files, or isn't there */
		vec_push(arena, &plan->readable, input->absolute);
}

/* ---- what the user names --------------------------------------------------------------------- */

/* The path in a flag that names one; NULL: none. */
static const char *path_in(const char *flag)
{
	static const char *const options[] = {
		"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"};
	for (size_t i = sizeof options / sizeof *options; i-- > 0;)
		if (!strncmp(flag, options[i], strlen(options[i])) && flag[strlen(options[i])])
			return flag + strlen(options[i]);
	return NULL;
}

static void add_flags(struct plan *plan, const struct words *flags)
{
	for (size_t i = 0; i < flags->count; i++) {
		const char *path = path_in(flags->data[i]);
		/* A file that is included may include its neighbours. */
		if (path)
			add(plan, path_is_folder(path) ? path : path_parent(plan->arena, path));
	}
}

static void add_list(struct plan *plan, const char *paths)
{
	for (const char *at = paths ? paths : ""; *at; at += strspn(at, ":")) {
		size_t length = strcspn(at, ":");
		add(plan, arena_strndup(plan->arena, at, length));
		at += length;
	}
}

/* Folders that the user's environment and command line name. */
static void add_given(struct plan *plan)
{
	static const char *const lists[] = {
		"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CONDA_PREFIX", "VIRTUAL_ENV"};
	const struct run_options *options = plan->options;
	struct args extra = {0};
	char *error = NULL;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		add_list(plan, getenv(lists[i]));
	for (size_t i = 0; i < options->allowed_count; i++)
		add(plan, options->allowed[i]);
	add_flags(plan, &plan->flags.clang_flags);
	if (options->extra_arg_count &&
		!args_extend(plan->arena, (int)options->extra_arg_count, options->extra_args, &extra, &error))
		add_flags(plan, &extra.clang_flags);
}

/* ---- the database ---------------------------------------------------------------------------- */

/* The folder that a database may speak for; NULL: it is the user's own, and may speak for any. */
static const char *realm_of(struct arena *arena, const char *path)
{
	const char *absolute = path_absolute(arena, path);
	const char *folder = path_is_folder(absolute) ? absolute : path_parent(arena, absolute);
	return path_realm(arena, folder);
}

/* One outside of every repository is the user's, as a build folder beside it is. Found in passing, it has to
 * lie above the file that it is for. */
static void add_databases(struct plan *plan)
{
	const char *given = plan->options->build_dir;
	if (!given)
		return;
	const char *absolute = path_absolute(plan->arena, given);
	add(plan, path_is_folder(absolute) ? absolute : path_parent(plan->arena, absolute));
	for (size_t i = 0; i < plan->databases.count && !realm_of(plan->arena, given); i++) {
		struct compdb *database = plan->databases.data[i].database;
		for (size_t k = 0; database && k < compdb_count(database); k++) {
			struct args args = {0};
			const char *from = NULL;
			char *error = NULL;
			compdb_entry(plan->arena, database, compdb_file(database, k), &args, &from, &error);
			add_flags(plan, &args.clang_flags);
		}
	}
}

/* Drops files that only a database names, outside of what that may speak for. */
static void drop_foreign(struct plan *plan)
{
	struct arena *arena = plan->arena;
	const struct run_options *options = plan->options;
	const char *path = options->build_dir, *first = NULL;
	size_t kept = 0, dropped = 0;
	if (options->path_count)
		return;
	if (!path)
		path = compdb_find_upward(arena, path_here(arena));
	const char *realm = path ? realm_of(arena, path) : NULL;
	for (size_t i = 0; realm && i < plan->inputs.count; i++) {
		const struct input *input = &plan->inputs.data[i];
		if (path_is_below(input->absolute, realm))
			plan->inputs.data[kept++] = *input;
		else if (!dropped++)
			first = input->path;
	}
	if (!dropped)
		return;
	plan->inputs.count = kept;
	vec_push(arena, &plan->report->warnings,
		arena_printf(arena,
			"the repository's compile_commands.json names %zu file%s outside of it, which %s not "
			"read: %s",
			dropped, dropped == 1 ? "" : "s", dropped == 1 ? "is" : "are", first));
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void gather(struct plan *plan)
{
	static const char *const system[] = {"/usr", "/lib", "/lib64", "/nix/store"};
	struct arena *arena = plan->arena;
	for (size_t i = 0; i < sizeof system / sizeof *system; i++)
		add(plan, system[i]);
	add(plan, plan->headers_dir);
	add(plan, beside_clang(arena, plan->headers_dir));
	add(plan, beside_system(arena, plan->headers_dir));
	add(plan, unit_parser_folder(arena));
	if (plan->cache_dir) {
		const char *headers = unit_headers_folder(arena, plan->cache_dir);
		/* Where that fails, none are made. A folder for the results, too, is made as these want it.
		 */
		if (plan->options->cache_dir)
			database_make_folder(arena, plan->cache_dir);
		path_make_folders(arena, headers);
		add(plan, headers);
	}
	for (size_t i = 0; i < plan->inputs.count; i++)
		add_input(plan, &plan->inputs.data[i]);
	add_given(plan);
	add_databases(plan);
}

/* Links that a folder's walk has found are dropped; those that were named are kept, and refused. */
static void refuse_links(struct plan *plan)
{
	struct arena *arena = plan->arena;
	const char *first = NULL;
	size_t kept = 0, dropped = 0;
	for (size_t i = 0; i < plan->inputs.count; i++) {
		struct input *input = &plan->inputs.data[i];
		input->is_refused = input->link && !rights_allow(plan, input->absolute);
		if (!input->is_refused || input->is_named)
			plan->inputs.data[kept++] = *input;
		else if (!dropped++)
			first = input->link;
	}
	plan->inputs.count = kept;
	if (dropped)
		vec_push(arena, &plan->report->warnings,
			arena_printf(arena, "%zu link%s out of the repository %s not followed: %s", dropped,
				dropped == 1 ? "" : "s", dropped == 1 ? "is" : "are", first));
}

void rights_settle(struct plan *plan)
{
	drop_foreign(plan);
	gather(plan);
	refuse_links(plan);
}

void rights_add_toolkit(struct plan *plan, const struct toolkit *toolkit)
{
	if (!toolkit->root)
		return;
	add(plan, toolkit->cccl_dir);
	for (size_t i = 0; i < toolkit->include_dirs.count; i++)
		add(plan, toolkit->include_dirs.data[i]);
}

size_t rights_limit_flags(struct plan *plan, struct words *flags, const char **first)
{
	struct words kept = {0};
	size_t dropped = 0;
	for (size_t i = 0; i < flags->count; i++) {
		const char *path = path_in(flags->data[i]);
		if (!path || rights_allow(plan, path))
			vec_push(plan->arena, &kept, flags->data[i]);
		else if (!dropped++)
			*first = path;
	}
	*flags = kept;
	return dropped;
}
