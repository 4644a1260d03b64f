#include "analyzer/cuda/host_traits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/cuda/attribute.h"
#include "analyzer/cuda/fragment.h"
#include "analyzer/cuda/pattern.h"
#include "analyzer/cuda/removed.h"
#include "analyzer/cuda/word.h"

static void every_row_is_found(void **state)
{
	(void)state;
	const struct cuda_host_traits *row;
	for (size_t i = 0; (row = cuda_host_traits_at(i)); i++) {
		struct cuda_host_traits empty = {.name = row->name};
		if (!memcmp(row, &empty, sizeof empty))
			fail_msg("%s: nothing applies", row->name);
		if (!strchr(row->name, '*'))
			assert_ptr_equal(cuda_host_traits(row->name), row);
		if (row->value_at && !row->attribute_at)
			fail_msg("%s: the value of no attribute", row->name);
	}
}

static void versions_count_for_nothing(void **state)
{
	(void)state;
	assert_true(cuda_host_traits("cuStreamWaitValue32_v2_ptsz")->orders_unseen);
	assert_true(cuda_host_traits("cuStreamWaitValue32_ptsz")->orders_unseen);
	assert_true(cuda_host_traits("cudaGetDeviceProperties_v2")->is_setup);
	assert_true(cuda_host_traits("cudaGraphExecMemcpyNodeSetParams1D")->changes_graph);
	assert_false(cuda_host_traits("cudaGraphExecUpdate")->changes_graph);
	assert_true(cuda_host_traits("cudaGraphicsMapResources")->looks_at_device);
	assert_true(cuda_host_traits("cublasDestroy_v2")->releases);
	assert_string_equal(cuda_host_traits("cudaMalloc")->name, "");
	assert_string_equal(cuda_host_traits("mine")->name, "");
	assert_string_equal(cuda_host_traits("")->name, "");
}

static void patterns(void **state)
{
	(void)state;
	assert_true(cuda_matches("cudaGraphNodeSetParams", "cudaGraph*NodeSetParams*"));
	assert_true(cuda_matches("abc", "abc"));
	assert_true(cuda_matches("abc", "*"));
	assert_false(cuda_matches("abcd", "abc"));
	assert_false(cuda_matches("ab", "abc"));
	assert_false(cuda_matches("cudaGraphAddNode", "cudaGraph*NodeSetParams*"));
}

static void other_tables(void **state)
{
	(void)state;
	assert_int_equal(cuda_word_find("numAttrs")->config, CUDA_CONFIG_COUNT);
	assert_string_equal(cuda_config_field_name(CUDA_CONFIG_STREAM), "stream");
	assert_true(cuda_word_find("CUDA_VISIBLE_DEVICES")->is_environment);
	assert_int_equal(cuda_word_find("cudaLaunchAttributeClusterDimension")->arch, 90);
	assert_int_equal(cuda_word_find("else")->arch, 0);
	assert_int_equal(cuda_attribute_of_member("priority")->id, 8);
	assert_string_equal(cuda_attribute_of_id(4)->member, "clusterDim");
	assert_string_equal(cuda_attribute_of_function(9)->member, "sharedMemCarveout");
	assert_null(cuda_attribute_of_function(0));
	assert_null(cuda_attribute_of_id(15));
	assert_true(cuda_removed_find("tex1Dfetch")->is_fetch);
	assert_string_equal(cuda_removed_find("cudaLaunch")->instead, "use cudaLaunchKernel");
	assert_null(cuda_removed_find("cudaMalloc"));
	assert_int_equal(cuda_fragment_shape_at(0)->input, CUDA_ELEMENT_HALF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_found),
		cmocka_unit_test(versions_count_for_nothing),
		cmocka_unit_test(patterns),
		cmocka_unit_test(other_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
