/* Captures as the rules about graphs see them. */
#include "rules/graphs/common/captures.h"

#include <ctype.h>
#include <string.h>

static enum capture_mode mode_of(const struct host_op *begin)
{
	int64_t number;
	if (!begin->value_count)
		return CAPTURE_MODE_UNKNOWN;
	const struct host_value *mode = &begin->values[begin->value_count - 1];
	if (mode->kind != HOST_NUMBER || !host_sum_is_number(mode->number, &number) || number < 0 ||
		number > CAPTURE_RELAXED)
		return CAPTURE_MODE_UNKNOWN;
	return (enum capture_mode)number;
}

struct capture capture_of(const struct host_trace *trace, const struct host_op *begin)
{
	struct capture capture = {.begin = begin, .mode = mode_of(begin)};
	for (size_t i = begin->index + 1; i < trace->ops.count && !capture.end; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_may_both_happen(&begin->where, &op->where))
			continue;
		if (op->kind == HOST_CAPTURE_END && op->stream == begin->stream)
			capture.end = op;
		else if (op->kind == HOST_CAPTURE_BEGIN && op->stream == begin->stream)
			break;
		if (!capture.graph && op->stream == begin->stream)
			capture.graph = op->capture;
	}
	return capture;
}

bool capture_spans(const struct host_trace *trace, const struct capture *capture, const struct host_op *op)
{
	if (op->index <= capture->begin->index || (capture->end && op->index >= capture->end->index) ||
		!host_may_both_happen(&capture->begin->where, &op->where) ||
		(capture->end && !host_may_both_happen(&capture->end->where, &op->where)))
		return false;
	for (size_t i = capture->begin->index + 1; !capture->end && i < op->index; i++)
		if (trace->ops.data[i]->kind == HOST_OPAQUE || trace->ops.data[i]->kind == HOST_CAPTURE_BEGIN)
			return false;
	return true;
}

bool capture_has_stream(const struct host_trace *trace, const struct capture *capture,
	const struct host_object *stream, const struct host_op *at)
{
	if (!stream || stream == capture->begin->stream)
		return stream != NULL;
	for (size_t i = capture->begin->index + 1; capture->graph && i < at->index; i++)
		if (trace->ops.data[i]->stream == stream && trace->ops.data[i]->capture == capture->graph)
			return true;
	return false;
}

static bool asks_about_capture(const struct pass *pass, const struct ir_expr *condition)
{
	static const char *const words[] = {"capt", "graph", "record"};
	const char *text = condition ? pass_text(pass, condition->range) : "";
	char lower[256];
	size_t length = 0;
	for (; text[length] && length < sizeof lower - 1; length++)
		lower[length] = (char)tolower((unsigned char)text[length]);
	lower[length] = '\0';
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(lower, words[i]))
			return true;
	return false;
}

enum confidence capture_confidence(
	const struct pass *pass, const struct capture *capture, const struct host_op *op)
{
	enum confidence confidence = CONFIDENCE_PROVEN;
	for (const struct host_path *path = op->where.path; path; path = path->up) {
		const struct host_where alone = {.path = &(struct host_path){.condition = path->condition,
							 .is_taken = path->is_taken,
							 .expr = path->expr}};
		if (host_is_implied(&capture->begin->where, &alone))
			continue;
		if (asks_about_capture(pass, path->expr))
			return CONFIDENCE_POSSIBLE;
		confidence = CONFIDENCE_LIKELY;
	}
	return confidence;
}

const char *stream_name(
	const struct host_trace *trace, const struct host_object *stream, const char *otherwise)
{
	bool is_nameless = stream->kind == HOST_UNSEEN && !stream->name && !stream->var;
	return is_nameless ? otherwise : host_object_name(trace, stream);
}

bool op_is_cuda(const struct host_op *op)
{
	enum cuda_space space = cuda_space_of(op->callee);
	return space == CUDA_SPACE_RUNTIME || space == CUDA_SPACE_DRIVER;
}

const struct host_object *graph_behind(const struct host_object *object)
{
	if (object && object->kind == HOST_GRAPH_EXEC)
		object = object->parent;
	return object && object->kind == HOST_GRAPH ? object : NULL;
}
