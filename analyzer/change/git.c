/* Running git. Its options outrank whatever the user has configured for the eyes: colours, prefixes,
 * external programs. */
#include "analyzer/change/git.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { LARGEST_OUTPUT = 256 * 1000 * 1000, MOST_ARGUMENTS = 32 };

/* ---- a program ------------------------------------------------------------------------------- */

/* Starts git with its output in `output` and its complaints in `complaints`. Returns an errno value. */
static int start(const char *const *arguments, int output, int complaints, pid_t *pid)
{
	char *argv[MOST_ARGUMENTS + 2] = {(char *)(uintptr_t) "git"}; /* which posix_spawn() doesn't change */
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t pipe_signal;
	for (size_t i = 0; i < MOST_ARGUMENTS && arguments[i]; i++)
		argv[i + 1] = (char *)(uintptr_t)arguments[i];
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	sigemptyset(&pipe_signal);
	sigaddset(&pipe_signal, SIGPIPE);
	posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	int failed = posix_spawnp(pid, "git", &actions, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* The first line that git complained with, without "fatal: ". */
static char *complaint(struct arena *arena, FILE *complaints, int status)
{
	char line[1000] = "";
	rewind(complaints);
	if (!fgets(line, sizeof line, complaints) || !*line || *line == '\n') {
		if (WIFSIGNALED(status))
			return arena_printf(arena, "git ended with signal %d", WTERMSIG(status));
		return arena_printf(arena, "git ended with status %d", WEXITSTATUS(status));
	}
	line[strcspn(line, "\r\n")] = '\0';
	static const char *const prefixes[] = {"fatal: ", "error: "};
	const char *text = line;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(text, prefixes[i], strlen(prefixes[i])))
			text += strlen(prefixes[i]);
	return arena_printf(arena, "git: %s", text);
}

static int read_all(
	struct arena *arena, int fd, pid_t pid, FILE *complaints, struct buffer *out, char **error)
{
	int status = 0, failed = buffer_read_fd(out, fd, LARGEST_OUTPUT);
	close(fd); /* a git that still writes ends of it */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (failed)
		*error = arena_printf(arena, "git: %s",
			failed == EFBIG ? "what it writes is larger than 256 MB" : strerror(failed));
	else if (status)
		*error = complaint(arena, complaints, status);
	return failed || status ? -1 : 0;
}

int git_run(struct arena *arena, const char *const *arguments, struct buffer *out, char **error)
{
	int ends[2];
	pid_t pid;
	FILE *complaints = tmpfile();
	if (!complaints || pipe(ends)) {
		*error = arena_printf(arena, "git can't be run: %s", strerror(errno));
		if (complaints)
			fclose(complaints);
		return -1;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	int failed = start(arguments, ends[1], fileno(complaints), &pid);
	close(ends[1]);
	if (failed) {
		close(ends[0]);
		*error = failed == ENOENT ? arena_strdup(arena, "git is not installed")
					  : arena_printf(arena, "git can't be run: %s", strerror(failed));
	}
	int status = failed ? -1 : read_all(arena, ends[0], pid, complaints, out, error);
	fclose(complaints);
	return status;
}

/* The same where one line is the answer; NULL with *error. */
static const char *ask(struct arena *arena, const char *const *arguments, char **error)
{
	struct buffer out = {0};
	const char *line = NULL;
	if (git_run(arena, arguments, &out, error) == 0)
		line = arena_strndup(
			arena, out.data ? out.data : "", strcspn(out.data ? out.data : "", "\n"));
	buffer_free(&out);
	return line;
}

const char *git_top(struct arena *arena, char **error)
{
	static const char *const arguments[] = {"rev-parse", "--show-toplevel", NULL};
	const char *top = ask(arena, arguments, error);
	if (top && !*top) {
		*error = arena_strdup(arena, "git: there is no working tree here");
		return NULL;
	}
	return top;
}

/* ---- differences ----------------------------------------------------------------------------- */

static int diff(struct arena *arena, const char *top, const char *revision, patch_list *out, char **error)
{
	const char *const arguments[] = {"--no-optional-locks", "-C", top, "-c", "core.quotePath=true",
		"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--unified=0",
		"--inter-hunk-context=0", "--find-renames", "--submodule=short", "--src-prefix=a/",
		"--dst-prefix=b/", revision, "--", NULL};
	struct buffer text = {0};
	int status = git_run(arena, arguments, &text, error);
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
	const char *const verify[] = {"-C", top, "rev-parse", "--verify", "--quiet", "HEAD", NULL};
	const char *const empty[] = {"-C", top, "hash-object", "-t", "tree", "/dev/null", NULL};
	char *ignored = NULL;
	return ask(arena, verify, &ignored) ? "HEAD" : ask(arena, empty, error);
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
	const char *const arguments[] = {
		"--no-optional-locks", "-C", top, "ls-files", "--others", "--exclude-standard", "-z", NULL};
	struct buffer names = {0};
	int status = git_run(arena, arguments, &names, error);
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
