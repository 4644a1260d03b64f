#include "analyzer/cuda/device.h"
#include "analyzer/cuda/opcode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void names_are_unique(void **state)
{
	(void)state;
	const struct cuda_function *function, *other;
	for (size_t i = 0; (function = cuda_function_at(i)); i++)
		for (size_t k = i + 1; (other = cuda_function_at(k)); k++)
			if (!strcmp(function->name, other->name))
				fail_msg("%s has two rows", function->name);
	const struct cuda_type *type, *second;
	for (size_t i = 0; (type = cuda_type_at(i)); i++)
		for (size_t k = i + 1; (second = cuda_type_at(k)); k++)
			if (!strcmp(type->name, second->name))
				fail_msg("%s has two rows", type->name);
}

static void rows_say_something(void **state)
{
	(void)state;
	const struct cuda_function *row;
	for (size_t i = 0; (row = cuda_function_at(i)); i++) {
		struct cuda_function empty = {.name = row->name};
		if (!memcmp(row, &empty, sizeof empty))
			fail_msg("%s: nothing applies", row->name);
		if (row->barrier && !row->roles)
			fail_msg("%s: no roles", row->name);
		if (row->async && !row->batches)
			fail_msg("%s: no batches", row->name);
		if (row->dialect == IR_DIALECT_CUDA && row->effect &&
			(!row->scope || !row->update || !row->base))
			fail_msg("%s: an atomic function without scope, update or base", row->name);
		if (row->masked && !cuda_function_find(row->masked))
			fail_msg("%s: %s has no row", row->name, row->masked);
		if (row->base && !cuda_function_find(row->base))
			fail_msg("%s: %s has no row", row->name, row->base);
	}
	const struct cuda_type *type;
	for (size_t i = 0; (type = cuda_type_at(i)); i++)
		if (!type->family)
			fail_msg("%s: no family", type->name);
}

static void every_row_is_found(void **state)
{
	(void)state;
	const struct cuda_function *row;
	for (size_t i = 0; (row = cuda_function_at(i)); i++)
		assert_ptr_equal(cuda_function_find(row->name), row);
	const struct cuda_type *type;
	for (size_t i = 0; (type = cuda_type_at(i)); i++)
		if (!strchr(type->name, '*'))
			assert_ptr_equal(cuda_type_find(type->name), type);
}

static void is_row(const char *qualified, const char *name)
{
	const struct cuda_function *found = cuda_function_find(qualified);
	assert_string_equal(found ? found->name : "(none)", name);
}

static void methods_are_found_by_class(void **state)
{
	(void)state;
	is_row("cooperative_groups::thread_block::thread_rank", "cooperative_groups::*::thread_rank");
	is_row("cooperative_groups::__v1::thread_block_tile_base::shfl_xor",
		"cooperative_groups::*::shfl_xor");
	is_row("cooperative_groups::details::deep::base::sync", "cooperative_groups::*::sync");
	is_row("cooperative_groups::grid_group::group_dim", "cooperative_groups::grid_group::group_dim");
	is_row("cooperative_groups::thread_block::group_dim", "cooperative_groups::*::group_dim");
	is_row("cuda::std::__4::atomic_ref::fetch_add", "cuda::atomic::fetch_add");
	is_row("std::atomic::operator int", "cuda::atomic::operator T");
	is_row("std::atomic::operator std::pair<int, int>", "cuda::atomic::operator T");
	is_row("std::__atomic_base::load", "cuda::atomic::load");
	is_row("cuda::std::barrier::arrive", "cuda::barrier::arrive");
	is_row("cuda::binary_semaphore::acquire", "cuda::counting_semaphore::acquire");
	is_row("cub::CUB_200500_800_NS::BlockLoad::Load", "cub::*::Load");
}

static void free_functions_are_found(void **state)
{
	(void)state;
	is_row("cuda::std::min", "min");
	is_row("std::fmaxf", "fmaxf");
	is_row("cuda::std::atomic_load_explicit", "std::atomic_load_explicit");
	is_row("cuda::std::addressof", "std::addressof");
	is_row("cuda::atomic_thread_fence", "cuda::atomic_thread_fence");
	is_row("mine::__syncthreads", "(none)");
	is_row("std::__syncthreads", "(none)");
	is_row("mine::min", "(none)");
	is_row("operator()", "(none)");
	is_row("", "(none)");
}

static void written_names_are_found(void **state)
{
	(void)state;
	const struct cuda_function *found = cuda_function_find_written("thread_rank", true);
	assert_non_null(found);
	assert_int_equal(found->builtin, CUDA_THREAD_RANK);
	assert_non_null(cuda_function_find_written("__shfl_sync", false));
	assert_non_null(cuda_function_find_written("tiled_partition", false));
	assert_null(cuda_function_find_written("__shfl_sync", true));
	assert_null(cuda_function_find_written("init", false));
}

static void facets(void **state)
{
	(void)state;
	const struct cuda_function *row = cuda_function_find("atomicCAS_block");
	assert_int_equal(row->effect, IR_MEMORY_CAS);
	assert_int_equal(row->update, IR_UPDATE_COMPARE);
	assert_int_equal(row->scope, IR_SCOPE_BLOCK);
	assert_string_equal(row->base, "atomicCAS");
	assert_true(cuda_is_atomic(row));
	assert_true(cuda_is_cached_load(cuda_function_find("__ldg")));
	assert_true(cuda_is_shuffle(cuda_function_find("__shfl_up")));
	assert_false(cuda_is_shuffle(cuda_function_find("__ballot")));
	assert_true(cuda_is_min(cuda_function_find("fminf")));
	assert_int_equal(cuda_function_find("sqrtf")->cost.fp, 6);
}

static void types(void **state)
{
	(void)state;
	assert_int_equal(cuda_type_find("cooperative_groups::thread_block_tile")->family, CUDA_TILE);
	assert_int_equal(
		cuda_type_find("cooperative_groups::__v1::thread_block_tile_base")->family, CUDA_TILE);
	assert_int_equal(cuda_type_find("cuda::std::__4::atomic_ref")->family, CUDA_ATOMIC_REF);
	assert_int_equal(cuda_type_find("cub::BlockHistogram")->family, CUDA_CUB_BLOCK);
	assert_true(cuda_type_find("cub::BlockScan")->needs_scratch);
	assert_int_equal(cuda_type_find("__half2")->family, CUDA_HALF);
	assert_null(cuda_type_find("half"));
	assert_null(cuda_type_find("mine::atomic"));
}

static void variables_and_spaces(void **state)
{
	(void)state;
	assert_int_equal(cuda_builtin_find("blockDim"), CUDA_BLOCK_DIM);
	assert_int_equal(cuda_builtin_find("block"), CUDA_NO_BUILTIN);
	assert_int_equal(cuda_space_of("cuda::std::atomic::load"), CUDA_SPACE_LIBCU_STD);
	assert_int_equal(cuda_space_of("cuda::atomic::load"), CUDA_SPACE_LIBCU);
	assert_int_equal(cuda_space_of("cudaMalloc"), CUDA_SPACE_RUNTIME);
	assert_int_equal(cuda_space_of("cuMemAlloc"), CUDA_SPACE_DRIVER);
	assert_int_equal(cuda_space_of("cublasSgemm_v2"), CUDA_SPACE_LIBRARY);
	assert_int_equal(cuda_space_of("curious"), CUDA_SPACE_NONE);
	assert_int_equal(cuda_space_of("nvcuda::wmma::mma_sync"), CUDA_SPACE_WMMA);
}

static void opcodes(void **state)
{
	(void)state;
	const char *const shuffle[] = {"shfl", "sync", "bfly", "b32"}, *const vote[] = {"vote", "sync"};
	assert_int_equal(cuda_ptx_of("bar"), CUDA_PTX_ORDERS);
	assert_int_equal(cuda_ptx_of("mad"), CUDA_PTX_COMPUTES);
	assert_string_equal(cuda_ptx_collective_of(shuffle, 4)->function, "__shfl_xor_sync");
	assert_non_null(cuda_function_find(cuda_ptx_collective_of(shuffle, 4)->function));
	assert_null(cuda_ptx_collective_of(vote, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique),
		cmocka_unit_test(rows_say_something),
		cmocka_unit_test(every_row_is_found),
		cmocka_unit_test(methods_are_found_by_class),
		cmocka_unit_test(free_functions_are_found),
		cmocka_unit_test(written_names_are_found),
		cmocka_unit_test(facets),
		cmocka_unit_test(types),
		cmocka_unit_test(variables_and_spaces),
		cmocka_unit_test(opcodes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
