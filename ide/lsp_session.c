/* The main loop: waits for the client, the workers and the clock. */
#include "ide/lsp_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "ide/answer/lsp_report.h"
#include "ide/protocol/lsp_json.h"

enum {
	CHUNK = 64 * 1024,
	PARENT_CHECK_MS = 2000,
	FIXED = 3,                         /* descriptors that are polled besides those of workers */
	LARGEST_OUTPUT = 512 * 1024 * 1024 /* a client that reads nothing */
};

/* ---- the client ------------------------------------------------------------------------------ */

/* What goes out next is written as far as the client takes it. */
static void flush_output(struct lsp_server *server)
{
	while (server->written < server->output.size) {
		ssize_t count = write(server->out, server->output.data + server->written,
			server->output.size - server->written);
		if (count > 0) {
			server->written += (size_t)count;
		} else if (count < 0 && errno != EINTR) {
			if (errno != EAGAIN && errno != EWOULDBLOCK)
				server->phase = LSP_ENDED;
			break;
		}
	}
	if (server->written == server->output.size) {
		if (server->output.capacity > 16 * CHUNK)
			buffer_free(&server->output);
		server->output.size = server->written = 0;
	}
	if (server->output.size - server->written > LARGEST_OUTPUT)
		server->phase = LSP_ENDED;
}

static void take_messages(struct lsp_server *server)
{
	const char *body, *problem;
	size_t size;
	enum lsp_read read;
	while (server->phase != LSP_ENDED &&
		(read = lsp_reader_next(&server->reader, &body, &size, &problem)) != LSP_READ_MORE) {
		if (read == LSP_READ_BODY)
			lsp_rpc_take(server, body, size);
		else
			lsp_log(server, LSP_LOG_WARNING, "%s", problem);
	}
}

static void read_input(struct lsp_server *server)
{
	char chunk[CHUNK];
	ssize_t count = read(server->in, chunk, sizeof chunk);
	if (count > 0) {
		lsp_reader_add(&server->reader, chunk, (size_t)count);
		take_messages(server);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		if (count < 0)
			lsp_log(server, LSP_LOG_ERROR, "the client can't be read from: %s", strerror(errno));
		server->exit_status = server->phase == LSP_SHUT_DOWN ? 0 : 1;
		server->phase = LSP_ENDED;
	}
}

/* The client's process has gone, and its end of the pipe may live on in another one. */
static void check_parent(struct lsp_server *server)
{
	double now = clock_ms();
	if (server->client.process <= 0 || now < server->parent_check_ms + PARENT_CHECK_MS)
		return;
	server->parent_check_ms = now;
	if (kill(server->client.process, 0) != 0 && errno == ESRCH) {
		server->exit_status = 1;
		server->phase = LSP_ENDED;
	}
}

/* ---- the loop -------------------------------------------------------------------------------- */

static int wait_time(const struct lsp_server *server)
{
	int wait = lsp_schedule_wait(server), other = lsp_project_wait(server);
	if (other >= 0 && (wait < 0 || other < wait))
		wait = other;
	if (server->client.process > 0 && (wait < 0 || wait > PARENT_CHECK_MS))
		wait = PARENT_CHECK_MS;
	double now = clock_ms();
	for (size_t i = 0; i < server->waiting.count; i++) {
		double deadline = server->waiting.data[i].deadline_ms, left = deadline - now;
		if (deadline > 0 && (wait < 0 || left < wait))
			wait = left < 0 ? 0 : (int)left + 1;
	}
	return wait;
}

/* What is waited for besides the client, by its descriptor. */
typedef VEC(struct pollfd) polled_list;

static void add_polled(struct arena *arena, polled_list *list, pid_t pid, int fd, bool writes)
{
	if (pid)
		vec_push(arena, list,
			(struct pollfd){.fd = fd, .events = (short)(POLLIN | (writes ? POLLOUT : 0))});
}

static void gather(const struct lsp_server *server, struct arena *arena, polled_list *list)
{
	vec_push(arena, list, (struct pollfd){.fd = server->in, .events = POLLIN});
	vec_push(arena, list,
		(struct pollfd){.fd = server->output.size ? server->out : -1, .events = POLLOUT});
	vec_push(arena, list,
		(struct pollfd){.fd = server->report.pid ? server->report.fd : -1, .events = POLLIN});
	for (size_t i = 0; i < server->files.count; i++) {
		const struct lsp_file *file = server->files.data[i];
		add_polled(
			arena, list, file->worker.pid, file->worker.fd, lsp_worker_has_output(&file->worker));
		add_polled(arena, list, file->told.process.pid, file->told.process.fd, false);
		add_polled(arena, list, file->proof.process.pid, file->proof.process.fd, false);
	}
	for (size_t i = 0; i < server->folders.count; i++) {
		const struct lsp_background *process = &server->folders.data[i]->project.process;
		add_polled(arena, list, process->pid, process->fd, false);
	}
}

static void handle_one(struct lsp_server *server, int fd)
{
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_file *file = server->files.data[i];
		if (file->worker.pid && file->worker.fd == fd) {
			lsp_worker_exchange(server, file);
			return;
		}
		if (file->told.process.pid && file->told.process.fd == fd) {
			lsp_told_read(server, file);
			return;
		}
		if (file->proof.process.pid && file->proof.process.fd == fd) {
			lsp_proof_read(server, file);
			return;
		}
	}
	for (size_t i = 0; i < server->folders.count; i++) {
		struct lsp_folder *folder = server->folders.data[i];
		if (folder->project.process.pid && folder->project.process.fd == fd) {
			lsp_project_read(server, folder);
			return;
		}
	}
}

/* Documents may be closed and workers end while events are handled: each is looked up anew. */
static void wait_and_handle(struct lsp_server *server)
{
	struct arena *arena = arena_new();
	polled_list polled = {0};
	gather(server, arena, &polled);
	if (poll(polled.data, (nfds_t)polled.count, wait_time(server)) > 0) {
		for (size_t i = FIXED; i < polled.count; i++)
			if (polled.data[i].revents)
				handle_one(server, polled.data[i].fd);
		if (polled.data[2].revents)
			lsp_report_read(server);
		if (polled.data[0].revents)
			read_input(server);
	}
	arena_free(arena);
}

static bool any_setting(const struct lsp_server *server, bool (*is_on)(const struct lsp_settings *settings))
{
	bool on = is_on(&server->settings);
	for (size_t i = 0; i < server->folders.count; i++)
		on |= is_on(&server->folders.data[i]->settings);
	return on;
}

static bool has_lens(const struct lsp_settings *settings)
{
	return settings->lens;
}

static bool has_hints(const struct lsp_settings *settings)
{
	return settings->hints;
}

static void send_refresh(struct lsp_server *server)
{
	if (server->client.pull && server->client.pull_refresh)
		lsp_ask(server, "workspace/diagnostic/refresh", NULL);
	if (server->client.lens_refresh && any_setting(server, has_lens))
		lsp_ask(server, "workspace/codeLens/refresh", NULL);
	if (server->client.hint_refresh && any_setting(server, has_hints))
		lsp_ask(server, "workspace/inlayHint/refresh", NULL);
	server->refresh_wanted = false;
}

static void loop(struct lsp_server *server)
{
	while (server->phase != LSP_ENDED) {
		wait_and_handle(server);
		check_parent(server);
		lsp_wait_expire(server);
		lsp_schedule_run(server);
		lsp_proof_stop_old(server);
		lsp_told_run(server);
		lsp_project_run(server);
		lsp_pull_answer(server);
		if (server->publish_wanted && server->phase == LSP_RUNNING)
			lsp_publish(server);
		if (server->refresh_wanted && server->phase == LSP_RUNNING)
			send_refresh(server);
		flush_output(server);
	}
}

static void release(struct lsp_server *server)
{
	while (server->files.count)
		lsp_file_close(server, server->files.data[server->files.count - 1]);
	lsp_report_stop(server);
	lsp_pull_release(server);
	lsp_folders_release(server);
	for (size_t i = 0; i < server->waiting.count; i++) {
		json_decref(server->waiting.data[i].id);
		json_decref(server->waiting.data[i].params);
	}
	lsp_reader_free(&server->reader);
	buffer_free(&server->output);
	json_decref(server->settings_value);
	json_decref(server->initial_settings);
	if (server->settings_arena)
		arena_free(server->settings_arena);
	arena_free(server->arena);
}

int lsp_run(const struct lsp_options *options)
{
	struct lsp_server server = {.options = options,
		.arena = arena_new(),
		.in = options->in,
		.out = options->out,
		.trace = "off"};
	char here[4096];
	line_list problems = {0};
	server.exit_status = 1;
	server.root = arena_strdup(server.arena, getcwd(here, sizeof here) ? here : "/");
	lsp_settings_read(server.arena, NULL, &server.settings, &problems);
	signal(SIGPIPE, SIG_IGN);
	int flags = fcntl(server.out, F_GETFL);
	if (flags >= 0)
		fcntl(server.out, F_SETFL, flags | O_NONBLOCK);
	loop(&server);
	flush_output(&server);
	if (flags >= 0)
		fcntl(server.out, F_SETFL, flags);
	release(&server);
	return server.exit_status;
}
