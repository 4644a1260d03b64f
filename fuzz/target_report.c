/* What a worker sends: one that was taken over sends what it likes. Read, and printed in every format. */
#include <stdio.h>
#include <string.h>

#include "analyzer/engine/wire.h"
#include "analyzer/run/outcome.h"
#include "analyzer/run/worker_child.h"
#include "cli/out/out.h"
#include "fuzz/fuzz.h"
#include "fuzz/report.h"

void report_print(struct arena *arena, const struct run_report *report)
{
	static void (*const printers[])(const struct out *) = {out_full, out_concise, out_json, out_sarif,
		out_github, out_gitlab, out_junit, out_markdown, out_html, out_statistics, out_summary};
	static FILE *nowhere;
	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	FUZZ_CHECK(nowhere);
	struct source_set *sources = source_set_new(arena);
	static const char text[] = "__global__ void f(float *a)\n{\n\ta[threadIdx.x * 32] = 0;\n}\n";
	source_set_add(sources, "a.cu", text, sizeof text - 1);
	struct out out = {.stream = nowhere,
		.paint = paint_for(nowhere, PAINT_NEVER),
		.arena = arena,
		.report = report,
		.findings = &report->findings,
		.silenced = &report->silenced,
		.sources = sources,
		.verbose = true};
	out_repository(&out);
	for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
		printers[i](&out);
	source_set_free(sources);
}

/* What is read is written as it was. */
void fuzz_wire(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct buffer out = {0}, again = {0};
	struct unit_headers wanted;
	struct unit_result *result = wire_read_unit(arena, data, size), *second;
	if (result) {
		wire_write_unit(&out, result);
		second = wire_read_unit(arena, out.data, out.size);
		FUZZ_CHECK(second);
		wire_write_unit(&again, second);
		FUZZ_CHECK(out.size == again.size && !memcmp(out.data, again.data, out.size));
	}
	worker_read_wanted(arena, data, size, &wanted);
	buffer_free(&out);
	buffer_free(&again);
	arena_free(arena);
}

void fuzz_report(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct unit_result *result = wire_read_unit(arena, data, size);
	if (result) {
		struct run_report report = {0};
		struct outcome outcome = {.arena = arena, .count = 1};
		size_t config = 0;
		outcome.paths = &result->path;
		outcome.configs = &config;
		outcome.results = &result;
		outcome_join(&outcome, true, &report);
		report_print(arena, &report);
	}
	arena_free(arena);
}
