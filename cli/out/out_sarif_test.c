/* Tests of what a SARIF log leaves out to stay within its limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/out/out_sarif.h"

#include <stdlib.h>
#include <string.h>

/* Findings of which each third is an error and the others are infos. */
static void make_findings(struct arena *arena, size_t count, const char *message, finding_list *findings)
{
	for (size_t i = 0; i < count; i++) {
		struct finding *finding = ARENA_NEW(arena, struct finding);
		struct position at = {.line = (uint32_t)i + 1, .column = 1};
		finding->code = "CU401";
		finding->rule = "maskless-warp-intrinsic";
		finding->severity = i % 3 == 0 ? SEVERITY_ERROR : SEVERITY_INFO;
		finding->confidence = CONFIDENCE_PROVEN;
		finding->message = message;
		finding->span = (struct span){"a.cu", at, at};
		finding->fingerprint = arena_printf(arena, "%016zx", i);
		vec_push(arena, findings, finding);
	}
}

/* The log of these findings, and its size. */
static json_t *write_log(
	struct arena *arena, const finding_list *findings, const finding_list *silenced, size_t *size)
{
	struct run_report report = {0};
	char *text = NULL;
	struct out out = {.arena = arena,
		.report = &report,
		.findings = findings,
		.silenced = silenced,
		.sources = source_set_new(arena),
		.folder = "/nowhere/below",
		.root = "/nowhere"};
	out.stream = open_memstream(&text, size);
	assert_non_null(out.stream);
	out_sarif(&out);
	fclose(out.stream);
	source_set_free(out.sources);
	json_t *log = json_loadb(text, *size, 0, NULL);
	free(text);
	assert_non_null(log);
	return log;
}

static json_t *run_of(json_t *log)
{
	return json_array_get(json_object_get(log, "runs"), 0);
}

static json_t *notifications_of(json_t *log)
{
	json_t *invocation = json_array_get(json_object_get(run_of(log), "invocations"), 0);
	return json_object_get(invocation, "toolExecutionNotifications");
}

static size_t count_level(json_t *log, const char *level)
{
	size_t index, count = 0;
	json_t *result;
	json_array_foreach(json_object_get(run_of(log), "results"), index, result) count +=
		strcmp(json_string_value(json_object_get(result, "level")), level) == 0;
	return count;
}

static void assert_one_notice(json_t *log, const char *id, const char *text)
{
	assert_int_equal(json_array_size(notifications_of(log)), 1);
	json_t *notice = json_array_get(notifications_of(log), 0);
	json_t *descriptor = json_object_get(notice, "descriptor");
	assert_string_equal(json_string_value(json_object_get(descriptor, "id")), id);
	json_t *message = json_object_get(notice, "message");
	assert_non_null(strstr(json_string_value(json_object_get(message, "text")), text));
}

static void leaves_out_the_least_severe(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list findings = {0}, none = {0};
	make_findings(arena, 25010, "short", &findings);
	size_t size;
	json_t *log = write_log(arena, &findings, &none, &size);
	size_t errors = (25010 + 2) / 3;
	assert_int_equal(count_level(log, "error"), errors);
	assert_true(size <= SARIF_BYTES_LIMIT);
	assert_true(count_level(log, "note") > 0);
	assert_one_notice(log, "results-limit", "left out");
	json_decref(log);
	arena_free(arena);
}

static void stays_within_the_size(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list findings = {0}, none = {0};
	char *message = memset(arena_alloc(arena, 100001), 'x', 100000);
	message[100000] = '\0';
	make_findings(arena, 150, message, &findings);
	size_t size;
	json_t *log = write_log(arena, &findings, &none, &size);
	assert_true(size <= SARIF_BYTES_LIMIT);
	assert_true(size > SARIF_BYTES_LIMIT - 2 * 100000);
	assert_int_equal(count_level(log, "error"), 50);
	size_t notes = count_level(log, "note");
	assert_one_notice(log, "results-limit", arena_printf(arena, "the %zu findings", 100 - notes));
	json_decref(log);
	arena_free(arena);
}

static void silenced_ones_go_first(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list findings = {0}, silenced = {0};
	char *message = memset(arena_alloc(arena, 100001), 'x', 100000);
	message[100000] = '\0';
	make_findings(arena, 90, message, &findings);
	make_findings(arena, 90, message, &silenced);
	for (size_t i = 0; i < silenced.count; i++)
		silenced.data[i]->suppressed = true;
	size_t size;
	json_t *log = write_log(arena, &findings, &silenced, &size);
	size_t index, open = 0;
	json_t *result;
	json_array_foreach(json_object_get(run_of(log), "results"), index, result) open +=
		json_object_get(result, "suppressions") == NULL;
	assert_int_equal(open, 90);
	assert_true(json_array_size(json_object_get(run_of(log), "results")) > 90);
	json_decref(log);
	arena_free(arena);
}

static void leaves_out_what_lies_elsewhere(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	finding_list findings = {0}, none = {0};
	make_findings(arena, 3, "short", &findings);
	findings.data[0]->span.path = "/elsewhere/a.cu";
	findings.data[1]->span.path = "../../nowhere-else/a.cu";
	findings.data[2]->span.path = "../up.cu";
	size_t size;
	json_t *log = write_log(arena, &findings, &none, &size);
	assert_int_equal(json_array_size(json_object_get(run_of(log), "results")), 1);
	assert_one_notice(log, "outside-root", "2 findings outside of the repository");
	json_decref(log);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_out_the_least_severe),
		cmocka_unit_test(stays_within_the_size),
		cmocka_unit_test(silenced_ones_go_first),
		cmocka_unit_test(leaves_out_what_lies_elsewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
