/* The format `cudalint/1`: testdata/schemas/cudalint-1.schema.json says what is in it. Keys come in the order
 * of the documentation, fields that are unknown are absent, and text that isn't UTF-8 is made so. */
#include "cli/out.h"
#include "cli/text.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *text(const struct out *out, const char *value)
{
	return json_string_nocheck(text_valid(out->arena, value ? value : ""));
}

static void set_text(const struct out *out, json_t *object, const char *key, const char *value)
{
	if (value)
		json_object_set_new(object, key, text(out, value));
}

static json_t *integer(uint64_t value)
{
	return json_integer((json_int_t)value);
}

/* Whole numbers without a point. */
static json_t *number(double value)
{
	if (fabs(value) < 1e15 && value == floor(value))
		return json_integer((json_int_t)value);
	return json_real(value);
}

static json_t *position(const struct position *at)
{
	return json_pack("{sIsIsI}", "line", (json_int_t)at->line, "column", (json_int_t)at->column, "offset",
		(json_int_t)at->offset);
}

static void set_span(const struct out *out, json_t *object, const struct span *span)
{
	set_text(out, object, "path", span->path);
	json_object_set_new(object, "start", position(&span->start));
	json_object_set_new(object, "end", position(&span->end));
}

static json_t *extents(const int64_t values[3])
{
	json_t *array = json_array();
	for (int i = 0; i < 3; i++)
		json_array_append_new(array, json_integer(values[i]));
	return array;
}

static void set_launch(const struct out *out, json_t *object, const struct finding_launch *launch)
{
	if (!launch->source)
		return;
	json_t *value = json_object();
	if (launch->grid_known)
		json_object_set_new(value, "grid", extents(launch->grid));
	if (launch->block_known)
		json_object_set_new(value, "block", extents(launch->block));
	set_text(out, value, "source", launch->source);
	json_object_set_new(object, "launch", value);
}

static void set_cost(const struct out *out, json_t *object, const struct cost *cost)
{
	if (!cost->metric)
		return;
	json_t *value = json_object();
	set_text(out, value, "metric", cost->metric);
	json_object_set_new(value, "value", number(cost->value));
	if (cost->has_ideal)
		json_object_set_new(value, "ideal", number(cost->ideal));
	if (cost->has_requests)
		json_object_set_new(value, "requests_per_warp", number(cost->requests_per_warp));
	if (cost->has_time)
		json_object_set_new(value, "time_us", number(cost->time_us));
	if (cost->has_speedup)
		json_object_set_new(value, "speedup", number(cost->speedup));
	set_text(out, value, "chip", cost->chip);
	json_object_set_new(object, "cost", value);
}

static json_t *related_place(const struct out *out, const struct span *span, const char *message)
{
	json_t *object = json_object();
	set_span(out, object, span);
	set_text(out, object, "message", message);
	return object;
}

static void set_related(const struct out *out, json_t *object, const struct finding *finding)
{
	json_t *array = json_array();
	if (finding->has_expansion)
		json_array_append_new(array, related_place(out, &finding->expansion, "macro used here"));
	for (size_t i = 0; i < finding->related.count; i++) {
		const struct related *related = &finding->related.data[i];
		json_array_append_new(array, related_place(out, &related->span, related->message));
	}
	json_object_set_new(object, "related", array);
}

static void set_fixes(const struct out *out, json_t *object, const struct finding *finding)
{
	json_t *fixes = json_array();
	for (size_t i = 0; i < finding->fixes.count; i++) {
		const struct fix *fix = &finding->fixes.data[i];
		json_t *value = json_object(), *edits = json_array();
		set_text(out, value, "title", fix->title);
		set_text(out, value, "safety", fix->safety == FIX_SAFE ? "safe" : "unsafe");
		for (size_t k = 0; k < fix->edits.count; k++) {
			const struct edit *edit = &fix->edits.data[k];
			json_t *change = json_object();
			set_text(out, change, "path", edit->path);
			json_object_set_new(change, "start", integer(edit->start));
			json_object_set_new(change, "end", integer(edit->end));
			set_text(out, change, "text", edit->text);
			json_array_append_new(edits, change);
		}
		json_object_set_new(value, "edits", edits);
		json_array_append_new(fixes, value);
	}
	json_object_set_new(object, "fixes", fixes);
}

static json_t *finding_object(const struct out *out, const struct finding *finding)
{
	json_t *object = json_object();
	set_text(out, object, "code", finding->code);
	set_text(out, object, "rule", finding->rule);
	set_text(out, object, "severity", severity_name(finding->severity));
	set_text(out, object, "confidence", confidence_name(finding->confidence));
	set_text(out, object, "message", finding->message);
	set_span(out, object, &finding->span);
	set_text(out, object, "kernel", finding->kernel);
	set_text(out, object, "side", finding->side);
	if (finding->archs.count) {
		json_t *archs = json_array();
		for (size_t i = 0; i < finding->archs.count; i++)
			json_array_append_new(archs, json_sprintf("sm_%d", finding->archs.data[i]));
		json_object_set_new(object, "archs", archs);
	}
	if (finding->instances > 1)
		json_object_set_new(object, "instances", integer(finding->instances));
	set_launch(out, object, &finding->launch);
	set_cost(out, object, &finding->cost);
	set_related(out, object, finding);
	set_fixes(out, object, finding);
	set_text(out, object, "fingerprint", finding->fingerprint);
	return object;
}

static json_t *unit_object(const struct out *out, const struct unit_result *unit)
{
	static const char *const statuses[] = {
		[UNIT_OK] = "ok", [UNIT_DEGRADED] = "degraded", [UNIT_FAILED] = "failed"};
	json_t *object = json_object();
	set_text(out, object, "path", unit->path);
	set_text(out, object, "status", statuses[unit->io_error ? UNIT_FAILED : unit->status]);
	json_object_set_new(object, "parse_errors", integer(unit->parse_errors));
	json_object_set_new(object, "kernels", integer(unit->kernels));
	json_object_set_new(object, "functions", integer(unit->functions));
	if (out->timing)
		json_object_set_new(object, "ms", json_real(round(unit->ms * 100) / 100));
	return object;
}

static json_t *summary_object(const struct out *out)
{
	struct out_counts counts = out_count(out->findings);
	json_t *object = json_object();
	json_object_set_new(object, "files", integer(out->report->units.count));
	json_object_set_new(object, "errors", integer(counts.of[SEVERITY_ERROR]));
	json_object_set_new(object, "warnings", integer(counts.of[SEVERITY_WARNING]));
	json_object_set_new(object, "infos", integer(counts.of[SEVERITY_INFO]));
	json_object_set_new(object, "suppressed", integer(out->report->suppressed));
	json_object_set_new(object, "baselined", json_integer(0));
	return object;
}

void out_json(const struct out *out)
{
	json_t *root = json_object(), *units = json_array(), *findings = json_array();
	json_object_set_new(root, "schema", json_string("cudalint/1"));
	json_object_set_new(
		root, "tool", json_pack("{ssss}", "name", "cudalint", "version", CUDALINT_VERSION));
	for (size_t i = 0; i < out->report->units.count; i++)
		json_array_append_new(units, unit_object(out, out->report->units.data[i]));
	json_object_set_new(root, "units", units);
	for (size_t i = 0; i < out->findings->count; i++)
		json_array_append_new(findings, finding_object(out, out->findings->data[i]));
	json_object_set_new(root, "findings", findings);
	json_object_set_new(root, "summary", summary_object(out));
	/* Ten digits tell 12.4 from its neighbours without showing that it is a binary fraction. */
	json_dumpf(root, out->stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	fputc('\n', out->stream);
	json_decref(root);
}
