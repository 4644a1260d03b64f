/* The worker's side. The plan and libclang's parse stay from one text to the next; the last unit stays open
 * until then, for a prediction. Of several texts that wait, only the newest is analysed. */
#include "ide/analysis/lsp_worker_child.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/path.h"
#include "analyzer/engine/parse_report.h"
#include "analyzer/engine/wire.h"
#include "analyzer/run/worker_child.h"
#include "ide/analysis/lsp_baseline.h"
#include "ide/analysis/lsp_quick.h"
#include "ide/answer/lsp_outline.h"
#include "ide/protocol/lsp_json.h"
#include "ide/protocol/lsp_pipe.h"

enum { CHUNK = 64 * 1024, PAUSE_MS = 400 /* before a quick answer is confirmed */ };

struct child {
	const struct lsp_job *job;
	int fd;
	struct buffer received;
	struct arena *plan_arena;
	struct lsp_plan plan;
	const char *plan_error;
	struct lsp_baseline baseline;
	struct unit_pool *pool;
	/* of the last analysis */
	struct arena *arena;
	struct project_given given; /* what other files say */
	struct lint *lint;
	struct run_unit_input input;
	uint64_t generation;
	struct lsp_quick quick;
	struct buffer frame; /* what was answered quickly and is still to be analysed as a whole; or empty */
	bool is_whole;       /* what is answered comes of the whole text */
	bool is_part;        /* the unit that is open isn't that of the whole text */
	bool has_given_up;   /* the last analysis, because more had come */
};

/* ---- frames ---------------------------------------------------------------------------------- */

static void write_all(const struct child *child, const struct buffer *buffer)
{
	if (buffer_write_fd(buffer, child->fd))
		_exit(1);
}

/* Reads more; waits for it unless `only_there`. False: nothing is there. Ends the process with the stream. */
static bool receive(struct child *child, bool only_there)
{
	char chunk[CHUNK];
	struct pollfd polled = {.fd = child->fd, .events = POLLIN};
	if (only_there && poll(&polled, 1, 0) <= 0)
		return false;
	ssize_t count = read(child->fd, chunk, sizeof chunk);
	if (count == 0 || (count < 0 && errno != EINTR))
		_exit(0);
	if (count > 0)
		buffer_add(&child->received, chunk, (size_t)count);
	return true;
}

/* The next frame, in a copy that the caller frees. */
static struct lsp_frame take_frame(struct child *child, struct buffer *copy)
{
	struct lsp_frame frame;
	for (;;) {
		size_t size = lsp_frame_read(child->received.data, child->received.size, &frame);
		if (size == SIZE_MAX)
			_exit(1);
		if (size) {
			buffer_add(copy, child->received.data, size);
			child->received.size -= size;
			memmove(child->received.data, child->received.data + size, child->received.size);
			lsp_frame_read(copy->data, copy->size, &frame);
			return frame;
		}
		receive(child, false);
	}
}

static bool more_waits(struct child *child)
{
	struct lsp_frame frame;
	while (receive(child, true))
		;
	size_t size = lsp_frame_read(child->received.data, child->received.size, &frame);
	return size && size != SIZE_MAX && frame.kind == LSP_FRAME_ANALYSE;
}

/* ---- an analysis ----------------------------------------------------------------------------- */

typedef VEC(struct unit_buffer) text_list;

static void close_last(struct child *child)
{
	lint_close(child->lint);
	child->lint = NULL;
	if (child->arena)
		arena_free(child->arena);
	child->arena = NULL;
}

/* What other files say of this one. */
static void read_given(struct child *child, struct lsp_frame *frame)
{
	const char *bytes = "";
	size_t size = 0;
	lsp_frame_next(frame, &bytes, &size);
	const unsigned char *at = (const unsigned char *)bytes;
	struct bytes_reader reader = {child->arena, at, at + size, false};
	child->given = (struct project_given){0};
	if (size)
		project_read_given(&reader, &child->given);
	if (reader.failed)
		child->given = (struct project_given){0};
}

static void read_texts(struct arena *arena, struct lsp_frame *frame, text_list *texts)
{
	const char *path, *text;
	size_t path_size, size;
	while (lsp_frame_next(frame, &path, &path_size) && lsp_frame_next(frame, &text, &size)) {
		struct unit_buffer buffer = {.path = arena_strndup(arena, path, path_size),
			.text = arena_alloc(arena, size + 1),
			.size = size};
		memcpy((char *)(uintptr_t)buffer.text, text, size);
		vec_push(arena, texts, buffer);
	}
}

static void make_plan(struct child *child, const text_list *texts)
{
	child->plan_arena = arena_new();
	child->pool = unit_pool_new(child->plan_arena);
	child->plan_error = NULL;
	lsp_plan_make(
		child->plan_arena, child->job, texts->data, texts->count, &child->plan, &child->plan_error);
	lsp_baseline_read(child->plan_arena, child->job->settings,
		path_parent(child->plan_arena, child->job->path), &child->baseline);
	if (!child->plan_error)
		child->plan_error = child->baseline.error;
}

/* Where the texts go: one is the unit's own, the others are headers, maybe. */
static void set_texts(struct child *child, const text_list *texts)
{
	struct unit_options *parse = &child->input.parse;
	struct unit_buffer *others = ARENA_ARRAY(child->arena, struct unit_buffer, texts->count + 1);
	size_t count = 0;
	for (size_t i = 0; i < texts->count; i++) {
		if (strcmp(texts->data[i].path, child->plan.unit) != 0) {
			others[count++] = texts->data[i];
			continue;
		}
		parse->contents = texts->data[i].text;
		parse->contents_size = texts->data[i].size;
	}
	parse->buffers = others;
	parse->buffer_count = count;
	parse->pool = child->pool;
}

static void add_file(json_t *files, const char *path, const char *absolute)
{
	json_array_append_new(files, json_pack("[oo]", lsp_json_text(path), lsp_json_text(absolute)));
}

/* Of a text that was only moved: the outline of the one before, in its places. */
static json_t *moved_facts(const struct child *child)
{
	json_t *facts = json_loads(child->quick.facts, JSON_ALLOW_NUL, NULL);
	lsp_outline_move(json_object_get(facts, "outline"), &child->quick.edit);
	json_object_del(facts, "whole");
	return facts ? facts : json_object();
}

static json_t *facts_of(const struct child *child, const struct unit_result *result)
{
	json_t *facts = json_object(), *files = json_array();
	add_file(files, result->path, child->job->path);
	for (size_t i = 0; child->lint && i < lint_unit(child->lint)->module->files.count; i++) {
		const struct ir_file *file = &lint_unit(child->lint)->module->files.data[i];
		if (!file->is_system)
			add_file(files, file->path, file->absolute);
	}
	for (size_t i = 0; child->lint && i < lint_unit(child->lint)->includes.local.count; i++) {
		const char *path = lint_unit(child->lint)->includes.local.data[i];
		add_file(files, path, path);
	}
	json_object_set_new(facts, "files", files);
	if (child->lint)
		json_object_set_new(facts, "outline", lsp_outline(lint_unit(child->lint), child->job->path));
	if (child->is_whole && child->lint)
		json_object_set_new(facts, "whole", json_true());
	if (child->lint && child->plan.unit)
		json_object_set_new(facts, "parsed", lsp_json_text(child->plan.unit));
	if (child->plan_error)
		json_object_set_new(facts, "error", lsp_json_text(child->plan_error));
	return facts;
}

/* Takes over `facts`; returns them as text, in the analysis' arena. */
static const char *send_result(struct child *child, const struct unit_result *result, json_t *facts)
{
	struct buffer out = {0}, encoded = {0};
	char *dump = json_dumps(facts, JSON_COMPACT);
	const char *text = arena_strdup(child->arena, dump ? dump : "{}");
	size_t start = lsp_frame_begin(&out, LSP_FRAME_RESULT, child->generation);
	struct unit_result sent = *result;
	sent.findings = lsp_baseline_rest(child->arena, &child->baseline, &result->findings);
	wire_write_unit(&encoded, &sent);
	lsp_frame_text(&out, encoded.data, encoded.size);
	lsp_frame_text(&out, text, strlen(text));
	lsp_frame_end(&out, start);
	write_all(child, &out);
	free(dump);
	json_decref(facts);
	buffer_free(&encoded);
	buffer_free(&out);
	return text;
}

/* A header that nothing includes is no unit: where it doesn't parse alone, that says nothing. */
static void drop_what_says_nothing(const struct child *child, struct unit_result *result)
{
	if (child->plan.excluded || (child->plan.is_alone && result->status != UNIT_OK))
		result->findings.count = 0;
}

/* All cores: usually there is one document that is edited, and someone waits. */
static unsigned thread_count(const struct lsp_settings *settings)
{
	enum { MOST = 4 };
	return (settings->jobs < MOST ? settings->jobs : MOST) - 1;
}

static void set_input(struct child *child, const text_list *texts)
{
	child->input = child->plan.input;
	child->input.given = &child->given;
	child->input.threads = thread_count(child->job->settings);
	child->input.parse.ask_headers =
		worker_without_headers; /* they are on their way: prepare_headers() */
	set_texts(child, texts);
}

/* Lints what the input says. False: nothing could be, and the result says why. */
static bool lint(struct child *child, struct unit_result *result)
{
	char *error = NULL;
	lint_close(child->lint);
	child->lint = NULL;
	return run_lint(child->arena, &child->input, result, &child->lint, &error) == 0;
}

static const char *answer(struct child *child, struct unit_result *result)
{
	drop_what_says_nothing(child, result);
	return send_result(child, result, facts_of(child, result));
}

/* What a quick answer begins from: a document that is the main file of its unit, whose places its findings
 * have. */
static void keep(struct child *child, const struct unit_buffer *own, const struct unit_result *result,
	const char *facts)
{
	if (child->lint && !child->input.fragment && strcmp(own->path, child->plan.unit) == 0)
		lsp_quick_keep(&child->quick, own->text, own->size, lint_unit(child->lint), result, facts);
	else
		lsp_quick_forget(&child->quick);
}

static bool has_come(void *context)
{
	struct child *child = context;
	struct pollfd polled = {.fd = child->fd, .events = POLLIN};
	child->has_given_up |= child->received.size > 0 || poll(&polled, 1, 0) > 0;
	return child->has_given_up;
}

/* Without an answer when that is of no more use. */
static void answer_wholly(
	struct child *child, const text_list *texts, struct unit_result *result, bool may_give_up)
{
	child->has_given_up = false;
	child->input.parse.is_unwanted = may_give_up ? has_come : NULL;
	child->input.parse.unwanted_context = child;
	lint(child, result);
	child->is_whole = true;
	if (!child->has_given_up)
		keep(child, &texts->data[0], result, answer(child, result));
}

/* Nothing is parsed. */
static void answer_moved(struct child *child, struct unit_result *result)
{
	lsp_quick_move(&child->quick, child->arena, result);
	const char *facts = send_result(child, result, moved_facts(child));
	lsp_quick_advance(&child->quick, result, facts);
}

/* A part of the text that turns out to be too small is followed by the whole text. False: nothing was
 * answered. */
static bool answer_edit(
	struct child *child, const text_list *texts, struct unit_result *result, bool *is_quick)
{
	struct lsp_quick *quick = &child->quick;
	do {
		set_input(child, texts);
		lsp_quick_prepare(quick, &child->input);
		if (!lint(child, result))
			return false;
		*is_quick = lsp_quick_finish(quick, child->arena, lint_unit(child->lint), result);
	} while (quick->has_failed);
	child->is_whole = !*is_quick;
	const char *facts = answer(child, result);
	if (*is_quick)
		lsp_quick_advance(quick, result, facts);
	else
		keep(child, &texts->data[0], result, facts);
	return true;
}

/* False: nothing was answered. */
static bool answer_quickly(
	struct child *child, const text_list *texts, struct unit_result *result, bool *is_quick)
{
	const struct unit_buffer *own = &texts->data[0];
	switch (lsp_quick_begin(&child->quick, child->arena, own->text, own->size)) {
	case LSP_QUICK_MOVE: answer_moved(child, result); return *is_quick = true;
	case LSP_QUICK_ANALYSE: return answer_edit(child, texts, result, is_quick);
	default: return false;
	}
}

/* How a text may be analysed. */
enum manner { AS_FAST_AS_CAN_BE, AS_A_WHOLE, AS_A_WHOLE_UNTIL_MORE_COMES };

/* Returns whether the answer was a quick one, or none: then one is still to come. */
static bool analyse(struct child *child, struct lsp_frame *frame, enum manner manner)
{
	struct unit_result result = {.path = child->job->path, .status = UNIT_FAILED};
	text_list texts = {0};
	const char *whole = "";
	size_t size = 0;
	bool is_quick = false;
	close_last(child);
	child->arena = arena_new();
	child->generation = frame->generation;
	child->is_whole = child->is_part = false;
	lsp_frame_next(frame, &whole, &size);
	read_given(child, frame);
	read_texts(child->arena, frame, &texts);
	if (child->plan_error || !texts.count) {
		if (child->plan_error)
			parse_report_failure(
				child->arena, child->job->path, child->plan_error, &result.findings);
		answer(child, &result);
		return false;
	}
	set_input(child, &texts);
	bool may_be_quick = manner == AS_FAST_AS_CAN_BE && size == 0;
	if (may_be_quick && answer_quickly(child, &texts, &result, &is_quick)) {
		child->is_part = is_quick;
		return is_quick;
	}
	set_input(child, &texts);
	answer_wholly(child, &texts, &result, manner == AS_A_WHOLE_UNTIL_MORE_COMES);
	return child->has_given_up;
}

/* Whether nothing comes for a while. */
static bool is_pause(const struct child *child)
{
	struct pollfd polled = {.fd = child->fd, .events = POLLIN};
	return child->received.size == 0 && poll(&polled, 1, PAUSE_MS) == 0;
}

/* The whole analysis of what was answered quickly. */
static void confirm(struct child *child, bool may_give_up)
{
	struct lsp_frame frame;
	struct buffer copy = child->frame;
	child->frame = (struct buffer){0};
	bool is_open = lsp_frame_read(copy.data, copy.size, &frame) &&
		       analyse(child, &frame, may_give_up ? AS_A_WHOLE_UNTIL_MORE_COMES : AS_A_WHOLE);
	if (is_open)
		child->frame = copy;
	else
		buffer_free(&copy);
}

static bool is_outdated(void *child)
{
	return more_waits(child);
}

/* Of the whole text: what was answered quickly is made up for. A text that is out of date meanwhile has none.
 */
static void predict(struct child *child, uint64_t generation)
{
	if (child->is_part && generation == child->generation)
		confirm(child, false);
	child->input.parse.is_unwanted = is_outdated;
	child->input.parse.unwanted_context = child;
	struct buffer out = {0};
	json_t *prediction = child->lint && generation == child->generation
				     ? lsp_prediction(child->arena, lint_unit(child->lint), &child->input,
					       child->job->path)
				     : json_object();
	char *text = json_dumps(prediction, JSON_COMPACT);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_PREDICTION, generation);
	lsp_frame_text(&out, text ? text : "{}", text ? strlen(text) : 2);
	lsp_frame_end(&out, start);
	if (!is_outdated(child))
		write_all(child, &out);
	free(text);
	json_decref(prediction);
	buffer_free(&out);
}

static void *serve(void *context)
{
	struct child *child = context;
	for (;;) {
		struct buffer copy = {0};
		if (child->frame.size && is_pause(child)) {
			confirm(child, true);
			continue;
		}
		struct lsp_frame frame = take_frame(child, &copy);
		if (more_waits(child)) {
			; /* this one is out of date */
		} else if (frame.kind == LSP_FRAME_ANALYSE) {
			buffer_free(&child->frame);
			if (analyse(child, &frame, AS_FAST_AS_CAN_BE)) {
				child->frame = copy;
				copy = (struct buffer){0};
			}
		} else {
			predict(child, frame.generation);
		}
		buffer_free(&copy);
	}
	return NULL;
}

/* Precompiled headers that are missing are made by a process of their own, in time for a later parse. */
static void prepare_headers(struct child *child, const struct worker_limits *limits, const text_list *texts)
{
	child->arena = arena_new();
	set_input(child, texts);
	if (!child->input.parse.cache_dir)
		return;
	const struct unit_headers wanted = run_wanted_headers(child->arena, &child->input);
	worker_headers_in_background(&child->plan.input, limits, &wanted);
}

/* While there is one thread: plans, for the texts that have come, and gives up the rights that the plan
 * doesn't ask for. The texts stay in place, to be analysed. */
static void begin(struct child *child, struct worker_limits *limits)
{
	struct lsp_frame frame;
	struct arena *arena = arena_new();
	text_list texts = {0};
	const char *whole, *given;
	size_t size, read;
	while (!(read = lsp_frame_read(child->received.data, child->received.size, &frame)))
		receive(child, false);
	if (read == SIZE_MAX || frame.kind != LSP_FRAME_ANALYSE)
		_exit(1);
	lsp_frame_next(&frame, &whole, &size);
	lsp_frame_next(&frame, &given, &size);
	read_texts(arena, &frame, &texts);
	make_plan(child, &texts);
	limits->readable = &child->plan.readable;
	if (!child->plan_error && texts.count)
		prepare_headers(child, limits, &texts);
	worker_confine(limits, NULL);
	arena_free(arena);
}

noreturn void lsp_worker_child(const struct lsp_job *job, int fd, pid_t parent)
{
	struct child child = {.job = job, .fd = fd};
	/* How long an analysis may take is the server's to watch. */
	struct worker_limits limits = {.max_memory_mb = job->settings->memory_mb};
	worker_prepare(&limits, 0, parent);
	if (chdir(job->root) != 0)
		child.plan_error = NULL; /* paths are shown as they are from elsewhere */
	begin(&child, &limits);
	worker_call(serve, &child);
	_exit(1);
}
