/* Which document is analysed when: after a pause in typing, a few at a time, each in a worker of its own that
 * stays; a result whose text has changed meanwhile is dropped. */
#include "ide/lsp_server.h"

#include <string.h>

#include "analyzer/base/clock.h"
#include "analyzer/engine/parse_report.h"

enum {
	LONGEST_WAIT_MS = 1000,  /* of a document that is edited without a pause */
	LONGEST_STALE_MS = 2000, /* an analysis of an old text goes on so long... */
	STALE_FACTOR = 4,        /* ...or so many times as long as the one before */
	FIRST_RETRY_MS = 500,    /* after a worker has failed; doubled each time */
	MOST_DOUBLINGS = 7,
	RECHECK_MS = 200 /* when something is due, but can't be started */
};

static bool is_busy(const struct lsp_file *file)
{
	return file->worker.pid && file->worker.generation;
}

bool lsp_is_current(const struct lsp_file *file)
{
	return file->result && file->result->generation == file->generation;
}

void lsp_schedule(struct lsp_server *server, struct lsp_file *file, double wait_ms)
{
	double now = clock_ms();
	file->generation = ++server->last_generation;
	if (!file->is_linted)
		return;
	if (file->dirty_ms <= 0)
		file->dirty_ms = now;
	file->due_ms = now + wait_ms;
	if (file->due_ms > file->dirty_ms + LONGEST_WAIT_MS)
		file->due_ms = file->dirty_ms + LONGEST_WAIT_MS;
}

void lsp_schedule_touched(struct lsp_server *server, struct lsp_file *file, double wait_ms)
{
	lsp_schedule(server, file, wait_ms);
	file->is_touched = true;
}

void lsp_schedule_anew(struct lsp_server *server, struct lsp_file *file)
{
	lsp_worker_stop(file);
	file->failures = 0;
	file->retry_ms = 0;
	lsp_schedule_touched(server, file, 0);
}

void lsp_schedule_all(struct lsp_server *server)
{
	for (size_t i = 0; i < server->files.count; i++)
		lsp_schedule_anew(server, server->files.data[i]);
}

/* ---- results --------------------------------------------------------------------------------- */

static void take_prediction(struct lsp_server *server, struct lsp_file *file, struct lsp_result *result)
{
	file->worker.prediction_pending = 0;
	if (!is_busy(file))
		file->worker.deadline_ms = 0;
	if (file->result && file->result->generation == result->generation && !file->result->prediction) {
		file->result->prediction = result->prediction;
		result->prediction = NULL;
	}
	lsp_result_free(result);
	lsp_wait_over(server, file);
}

static bool same_findings(const struct lsp_result *a, const struct lsp_result *b)
{
	if (a->unit->findings.count != b->unit->findings.count)
		return false;
	for (size_t i = 0; i < a->unit->findings.count; i++) {
		const struct finding *x = a->unit->findings.data[i], *y = b->unit->findings.data[i];
		if (strcmp(x->code, y->code) != 0 || x->span.start.offset != y->span.start.offset ||
			x->suppressed != y->suppressed || strcmp(x->message, y->message) != 0)
			return false;
	}
	return true;
}

static void put_result(struct lsp_server *server, struct lsp_file *file, struct lsp_result *result)
{
	struct lsp_result *old = file->result;
	bool is_confirmed = old && old->generation == result->generation;
	if (is_confirmed) { /* a whole analysis after a quick one */
		result->prediction = old->prediction;
		old->prediction = NULL;
		server->refresh_wanted |= !same_findings(old, result);
	} else {
		file->worker.prediction_pending = 0;
	}
	lsp_result_free(old);
	file->result = result;
	server->publish_wanted = true;
	lsp_told_ask(server, file);
	server->refresh_wanted |= file->is_touched;
	file->is_touched = false;
	if (result->error)
		lsp_tell(server, LSP_LOG_WARNING, result->error);
	lsp_wait_over(server, file);
}

void lsp_schedule_result(struct lsp_server *server, struct lsp_file *file, struct lsp_result *result)
{
	if (!result->unit) {
		take_prediction(server, file, result);
		return;
	}
	file->failures = 0;
	if (result->generation == file->generation)
		put_result(server, file, result);
	else
		lsp_result_free(result);
}

/* A result that says that there is none. */
static struct lsp_result *failed_result(const struct lsp_file *file, const char *why)
{
	struct arena *arena = arena_new();
	struct lsp_result *result = ARENA_NEW(arena, struct lsp_result);
	struct lsp_result_file own = {.version = file->document->version};
	own.path = own.absolute = arena_strdup(arena, file->real);
	*result = (struct lsp_result){.arena = arena,
		.generation = file->generation,
		.version = file->document->version,
		.unit = ARENA_NEW(arena, struct unit_result),
		.failed = true};
	vec_push(arena, &result->files, own);
	result->unit->path = own.path;
	result->unit->status = UNIT_FAILED;
	parse_report_failure(arena, own.path, arena_strdup(arena, why), &result->unit->findings);
	return result;
}

void lsp_schedule_failure(struct lsp_server *server, struct lsp_file *file, const char *why)
{
	unsigned doublings = file->failures < MOST_DOUBLINGS ? file->failures : MOST_DOUBLINGS;
	lsp_log(server, LSP_LOG_WARNING, "%s: %s", file->path, why);
	file->failures++;
	file->retry_ms = clock_ms() + (double)(FIRST_RETRY_MS << doublings);
	if (file->due_ms <= 0)
		put_result(server, file, failed_result(file, why));
}

/* ---- starting and ending --------------------------------------------------------------------- */

static size_t count_busy(const struct lsp_server *server)
{
	size_t count = 0;
	for (size_t i = 0; i < server->files.count; i++)
		count += is_busy(server->files.data[i]);
	return count;
}

/* Room for one more worker: that which was idle longest goes. */
static bool make_room(struct lsp_server *server)
{
	struct lsp_file *oldest = NULL;
	size_t count = 0;
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_file *file = server->files.data[i];
		if (!file->worker.pid)
			continue;
		count++;
		if (!is_busy(file) && (!oldest || file->worker.used_ms < oldest->worker.used_ms))
			oldest = file;
	}
	if (count < server->settings.most_workers)
		return true;
	if (oldest)
		lsp_worker_stop(oldest);
	return oldest != NULL;
}

/* An analysis of a text that has changed is let go on for a while: most end soon, and a new worker knows
 * nothing. */
static bool is_stale_for_long(const struct lsp_file *file, double now)
{
	double longest = STALE_FACTOR * file->last_ms;
	if (longest < LONGEST_STALE_MS)
		longest = LONGEST_STALE_MS;
	return is_busy(file) && file->worker.generation != file->generation &&
	       now - file->worker.started_ms > longest;
}

static void start(struct lsp_server *server, struct lsp_file *file)
{
	if (!file->worker.pid && !make_room(server))
		return;
	file->due_ms = file->dirty_ms = 0;
	if (!lsp_worker_analyse(server, file))
		lsp_schedule_failure(server, file, "no worker could be started");
}

static double start_of(const struct lsp_file *file)
{
	return file->worker.pid || file->retry_ms < file->due_ms ? file->due_ms : file->retry_ms;
}

/* Ends what takes too long. True when the worker had been analysing. */
static bool stop_late_one(struct lsp_server *server, struct lsp_file *file, enum lsp_late late)
{
	bool was_busy = is_busy(file);
	struct arena *arena = arena_new();
	unsigned limit_s = lsp_settings_at(server, file->path)->timeout_s *
			   (late == LSP_LATE_BY_CLOCK ? LSP_CLOCK_FACTOR : 1);
	const char *form = late == LSP_LATE_BY_CLOCK
				   ? "the analysis of this file didn't end within %u s and was stopped"
				   : "the analysis of this file took more than %u s and was stopped";
	lsp_worker_forget_prediction(file);
	lsp_worker_stop(file);
	if (was_busy)
		lsp_schedule_failure(server, file, arena_printf(arena, form, limit_s));
	lsp_wait_over(server, file);
	arena_free(arena);
	return was_busy;
}

void lsp_schedule_run(struct lsp_server *server)
{
	double now = clock_ms();
	size_t busy = count_busy(server);
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_file *file = server->files.data[i];
		if (is_stale_for_long(file, now)) {
			lsp_worker_stop(file);
			busy--;
		}
		unsigned timeout_s = lsp_settings_at(server, file->path)->timeout_s;
		enum lsp_late late = lsp_worker_is_late(&file->worker, now, timeout_s);
		if (late)
			busy -= stop_late_one(server, file, late);
		if (file->due_ms > 0 && start_of(file) <= now && !is_busy(file) &&
			busy < server->settings.jobs) {
			start(server, file);
			busy += is_busy(file);
		}
	}
}

int lsp_schedule_wait(const struct lsp_server *server)
{
	double now = clock_ms(), next = -1;
	for (size_t i = 0; i < server->files.count; i++) {
		const struct lsp_file *file = server->files.data[i];
		double at = file->worker.deadline_ms;
		if (is_busy(file))
			at = file->due_ms > 0 ? now + RECHECK_MS : at;
		else if (file->due_ms > 0)
			at = start_of(file) > now ? start_of(file) : now + RECHECK_MS;
		if (at > 0 && (next < 0 || at < next))
			next = at;
	}
	if (next < 0)
		return -1;
	return next <= now ? 0 : (int)(next - now) + 1;
}
