/* The report that a client asks for: this very program is run, and its last line on standard error says what
 * went wrong, if anything did. */
#include "ide/answer/lsp_report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/path.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_uri.h"

enum { LARGEST_SAID = 64 * 1024, FINDINGS = 1 };

static void progress(struct lsp_server *server, const char *kind, const char *text)
{
	const struct lsp_report *report = &server->report;
	if (!report->token)
		return;
	json_t *value =
		json_pack("{ssss}", "kind", kind, strcmp(kind, "begin") == 0 ? "title" : "message", text);
	lsp_notify(server, "$/progress", json_pack("{sOso}", "token", report->token, "value", value));
}

static void forget(struct lsp_server *server)
{
	struct lsp_report *report = &server->report;
	json_decref(report->id);
	json_decref(report->token);
	buffer_free(&report->said);
	free(report->path);
	*report = (struct lsp_report){0};
}

/* A file in the folder for temporary ones, unless the client names one. */
static char *choose_path(struct arena *arena, const json_t *argument, const char *format)
{
	const char *given = lsp_json_string(argument, "path", NULL);
	const char *path = given && given[0] != '/' ? lsp_uri_path(arena, given) : given;
	const char *folder = getenv("TMPDIR");
	if (!path)
		path = arena_printf(arena, "%s/cudalint-%ld.%s", folder && folder[0] == '/' ? folder : "/tmp",
			(long)getpid(), format);
	return strdup(path);
}

static void run_program(const char *folder, const char *output, int fd)
{
	int nowhere = open("/dev/null", O_RDWR);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	execl("/proc/self/exe", "cudalint", "check", "-q", "--fail-on=never", "-f", output, folder,
		(char *)NULL);
	_exit(127);
}

void lsp_report_start(struct lsp_server *server, const json_t *id, const json_t *params)
{
	struct lsp_report *report = &server->report;
	const json_t *argument = json_array_get(json_object_get(params, "arguments"), 0);
	const char *format = lsp_json_string(argument, "format", "html");
	int ends[2];
	if (report->pid || pipe(ends)) {
		lsp_fail(server, id, LSP_REQUEST_FAILED,
			report->pid ? "a report is being written already"
				    : "the report could not be started");
		return;
	}
	struct arena *arena = arena_new();
	report->path = choose_path(arena, argument, format);
	const char *output = arena_printf(arena, "%s=%s", format, report->path);
	const char *folder = lsp_json_string(argument, "folder", server->root);
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid_t pid = fork();
	if (pid == 0)
		run_program(folder, output, ends[1]);
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	report->pid = pid;
	report->fd = ends[0];
	report->id = json_incref((json_t *)(uintptr_t)id);
	report->token = json_incref(json_object_get(params, "workDoneToken"));
	progress(server, "begin", "cudalint: writing the report");
	if (pid < 0) {
		close(ends[0]);
		lsp_fail(server, id, LSP_REQUEST_FAILED, "the report could not be started");
		forget(server);
	}
	arena_free(arena);
}

static void finish(struct lsp_server *server)
{
	struct lsp_report *report = &server->report;
	int status = 0;
	close(report->fd);
	while (waitpid(report->pid, &status, 0) < 0 && errno == EINTR)
		;
	struct arena *arena = arena_new();
	bool ok = WIFEXITED(status) && WEXITSTATUS(status) <= FINDINGS;
	char *said = report->said.data ? report->said.data : "";
	size_t length = strlen(said);
	while (length && said[length - 1] == '\n')
		length--;
	progress(server, "end", ok ? "the report is written" : "the report could not be written");
	if (ok)
		lsp_reply(server, report->id,
			json_pack("{soso}", "uri", lsp_json_text(lsp_uri_of(arena, report->path)), "path",
				lsp_json_text(report->path)));
	else
		lsp_fail(server, report->id, LSP_REQUEST_FAILED,
			length ? arena_strndup(arena, said, length) : "the report could not be written");
	arena_free(arena);
	forget(server);
}

void lsp_report_read(struct lsp_server *server)
{
	struct lsp_report *report = &server->report;
	char chunk[4096];
	ssize_t count = read(report->fd, chunk, sizeof chunk);
	if (count > 0 && report->said.size < LARGEST_SAID)
		buffer_add(&report->said, chunk, (size_t)count);
	else if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
		finish(server);
}

void lsp_report_stop(struct lsp_server *server)
{
	if (!server->report.pid)
		return;
	kill(server->report.pid, SIGKILL);
	close(server->report.fd);
	while (waitpid(server->report.pid, NULL, 0) < 0 && errno == EINTR)
		;
	forget(server);
}
