/* Results of a SARIF log. Nothing in them lies outside the root: related places and fixes there are left out.
 */
#include "cli/out/out_sarif.h"

#include "cli/out/json_value.h"

#include <string.h>

json_t *sarif_message(const struct out *out, const char *text)
{
	json_t *object = json_object();
	json_value_set_text(out->arena, object, "text", text);
	return object;
}

const char *sarif_level(enum severity severity)
{
	return severity == SEVERITY_INFO ? "note" : severity_name(severity);
}

static json_t *region(const struct position *start, const struct position *end)
{
	json_t *object = json_object();
	bool ordered = end->line > start->line || (end->line == start->line && end->column >= start->column);
	if (!ordered)
		end = start;
	json_object_set_new(object, "startLine", json_value_integer(start->line));
	json_object_set_new(object, "startColumn", json_value_integer(start->column));
	json_object_set_new(object, "endLine", json_value_integer(end->line));
	json_object_set_new(object, "endColumn", json_value_integer(end->column));
	return object;
}

/* The file; NULL when it lies outside the root. */
static json_t *artifact(const struct out *out, const char *path)
{
	const char *relative = out_relative(out, path);
	if (!relative)
		return NULL;
	json_t *object = json_object();
	json_object_set_new(object, "uri", json_string(out_uri(out, relative)));
	json_object_set_new(object, "uriBaseId", json_string(SARIF_ROOT));
	return object;
}

json_t *sarif_location(const struct out *out, const struct span *span)
{
	json_t *file = artifact(out, span->path);
	if (!file)
		return NULL;
	json_t *place = json_object(), *location = json_object();
	json_object_set_new(place, "artifactLocation", file);
	if (span->start.line && span->start.column)
		json_object_set_new(place, "region", region(&span->start, &span->end));
	json_object_set_new(location, "physicalLocation", place);
	return location;
}

static void set_locations(const struct out *out, json_t *result, const struct finding *finding)
{
	json_t *locations = json_array(), *location = sarif_location(out, &finding->span);
	if (location && finding->function) {
		json_t *function = json_object(), *functions = json_array();
		json_value_set_text(out->arena, function, "fullyQualifiedName", finding->function);
		json_object_set_new(function, "kind", json_string("function"));
		json_array_append_new(functions, function);
		json_object_set_new(location, "logicalLocations", functions);
	}
	if (location)
		json_array_append_new(locations, location);
	json_object_set_new(result, "locations", locations);
}

static void add_related(const struct out *out, json_t *array, const struct span *span, const char *message)
{
	json_t *location = sarif_location(out, span);
	if (!location)
		return;
	json_object_set_new(location, "id", json_value_integer(json_array_size(array) + 1));
	json_object_set_new(location, "message", sarif_message(out, message));
	json_array_append_new(array, location);
}

static void set_related(const struct out *out, json_t *result, const struct finding *finding)
{
	json_t *array = json_array();
	if (finding->has_expansion)
		add_related(out, array, &finding->expansion, "macro used here");
	for (size_t i = 0; i < finding->related.count; i++)
		add_related(out, array, &finding->related.data[i].span, finding->related.data[i].message);
	if (json_array_size(array))
		json_object_set(result, "relatedLocations", array);
	json_decref(array);
}

/* ---- fixes ----------------------------------------------------------------------------------- */

/* The replacement of an edit; NULL when its place can't be told. */
static json_t *replacement(const struct out *out, const struct edit *edit)
{
	struct position start, end;
	if (!source_position(out->sources, edit->path, edit->start, &start) ||
		!source_position(out->sources, edit->path, edit->end, &end))
		return NULL;
	json_t *object = json_object();
	json_object_set_new(object, "deletedRegion", region(&start, &end));
	json_object_set_new(object, "insertedContent", sarif_message(out, edit->text));
	return object;
}

/* The edits of a fix that are in one file, from the first one there on; NULL when they can't be told. */
static json_t *change(const struct out *out, const struct fix *fix, size_t first)
{
	const char *path = fix->edits.data[first].path;
	json_t *file = artifact(out, path), *replacements = json_array();
	bool whole = file != NULL;
	for (size_t i = first; i < fix->edits.count && whole; i++) {
		if (strcmp(fix->edits.data[i].path, path) != 0)
			continue;
		json_t *one = replacement(out, &fix->edits.data[i]);
		whole = one != NULL;
		if (one)
			json_array_append_new(replacements, one);
	}
	if (!whole) {
		json_decref(file);
		json_decref(replacements);
		return NULL;
	}
	json_t *object = json_object();
	json_object_set_new(object, "artifactLocation", file);
	json_object_set_new(object, "replacements", replacements);
	return object;
}

static bool is_first_of_file(const struct fix *fix, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (strcmp(fix->edits.data[i].path, fix->edits.data[index].path) == 0)
			return false;
	}
	return true;
}

/* Half a fix is none. */
static json_t *fix_object(const struct out *out, const struct fix *fix)
{
	json_t *changes = json_array();
	for (size_t i = 0; i < fix->edits.count; i++) {
		if (!is_first_of_file(fix, i))
			continue;
		json_t *one = change(out, fix, i);
		if (!one) {
			json_decref(changes);
			return NULL;
		}
		json_array_append_new(changes, one);
	}
	json_t *object = json_object();
	json_object_set_new(object, "description", sarif_message(out, fix->title));
	json_object_set_new(object, "artifactChanges", changes);
	json_object_set_new(object, "properties",
		json_pack("{ss}", "safety", fix->safety == FIX_SAFE ? "safe" : "unsafe"));
	return object;
}

static void set_fixes(const struct out *out, json_t *result, const struct finding *finding)
{
	json_t *fixes = json_array();
	for (size_t i = 0; i < finding->fixes.count; i++) {
		json_t *fix =
			finding->fixes.data[i].edits.count ? fix_object(out, &finding->fixes.data[i]) : NULL;
		if (fix)
			json_array_append_new(fixes, fix);
	}
	if (json_array_size(fixes))
		json_object_set(result, "fixes", fixes);
	json_decref(fixes);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The comment that silences a finding, or the baseline that accepts it. */
static void set_suppression(const struct out *out, json_t *result, const struct finding *finding)
{
	if (!finding->suppressed && !finding->baselined)
		return;
	json_t *suppression = json_object(), *array = json_array();
	json_object_set_new(suppression, "kind", json_string(finding->suppressed ? "inSource" : "external"));
	json_object_set_new(suppression, "status", json_string("accepted"));
	struct span span = {.path = finding->suppressor.path};
	if (span.path && source_position(out->sources, span.path, finding->suppressor.offset, &span.start)) {
		span.end = span.start;
		json_t *location = sarif_location(out, &span);
		if (location)
			json_object_set_new(suppression, "location", location);
	}
	json_array_append_new(array, suppression);
	json_object_set_new(result, "suppressions", array);
}

json_t *sarif_result(const struct out *out, const struct finding *finding, size_t rule_index)
{
	json_t *result = json_object(), *fingerprints = json_object(), *properties = json_object();
	json_value_set_text(out->arena, result, "ruleId", finding->code);
	json_object_set_new(result, "ruleIndex", json_value_integer(rule_index));
	json_object_set_new(result, "level", json_string(sarif_level(finding->severity)));
	json_object_set_new(result, "message", sarif_message(out, finding->message));
	set_locations(out, result, finding);
	json_value_set_text(out->arena, fingerprints, "cudalint/v1", finding->fingerprint);
	json_object_set_new(result, "partialFingerprints", fingerprints);
	if (out->baselined)
		json_object_set_new(
			result, "baselineState", json_string(finding->baselined ? "unchanged" : "new"));
	set_related(out, result, finding);
	set_fixes(out, result, finding);
	set_suppression(out, result, finding);
	json_object_set_new(properties, "confidence", json_string(confidence_name(finding->confidence)));
	json_value_set_text(out->arena, properties, "kernel", finding->kernel);
	json_value_set_facts(out->arena, properties, finding);
	json_object_set_new(result, "properties", properties);
	return result;
}
