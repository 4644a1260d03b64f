/* The server's side of a worker: a process forked for one document, with a socket for texts and results.
 * Nothing here waits. */
#include "ide/lsp_server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/run/worker_child.h"
#include "ide/analysis/lsp_plan.h"
#include "ide/analysis/lsp_worker_child.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_pipe.h"

enum { CHUNK = 64 * 1024, LARGEST_RESULT = 256 * 1024 * 1024 };

void lsp_result_free(struct lsp_result *result)
{
	if (!result)
		return;
	json_decref(result->outline);
	json_decref(result->prediction);
	arena_free(result->arena);
}

/* ---- the process ----------------------------------------------------------------------------- */

void lsp_close_others(const struct lsp_server *server, int own)
{
	for (size_t i = 0; i < server->files.count; i++) {
		const struct lsp_file *file = server->files.data[i];
		if (file->worker.pid && file->worker.fd != own)
			close(file->worker.fd);
		if (file->told.process.pid && file->told.process.fd != own)
			close(file->told.process.fd);
		if (file->proof.process.pid && file->proof.process.fd != own)
			close(file->proof.process.fd);
	}
	for (size_t i = 0; i < server->folders.count; i++) {
		const struct lsp_background *process = &server->folders.data[i]->project.process;
		if (process->pid && process->fd != own)
			close(process->fd);
	}
	if (server->report.pid)
		close(server->report.fd);
	if (server->in > STDERR_FILENO)
		close(server->in);
	if (server->out > STDERR_FILENO)
		close(server->out);
}

static bool start(struct lsp_server *server, struct lsp_file *file)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return false;
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		const struct lsp_job job = {.options = server->options,
			.settings = lsp_settings_at(server, file->path),
			.root = lsp_root_of(server, file->path),
			.path = file->real,
			.is_header = file->is_header};
		lsp_close_others(server, ends[1]);
		close(ends[0]);
		lsp_worker_child(&job, ends[1], parent);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return false;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	file->worker = (struct lsp_worker){.pid = pid, .fd = ends[0]};
	return true;
}

/* Closes what the worker has here. Returns how it ended, as waitpid() tells. */
static int collect(struct lsp_file *file)
{
	struct lsp_worker *worker = &file->worker;
	int status = 0;
	close(worker->fd);
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	buffer_free(&worker->received);
	buffer_free(&worker->to_send);
	if (worker->sent_arena)
		arena_free(worker->sent_arena);
	*worker = (struct lsp_worker){0};
	return status;
}

void lsp_worker_stop(struct lsp_file *file)
{
	if (!file->worker.pid)
		return;
	kill(file->worker.pid, SIGKILL);
	collect(file);
}

static const char *why_it_ended(struct arena *arena, int status)
{
	if (WIFSIGNALED(status))
		return arena_printf(arena, "the analysis of this file ended with signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_OUT_OF_MEMORY)
		return "the analysis of this file ran out of memory";
	return arena_printf(arena, "the analysis of this file ended with status %d and no result",
		WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

void lsp_worker_forget_prediction(struct lsp_file *file)
{
	struct lsp_result *result = file->result;
	if (result && file->worker.prediction_pending == result->generation && !result->prediction)
		result->prediction = json_object();
	file->worker.prediction_pending = 0;
}

/* It has gone by itself. An idle one is started again when there is work. */
static void worker_ended(struct lsp_server *server, struct lsp_file *file)
{
	bool was_busy = file->worker.generation != 0;
	lsp_worker_forget_prediction(file);
	struct arena *arena = arena_new();
	int status = collect(file);
	const char *why = why_it_ended(arena, status);
	if (was_busy)
		lsp_schedule_failure(server, file, why);
	else
		lsp_log(server, LSP_LOG_WARNING, "%s: %s", file->path, why);
	lsp_wait_over(server, file);
	arena_free(arena);
}

/* ---- giving work ----------------------------------------------------------------------------- */

/* From now on its time counts. */
static void set_deadline(struct lsp_worker *worker, double now, unsigned timeout_s)
{
	worker->used_ms = now;
	worker->used_before_ms = clock_process_ms(worker->pid);
	worker->deadline_ms = now + 1000.0 * timeout_s;
	worker->last_deadline_ms = now + 1000.0 * LSP_CLOCK_FACTOR * timeout_s;
}

enum lsp_late lsp_worker_is_late(struct lsp_worker *worker, double now, unsigned timeout_s)
{
	double used = clock_process_ms(worker->pid);
	if (worker->deadline_ms <= 0 || worker->deadline_ms > now)
		return LSP_IN_TIME;
	if (worker->last_deadline_ms <= now)
		return LSP_LATE_BY_CLOCK;
	if (used < 0 || worker->used_before_ms < 0)
		return LSP_LATE;
	double left = 1000.0 * timeout_s - (used - worker->used_before_ms);
	if (left <= 0)
		return LSP_LATE;
	worker->deadline_ms = now + left < worker->last_deadline_ms ? now + left : worker->last_deadline_ms;
	return LSP_IN_TIME;
}

static void add_document(struct lsp_worker *worker, const struct lsp_file *file, bool with_text)
{
	struct lsp_result_file sent = {.version = file->document->version};
	sent.path = sent.absolute = arena_strdup(worker->sent_arena, file->real);
	vec_push(worker->sent_arena, &worker->sent_files, sent);
	if (!with_text)
		return;
	const struct buffer *text = &file->document->text;
	lsp_frame_text(&worker->to_send, file->real, strlen(file->real));
	lsp_frame_text(&worker->to_send, text->data, text->size);
}

bool lsp_worker_analyse(struct lsp_server *server, struct lsp_file *file)
{
	const struct lsp_settings *settings = lsp_settings_at(server, file->path);
	uint64_t planned = lsp_plan_stamp(settings, file->real);
	if (planned != file->planned)
		lsp_worker_stop(file); /* its plan is out of date, whether the client watches files or not */
	file->planned = planned;
	if (!file->worker.pid && !start(server, file))
		return false;
	struct lsp_worker *worker = &file->worker;
	if (worker->sent_arena)
		arena_free(worker->sent_arena);
	worker->sent_arena = arena_new();
	memset(&worker->sent_files, 0, sizeof worker->sent_files);
	size_t start_of_frame = lsp_frame_begin(&worker->to_send, LSP_FRAME_ANALYSE, file->generation);
	bool whole = file->is_touched || !settings->incremental;
	lsp_frame_text(&worker->to_send, "whole", whole ? 5 : 0);
	lsp_frame_text(&worker->to_send, file->told.given.data, file->told.given.size);
	add_document(worker, file, true);
	for (size_t i = 0; i < server->files.count; i++)
		if (server->files.data[i] != file)
			add_document(worker, server->files.data[i], server->files.data[i]->is_unsaved);
	lsp_frame_end(&worker->to_send, start_of_frame);
	worker->generation = file->generation;
	worker->prediction_pending = 0;
	worker->started_ms = clock_ms();
	set_deadline(worker, worker->started_ms, settings->timeout_s);
	lsp_worker_exchange(server, file);
	return true;
}

void lsp_worker_predict(struct lsp_server *server, struct lsp_file *file)
{
	struct lsp_worker *worker = &file->worker;
	size_t start_of_frame =
		lsp_frame_begin(&worker->to_send, LSP_FRAME_PREDICT, file->result->generation);
	lsp_frame_end(&worker->to_send, start_of_frame);
	worker->prediction_pending = file->result->generation;
	set_deadline(worker, clock_ms(), lsp_settings_at(server, file->path)->timeout_s);
}

/* ---- results --------------------------------------------------------------------------------- */

static int64_t sent_version(const struct lsp_worker *worker, const char *path)
{
	for (size_t i = 0; i < worker->sent_files.count; i++)
		if (strcmp(worker->sent_files.data[i].path, path) == 0)
			return worker->sent_files.data[i].version;
	return -1;
}

static void read_facts(
	const struct lsp_worker *worker, const char *text, size_t size, struct lsp_result *result)
{
	json_t *facts = json_loadb(text, size, JSON_ALLOW_NUL, NULL), *pair;
	size_t i;
	json_array_foreach(json_object_get(facts, "files"), i, pair)
	{
		const char *path = json_string_value(json_array_get(pair, 0));
		const char *absolute = json_string_value(json_array_get(pair, 1));
		if (!path || !absolute)
			continue;
		struct lsp_result_file file = {.path = arena_strdup(result->arena, path),
			.absolute = arena_strdup(result->arena, absolute),
			.version = sent_version(worker, absolute)};
		vec_push(result->arena, &result->files, file);
	}
	result->outline = json_incref(json_object_get(facts, "outline"));
	result->is_whole = lsp_json_bool(facts, "whole", false);
	result->parsed = lsp_json_string(facts, "parsed", NULL);
	result->parsed = result->parsed ? arena_strdup(result->arena, result->parsed) : NULL;
	result->error = lsp_json_string(facts, "error", NULL);
	result->error = result->error ? arena_strdup(result->arena, result->error) : NULL;
	json_decref(facts);
}

/* NULL for a frame that holds no result. */
static struct lsp_result *read_result(const struct lsp_worker *worker, struct lsp_frame *frame)
{
	const char *text;
	size_t size;
	struct arena *arena = arena_new();
	struct lsp_result *result = ARENA_NEW(arena, struct lsp_result);
	result->arena = arena;
	result->generation = frame->generation;
	bool ok = lsp_frame_next(frame, &text, &size);
	if (ok && frame->kind == LSP_FRAME_PREDICTION) {
		result->prediction = json_loadb(text, size, JSON_ALLOW_NUL, NULL);
	} else if (ok) {
		result->unit = wire_read_unit(arena, text, size);
		ok = result->unit && lsp_frame_next(frame, &text, &size);
		if (ok)
			read_facts(worker, text, size, result);
		ok = ok && result->files.count;
		if (ok)
			result->version = result->files.data[0].version;
	}
	if (ok)
		return result;
	lsp_result_free(result);
	return NULL;
}

/* Takes whole frames out of what was received. False: the worker sent nonsense. */
static bool take_frames(struct lsp_server *server, struct lsp_file *file)
{
	struct lsp_worker *worker = &file->worker;
	struct lsp_frame frame;
	for (;;) {
		size_t size = lsp_frame_read(worker->received.data, worker->received.size, &frame);
		if (size == 0)
			return worker->received.size <= LARGEST_RESULT;
		struct lsp_result *result = size == SIZE_MAX ? NULL : read_result(worker, &frame);
		if (!result)
			return false;
		worker->received.size -= size;
		memmove(worker->received.data, worker->received.data + size, worker->received.size);
		if (result->unit) {
			if (worker->generation)
				file->last_ms = clock_ms() - worker->started_ms;
			worker->generation = 0;
			worker->deadline_ms = 0;
		}
		lsp_schedule_result(server, file, result);
	}
}

bool lsp_worker_has_output(const struct lsp_worker *worker)
{
	return worker->to_send.size > worker->sent;
}

static void send_texts(struct lsp_worker *worker)
{
	while (lsp_worker_has_output(worker)) {
		ssize_t count = send(worker->fd, worker->to_send.data + worker->sent,
			worker->to_send.size - worker->sent, MSG_NOSIGNAL);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return; /* what is wrong shows when its result is read */
		worker->sent += (size_t)count;
	}
	worker->to_send.size = worker->sent = 0;
}

void lsp_worker_exchange(struct lsp_server *server, struct lsp_file *file)
{
	struct lsp_worker *worker = &file->worker;
	char chunk[CHUNK];
	send_texts(worker);
	for (;;) {
		ssize_t count = read(worker->fd, chunk, sizeof chunk);
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (count <= 0) {
			worker_ended(server, file);
			return;
		}
		buffer_add(&worker->received, chunk, (size_t)count);
		if (!take_frames(server, file)) {
			kill(worker->pid, SIGKILL);
			worker_ended(server, file);
			return;
		}
	}
}
