/* The format `cudalint/1`: testdata/schemas/cudalint-1.schema.json says what is in it. Keys come in the order
 * of the documentation, fields that are unknown are absent, and text that isn't UTF-8 is made so. */
#include "cli/out/json_value.h"
#include "cli/out/out.h"

#include <math.h>

static json_t *position(const struct position *at)
{
	return json_pack("{sIsIsI}", "line", (json_int_t)at->line, "column", (json_int_t)at->column, "offset",
		(json_int_t)at->offset);
}

static void set_span(const struct out *out, json_t *object, const struct span *span)
{
	json_value_set_text(out->arena, object, "path", span->path);
	json_object_set_new(object, "start", position(&span->start));
	json_object_set_new(object, "end", position(&span->end));
}

static json_t *related_place(const struct out *out, const struct span *span, const char *message)
{
	json_t *object = json_object();
	set_span(out, object, span);
	json_value_set_text(out->arena, object, "message", message);
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
		json_value_set_text(out->arena, value, "title", fix->title);
		json_value_set_text(out->arena, value, "safety", fix->safety == FIX_SAFE ? "safe" : "unsafe");
		for (size_t k = 0; k < fix->edits.count; k++) {
			const struct edit *edit = &fix->edits.data[k];
			json_t *change = json_object();
			json_value_set_text(out->arena, change, "path", edit->path);
			json_object_set_new(change, "start", json_value_integer(edit->start));
			json_object_set_new(change, "end", json_value_integer(edit->end));
			json_value_set_text(out->arena, change, "text", edit->text);
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
	json_value_set_text(out->arena, object, "code", finding->code);
	json_value_set_text(out->arena, object, "rule", finding->rule);
	json_value_set_text(out->arena, object, "severity", severity_name(finding->severity));
	json_value_set_text(out->arena, object, "confidence", confidence_name(finding->confidence));
	json_value_set_text(out->arena, object, "message", finding->message);
	set_span(out, object, &finding->span);
	json_value_set_text(out->arena, object, "kernel", finding->kernel);
	json_value_set_text(out->arena, object, "side", finding->side);
	json_value_set_facts(out->arena, object, finding);
	json_value_set_picture(out->arena, object, finding->picture);
	set_related(out, object, finding);
	set_fixes(out, object, finding);
	json_value_set_text(out->arena, object, "fingerprint", finding->fingerprint);
	return object;
}

static json_t *unit_object(const struct out *out, const struct unit_result *unit)
{
	static const char *const statuses[] = {
		[UNIT_OK] = "ok", [UNIT_DEGRADED] = "degraded", [UNIT_FAILED] = "failed"};
	json_t *object = json_object();
	json_value_set_text(out->arena, object, "path", unit->path);
	json_value_set_text(
		out->arena, object, "status", statuses[unit->io_error ? UNIT_FAILED : unit->status]);
	json_object_set_new(object, "parse_errors", json_value_integer(unit->parse_errors));
	json_object_set_new(object, "kernels", json_value_integer(unit->kernels));
	if (unit->has_executed)
		json_object_set_new(object, "executed", json_value_integer(unit->executed));
	json_object_set_new(object, "functions", json_value_integer(unit->functions));
	if (out->timing && !unit->is_stored)
		json_object_set_new(object, "ms", json_real(round(unit->ms * 100) / 100));
	return object;
}

static json_t *summary_object(const struct out *out)
{
	struct out_counts counts = out_count(out->findings);
	json_t *object = json_object();
	json_object_set_new(object, "files", json_value_integer(out->report->units.count));
	json_object_set_new(object, "errors", json_value_integer(counts.of[SEVERITY_ERROR]));
	json_object_set_new(object, "warnings", json_value_integer(counts.of[SEVERITY_WARNING]));
	json_object_set_new(object, "infos", json_value_integer(counts.of[SEVERITY_INFO]));
	json_object_set_new(object, "suppressed", json_value_integer(out->report->suppressed));
	json_object_set_new(object, "baselined", json_value_integer(out->report->baselined));
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
