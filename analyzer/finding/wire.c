/* Encoding and decoding of unit results. Each struct has a pair of functions, one below the other, that must
 * list the same fields in the same order; the first byte changes whenever one of the pairs does. */
#include "analyzer/finding/wire.h"

#include <string.h>

enum { FORMAT_VERSION = 3 };

/* ---- primitives ------------------------------------------------------------------------------ */

/* The bytes still to be read. After the first error nothing more is read, and every value is 0. */
struct reader {
	struct arena *arena;
	const unsigned char *at, *end;
	bool failed;
};

static void write_unsigned(struct buffer *out, uint64_t value)
{
	unsigned char bytes[10];
	size_t count = 0;
	for (; value >= 0x80; value >>= 7)
		bytes[count++] = (unsigned char)(value | 0x80);
	bytes[count++] = (unsigned char)value;
	buffer_add(out, bytes, count);
}

static uint64_t fail(struct reader *reader)
{
	reader->failed = true;
	reader->at = reader->end;
	return 0;
}

/* At most `limit`. */
static uint64_t read_unsigned(struct reader *reader, uint64_t limit)
{
	uint64_t value = 0;
	for (unsigned shift = 0; reader->at < reader->end && shift < 64; shift += 7) {
		unsigned char byte = *reader->at++;
		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value <= limit ? value : fail(reader);
	}
	return fail(reader);
}

/* Small magnitudes of either sign stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
static void write_signed(struct buffer *out, int64_t value)
{
	write_unsigned(out, value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1);
}

static int64_t read_signed(struct reader *reader)
{
	uint64_t value = read_unsigned(reader, UINT64_MAX);
	int64_t half = (int64_t)(value >> 1);
	return value & 1 ? -half - 1 : half;
}

static void write_bool(struct buffer *out, bool value)
{
	write_unsigned(out, value);
}

static bool read_bool(struct reader *reader)
{
	return read_unsigned(reader, 1) != 0;
}

static void write_double(struct buffer *out, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	for (int i = 0; i < 8; i++) {
		unsigned char byte = (unsigned char)(bits >> 8 * i);
		buffer_add(out, &byte, 1);
	}
}

static double read_double(struct reader *reader)
{
	if (reader->end - reader->at < 8)
		return (double)fail(reader);
	uint64_t bits = 0;
	for (int i = 0; i < 8; i++)
		bits |= (uint64_t)*reader->at++ << 8 * i;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Length plus one; 0 is NULL. */
static void write_text(struct buffer *out, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	write_unsigned(out, text ? length + 1 : 0);
	if (text)
		buffer_add(out, text, length);
}

static const char *read_text(struct reader *reader)
{
	uint64_t length = read_unsigned(reader, UINT64_MAX);
	if (length == 0)
		return NULL;
	if (length - 1 > (uint64_t)(reader->end - reader->at)) {
		fail(reader);
		return NULL;
	}
	const char *text = arena_strndup(reader->arena, (const char *)reader->at, (size_t)length - 1);
	reader->at += length - 1;
	return text;
}

/* A text that the rest of the program relies on: never NULL in a decoded result. */
static void write_required(struct buffer *out, const char *text)
{
	write_text(out, text ? text : "");
}

static const char *read_required(struct reader *reader)
{
	const char *text = read_text(reader);
	if (!text)
		fail(reader);
	return text ? text : "";
}

/* A count of things that take at least a byte each, so that no message claims more than it can hold. */
static size_t read_count(struct reader *reader)
{
	return (size_t)read_unsigned(reader, (uint64_t)(reader->end - reader->at));
}

/* ---- findings -------------------------------------------------------------------------------- */

static void write_position(struct buffer *out, const struct position *position)
{
	write_unsigned(out, position->line);
	write_unsigned(out, position->column);
	write_unsigned(out, position->offset);
}

static struct position read_position(struct reader *reader)
{
	struct position position;
	position.line = (uint32_t)read_unsigned(reader, UINT32_MAX);
	position.column = (uint32_t)read_unsigned(reader, UINT32_MAX);
	position.offset = (uint32_t)read_unsigned(reader, UINT32_MAX);
	return position;
}

static void write_span(struct buffer *out, const struct span *span)
{
	write_required(out, span->path);
	write_position(out, &span->start);
	write_position(out, &span->end);
}

static struct span read_span(struct reader *reader)
{
	struct span span;
	span.path = read_required(reader);
	span.start = read_position(reader);
	span.end = read_position(reader);
	return span;
}

static void write_fix(struct buffer *out, const struct fix *fix)
{
	write_required(out, fix->title);
	write_unsigned(out, fix->safety);
	write_unsigned(out, fix->text_hash);
	write_unsigned(out, fix->edits.count);
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		write_required(out, edit->path);
		write_unsigned(out, edit->start);
		write_unsigned(out, edit->end);
		write_required(out, edit->text);
	}
}

static struct fix read_fix(struct reader *reader)
{
	struct fix fix = {.title = read_required(reader)};
	fix.safety = (enum fix_safety)read_unsigned(reader, FIX_UNSAFE);
	fix.text_hash = read_unsigned(reader, UINT64_MAX);
	size_t count = read_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct edit edit;
		edit.path = read_required(reader);
		edit.start = (uint32_t)read_unsigned(reader, UINT32_MAX);
		edit.end = (uint32_t)read_unsigned(reader, UINT32_MAX);
		edit.text = read_required(reader);
		vec_push(reader->arena, &fix.edits, edit);
	}
	return fix;
}

static void write_launch(struct buffer *out, const struct finding_launch *launch)
{
	write_text(out, launch->source);
	write_bool(out, launch->grid_known);
	write_bool(out, launch->block_known);
	for (int i = 0; i < 3; i++) {
		write_signed(out, launch->grid[i]);
		write_signed(out, launch->block[i]);
	}
}

static struct finding_launch read_launch(struct reader *reader)
{
	struct finding_launch launch = {.source = read_text(reader)};
	launch.grid_known = read_bool(reader);
	launch.block_known = read_bool(reader);
	for (int i = 0; i < 3; i++) {
		launch.grid[i] = read_signed(reader);
		launch.block[i] = read_signed(reader);
	}
	return launch;
}

static void write_cost(struct buffer *out, const struct cost *cost)
{
	write_text(out, cost->metric);
	if (!cost->metric)
		return;
	write_unsigned(out, (unsigned)cost->has_ideal | (unsigned)cost->has_requests << 1 |
				    (unsigned)cost->has_time << 2 | (unsigned)cost->has_speedup << 3);
	write_double(out, cost->value);
	write_double(out, cost->ideal);
	write_double(out, cost->requests_per_warp);
	write_double(out, cost->time_us);
	write_double(out, cost->speedup);
	write_text(out, cost->chip);
}

static struct cost read_cost(struct reader *reader)
{
	struct cost cost = {.metric = read_text(reader)};
	if (!cost.metric)
		return cost;
	uint64_t flags = read_unsigned(reader, 15);
	cost.has_ideal = flags & 1;
	cost.has_requests = flags >> 1 & 1;
	cost.has_time = flags >> 2 & 1;
	cost.has_speedup = flags >> 3 & 1;
	cost.value = read_double(reader);
	cost.ideal = read_double(reader);
	cost.requests_per_warp = read_double(reader);
	cost.time_us = read_double(reader);
	cost.speedup = read_double(reader);
	cost.chip = read_text(reader);
	return cost;
}

static void write_lists(struct buffer *out, const struct finding *finding)
{
	write_unsigned(out, finding->archs.count);
	for (size_t i = 0; i < finding->archs.count; i++)
		write_signed(out, finding->archs.data[i]);
	write_unsigned(out, finding->related.count);
	for (size_t i = 0; i < finding->related.count; i++) {
		write_span(out, &finding->related.data[i].span);
		write_required(out, finding->related.data[i].message);
	}
	write_unsigned(out, finding->fixes.count);
	for (size_t i = 0; i < finding->fixes.count; i++)
		write_fix(out, &finding->fixes.data[i]);
}

static void read_lists(struct reader *reader, struct finding *finding)
{
	size_t count = read_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		int64_t arch = read_signed(reader);
		if (arch < 0 || arch > 10000)
			fail(reader);
		else
			vec_push(reader->arena, &finding->archs, (int)arch);
	}
	count = read_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct related related = {.span = read_span(reader)};
		related.message = read_required(reader);
		vec_push(reader->arena, &finding->related, related);
	}
	count = read_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct fix fix = read_fix(reader);
		vec_push(reader->arena, &finding->fixes, fix);
	}
}

static void write_finding(struct buffer *out, const struct finding *finding)
{
	write_required(out, finding->code);
	write_required(out, finding->rule);
	write_unsigned(out, finding->severity);
	write_unsigned(out, finding->confidence);
	write_required(out, finding->message);
	write_span(out, &finding->span);
	write_bool(out, finding->has_expansion);
	if (finding->has_expansion)
		write_span(out, &finding->expansion);
	write_text(out, finding->function);
	write_text(out, finding->kernel);
	write_text(out, finding->side);
	write_launch(out, &finding->launch);
	write_cost(out, &finding->cost);
	write_text(out, finding->fingerprint);
	write_unsigned(out, finding->instances);
	write_bool(out, finding->suppressed);
	write_text(out, finding->suppressor.path);
	write_unsigned(out, finding->suppressor.offset);
	write_lists(out, finding);
}

static struct finding *read_finding(struct reader *reader)
{
	struct finding *finding = ARENA_NEW(reader->arena, struct finding);
	finding->code = read_required(reader);
	finding->rule = read_required(reader);
	finding->severity = (enum severity)read_unsigned(reader, SEVERITY_ERROR);
	finding->confidence = (enum confidence)read_unsigned(reader, CONFIDENCE_PROVEN);
	finding->message = read_required(reader);
	finding->span = read_span(reader);
	finding->has_expansion = read_bool(reader);
	if (finding->has_expansion)
		finding->expansion = read_span(reader);
	finding->function = read_text(reader);
	finding->kernel = read_text(reader);
	finding->side = read_text(reader);
	finding->launch = read_launch(reader);
	finding->cost = read_cost(reader);
	finding->fingerprint = read_text(reader);
	finding->instances = (unsigned)read_unsigned(reader, UINT32_MAX);
	finding->suppressed = read_bool(reader);
	finding->suppressor.path = read_text(reader);
	finding->suppressor.offset = (uint32_t)read_unsigned(reader, UINT32_MAX);
	read_lists(reader, finding);
	return finding;
}

/* ---- units ----------------------------------------------------------------------------------- */

void wire_write_unit(struct buffer *out, const struct unit_result *result)
{
	write_unsigned(out, FORMAT_VERSION);
	write_required(out, result->path);
	write_unsigned(out, result->status);
	write_unsigned(out, result->parse_errors);
	write_unsigned(out, result->kernels);
	write_unsigned(out, result->functions);
	write_double(out, result->ms);
	write_double(out, result->parse_ms);
	write_double(out, result->lower_ms);
	write_double(out, result->rules_ms);
	write_unsigned(out, result->suppressed);
	write_text(out, result->io_error);
	write_unsigned(out, result->notes.count);
	for (size_t i = 0; i < result->notes.count; i++)
		write_required(out, result->notes.data[i]);
	write_unsigned(out, result->kernel_names.count);
	for (size_t i = 0; i < result->kernel_names.count; i++)
		write_required(out, result->kernel_names.data[i]);
	write_unsigned(out, result->findings.count);
	for (size_t i = 0; i < result->findings.count; i++)
		write_finding(out, result->findings.data[i]);
}

struct unit_result *wire_read_unit(struct arena *arena, const void *data, size_t size)
{
	struct reader reader = {arena, data, (const unsigned char *)data + size, false};
	if (read_unsigned(&reader, UINT64_MAX) != FORMAT_VERSION)
		return NULL;
	struct unit_result *result = ARENA_NEW(arena, struct unit_result);
	result->path = read_required(&reader);
	result->status = (enum unit_status)read_unsigned(&reader, UNIT_FAILED);
	result->parse_errors = (size_t)read_unsigned(&reader, SIZE_MAX);
	result->kernels = (size_t)read_unsigned(&reader, SIZE_MAX);
	result->functions = (size_t)read_unsigned(&reader, SIZE_MAX);
	result->ms = read_double(&reader);
	result->parse_ms = read_double(&reader);
	result->lower_ms = read_double(&reader);
	result->rules_ms = read_double(&reader);
	result->suppressed = (size_t)read_unsigned(&reader, SIZE_MAX);
	result->io_error = read_text(&reader);
	size_t count = read_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		const char *note = read_required(&reader);
		vec_push(arena, &result->notes, note);
	}
	count = read_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		const char *kernel = read_required(&reader);
		vec_push(arena, &result->kernel_names, kernel);
	}
	count = read_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct finding *finding = read_finding(&reader);
		vec_push(arena, &result->findings, finding);
	}
	return reader.failed || reader.at != reader.end ? NULL : result;
}
