/* Operations that touch the same bytes, and those that don't. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/host/hand_made_test.h"

static void conflicts(void **state)
{
	(void)state;
	struct host_object *memory = object(HOST_DEVICE), *other = object(HOST_DEVICE);
	struct host_op *write = launch(null_stream), *behind = launch(null_stream);
	struct host_op *read = launch(null_stream), *elsewhere = launch(null_stream);
	touch(write, memory, 0, 16, true);
	touch(behind, memory, 16, 16, true);
	touch(read, memory, 8, 16, false);
	touch(elsewhere, other, 0, 16, true);
	assert_int_equal(host_conflict(trace, write, behind, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, write, read, NULL, NULL), 2);
	assert_int_equal(host_conflict(trace, read, read, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, write, elsewhere, NULL, NULL), 0);
	struct host_op *update = launch(null_stream), *somewhere = launch(null_stream);
	struct host_access atomic = {.object = memory, .reads = true, .writes = true, .is_atomic = true};
	struct host_access unknown = {.object = memory, .writes = true};
	update->accesses = &atomic;
	somewhere->accesses = &unknown;
	update->access_count = somewhere->access_count = 1;
	assert_int_equal(host_conflict(trace, update, update, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, update, somewhere, NULL, NULL), 1);
	assert_int_equal(host_conflict(trace, write, somewhere, NULL, NULL), 1);
	/* a kernel that may add an offset to its pointer */
	struct host_op *offset = launch(null_stream), *again = launch(null_stream);
	touch(offset, memory, 0, 16, true);
	touch(again, memory, 0, 16, true);
	assert_int_equal(host_conflict(trace, offset, again, NULL, NULL), 2);
	((struct host_access *)again->accesses)->is_somewhere = true;
	assert_int_equal(host_conflict(trace, offset, again, NULL, NULL), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(conflicts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
