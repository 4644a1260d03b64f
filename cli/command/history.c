/* Adding a run to the history. Runs can be compared when they were over the same paths, seen from the top of
 * the repository, with the same choice of rules and targets; so both are kept as text. */
#include "cli/command/history.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/run/cached.h"
#include "analyzer/store/history.h"
#include "analyzer/store/revision.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static int compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static const char *take(struct arena *arena, struct buffer *text)
{
	const char *copy = arena_strdup(arena, text->data ? text->data : "");
	buffer_free(text);
	return copy;
}

/* A path from the top of the repository. */
static const char *from_root(struct arena *arena, const char *here, const char *root, const char *path)
{
	const char *absolute = path_normalize(arena, path_join(arena, here, path));
	size_t length = root ? strlen(root) : 0;
	if (!root || strncmp(absolute, root, length) != 0)
		return absolute;
	if (!absolute[length])
		return ".";
	return absolute[length] == '/' ? absolute + length + 1 : absolute;
}

static const char *paths_text(const struct run_options *options, struct arena *arena, const char *here)
{
	const char *root = path_repository(arena, here);
	line_list paths = {0};
	struct buffer text = {0};
	root = root ? root : here;
	for (size_t i = 0; i < options->path_count; i++)
		vec_push(arena, &paths, from_root(arena, here, root, options->paths[i]));
	if (!paths.count)
		vec_push(arena, &paths, from_root(arena, here, root, "."));
	qsort(paths.data, paths.count, sizeof *paths.data, compare);
	for (size_t i = 0; i < paths.count; i++)
		buffer_printf(&text, "%s%s", i ? " " : "", paths.data[i]);
	return take(arena, &text);
}

static void add_option(struct buffer *text, const char *name, const char *value)
{
	if (value)
		buffer_printf(text, "%s--%s=%s", text->size ? " " : "", name, value);
}

static const char *settings_text(const struct run_options *options, struct arena *arena)
{
	struct buffer text = {0}, archs = {0};
	for (size_t i = 0; i < options->arch_count; i++)
		buffer_printf(&archs, "%ssm_%d", i ? "," : "", options->archs[i]);
	add_option(&text, "select", options->select);
	add_option(&text, "extend-select", options->extend_select);
	add_option(&text, "ignore", options->ignore);
	add_option(&text, "arch", archs.data);
	add_option(&text, "chip", options->chip);
	add_option(&text, "config", options->config_path);
	if (options->no_config)
		buffer_printf(&text, "%s--no-config", text.size ? " " : "");
	if (options->preview)
		buffer_printf(&text, "%s--preview", text.size ? " " : "");
	buffer_free(&archs);
	return take(arena, &text);
}

static bool is_worth_it(const struct check_options *options, const struct run_report *report)
{
	bool is_stdin_alone = options->reads_stdin && report->units.count < 2;
	return options->run.use_cache && report->units.count && !report->stopped_by &&
	       !report->is_storeless && options->run.shards <= 1 && !is_stdin_alone;
}

void history_record(const struct check_options *options, const struct run_report *report)
{
	struct arena *arena = options->arena;
	const char *here = path_resolve(arena, "."), *problem = NULL;
	struct revision revision;
	if (!here || !is_worth_it(options, report))
		return;
	struct history_run run = {.time = (int64_t)time(NULL), .files = report->units.count};
	run.paths = paths_text(&options->run, arena, here);
	run.settings = settings_text(&options->run, arena);
	if (revision_of(arena, here, &revision)) {
		run.commit = revision.commit;
		run.is_dirty = revision.is_dirty;
	}
	history_tally(arena, &report->findings, &run);
	const char *folder = cached_folder(arena, options->run.cache_dir);
	if (!history_add(arena, folder, &run, &problem) || options->quiet)
		return;
	fputs("cudalint: warning: the run is not added to the history: ", stderr);
	text_write(stderr, problem);
	fputc('\n', stderr);
}
