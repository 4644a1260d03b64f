/* Asking git; see revision.h. One question tells both: `git status` in the format for programs. */
#include "analyzer/store/revision.h"

#include <string.h>

#include "analyzer/change/git_run.h"

enum { PATIENCE_MS = 1000 };

static bool understand(struct arena *arena, const struct buffer *answer, struct revision *out)
{
	static const char mark[] = "# branch.oid ";
	for (const char *line = answer->data; line && *line;) {
		size_t length = strcspn(line, "\n");
		if (strncmp(line, mark, sizeof mark - 1) == 0)
			out->commit =
				arena_strndup(arena, line + sizeof mark - 1, length - (sizeof mark - 1));
		out->is_dirty |= *line != '#';
		line += length + (line[length] == '\n');
	}
	return out->commit && strspn(out->commit, "0123456789abcdef") == strlen(out->commit) &&
	       strlen(out->commit) >= 40;
}

bool revision_of(struct arena *arena, const char *folder, struct revision *out)
{
	static const char *const arguments[] = {"status", "--porcelain=v2", "--branch",
		"--untracked-files=no", "--ignore-submodules=all", NULL};
	const struct git_call call = {
		.folder = folder, .arguments = arguments, .reads_files = true, .patience_ms = PATIENCE_MS};
	struct buffer answer = {0};
	char *ignored = NULL;
	*out = (struct revision){0};
	bool is_known = git_run(arena, &call, &answer, &ignored) == 0 && understand(arena, &answer, out);
	buffer_free(&answer);
	return is_known;
}
