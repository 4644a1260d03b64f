/* The process that answers: it waits for a question, makes a copy of itself, and the copy answers and ends.
 *
 * Questions and answers go through one socket, each as its length and its bytes; the copy has a socket of its
 * own, so that half an answer of a copy that died is never taken for one. */
#include "analyzer/solver/solver.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/clock.h"
#include "analyzer/solver/z3.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct solver {
	pid_t process;
	int socket;
	char version[32];
	uint64_t questions;
	double milliseconds;
};

enum { LONGEST = 64 << 20 };

static bool write_all(int fd, const void *bytes, size_t size)
{
	for (const char *at = bytes; size;) {
		ssize_t done = send(fd, at, size, MSG_NOSIGNAL);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		at += done;
		size -= (size_t)done;
	}
	return true;
}

static bool read_all(int fd, void *bytes, size_t size)
{
	for (char *at = bytes; size;) {
		ssize_t done = read(fd, at, size);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		at += done;
		size -= (size_t)done;
	}
	return true;
}

static bool send_text(int fd, const char *text, size_t size)
{
	uint64_t length = size;
	return write_all(fd, &length, sizeof length) && write_all(fd, text, size);
}

/* From malloc, NUL-terminated; NULL: the other side has gone. */
static char *receive_text(int fd)
{
	uint64_t length;
	if (!read_all(fd, &length, sizeof length) || length > LONGEST)
		return NULL;
	char *text = malloc(length + 1);
	if (!text || !read_all(fd, text, length)) {
		free(text);
		return NULL;
	}
	text[length] = 0;
	return text;
}

/* ---- the process ------------------------------------------------------------------------------ */

/* In the copy. The numbers are asked for where there are some alone. */
static void answer(const struct z3 *z3, const char *question, const char *wanted, int to)
{
	const char *text = z3->evaluate(z3->context, question);
	bool sent = text && send_text(to, text, strlen(text));
	if (sent && *wanted && !strncmp(text, "sat", 3))
		text = z3->evaluate(z3->context, wanted);
	else
		text = "";
	sent = sent && text && send_text(to, text, strlen(text));
	_exit(sent ? 0 : 1);
}

/* Both answers, from malloc or NULL. */
static void copy_answers(const struct z3 *z3, const char *question, const char *wanted, char *texts[2])
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return;
	pid_t copy = fork();
	if (copy == 0) {
		close(ends[0]);
		answer(z3, question, wanted, ends[1]);
	}
	close(ends[1]);
	for (int i = 0; i < 2 && copy > 0; i++)
		texts[i] = receive_text(ends[0]);
	close(ends[0]);
	while (copy > 0 && waitpid(copy, NULL, 0) < 0 && errno == EINTR)
		continue;
}

static bool send_maybe(int fd, const char *text)
{
	return send_text(fd, text ? text : "", text ? strlen(text) : 0);
}

/* No word of Z3's own gets out, whatever it thinks it has to say. */
static void be_silent(void)
{
	int nowhere = open("/dev/null", O_RDWR);
	for (int fd = 0; nowhere >= 0 && fd < 3; fd++)
		dup2(nowhere, fd);
}

static void serve(int socket)
{
	struct z3 z3 = {0};
	be_silent();
	bool opened = z3_open(&z3);
	const char *hello = opened ? z3.version : "";
	/* what an interrupted terminal sends to all is for the program to act on */
	signal(SIGINT, SIG_IGN);
	if (!send_text(socket, hello, strlen(hello)) || !opened)
		_exit(1);
	for (;;) {
		char *question = receive_text(socket), *wanted = question ? receive_text(socket) : NULL;
		char *texts[2] = {NULL, NULL};
		if (!wanted)
			break;
		copy_answers(&z3, question, wanted, texts);
		bool sent = send_maybe(socket, texts[0]) && send_maybe(socket, texts[1]);
		free(texts[0]);
		free(texts[1]);
		free(question);
		free(wanted);
		if (!sent)
			break;
	}
	_exit(0);
}

struct solver *solver_start(const char **why)
{
	int ends[2];
	*why = "libz3 could not be loaded";
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return NULL;
	fflush(NULL);
	pid_t process = fork();
	if (process == 0) {
		close(ends[0]);
		serve(ends[1]);
	}
	close(ends[1]);
	char *hello = process > 0 ? receive_text(ends[0]) : NULL;
	struct solver *solver = hello && *hello ? calloc(1, sizeof *solver) : NULL;
	if (!solver) {
		close(ends[0]);
		if (process > 0)
			waitpid(process, NULL, 0);
		free(hello);
		return NULL;
	}
	solver->process = process;
	solver->socket = ends[0];
	snprintf(solver->version, sizeof solver->version, "%s", hello);
	free(hello);
	return solver;
}

void solver_stop(struct solver *solver)
{
	if (!solver)
		return;
	close(solver->socket);
	while (waitpid(solver->process, NULL, 0) < 0 && errno == EINTR)
		continue;
	free(solver);
}

const char *solver_version(const struct solver *solver)
{
	return solver->version;
}

/* ---- questions -------------------------------------------------------------------------------- */

/* One number of `((name 5) (other (- 3)))`, from `*at` on. */
static bool read_number(const char **at, int64_t *out)
{
	const char *text = *at;
	text += strspn(text, " \n(");
	if (*text == '|') {
		text = strchr(text + 1, '|');
		if (!text)
			return false;
		text++;
	}
	text += strcspn(text, " \n)");
	text += strspn(text, " \n");
	bool negative = strncmp(text, "(- ", 3) == 0;
	text += negative ? 3 : 0;
	if (*text < '0' || *text > '9')
		return false;
	char *end;
	errno = 0;
	unsigned long long number = strtoull(text, &end, 10);
	if (errno || number > INT64_MAX)
		return false;
	*out = negative ? -(int64_t)number : (int64_t)number;
	end += strspn(end, ")");
	*at = end;
	return true;
}

static const int64_t *read_numbers(struct arena *arena, const char *text, const char *wanted)
{
	size_t count = 0;
	for (const char *at = wanted; *at; at++)
		count += *at != ' ' && (at == wanted || at[-1] == ' ');
	int64_t *numbers = ARENA_ARRAY(arena, int64_t, count + 1);
	for (size_t i = 0; i < count; i++)
		if (!read_number(&text, &numbers[i]))
			return NULL;
	return numbers;
}

static enum solver_answer read_answer(const char *text)
{
	if (!strncmp(text, "unsat", 5))
		return SOLVER_NEVER;
	return strncmp(text, "sat", 3) ? SOLVER_UNKNOWN : SOLVER_HOLDS;
}

enum solver_answer solver_ask(struct solver *solver, struct arena *arena, const char *text,
	const char *wanted, uint64_t steps, const int64_t **numbers)
{
	struct buffer question = {0}, names = {0};
	double start = clock_ms();
	if (numbers)
		*numbers = NULL;
	buffer_printf(&question, "(set-option :rlimit %" PRIu64 ")\n%s\n(check-sat)\n", steps, text);
	if (wanted && *wanted)
		buffer_printf(&names, "(get-value (%s))\n", wanted);
	solver->questions++;
	bool sent = send_text(solver->socket, question.data, question.size) &&
		    send_text(solver->socket, names.data, names.size);
	char *reply = sent ? receive_text(solver->socket) : NULL;
	char *values = reply ? receive_text(solver->socket) : NULL;
	enum solver_answer out = values ? read_answer(reply) : SOLVER_UNKNOWN;
	if (out == SOLVER_HOLDS && numbers && wanted)
		*numbers = read_numbers(arena, values, wanted);
	buffer_free(&question);
	buffer_free(&names);
	free(reply);
	free(values);
	solver->milliseconds += clock_ms() - start;
	return out;
}

uint64_t solver_questions(const struct solver *solver)
{
	return solver->questions;
}

double solver_milliseconds(const struct solver *solver)
{
	return solver->milliseconds;
}
