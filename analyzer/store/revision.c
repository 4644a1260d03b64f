/* Asking git; see revision.h. One process tells both: `git status` in the format for programs. */
#include "analyzer/store/revision.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/clock.h"

enum { PATIENCE_MS = 1000, LARGEST_ANSWER = 64 * 1024 };

static void become_git(const char *folder, int out)
{
	int nowhere = open("/dev/null", O_RDWR);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	dup2(nowhere, 0);
	dup2(out, 1);
	dup2(nowhere, 2);
	setenv("GIT_OPTIONAL_LOCKS", "0", 1);
	setenv("LC_ALL", "C", 1);
	execlp("git", "git", "-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=no",
		"--ignore-submodules=all", (char *)NULL);
	_exit(127);
}

/* Reads until the end, or until there is no more patience. More than fits tells nothing new. */
static bool read_answer(int fd, struct buffer *answer)
{
	double end = clock_ms() + PATIENCE_MS;
	for (;;) {
		char chunk[4096];
		struct pollfd polled = {.fd = fd, .events = POLLIN};
		double left = end - clock_ms();
		int ready = left > 0 ? poll(&polled, 1, (int)left + 1) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		ssize_t count = read(fd, chunk, sizeof chunk);
		if (count <= 0)
			return count == 0;
		if (answer->size < LARGEST_ANSWER)
			buffer_add(answer, chunk, (size_t)count);
	}
}

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
	int ends[2], status = 1;
	*out = (struct revision){0};
	if (pipe(ends))
		return false;
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		become_git(folder, ends[1]);
	}
	close(ends[1]);
	struct buffer answer = {0};
	bool is_whole = child > 0 && read_answer(ends[0], &answer);
	close(ends[0]);
	if (child > 0 && !is_whole)
		kill(child, SIGKILL);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	bool is_known = is_whole && WIFEXITED(status) && WEXITSTATUS(status) == 0 && answer.size &&
			understand(arena, &answer, out);
	buffer_free(&answer);
	return is_known;
}
