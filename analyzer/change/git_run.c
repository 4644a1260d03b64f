/* Running git on repositories of strangers. Their configuration, which an unpacked archive or a folder that
 * looks like a bare repository brings along, can name programs for git to run. What is said on the command
 * line outranks it, and so each of those that a question of ours could start is switched off there:
 *
 * - a folder that only looks like a repository is none (safe.bareRepository);
 * - the monitor of file changes and hooks;
 * - filters that files go through before they are compared. These have names of the repository's choosing, so
 *   git is first asked for the names;
 * - fetching objects that a partial clone lacks, which needs a transport, and no transport is allowed.
 *
 * External programs for differences are switched off where differences are asked for. The environment loses
 * all that redirects git, as in a hook: the repository is the one that the folder lies in. */
#include "analyzer/change/git_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/vec.h"

extern char **environ;

enum { LARGEST_OUTPUT = 256 * 1000 * 1000 };

typedef VEC(const char *) word_list;

/* ---- what it is given ------------------------------------------------------------------------ */

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool ends(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);
	return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

/* Of git's own variables only those that say where the user's configuration and the limits of a search are.
 */
static bool is_kept(const char *variable)
{
	static const char *const kept[] = {"GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM=",
		"GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM="};
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (begins(variable, kept[i]))
			return true;
	return !begins(variable, "GIT_") && !begins(variable, "LC_ALL=");
}

static void gather_environment(struct arena *arena, word_list *out)
{
	static const char *const set[] = {"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"};
	for (size_t i = 0; environ && environ[i]; i++)
		if (is_kept(environ[i]))
			vec_push(arena, out, environ[i]);
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		vec_push(arena, out, set[i]);
	vec_push(arena, out, NULL);
}

static void set_key(struct arena *arena, word_list *words, const char *setting)
{
	vec_push(arena, words, "-c");
	vec_push(arena, words, setting);
}

/* `git`, its settings and what it is asked. */
static void gather_words(
	struct arena *arena, const struct git_call *call, const word_list *settings, word_list *out)
{
	/* An empty monitor is none in every version: "false" was a program's name in old ones. */
	static const char *const set[] = {
		"safe.bareRepository=explicit", "core.fsmonitor=", "core.hooksPath=/dev/null"};
	vec_push(arena, out, "git");
	vec_push(arena, out, "--no-pager");
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		set_key(arena, out, set[i]);
	for (size_t i = 0; i < settings->count; i++)
		set_key(arena, out, settings->data[i]);
	if (call->folder) {
		vec_push(arena, out, "-C");
		vec_push(arena, out, call->folder);
	}
	for (size_t i = 0; call->arguments[i]; i++)
		vec_push(arena, out, call->arguments[i]);
	vec_push(arena, out, NULL);
}

/* ---- a program ------------------------------------------------------------------------------- */

/* Starts git with its output in `output` and its complaints in `complaints`. Returns an errno value. */
static int start(const word_list *words, const word_list *environment, int output, int complaints, pid_t *pid)
{
	char **argv = (char **)(uintptr_t)words->data; /* which posix_spawn() doesn't change */
	char **envp = (char **)(uintptr_t)environment->data;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	int failed = posix_spawnp(pid, "git", &actions, &attributes, argv, envp);
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
		if (begins(text, prefixes[i]))
			text += strlen(prefixes[i]);
	return arena_printf(arena, "git: %s", text);
}

/* Reads until the end, or until there is no more patience. Returns 0 or an errno value. */
static int read_until(struct buffer *out, int fd, double end)
{
	for (;;) {
		char chunk[4096];
		struct pollfd polled = {.fd = fd, .events = POLLIN};
		double left = end - clock_ms();
		int ready = left > 0 ? poll(&polled, 1, (int)left + 1) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return ready ? errno : ETIMEDOUT;
		ssize_t count = read(fd, chunk, sizeof chunk);
		if (count <= 0)
			return count ? errno : 0;
		if (out->size > LARGEST_OUTPUT)
			return EFBIG;
		buffer_add(out, chunk, (size_t)count);
	}
}

static int read_all(struct arena *arena, int fd, pid_t pid, int patience_ms, FILE *complaints,
	struct buffer *out, char **error)
{
	int status = 0, failed = patience_ms ? read_until(out, fd, clock_ms() + patience_ms)
					     : buffer_read_fd(out, fd, LARGEST_OUTPUT);
	close(fd); /* a git that still writes ends of it */
	if (failed == ETIMEDOUT)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (failed)
		*error = arena_printf(arena, "git: %s",
			failed == EFBIG ? "what it writes is larger than 256 MB" : strerror(failed));
	else if (status)
		*error = complaint(arena, complaints, status);
	return failed || status ? -1 : 0;
}

static int run(struct arena *arena, const struct git_call *call, const word_list *settings,
	struct buffer *out, char **error)
{
	int ends_of_pipe[2];
	pid_t pid;
	word_list words = {0}, environment = {0};
	FILE *complaints = tmpfile();
	if (!complaints || pipe(ends_of_pipe)) {
		*error = arena_printf(arena, "git can't be run: %s", strerror(errno));
		if (complaints)
			fclose(complaints);
		return -1;
	}
	fcntl(ends_of_pipe[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends_of_pipe[1], F_SETFD, FD_CLOEXEC);
	gather_words(arena, call, settings, &words);
	gather_environment(arena, &environment);
	int failed = start(&words, &environment, ends_of_pipe[1], fileno(complaints), &pid);
	close(ends_of_pipe[1]);
	if (failed) {
		close(ends_of_pipe[0]);
		*error = failed == ENOENT ? arena_strdup(arena, "git is not installed")
					  : arena_printf(arena, "git can't be run: %s", strerror(failed));
	}
	int status =
		failed ? -1
		       : read_all(arena, ends_of_pipe[0], pid, call->patience_ms, complaints, out, error);
	fclose(complaints);
	return status;
}

/* ---- filters --------------------------------------------------------------------------------- */

/* A filter is switched off by its name, which must not have the character that ends a name on the command
 * line: what can't be switched off isn't run with. */
static int switch_off(struct arena *arena, const char *key, word_list *settings, char **error)
{
	bool is_program = ends(key, ".clean") || ends(key, ".process"), is_needed = ends(key, ".required");
	if (!begins(key, "filter.") || (!is_program && !is_needed))
		return 0;
	if (strchr(key, '=')) {
		*error = arena_strdup(arena, "git: a filter with '=' in its name can't be switched off");
		return -1;
	}
	vec_push(arena, settings, arena_printf(arena, "%s=%s", key, is_needed ? "false" : ""));
	return 0;
}

static int find_filters(struct arena *arena, const struct git_call *call, word_list *settings, char **error)
{
	static const char *const arguments[] = {"config", "--list", "--name-only", "-z", NULL};
	const struct git_call question = {
		.folder = call->folder, .arguments = arguments, .patience_ms = call->patience_ms};
	const word_list none = {0};
	struct buffer keys = {0};
	int status = run(arena, &question, &none, &keys, error);
	for (size_t at = 0; status == 0 && at < keys.size; at += strlen(keys.data + at) + 1)
		status = switch_off(arena, keys.data + at, settings, error);
	buffer_free(&keys);
	return status;
}

int git_run(struct arena *arena, const struct git_call *call, struct buffer *out, char **error)
{
	word_list settings = {0};
	if (call->reads_files && find_filters(arena, call, &settings, error))
		return -1;
	return run(arena, call, &settings, out, error);
}
