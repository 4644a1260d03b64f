/* Processes in the background; see lsp_background.h. */
#include "ide/protocol/lsp_background.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { CHUNK = 64 * 1024, NICENESS = 10 };

static void become_background(pid_t parent)
{
	int nowhere = open("/dev/null", O_RDWR);
	for (int fd = 0; nowhere >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(nowhere, fd);
	if (nowhere > STDERR_FILENO)
		close(nowhere);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(1);
	errno = 0;
	if (nice(NICENESS) == -1 && errno)
		errno = 0; /* then it isn't as polite */
}

bool lsp_background_start(struct lsp_background *process, const struct lsp_background_work *work)
{
	int ends[2];
	if (pipe(ends))
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		close(ends[0]);
		work->prepare(work->context, ends[1]);
		become_background(parent);
		work->work(work->context, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return false;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*process = (struct lsp_background){.pid = pid, .fd = ends[0]};
	return true;
}

bool lsp_background_read(struct lsp_background *process)
{
	char chunk[CHUNK];
	for (;;) {
		ssize_t count = read(process->fd, chunk, sizeof chunk);
		if (count > 0)
			buffer_add(&process->received, chunk, (size_t)count);
		else if (count == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
			return false;
		else if (errno != EINTR)
			return true;
	}
}

size_t lsp_background_frame(const struct lsp_background *process, struct lsp_frame *frame)
{
	return lsp_frame_read(process->received.data, process->received.size, frame);
}

void lsp_background_drop(struct lsp_background *process, size_t size)
{
	process->received.size -= size;
	memmove(process->received.data, process->received.data + size, process->received.size);
}

void lsp_background_end(struct lsp_background *process)
{
	if (!process->pid)
		return;
	kill(process->pid, SIGKILL);
	close(process->fd);
	while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
		;
	buffer_free(&process->received);
	*process = (struct lsp_background){0};
}

void lsp_background_write(int fd, const struct buffer *buffer)
{
	if (buffer_write_fd(buffer, fd))
		_exit(1);
}
