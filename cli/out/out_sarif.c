/* SARIF 2.1.0, as GitHub's code scanning takes it: one run, whose results lie below the root of the
 * repository.
 *
 * What tells about the analysis and not about the code is no result but a notification. Where the log would
 * be larger than code scanning takes, the least severe results are left out, and the log and a line on stderr
 * say how many. */
#include "cli/out/out_sarif.h"

#include "cli/out/json_value.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	READABLE = 1000, /* results; a log of more is for programs alone, and written without white space */
	DEPTH = 4,       /* of a result in the log */
	RESERVED = 1000  /* bytes of the notifications that are added when all results are known */
};

/* What notifications are about; the order is their index. */
static const struct {
	const char *id, *name, *text; /* no text: a rule's */
} notices[] = {{"CU001", "parse-error", NULL}, {"CU004", "unanalyzed-kernel", NULL},
	{"unreadable-file", "unreadable-file", "A file could not be read"},
	{"outside-root", "outside-root", "Findings outside the repository were left out"},
	{"results-limit", "results-limit", "Findings were left out to keep the log within its limits"}};

enum notice { NOTICE_UNREADABLE = 2, NOTICE_OUTSIDE, NOTICE_LIMIT, NOTICE_COUNT };

/* A finding that is to be a result. */
struct candidate {
	const struct finding *finding;
	size_t rule, index; /* in the log's rules; in the order of results */
	json_t *result;     /* NULL: left out */
};

struct sarif {
	const struct out *out;
	VEC(struct candidate) candidates;
	VEC(const struct finding *) rules; /* one finding of each, by code */
	json_t *notifications;
	size_t outside;
	size_t style; /* JSON_INDENT and the like */
};

static void notify(
	struct sarif *sarif, unsigned notice, const char *level, const char *text, json_t *location)
{
	const struct out *out = sarif->out;
	json_t *object = json_object(), *descriptor = json_object();
	json_object_set_new(descriptor, "id", json_string(notices[notice].id));
	json_object_set_new(descriptor, "index", json_value_integer(notice));
	json_object_set_new(object, "descriptor", descriptor);
	json_object_set_new(object, "level", json_string(level));
	json_object_set_new(object, "message", sarif_message(out, text));
	if (location) {
		json_t *locations = json_array();
		json_array_append_new(locations, location);
		json_object_set_new(object, "locations", locations);
	}
	json_array_append_new(sarif->notifications, object);
}

/* Says it in the log, and to whoever runs cudalint. */
static void warn(struct sarif *sarif, enum notice notice, const char *text)
{
	notify(sarif, notice, "warning", text, NULL);
	fputs("cudalint: sarif: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

/* ---- what becomes a result ------------------------------------------------------------------- */

static void add_rule(struct sarif *sarif, const struct finding *finding)
{
	size_t place = 0;
	while (place < sarif->rules.count && strcmp(sarif->rules.data[place]->code, finding->code) < 0)
		place++;
	if (place < sarif->rules.count && strcmp(sarif->rules.data[place]->code, finding->code) == 0)
		return;
	vec_push(sarif->out->arena, &sarif->rules, finding);
	for (size_t i = sarif->rules.count - 1; i > place; i--)
		sarif->rules.data[i] = sarif->rules.data[i - 1];
	sarif->rules.data[place] = finding;
}

static size_t rule_index(const struct sarif *sarif, const struct finding *finding)
{
	size_t index = 0;
	while (strcmp(sarif->rules.data[index]->code, finding->code) != 0)
		index++;
	return index;
}

static bool is_accepted(const struct finding *finding)
{
	return finding->suppressed || finding->baselined;
}

static void gather(struct sarif *sarif, const finding_list *findings)
{
	const struct out *out = sarif->out;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		unsigned notice = 0;
		while (notice < NOTICE_UNREADABLE && strcmp(notices[notice].id, finding->code) != 0)
			notice++;
		if (notice < NOTICE_UNREADABLE) {
			if (!is_accepted(finding))
				notify(sarif, notice, sarif_level(finding->severity), finding->message,
					sarif_location(out, &finding->span));
		} else if (!out_relative(out, finding->span.path)) {
			sarif->outside += !is_accepted(finding);
		} else {
			add_rule(sarif, finding);
			vec_push(out->arena, &sarif->candidates,
				(struct candidate){.finding = finding, .index = sarif->candidates.count});
		}
	}
}

/* The most severe first, silenced and known ones last. */
static int compare_weight(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	if (is_accepted(a->finding) != is_accepted(b->finding))
		return is_accepted(a->finding) ? 1 : -1;
	if (a->finding->severity != b->finding->severity)
		return a->finding->severity < b->finding->severity ? 1 : -1;
	if (a->finding->confidence != b->finding->confidence)
		return a->finding->confidence < b->finding->confidence ? 1 : -1;
	return (a->index > b->index) - (a->index < b->index);
}

static int compare_index(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	return (a->index > b->index) - (a->index < b->index);
}

/* Bytes of a result where it stands in the log, or a few more. */
static size_t bytes_of(json_t *result, size_t style)
{
	json_t *nested = json_incref(result);
	for (int i = 0; i < DEPTH; i++) {
		json_t *array = json_array();
		json_array_append_new(array, nested);
		nested = array;
	}
	size_t bytes = json_dumpb(nested, NULL, 0, style);
	json_decref(nested);
	return bytes;
}

/* Makes results of the candidates that there is room for beside `used` bytes. */
static void make_results(struct sarif *sarif, size_t used, json_t *results)
{
	struct candidate *all = sarif->candidates.data;
	size_t count = sarif->candidates.count, kept = 0;
	if (count == 0)
		return;
	qsort(all, count, sizeof *all, compare_weight);
	for (; kept < count && kept < SARIF_RESULTS_LIMIT; kept++) {
		const struct finding *finding = all[kept].finding;
		json_t *result = sarif_result(sarif->out, finding, rule_index(sarif, finding));
		used += bytes_of(result, sarif->style);
		if (used > SARIF_BYTES_LIMIT) {
			json_decref(result);
			break;
		}
		all[kept].result = result;
	}
	qsort(all, count, sizeof *all, compare_index);
	for (size_t i = 0; i < count; i++) {
		if (all[i].result)
			json_array_append_new(results, all[i].result);
	}
	if (kept < count)
		warn(sarif, NOTICE_LIMIT,
			arena_printf(sarif->out->arena,
				"the %s of the least weight %s left out: a log holds %d results and %d MB",
				text_count(sarif->out->arena, count - kept, "finding"),
				count - kept == 1 ? "is" : "are", SARIF_RESULTS_LIMIT,
				SARIF_BYTES_LIMIT / 1000000));
}

/* ---- the log --------------------------------------------------------------------------------- */

static json_t *tool(const struct sarif *sarif)
{
	const struct out *out = sarif->out;
	json_t *driver = json_object(), *rules = json_array(), *descriptors = json_array();
	json_object_set_new(driver, "name", json_string("cudalint"));
	json_object_set_new(driver, "version", json_string(CUDALINT_VERSION));
	json_object_set_new(driver, "semanticVersion", json_string(CUDALINT_VERSION));
	for (size_t i = 0; i < sarif->rules.count; i++)
		json_array_append_new(
			rules, sarif_rule(out, sarif->rules.data[i]->code, sarif->rules.data[i]->rule, true));
	json_object_set_new(driver, "rules", rules);
	for (unsigned i = 0; i < NOTICE_COUNT; i++) {
		json_t *descriptor = sarif_rule(out, notices[i].id, notices[i].name, false);
		if (notices[i].text)
			json_object_set_new(
				descriptor, "shortDescription", sarif_message(out, notices[i].text));
		json_array_append_new(descriptors, descriptor);
	}
	json_object_set_new(driver, "notifications", descriptors);
	return json_pack("{so}", "driver", driver);
}

static json_t *base_ids(const struct out *out)
{
	const char *slash = strcmp(out->root, "/") == 0 ? "" : "/";
	json_t *root = json_object(), *ids = json_object();
	json_object_set_new(root, "uri", json_sprintf("file://%s%s", out_uri(out, out->root), slash));
	json_object_set_new(root, "description", sarif_message(out, "The root of the repository"));
	json_object_set_new(ids, SARIF_ROOT, root);
	return ids;
}

static json_t *invocation(struct sarif *sarif)
{
	const struct run_report *report = sarif->out->report;
	bool successful = report->stopped_by == 0;
	for (size_t i = 0; i < report->units.count; i++) {
		const struct unit_result *unit = report->units.data[i];
		if (!unit->io_error)
			continue;
		successful = false;
		notify(sarif, NOTICE_UNREADABLE, "error", unit->io_error, NULL);
	}
	json_t *object = json_object();
	json_object_set_new(object, "executionSuccessful", json_boolean(successful));
	json_object_set(object, "toolExecutionNotifications", sarif->notifications);
	return object;
}

void out_sarif(const struct out *out)
{
	struct sarif sarif = {.out = out, .notifications = json_array()};
	gather(&sarif, out->findings);
	gather(&sarif, out->silenced);
	if (out->baselined)
		gather(&sarif, out->baselined);
	bool readable = sarif.candidates.count <= READABLE;
	sarif.style = JSON_REAL_PRECISION(10) | (readable ? JSON_INDENT(1) : JSON_COMPACT);
	json_t *results = json_array(), *run = json_object();
	json_object_set_new(run, "tool", tool(&sarif));
	json_object_set_new(run, "invocations", json_pack("[o]", invocation(&sarif)));
	json_object_set_new(run, "originalUriBaseIds", base_ids(out));
	json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
	json_object_set_new(run, "results", results);
	json_t *log = json_object();
	json_object_set_new(log, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
	json_object_set_new(log, "version", json_string("2.1.0"));
	json_object_set_new(log, "runs", json_pack("[o]", run));
	if (sarif.outside)
		warn(&sarif, NOTICE_OUTSIDE,
			arena_printf(out->arena, "%s outside of the %s %s left out",
				text_count(out->arena, sarif.outside, "finding"),
				strcmp(out->root, out->folder) == 0 ? "working directory" : "repository",
				sarif.outside == 1 ? "is" : "are"));
	make_results(&sarif, json_dumpb(log, NULL, 0, sarif.style) + RESERVED, results);
	json_dumpf(log, out->stream, sarif.style);
	fputc('\n', out->stream);
	json_decref(log);
	json_decref(sarif.notifications);
}
