/* Planning; see lsp_plan.h. The includer of a header is looked for among the open documents, then among the
 * files of the compilation database or of the repository: those that name its kernels and the header come
 * first. */
#include "ide/analysis/lsp_plan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "analyzer/base/path.h"
#include "analyzer/engine/configured.h"
#include "analyzer/frontend/args/compdb.h"
#include "analyzer/run/mention.h"
#include "ide/analysis/lsp_baseline.h"

enum { MOST_READ = 2000, MOST_PLANNED = 12, LARGEST = 5 * 1000 * 1000 };

struct planning {
	struct arena *arena;
	const struct lsp_job *job;
	const struct unit_buffer *buffers;
	size_t buffer_count;
	struct run_options options;
	const char *error;
};

struct run_options lsp_plan_options(const struct lsp_job *job)
{
	const struct lsp_settings *settings = job->settings;
	return (struct run_options){.flags = settings->flags.data,
		.flag_count = settings->flags.count,
		.build_dir = settings->build_dir,
		.archs = settings->archs.data,
		.arch_count = settings->archs.count,
		.chip = settings->chip,
		.cuda_path = settings->cuda_path,
		.cache_dir = job->options->cache_dir,
		.use_cache = !job->options->no_cache,
		.select = settings->select,
		.ignore = settings->ignore,
		.extend_select = settings->extend_select,
		.config_path = settings->config,
		.allowed = settings->allow_includes.data,
		.allowed_count = settings->allow_includes.count,
		.preview = settings->preview};
}

/* Plans one file, which need not be on disk. NULL: planning->error says why not. */
static struct plan *plan_file(struct planning *planning, const char *path)
{
	static const char *const standard_input[] = {"-"};
	struct arena *arena = planning->arena;
	struct run_options *options = ARENA_NEW(arena, struct run_options);
	struct plan *plan = ARENA_NEW(arena, struct plan);
	*options = planning->options;
	options->paths = standard_input;
	options->path_count = 1;
	options->stdin_name = path;
	options->stdin_text = "";
	*plan = (struct plan){
		.arena = arena, .options = options, .report = ARENA_NEW(arena, struct run_report)};
	if (plan_make(plan, planning->job->options->registry) || plan->inputs.count != 1) {
		planning->error = plan->report->fatal ? plan->report->fatal : "the file could not be planned";
		return NULL;
	}
	plan->units[0].parse.contents = NULL;
	plan->units[0].parse.contents_size = 0;
	return plan;
}

/* ---- the includer of a header ---------------------------------------------------------------- */

static const struct unit_buffer *buffer_of(const struct planning *planning, const char *path)
{
	for (size_t i = 0; i < planning->buffer_count; i++)
		if (!strcmp(planning->buffers[i].path, path))
			return &planning->buffers[i];
	return NULL;
}

/* The text of a file, as it is in the editor or on disk; NULL: there is none. */
static const char *text_of(const struct planning *planning, const char *path, struct buffer *read)
{
	const struct unit_buffer *open = buffer_of(planning, path);
	if (open)
		return open->text;
	return buffer_read_file(read, path, LARGEST) == 0 ? read->data : NULL;
}

/* How good an includer a file may be: it names the header; it has to do with its kernels, as who launches
 * them has, or gives templates their arguments. */
static int rank_of(const struct planning *planning, const struct mention *kernels, const char *path)
{
	enum { NAMES_HEADER = 1, NAMES_KERNEL = 2 };
	struct buffer read = {0};
	const char *text = text_of(planning, path, &read);
	int rank = 0;
	if (text && strstr(text, path_name(planning->job->path)))
		rank += NAMES_HEADER;
	if (text && mention_in_text(kernels, text))
		rank += NAMES_KERNEL;
	buffer_free(&read);
	return rank;
}

/* Whether a planned unit includes the document, through other headers, too. */
static bool includes_document(struct planning *planning, const struct plan *plan)
{
	struct includes includes = {0};
	struct unit_options parse = plan->units[0].parse;
	const struct unit_buffer *open = buffer_of(planning, plan->inputs.data[0].absolute);
	parse.path = plan->inputs.data[0].absolute;
	parse.contents = open ? open->text : NULL;
	parse.contents_size = open ? open->size : 0;
	parse.buffers = planning->buffers;
	parse.buffer_count = planning->buffer_count;
	unit_includes(planning->arena, &parse, &includes);
	for (size_t i = 0; i < includes.local.count; i++)
		if (!strcmp(includes.local.data[i], planning->job->path))
			return true;
	return false;
}

static bool is_unit(const char *path)
{
	return !strcmp(path_extension(path), "cu");
}

/* Open documents, then the files of the database, else the .cu files of the repository or the folder. */
static void gather_candidates(struct planning *planning, const struct plan *alone, input_list *out)
{
	struct arena *arena = planning->arena;
	line_list warnings = {0};
	input_list headers = {0};
	char *error = NULL;
	struct compdb *database = NULL;
	for (size_t i = 0; i < planning->buffer_count; i++)
		if (is_unit(planning->buffers[i].path))
			vec_push(arena, out, (struct input){.absolute = planning->buffers[i].path});
	const char *folder = path_parent(arena, planning->job->path);
	const char *path =
		planning->options.build_dir ? planning->options.build_dir : compdb_find_upward(arena, folder);
	if (path && compdb_open(arena, path, &database, &error) == 0)
		for (size_t i = 0; i < compdb_count(database); i++)
			vec_push(arena, out, (struct input){.absolute = compdb_file(database, i)});
	if (!database || !compdb_count(database)) {
		const char *root = alone->inputs.data[0].root;
		inputs_add(arena, root ? root : folder, out, &headers, &warnings);
	}
}

/* Of the kernels in the header that is looked for. */
static struct mention *kernels_of(const struct planning *planning)
{
	struct buffer read = {0};
	line_list names = {0};
	const char *text = text_of(planning, planning->job->path, &read);
	if (text)
		mention_kernels(planning->arena, text, &names);
	buffer_free(&read);
	return mention_new(planning->arena, names.data, names.count);
}

/* The best ones come first; of those that are as good, the order is as it was. */
static size_t prefer(struct planning *planning, input_list *candidates)
{
	enum { BEST = 3 };
	const struct mention *kernels = kernels_of(planning);
	size_t looked_at = candidates->count < MOST_READ ? candidates->count : MOST_READ;
	int *ranks = ARENA_ARRAY(planning->arena, int, looked_at + 1);
	input_list sorted = {0};
	for (size_t i = 0; i < looked_at; i++)
		ranks[i] = rank_of(planning, kernels, candidates->data[i].absolute);
	for (int rank = BEST; rank >= 0; rank--)
		for (size_t i = 0; i < looked_at; i++)
			if (ranks[i] == rank)
				vec_push(planning->arena, &sorted, candidates->data[i]);
	*candidates = sorted;
	return looked_at;
}

static struct plan *find_includer(struct planning *planning, const struct plan *alone)
{
	input_list candidates = {0};
	gather_candidates(planning, alone, &candidates);
	size_t count = prefer(planning, &candidates);
	for (size_t i = 0; i < count && i < MOST_PLANNED; i++) {
		struct plan *plan = plan_file(planning, candidates.data[i].absolute);
		if (plan && includes_document(planning, plan))
			return plan;
	}
	planning->error = NULL;
	return NULL;
}

static void set_fragment(const struct plan *includer, const struct plan *alone, struct lsp_plan *out)
{
	const struct run_unit_input *own = &alone->units[0];
	out->input = includer->units[0];
	out->input.config = own->config;
	out->input.rules = own->rules;
	out->input.registry = own->registry;
	out->input.hints = own->hints;
	out->input.fragment = alone->inputs.data[0].absolute;
	out->input.fragment_path = alone->inputs.data[0].path;
	out->unit = includer->inputs.data[0].absolute;
	out->is_alone = false;
}

static void add_readable(struct arena *arena, const struct plan *plan, struct lsp_plan *out)
{
	for (size_t i = 0; i < plan->readable.count; i++)
		vec_push(arena, &out->readable, plan->readable.data[i]);
}

int lsp_plan_make(struct arena *arena, const struct lsp_job *job, const struct unit_buffer *buffers,
	size_t buffer_count, struct lsp_plan *out, const char **error)
{
	struct planning planning = {arena, job, buffers, buffer_count, lsp_plan_options(job), NULL};
	const struct plan *plan = plan_file(&planning, job->path);
	*out = (struct lsp_plan){0};
	if (!plan) {
		*error = planning.error;
		return -1;
	}
	out->input = plan->units[0];
	out->unit = plan->inputs.data[0].absolute;
	out->excluded = config_excludes(out->input.config, out->unit);
	out->is_alone = job->is_header;
	const struct plan *includer =
		job->is_header && !out->excluded ? find_includer(&planning, plan) : NULL;
	if (includer)
		set_fragment(includer, plan, out);
	add_readable(arena, plan, out);
	if (includer)
		add_readable(arena, includer, out);
	return 0;
}

/* ---- what planning has read ------------------------------------------------------------------ */

static void stamp_file(struct arena *arena, const char *path, struct buffer *out)
{
	struct stat status;
	if (!path)
		return;
	if (!stat(path, &status) && S_ISDIR(status.st_mode))
		path = path_join(arena, path, "compile_commands.json");
	buffer_add_text(out, path);
	if (!stat(path, &status))
		buffer_printf(out, ":%lld:%lld:%lld:%lld", (long long)status.st_ino,
			(long long)status.st_size, (long long)status.st_mtim.tv_sec,
			(long long)status.st_mtim.tv_nsec);
	buffer_add_text(out, "\n");
}

uint64_t lsp_plan_stamp(const struct lsp_settings *settings, const char *path)
{
	struct arena *arena = arena_new();
	struct buffer text = {0};
	const char *folder = path_parent(arena, path);
	stamp_file(arena, settings->config ? settings->config : config_find(arena, folder), &text);
	stamp_file(arena, lsp_baseline_path(arena, settings, folder), &text);
	stamp_file(
		arena, settings->build_dir ? settings->build_dir : compdb_find_upward(arena, folder), &text);
	uint64_t hash = XXH64(text.data, text.size, 0);
	buffer_free(&text);
	arena_free(arena);
	return hash ? hash : 1;
}
