/* What git is asked. The options outrank whatever is configured for the eyes: colours, prefixes, external
 * programs. */
#include "analyzer/change/git.h"

#include <string.h>

#include "analyzer/change/git_run.h"

/* Where one line is the answer; NULL with *error. */
static const char *ask(struct arena *arena, const char *folder, const char *const *arguments, char **error)
{
	const struct git_call call = {.folder = folder, .arguments = arguments};
	struct buffer out = {0};
	const char *line = NULL;
	if (git_run(arena, &call, &out, error) == 0)
		line = arena_strndup(
			arena, out.data ? out.data : "", strcspn(out.data ? out.data : "", "\n"));
	buffer_free(&out);
	return line;
}

const char *git_top(struct arena *arena, char **error)
{
	static const char *const arguments[] = {"rev-parse", "--show-toplevel", NULL};
	const char *top = ask(arena, NULL, arguments, error);
	if (top && !*top) {
		*error = arena_strdup(arena, "git: there is no working tree here");
		return NULL;
	}
	return top;
}

/* ---- differences ----------------------------------------------------------------------------- */

static int diff(struct arena *arena, const char *top, const char *revision, patch_list *out, char **error)
{
	/* Submodules are repositories with a configuration of their own; no line of ours is in them. */
	const char *const arguments[] = {"-c", "core.quotePath=true", "diff", "--no-color", "--no-ext-diff",
		"--no-textconv", "--no-relative", "--unified=0", "--inter-hunk-context=0", "--find-renames",
		"--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/", revision, "--", NULL};
	const struct git_call call = {.folder = top, .arguments = arguments, .reads_files = true};
	struct buffer text = {0};
	int status = git_run(arena, &call, &text, error);
	if (status == 0)
		status = patch_parse(arena, "git diff", text.data ? text.data : "", text.size, out, error);
	buffer_free(&text);
	return status;
}

/* Where a line of the old file is in the new one; 0: nowhere. */
static uint32_t move_line(const struct patch_file *file, uint32_t line)
{
	uint32_t moved = line;
	for (size_t i = 0; i < file->hunks.count; i++) {
		const struct patch_hunk *hunk = &file->hunks.data[i];
		if (line < hunk->old_start || (!hunk->old_count && line == hunk->old_start))
			break;
		if (line < hunk->old_start + hunk->old_count)
			return 0;
		moved = moved + hunk->new_count - hunk->old_count;
	}
	return moved;
}

static void move_lines(struct arena *arena, struct patch_file *file, const struct patch_file *by)
{
	struct patch_file moved = *by;
	memset(&moved.added, 0, sizeof moved.added);
	for (size_t i = 0; i < file->added.count; i++) {
		const struct line_range *range = &file->added.data[i];
		for (uint32_t line = range->first; line <= range->last; line++) {
			uint32_t place = move_line(by, line);
			if (place)
				vec_push(arena, &moved.added, (struct line_range){place, place});
		}
	}
	moved.is_binary = file->is_binary || by->is_binary;
	*file = moved;
}

static bool is_same(const char *with_a, const char *with_b)
{
	return with_a && with_b &&
	       !strcmp(strchr(with_a, '/') ? strchr(with_a, '/') : with_a,
		       strchr(with_b, '/') ? strchr(with_b, '/') : with_b);
}

/* Moves what a range changed through what has changed in the working tree since. */
static int move_to_tree(
	struct arena *arena, const char *top, const char *range, patch_list *list, char **error)
{
	const char *dots = strstr(range, "..");
	const char *newer = dots + strspn(dots, ".");
	patch_list since = {0};
	if (diff(arena, top, *newer ? newer : "HEAD", &since, error))
		return -1;
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->data[i].is_exact
					   ? arena_printf(arena, "b/%s", list->data[i].new_path)
					   : list->data[i].new_path;
		for (size_t k = 0; k < since.count; k++) {
			if (!is_same(since.data[k].old_path, name))
				continue;
			move_lines(arena, &list->data[i], &since.data[k]);
			break;
		}
	}
	return 0;
}

/* HEAD; where there is no commit yet, the empty tree. */
static const char *head(struct arena *arena, const char *top, char **error)
{
	static const char *const verify[] = {"rev-parse", "--verify", "--quiet", "HEAD", NULL};
	static const char *const empty[] = {"hash-object", "-t", "tree", "/dev/null", NULL};
	char *ignored = NULL;
	return ask(arena, top, verify, &ignored) ? "HEAD" : ask(arena, top, empty, error);
}

int git_diff(struct arena *arena, const char *top, const char *revision, patch_list *out, char **error)
{
	if (revision && *revision == '-') {
		*error = arena_printf(arena, "'%s' is no revision", revision);
		return -1;
	}
	bool is_range = revision && strstr(revision, "..");
	if (!revision && !(revision = head(arena, top, error)))
		return -1;
	int status = diff(arena, top, revision, out, error);
	return status || !is_range ? status : move_to_tree(arena, top, revision, out, error);
}

int git_untracked(struct arena *arena, const char *top, patch_list *out, char **error)
{
	static const char *const arguments[] = {"ls-files", "--others", "--exclude-standard", "-z", NULL};
	const struct git_call call = {.folder = top, .arguments = arguments};
	struct buffer names = {0};
	int status = git_run(arena, &call, &names, error);
	for (size_t at = 0; status == 0 && at < names.size; at += strlen(names.data + at) + 1) {
		struct patch_file file = {.new_path = arena_strdup(arena, names.data + at),
			.is_exact = true,
			.is_git = true,
			.is_binary = true}; /* all of it */
		vec_push(arena, out, file);
	}
	buffer_free(&names);
	return status;
}
