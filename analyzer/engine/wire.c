/* Encoding and decoding of unit results. Each struct has a pair of functions, one below the other, that must
 * list the same fields in the same order; the first byte changes whenever one of the pairs does. */
#include "analyzer/engine/wire.h"
#include "analyzer/engine/wire_picture.h"

#include "analyzer/base/bytes.h"

enum { FORMAT_VERSION = 9 };

/* ---- findings -------------------------------------------------------------------------------- */

static void write_position(struct buffer *out, const struct position *position)
{
	bytes_put_unsigned(out, position->line);
	bytes_put_unsigned(out, position->column);
	bytes_put_unsigned(out, position->offset);
}

static struct position read_position(struct bytes_reader *reader)
{
	struct position position;
	position.line = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	position.column = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	position.offset = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	return position;
}

static void write_span(struct buffer *out, const struct span *span)
{
	bytes_put_required(out, span->path);
	write_position(out, &span->start);
	write_position(out, &span->end);
}

static struct span read_span(struct bytes_reader *reader)
{
	struct span span;
	span.path = bytes_get_required(reader);
	span.start = read_position(reader);
	span.end = read_position(reader);
	return span;
}

static void write_fix(struct buffer *out, const struct fix *fix)
{
	bytes_put_required(out, fix->title);
	bytes_put_unsigned(out, fix->safety);
	bytes_put_unsigned(out, fix->text_hash);
	bytes_put_unsigned(out, fix->edits.count);
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		bytes_put_required(out, edit->path);
		bytes_put_unsigned(out, edit->start);
		bytes_put_unsigned(out, edit->end);
		bytes_put_required(out, edit->text);
	}
}

static struct fix read_fix(struct bytes_reader *reader)
{
	struct fix fix = {.title = bytes_get_required(reader)};
	fix.safety = (enum fix_safety)bytes_get_unsigned(reader, FIX_UNSAFE);
	fix.text_hash = bytes_get_unsigned(reader, UINT64_MAX);
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct edit edit;
		edit.path = bytes_get_required(reader);
		edit.start = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		edit.end = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		edit.text = bytes_get_required(reader);
		vec_push(reader->arena, &fix.edits, edit);
	}
	return fix;
}

static void write_launch(struct buffer *out, const struct finding_launch *launch)
{
	bytes_put_text(out, launch->source);
	bytes_put_bool(out, launch->grid_known);
	bytes_put_bool(out, launch->block_known);
	for (int i = 0; i < 3; i++) {
		bytes_put_signed(out, launch->grid[i]);
		bytes_put_signed(out, launch->block[i]);
	}
}

static struct finding_launch read_launch(struct bytes_reader *reader)
{
	struct finding_launch launch = {.source = bytes_get_text(reader)};
	launch.grid_known = bytes_get_bool(reader);
	launch.block_known = bytes_get_bool(reader);
	for (int i = 0; i < 3; i++) {
		launch.grid[i] = bytes_get_signed(reader);
		launch.block[i] = bytes_get_signed(reader);
	}
	return launch;
}

static void write_cost(struct buffer *out, const struct cost *cost)
{
	bytes_put_text(out, cost->metric);
	if (!cost->metric)
		return;
	bytes_put_unsigned(out, (unsigned)cost->has_ideal | (unsigned)cost->has_requests << 1 |
					(unsigned)cost->has_time << 2 | (unsigned)cost->has_speedup << 3);
	bytes_put_double(out, cost->value);
	bytes_put_double(out, cost->ideal);
	bytes_put_double(out, cost->requests_per_warp);
	bytes_put_double(out, cost->time_us);
	bytes_put_double(out, cost->speedup);
	bytes_put_text(out, cost->chip);
	bytes_put_text(out, cost->assumed);
}

static struct cost read_cost(struct bytes_reader *reader)
{
	struct cost cost = {.metric = bytes_get_text(reader)};
	if (!cost.metric)
		return cost;
	uint64_t flags = bytes_get_unsigned(reader, 15);
	cost.has_ideal = flags & 1;
	cost.has_requests = flags >> 1 & 1;
	cost.has_time = flags >> 2 & 1;
	cost.has_speedup = flags >> 3 & 1;
	cost.value = bytes_get_double(reader);
	cost.ideal = bytes_get_double(reader);
	cost.requests_per_warp = bytes_get_double(reader);
	cost.time_us = bytes_get_double(reader);
	cost.speedup = bytes_get_double(reader);
	cost.chip = bytes_get_text(reader);
	cost.assumed = bytes_get_text(reader);
	return cost;
}

static void write_lists(struct buffer *out, const struct finding *finding)
{
	bytes_put_unsigned(out, finding->archs.count);
	for (size_t i = 0; i < finding->archs.count; i++)
		bytes_put_signed(out, finding->archs.data[i]);
	bytes_put_unsigned(out, finding->related.count);
	for (size_t i = 0; i < finding->related.count; i++) {
		write_span(out, &finding->related.data[i].span);
		bytes_put_required(out, finding->related.data[i].message);
	}
	bytes_put_unsigned(out, finding->fixes.count);
	for (size_t i = 0; i < finding->fixes.count; i++)
		write_fix(out, &finding->fixes.data[i]);
}

static void read_lists(struct bytes_reader *reader, struct finding *finding)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		int64_t arch = bytes_get_signed(reader);
		if (arch < 0 || arch > 10000)
			bytes_fail(reader);
		else
			vec_push(reader->arena, &finding->archs, (int)arch);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct related related = {.span = read_span(reader)};
		related.message = bytes_get_required(reader);
		vec_push(reader->arena, &finding->related, related);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct fix fix = read_fix(reader);
		vec_push(reader->arena, &finding->fixes, fix);
	}
}

static void write_finding(struct buffer *out, const struct finding *finding)
{
	bytes_put_required(out, finding->code);
	bytes_put_required(out, finding->rule);
	bytes_put_unsigned(out, finding->severity);
	bytes_put_unsigned(out, finding->confidence);
	bytes_put_required(out, finding->message);
	write_span(out, &finding->span);
	bytes_put_bool(out, finding->has_expansion);
	if (finding->has_expansion)
		write_span(out, &finding->expansion);
	bytes_put_text(out, finding->function);
	bytes_put_text(out, finding->kernel);
	bytes_put_text(out, finding->side);
	bytes_put_text(out, finding->object);
	write_launch(out, &finding->launch);
	write_cost(out, &finding->cost);
	wire_write_picture(out, finding->picture);
	bytes_put_text(out, finding->fingerprint);
	bytes_put_text(out, finding->assumed_symbol);
	bytes_put_text(out, finding->assumed_path);
	bytes_put_unsigned(out, finding->instances);
	bytes_put_bool(out, finding->suppressed);
	bytes_put_text(out, finding->suppressor.path);
	bytes_put_unsigned(out, finding->suppressor.offset);
	write_lists(out, finding);
}

static struct finding *read_finding(struct bytes_reader *reader)
{
	struct finding *finding = ARENA_NEW(reader->arena, struct finding);
	finding->code = bytes_get_required(reader);
	finding->rule = bytes_get_required(reader);
	finding->severity = (enum severity)bytes_get_unsigned(reader, SEVERITY_ERROR);
	finding->confidence = (enum confidence)bytes_get_unsigned(reader, CONFIDENCE_PROVEN);
	finding->message = bytes_get_required(reader);
	finding->span = read_span(reader);
	finding->has_expansion = bytes_get_bool(reader);
	if (finding->has_expansion)
		finding->expansion = read_span(reader);
	finding->function = bytes_get_text(reader);
	finding->kernel = bytes_get_text(reader);
	finding->side = bytes_get_text(reader);
	finding->object = bytes_get_text(reader);
	finding->launch = read_launch(reader);
	finding->cost = read_cost(reader);
	finding->picture = wire_read_picture(reader);
	finding->fingerprint = bytes_get_text(reader);
	finding->assumed_symbol = bytes_get_text(reader);
	finding->assumed_path = bytes_get_text(reader);
	finding->instances = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	finding->suppressed = bytes_get_bool(reader);
	finding->suppressor.path = bytes_get_text(reader);
	finding->suppressor.offset = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	read_lists(reader, finding);
	return finding;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void write_times(struct buffer *out, const struct run_times *times)
{
	bytes_put_double(out, times->kernels_ms);
	bytes_put_double(out, times->host_ms);
	bytes_put_unsigned(out, times->rules.count);
	for (size_t i = 0; i < times->rules.count; i++) {
		bytes_put_required(out, times->rules.data[i].code);
		bytes_put_double(out, times->rules.data[i].ms);
	}
}

static struct run_times read_times(struct bytes_reader *reader)
{
	struct run_times times = {.kernels_ms = bytes_get_double(reader)};
	times.host_ms = bytes_get_double(reader);
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct rule_time time = {.code = bytes_get_required(reader)};
		time.ms = bytes_get_double(reader);
		vec_push(reader->arena, &times.rules, time);
	}
	return times;
}

void wire_write_unit(struct buffer *out, const struct unit_result *result)
{
	bytes_put_unsigned(out, FORMAT_VERSION);
	bytes_put_required(out, result->path);
	bytes_put_unsigned(out, result->status);
	bytes_put_unsigned(out, result->parse_errors);
	bytes_put_unsigned(out, result->kernels);
	bytes_put_unsigned(out, result->functions);
	bytes_put_bool(out, result->has_executed);
	bytes_put_bool(out, result->used_preamble);
	bytes_put_unsigned(out, result->executed);
	bytes_put_double(out, result->ms);
	bytes_put_double(out, result->parse_ms);
	bytes_put_double(out, result->lower_ms);
	bytes_put_double(out, result->rules_ms);
	write_times(out, &result->times);
	bytes_put_unsigned(out, result->suppressed);
	bytes_put_text(out, result->io_error);
	bytes_put_unsigned(out, result->notes.count);
	for (size_t i = 0; i < result->notes.count; i++)
		bytes_put_required(out, result->notes.data[i]);
	bytes_put_unsigned(out, result->kernel_names.count);
	for (size_t i = 0; i < result->kernel_names.count; i++)
		bytes_put_required(out, result->kernel_names.data[i]);
	bytes_put_unsigned(out, result->launches.count);
	for (size_t i = 0; i < result->launches.count; i++)
		kernel_write(out, result->launches.data[i]);
	project_write_facts(out, &result->facts);
	bytes_put_unsigned(out, result->findings.count);
	for (size_t i = 0; i < result->findings.count; i++)
		write_finding(out, result->findings.data[i]);
}

struct unit_result *wire_read_unit(struct arena *arena, const void *data, size_t size)
{
	struct bytes_reader reader = {arena, data, (const unsigned char *)data + size, false};
	if (bytes_get_unsigned(&reader, UINT64_MAX) != FORMAT_VERSION)
		return NULL;
	struct unit_result *result = ARENA_NEW(arena, struct unit_result);
	result->path = bytes_get_required(&reader);
	result->status = (enum unit_status)bytes_get_unsigned(&reader, UNIT_FAILED);
	result->parse_errors = (size_t)bytes_get_unsigned(&reader, SIZE_MAX);
	result->kernels = (size_t)bytes_get_unsigned(&reader, SIZE_MAX);
	result->functions = (size_t)bytes_get_unsigned(&reader, SIZE_MAX);
	result->has_executed = bytes_get_bool(&reader);
	result->used_preamble = bytes_get_bool(&reader);
	result->executed = (size_t)bytes_get_unsigned(&reader, SIZE_MAX);
	result->ms = bytes_get_double(&reader);
	result->parse_ms = bytes_get_double(&reader);
	result->lower_ms = bytes_get_double(&reader);
	result->rules_ms = bytes_get_double(&reader);
	result->times = read_times(&reader);
	result->suppressed = (size_t)bytes_get_unsigned(&reader, SIZE_MAX);
	result->io_error = bytes_get_text(&reader);
	size_t count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		const char *note = bytes_get_required(&reader);
		vec_push(arena, &result->notes, note);
	}
	count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		const char *kernel = bytes_get_required(&reader);
		vec_push(arena, &result->kernel_names, kernel);
	}
	count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct kernel_summary *kernel = kernel_read(&reader);
		vec_push(arena, &result->launches, kernel);
	}
	project_read_facts(&reader, &result->facts);
	count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct finding *finding = read_finding(&reader);
		vec_push(arena, &result->findings, finding);
	}
	return reader.failed || reader.at != reader.end ? NULL : result;
}
