/* What the rest of the project says to open documents: launches of their kernels in other files, and what
 * those hand on. It is found out in the background, from what the result store holds and what has to be
 * parsed besides (analyzer/run/told.h), and a document for which that is new is analysed once more with it.
 *
 * Of a header, it is the file in whose context it is analysed that asks.
 *
 * Asked again is when the document defines something else than before, and when another file of the project
 * has been saved or has changed on disk. */
#include "ide/lsp_server.h"

#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "analyzer/base/clock.h"
#include "analyzer/run/told.h"
#include "ide/analysis/lsp_plan.h"

enum {
	MOST_ROUNDS = 6,     /* a document that is told something may have other questions then */
	OTHERS_WAIT_MS = 300 /* after another file has changed */
};

/* ---- questions ------------------------------------------------------------------------------- */

/* Whether there is anything to ask. */
static bool has_questions(struct arena *arena, const struct project_facts *facts, const char *path)
{
	line_list names = {0};
	project_index_questions(arena, project_index_new(arena, &facts, &path, 1), 0, &names);
	return names.count > 0;
}

/* What decides what others have to say to it: that it defines something, not where. */
static uint64_t question_of(const struct project_facts *facts)
{
	struct project_facts asked = {0};
	struct buffer bytes = {0};
	asked.definitions.data = facts->definitions.data;
	asked.definitions.count = facts->definitions.count;
	asked.wanted.data = facts->wanted.data;
	asked.wanted.count = facts->wanted.count;
	project_write_facts(&bytes, &asked);
	uint64_t hash = XXH64(bytes.data, bytes.size, 0);
	buffer_free(&bytes);
	return hash ? hash : 1;
}

static void take(struct lsp_server *server, struct lsp_file *file, const char *bytes, size_t size)
{
	struct buffer *given = &file->told.given;
	if (size == given->size && (!size || !memcmp(bytes, given->data, size)))
		return;
	given->size = 0;
	buffer_add(given, bytes, size);
	if (++file->told.rounds <= MOST_ROUNDS)
		lsp_schedule_touched(server, file, 0);
}

void lsp_told_ask(struct lsp_server *server, struct lsp_file *file)
{
	const struct lsp_result *result = file->result;
	struct lsp_told *told = &file->told;
	bool is_known = result && result->is_whole && result->parsed && result->unit->status == UNIT_OK;
	if (!is_known || !lsp_settings_at(server, file->path)->project)
		return;
	uint64_t question = question_of(&result->unit->facts);
	if (question == told->asked)
		return;
	struct arena *arena = arena_new();
	if (has_questions(arena, &result->unit->facts, result->unit->path)) {
		told->due_ms = clock_ms();
	} else {
		told->asked = question;
		take(server, file, "", 0);
	}
	arena_free(arena);
}

void lsp_told_changed(struct lsp_server *server, const struct lsp_file *self)
{
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_told *told = &server->files.data[i]->told;
		if (server->files.data[i] == self || !told->asked)
			continue;
		told->asked = 0;
		told->rounds = 0;
		told->due_ms = clock_ms() + OTHERS_WAIT_MS;
	}
}

/* ---- the process ----------------------------------------------------------------------------- */

struct asking {
	struct lsp_server *server;
	struct lsp_job job;
	struct unit_result *own;
	bool is_in_folder;
};

static void prepare(void *context, int fd)
{
	const struct asking *asking = context;
	lsp_close_others(asking->server, fd);
}

static void send_given(int fd, const struct project_given *given)
{
	struct buffer out = {0}, encoded = {0};
	if (project_given_any(given))
		project_write_given(&encoded, given);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_GIVEN, 0);
	lsp_frame_text(&out, encoded.data, encoded.size);
	lsp_frame_end(&out, start);
	lsp_background_write(fd, &out);
	buffer_free(&encoded);
	buffer_free(&out);
}

/* The project is the workspace's folder, as `check` has it there. */
static void ask(void *context, int fd)
{
	const struct asking *asking = context;
	const struct lsp_job *job = &asking->job;
	struct arena *arena = arena_new();
	struct run_options whole = lsp_plan_options(job), options = whole;
	struct project_given given;
	if (chdir(job->root) != 0)
		return;
	const char *path = job->path;
	options.paths = &path;
	options.path_count = 1;
	options.jobs = 1;
	options.timeout_s = job->settings->timeout_s;
	options.max_memory_mb = job->settings->memory_mb;
	options.project = asking->is_in_folder ? &whole : NULL;
	if (told_find(arena, &options, job->options->registry, asking->own, &given) == 0)
		send_given(fd, &given);
	arena_free(arena);
}

static void start(struct lsp_server *server, struct lsp_file *file)
{
	struct asking asking = {.server = server,
		.own = file->result->unit,
		.is_in_folder = lsp_folder_of(server, file->path) != NULL};
	asking.job = (struct lsp_job){.options = server->options,
		.settings = lsp_settings_at(server, file->path),
		.root = lsp_root_of(server, file->path),
		.path = file->result->parsed};
	const struct lsp_background_work work = {prepare, ask, &asking};
	file->told.due_ms = 0;
	file->told.question = question_of(&file->result->unit->facts);
	if (!lsp_background_start(&file->told.process, &work))
		lsp_log(server, LSP_LOG_WARNING, "%s: the project could not be asked", file->path);
}

/* One at a time; of a text that has changed meanwhile when that is analysed. */
void lsp_told_run(struct lsp_server *server)
{
	double now = clock_ms();
	for (size_t i = 0; i < server->files.count; i++)
		if (server->files.data[i]->told.process.pid)
			return;
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_file *file = server->files.data[i];
		if (file->told.due_ms <= 0 || file->told.due_ms > now)
			continue;
		if (lsp_is_current(file) && file->result->is_whole && file->result->parsed) {
			start(server, file);
			return;
		}
		file->told.due_ms = 0;
	}
}

void lsp_told_read(struct lsp_server *server, struct lsp_file *file)
{
	struct lsp_told *told = &file->told;
	struct lsp_frame frame;
	const char *bytes;
	size_t size;
	if (lsp_background_read(&told->process))
		return;
	size_t whole = lsp_background_frame(&told->process, &frame);
	if (whole && whole != SIZE_MAX && lsp_frame_next(&frame, &bytes, &size))
		take(server, file, bytes, size);
	told->asked = told->question;
	lsp_background_end(&told->process);
}

void lsp_told_release(struct lsp_file *file)
{
	lsp_background_end(&file->told.process);
	buffer_free(&file->told.given);
	file->told = (struct lsp_told){0};
}
