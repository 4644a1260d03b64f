/* The report that GitLab's code quality widget reads: an array of issues. */
#include "cli/out/json_value.h"
#include "cli/out/out.h"

/* A finding that is sure is worse than one that rests on an assumption. */
static const char *severity_of(const struct finding *finding)
{
	bool proven = finding->confidence == CONFIDENCE_PROVEN;
	switch (finding->severity) {
	case SEVERITY_ERROR: return proven ? "critical" : "major";
	case SEVERITY_WARNING: return proven ? "major" : "minor";
	default: return "info";
	}
}

static json_t *issue(const struct out *out, const struct finding *finding)
{
	json_t *object = json_object(), *location = json_object(), *lines = json_object();
	uint32_t first = finding->span.start.line, last = finding->span.end.line;
	json_value_set_text(out->arena, object, "description", finding->message);
	json_value_set_text(out->arena, object, "check_name",
		arena_printf(out->arena, "%s %s", finding->code, finding->rule));
	/* Of issues with one fingerprint GitLab keeps a single one, so it has to name the file. */
	json_value_set_text(out->arena, object, "fingerprint",
		arena_printf(
			out->arena, "%s:%s", out_location(out, finding->span.path), finding->fingerprint));
	json_value_set_text(out->arena, object, "severity", severity_of(finding));
	json_value_set_text(out->arena, location, "path", out_location(out, finding->span.path));
	json_object_set_new(lines, "begin", json_value_integer(first));
	json_object_set_new(lines, "end", json_value_integer(last < first ? first : last));
	json_object_set_new(location, "lines", lines);
	json_object_set_new(object, "location", location);
	return object;
}

void out_gitlab(const struct out *out)
{
	json_t *issues = json_array();
	for (size_t i = 0; i < out->findings->count; i++)
		json_array_append_new(issues, issue(out, out->findings->data[i]));
	json_dumpf(issues, out->stream, JSON_INDENT(2));
	fputc('\n', out->stream);
	json_decref(issues);
}
