/* The host's costs are those that measured/costs-h100.tsv and costs-h200.tsv record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/host_costs.h"

static double recorded(const char *chip, const char *source, const char *wanted)
{
	char path[500];
	snprintf(path, sizeof path, "%s/model/measured/costs-%s.tsv", CUDALINT_SOURCE_DIR, chip);
	FILE *file = fopen(path, "r");
	char line[300], program[64], name[64];
	double value, found = -1;
	assert_non_null(file);
	while (fgets(line, sizeof line, file))
		if (sscanf(line, "%63s %63s %lf", program, name, &value) == 3 && !strcmp(program, source) &&
			!strcmp(name, wanted))
			found = value;
	fclose(file);
	if (found < 0)
		fail_msg("%s isn't recorded", wanted);
	return found;
}

static void as_recorded(void **state)
{
	const struct model_host_costs *costs = &model_host_costs;
	const struct {
		const char *name;
		double value, parts;
	} rows[] = {
		{"call_launch", costs->launch_us, 1},
		{"chain_launches_ns_0", costs->chain_launch_us, 1},
		{"chain_sync_each_ns_0", costs->chain_sync_us, 1},
		{"chain_graph_ns_0", costs->chain_graph_us, 1},
		{"instantiate_20_ns_0", costs->instantiate_us, 1},
		{"call_record_timed", costs->record_timed_us, 1},
		{"call_record_untimed", costs->record_us, 1},
		{"malloc_free_mb_1", costs->malloc_us, 1},
		{"malloc_free_async_mb_1", costs->malloc_async_us, 1},
		{"malloc_host_mb_1", costs->malloc_host_us, 1},
		{"register_mb_16", costs->register_us, 1},
		{"setup_stream", costs->stream_us, 1},
		{"setup_event", costs->event_us, 1},
		{"setup_properties", costs->properties_us, 1},
		{"setup_function_attribute", costs->attribute_us, 1},
		{"copies_loop_100x4k", costs->small_copy_us, 100},
		{"copies_batch_100x4k", costs->batched_copy_us, 100},
		{"copy_to_pinned_kb_65536", costs->pinned_us, 1},
		{"copy_to_pageable_kb_65536", costs->pageable_us, 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double measured = recorded("h100", "host", rows[i].name) / rows[i].parts;
		if (fabs(rows[i].value / measured - 1) > 0.01)
			fail_msg("%s: %g, measured %g", rows[i].name, rows[i].value, measured);
	}
	assert_float_equal(costs->managed_faults_us, recorded("h200", "heap", "managed_faults_mb_64"), 1);
	assert_float_equal(
		costs->managed_prefetched_us, recorded("h200", "heap", "managed_prefetched_mb_64"), 1);
	assert_float_equal(costs->heap_alone_us, recorded("h200", "heap", "heap_64_threads_256"), 1);
	assert_float_equal(costs->heap_us, recorded("h200", "heap", "heap_64_threads_65536") / 65536, 0.01);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_recorded)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
