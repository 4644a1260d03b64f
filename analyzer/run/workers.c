/* The parent's side: a pool of forked processes, each with a pipe that carries its result. What runs in them
 * is in worker_child.c.
 *
 * fork without exec: options, rules and header index are simply there. The parent itself never calls
 * libclang, so it has neither its threads nor its memory. */
#include "analyzer/run/workers.h"
#include "analyzer/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/bytes.h"
#include "analyzer/engine/configured.h"
#include "analyzer/engine/parse_report.h"
#include "analyzer/engine/wire.h"
#include "analyzer/run/foreign.h"
#include "analyzer/run/preamble_folder.h"
#include "analyzer/run/preambles.h"
#include "analyzer/run/worker_child.h"

enum { RESULT_LIMIT = 256 * 1024 * 1024 };

/* Processor time is what is limited, by the process itself. One that waits uses none: by the clock it has as
 * many times that, which a busy machine doesn't use up. */
enum { CLOCK_FACTOR = 5 };

/* How often precompiled headers are made for a file before it goes without. */
enum { MOST_HEADERS = 6, MOST_REFUSED = 4 };

/* A process and what it has sent so far. */
struct worker {
	pid_t pid; /* 0: the place in the pool is free */
	int fd;
	size_t index;
	double deadline_ms; /* 0: none */
	bool timed_out, overflowed;
	bool makes_headers; /* that the file's worker has asked for; then it is started anew */
	const struct unit_preamble_place *place; /* they are a preamble, which belongs there; or NULL */
	const char *folder;                      /* where it is made */
	struct buffer received;
};

struct pool {
	struct arena *arena;
	struct run_unit_input *inputs;
	size_t count, next, done, findings;
	size_t *waiting; /* inputs whose preamble is being made for another one */
	size_t waiting_count;
	const struct worker_limits *limits;
	const struct worker_progress *progress;
	const struct worker_sink *sink;
	struct unit_result **results;
	unsigned *headers; /* for each input: how often some were made */
	struct worker *workers;
	struct pollfd *polled;
	size_t size; /* places in the pool */
};

static volatile sig_atomic_t stopped_by;

static void on_signal(int number)
{
	stopped_by = number;
}

/* ---- results --------------------------------------------------------------------------------- */

static struct unit_result *failed_result(const struct pool *pool, size_t index, const char *message)
{
	const struct run_unit_input *input = &pool->inputs[index];
	struct unit_result *result = ARENA_NEW(pool->arena, struct unit_result);
	result->path = input->fragment ? input->fragment_path : input->parse.path;
	result->status = UNIT_FAILED;
	parse_report_failure(pool->arena, result->path, message, &result->findings);
	configured_settle(pool->arena, input->config, NULL, 0, &result->findings);
	return result;
}

static const char *signal_name(int number)
{
	switch (number) {
	case SIGSEGV: return " (segmentation fault)";
	case SIGABRT: return " (aborted)";
	case SIGBUS: return " (bus error)";
	case SIGKILL: return " (killed)";
	case SIGILL: return " (illegal instruction)";
	case SIGFPE: return " (arithmetic error)";
	default: return "";
	}
}

static const char *why_it_failed(const struct pool *pool, const struct worker *worker, int status)
{
	struct arena *arena = pool->arena;
	if (worker->timed_out)
		return arena_printf(arena, "the analysis of this file didn't end within %u s and was stopped",
			CLOCK_FACTOR * pool->limits->timeout_s);
	if (worker->overflowed)
		return "the analysis of this file found more than can be reported";
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return arena_printf(arena, "the analysis of this file took more than %u s and was stopped",
			pool->limits->timeout_s);
	if (WIFSIGNALED(status))
		return arena_printf(arena, "the analysis of this file ended with signal %d%s",
			WTERMSIG(status), signal_name(WTERMSIG(status)));
	if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_OUT_OF_MEMORY)
		return "the analysis of this file ran out of memory";
	return arena_printf(arena, "the analysis of this file ended with status %d and no result",
		WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/* ---- processes ------------------------------------------------------------------------------- */

/* In the new process, which has no use for the ends of others. */
static noreturn void run_child(struct pool *pool, const struct worker *worker, const int ends[2],
	const struct unit_headers *headers, pid_t parent)
{
	struct run_unit_input input = pool->inputs[worker->index];
	for (size_t i = 0; i < pool->size; i++)
		if (pool->workers[i].pid)
			close(pool->workers[i].fd);
	close(ends[0]);
	if (worker->folder)
		worker_preamble_child(&input, pool->limits, headers, worker->folder, parent);
	if (headers)
		worker_headers_child(&input, pool->limits, headers, parent);
	if (pool->headers[worker->index] > MOST_HEADERS)
		input.parse.cache_dir = NULL;
	worker_child(&input, pool->limits, ends[1], parent);
}

static const struct unit_preamble_place *place_of(
	const struct pool *pool, size_t index, const struct unit_headers *wanted)
{
	const struct run_unit_input *input = &pool->inputs[index];
	const struct unit_options options = run_headers_options(pool->arena, input, wanted);
	return unit_preamble_place(pool->arena, &options, wanted);
}

/* False: none can be made here; then the unit does without. */
static bool begin_preamble(struct pool *pool, struct worker *worker, const struct unit_headers *headers)
{
	struct unit_options *parse = &pool->inputs[worker->index].parse;
	worker->place = place_of(pool, worker->index, headers);
	worker->folder =
		worker->place ? preamble_folder_begin(pool->arena, worker->place, parse->preamble) : NULL;
	worker->makes_headers = worker->folder != NULL;
	if (!worker->folder)
		parse->preamble = NULL;
	return worker->folder != NULL;
}

/* Starts a process in a free place: for the file `index`, or for precompiled headers that it asks for. */
static void start(struct pool *pool, struct worker *worker, size_t index, const struct unit_headers *headers)
{
	int ends[2];
	*worker = (struct worker){.index = index, .makes_headers = headers != NULL};
	if (headers && headers->is_preamble && !begin_preamble(pool, worker, headers))
		headers = NULL;
	if (pipe(ends)) {
		pool->results[index] =
			failed_result(pool, index, "no worker could be started: out of descriptors");
		pool->done++;
		return;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	pid_t parent = getpid(), pid = fork();
	if (pid == 0)
		run_child(pool, worker, ends, headers, parent);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		pool->results[index] = failed_result(pool, index, "no worker could be started");
		pool->done++;
		return;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	worker->pid = pid;
	worker->fd = ends[0];
	if (pool->limits->timeout_s)
		worker->deadline_ms = clock_ms() + 1000.0 * CLOCK_FACTOR * pool->limits->timeout_s;
}

/* The result that a worker sent; NULL when it isn't one. */
static struct unit_result *read_message(struct pool *pool, const struct worker *worker)
{
	const unsigned char *bytes = (const unsigned char *)worker->received.data;
	struct bytes_reader reader = {pool->arena, bytes, bytes + worker->received.size, false};
	size_t size = 0, reads_size = 0;
	const void *encoded = bytes_get_block(&reader, &size);
	const void *reads = bytes_get_block(&reader, &reads_size);
	struct unit_result *result = reader.failed ? NULL : wire_read_unit(pool->arena, encoded, size);
	if (!result)
		return NULL;
	struct arena *scratch = arena_new();
	const line_list *readable = pool->limits->readable;
	if (readable && foreign_any(scratch, result, readable))
		result = NULL;
	if (!result || !pool->sink) {
		arena_free(scratch);
		return result;
	}
	struct reads list;
	bool known = reads_size && reads_read(scratch, reads, reads_size, &list);
	pool->sink->keep(pool->sink->context, worker->index, result, encoded, size, known ? &list : NULL);
	arena_free(scratch);
	return result;
}

/* Of a process that made precompiled headers and ended before it was done. */
static void forget_headers(const struct pool *pool, const struct worker *worker, pid_t pid)
{
	struct arena *scratch = arena_new();
	unit_forget_headers(scratch, pool->inputs[worker->index].parse.cache_dir, (long)pid);
	arena_free(scratch);
}

static void go_without(struct pool *pool, const struct unit_preamble *preamble)
{
	for (size_t i = 0; i < pool->count; i++)
		if (pool->inputs[i].parse.preamble == preamble)
			pool->inputs[i].parse.preamble = NULL;
}

static bool is_being_made(const struct pool *pool, size_t index, const struct unit_headers *wanted)
{
	const struct unit_preamble_place *place = place_of(pool, index, wanted);
	bool found = false;
	for (size_t i = 0; i < pool->size && place; i++) {
		const struct worker *worker = &pool->workers[i];
		found |= worker->pid && worker->folder && strcmp(worker->place->result, place->result) == 0;
	}
	return found;
}

/* Goes on with a file whose worker has asked for precompiled headers, or for which some were made. True when
 * its place has a process again, or it waits. */
static bool go_on(struct pool *pool, struct worker *worker, pid_t pid, int status)
{
	struct arena *scratch = arena_new();
	struct unit_headers wanted;
	size_t index = worker->index;
	struct run_unit_input *input = &pool->inputs[index];
	unsigned *made = &pool->headers[index];
	bool is_made = worker->makes_headers, asks = false;
	bool has_ended = !worker->timed_out && WIFEXITED(status);
	int exit_status = has_ended ? WEXITSTATUS(status) : UNIT_PREAMBLE_FAILED;
	if (!is_made && !worker->timed_out)
		asks = worker_read_wanted(scratch, worker->received.data, worker->received.size, &wanted);
	/* What can't be made once isn't tried again. */
	if (is_made && worker->folder) {
		if (!preamble_folder_end(pool->arena, worker->place, worker->folder,
			    (enum unit_preamble_state)exit_status))
			go_without(pool, input->parse.preamble);
	} else if (is_made && (!has_ended || exit_status)) {
		*made = MOST_HEADERS + 1;
		forget_headers(pool, worker, pid);
	}
	if (asks && wanted.is_preamble && wanted.again && *made >= MOST_REFUSED)
		input->parse.preamble = NULL;
	if (asks && wanted.is_preamble && is_being_made(pool, index, &wanted)) {
		buffer_free(&worker->received);
		pool->waiting[pool->waiting_count++] = index;
		arena_free(scratch);
		return true;
	}
	if (is_made || asks) {
		buffer_free(&worker->received);
		*made += asks;
		start(pool, worker, index, asks && *made <= MOST_HEADERS ? &wanted : NULL);
	}
	arena_free(scratch);
	return is_made || asks;
}

/* Takes the result of a worker whose pipe is closed. */
static void finish(struct pool *pool, struct worker *worker)
{
	int status = 0;
	close(worker->fd);
	pid_t pid = worker->pid;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	worker->pid = 0;
	if (go_on(pool, worker, pid, status))
		return;
	struct unit_result *result = NULL;
	if (!worker->timed_out && !worker->overflowed && worker->received.size)
		result = read_message(pool, worker);
	if (!result)
		result = failed_result(pool, worker->index, why_it_failed(pool, worker, status));
	pool->results[worker->index] = result;
	buffer_free(&worker->received);
	*worker = (struct worker){0};
	pool->done++;
	pool->findings += result->findings.count;
	if (pool->progress->found)
		pool->progress->found(pool->progress->context, result);
	if (pool->progress->report)
		pool->progress->report(pool->progress->context, pool->done, pool->count, pool->findings);
}

/* Reads what is there. False at the end of the pipe. */
static bool receive(struct worker *worker)
{
	char chunk[65536];
	for (;;) {
		ssize_t count = read(worker->fd, chunk, sizeof chunk);
		if (count < 0)
			return errno == EAGAIN || errno == EINTR;
		if (count == 0)
			return false;
		buffer_add(&worker->received, chunk, (size_t)count);
		if (worker->received.size <= RESULT_LIMIT)
			continue;
		worker->overflowed = true;
		kill(worker->pid, SIGKILL);
		return false;
	}
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Until the next deadline; half a second at most, for the signal that comes just before the wait. */
static int wait_time_ms(const struct pool *pool)
{
	double now = clock_ms(), nearest = 500;
	for (size_t i = 0; i < pool->size; i++) {
		const struct worker *worker = &pool->workers[i];
		if (worker->pid && worker->deadline_ms > 0 && worker->deadline_ms - now < nearest)
			nearest = worker->deadline_ms - now;
	}
	return nearest < 0 ? 0 : (int)nearest + 1;
}

static void stop_late_ones(struct pool *pool)
{
	double now = clock_ms();
	for (size_t i = 0; i < pool->size; i++) {
		struct worker *worker = &pool->workers[i];
		if (!worker->pid || worker->deadline_ms <= 0 || worker->deadline_ms > now)
			continue;
		worker->timed_out = true;
		kill(worker->pid, SIGKILL);
		finish(pool, worker);
	}
}

static void wait_for_some(struct pool *pool)
{
	for (size_t i = 0; i < pool->size; i++) {
		const struct worker *worker = &pool->workers[i];
		pool->polled[i] = (struct pollfd){.fd = worker->pid ? worker->fd : -1, .events = POLLIN};
	}
	if (poll(pool->polled, (nfds_t)pool->size, wait_time_ms(pool)) > 0) {
		for (size_t i = 0; i < pool->size; i++)
			if (pool->polled[i].revents && !receive(&pool->workers[i]))
				finish(pool, &pool->workers[i]);
	}
	stop_late_ones(pool);
}

static void stop_all(struct pool *pool)
{
	for (size_t i = 0; i < pool->size; i++)
		if (pool->workers[i].pid)
			kill(pool->workers[i].pid, SIGKILL);
	for (size_t i = 0; i < pool->size; i++) {
		struct worker *worker = &pool->workers[i];
		if (!worker->pid)
			continue;
		close(worker->fd);
		while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
			;
		if (worker->makes_headers)
			forget_headers(pool, worker, worker->pid);
		buffer_free(&worker->received);
		if (worker->folder)
			preamble_folder_drop(pool->arena, worker->folder);
	}
	for (size_t i = 0; i < pool->count; i++)
		if (!pool->results[i])
			pool->results[i] =
				failed_result(pool, i, "the run was stopped before this file was done");
}

/* Those that wait for a preamble begin again once none is being made. */
static bool next_input(struct pool *pool, size_t *index)
{
	bool is_making = false;
	for (size_t i = 0; i < pool->size; i++)
		is_making |= pool->workers[i].pid && pool->workers[i].folder;
	if (pool->waiting_count && !is_making) {
		*index = pool->waiting[--pool->waiting_count];
		return true;
	}
	if (pool->next == pool->count)
		return false;
	*index = pool->next++;
	return true;
}

static void loop(struct pool *pool)
{
	while (pool->done < pool->count && !stopped_by) {
		size_t busy = 0;
		for (size_t i = 0; i < pool->size; i++) {
			size_t index;
			while (!pool->workers[i].pid && next_input(pool, &index))
				start(pool, &pool->workers[i], index, NULL);
			busy += pool->workers[i].pid != 0;
		}
		if (busy)
			wait_for_some(pool);
	}
	if (stopped_by)
		stop_all(pool);
}

static unsigned job_count(const struct run_options *options, size_t files)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t jobs = options->jobs ? options->jobs : cores > 0 ? (size_t)cores : 1;
	if (jobs > files)
		jobs = files;
	return jobs > 512 ? 512 : jobs ? (unsigned)jobs : 1;
}

struct worker_limits worker_limits_of(const struct plan *plan, size_t files)
{
	const struct run_options *options = plan->options;
	return (struct worker_limits){.jobs = job_count(options, files),
		.timeout_s = options->timeout_s,
		.max_memory_mb = options->max_memory_mb,
		.sandbox = options->sandbox,
		.shares_preambles = !options->no_preambles,
		.readable = &plan->readable};
}

int workers_run(struct arena *arena, const struct run_unit_input *inputs, size_t count,
	const struct worker_limits *limits, const struct worker_progress *progress,
	const struct worker_sink *sink, struct unit_result **results)
{
	struct run_unit_input *own = ARENA_ARRAY(arena, struct run_unit_input, count + 1);
	for (size_t i = 0; i < count; i++)
		own[i] = inputs[i];
	if (limits->shares_preambles)
		preambles_plan(arena, own, count);
	struct pool pool = {.arena = arena,
		.inputs = own,
		.count = count,
		.limits = limits,
		.progress = progress,
		.sink = sink,
		.results = results,
		.size = limits->jobs ? limits->jobs : 1};
	pool.headers = ARENA_ARRAY(arena, unsigned, count + 1);
	pool.waiting = ARENA_ARRAY(arena, size_t, count + 1);
	pool.workers = ARENA_ARRAY(arena, struct worker, pool.size);
	pool.polled = ARENA_ARRAY(arena, struct pollfd, pool.size);
	struct sigaction stop = {.sa_handler = on_signal}, old_interrupt, old_terminate;
	sigemptyset(&stop.sa_mask);
	stopped_by = 0;
	sigaction(SIGINT, &stop, &old_interrupt);
	sigaction(SIGTERM, &stop, &old_terminate);
	loop(&pool);
	sigaction(SIGINT, &old_interrupt, NULL);
	sigaction(SIGTERM, &old_terminate, NULL);
	return stopped_by;
}
