/* The host walk against real parses: golden traces of small programs (testdata/host), each checked by hand.
 * CUDALINT_UPDATE=1 writes the golden files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/base/golden_test.h"
#include "analyzer/frontend/parse_test.h"
#include "analyzer/host/host.h"
#include "analyzer/host/order/order.h"

static void print_traces(FILE *stream, struct arena *arena, const char *path)
{
	struct unit *unit = parse_whole(arena, path, NULL);
	const struct host_options options = {.cuda_version = 13000};
	struct host_traces traces =
		host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
	for (size_t i = 0; i < traces.count; i++) {
		host_order_new(traces.data[i]);
		host_print(traces.data[i], stream);
	}
	unit_close(unit);
}

static void golden_traces(void **state)
{
	(void)state;
	golden_folder("host", "host", print_traces, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(golden_traces)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
