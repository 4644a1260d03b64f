/* Scope and order of atomic operations and fences: sources with what is seen in them, in source order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/ir/walk.h"
#include "analyzer/operation/order.h"

static const char *const scopes[] = {"?", "thread", "block", "cluster", "device", "system"};
static const char *const orders[] = {"?", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};

struct seen {
	char text[1024];
};

static void add(struct seen *seen, const char *what, enum ir_order order, enum ir_scope scope)
{
	const char *const words[] = {seen->text[0] ? ", " : "", what, " ", orders[order], " ", scopes[scope]};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		assert_true(strlen(seen->text) + strlen(words[i]) < sizeof seen->text);
		strcat(seen->text, words[i]);
	}
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ir_atomic atomic;
	struct ir_fence fence;
	(void)path;
	if (ir_atomic_of(expr, &atomic))
		add(context, expr->call->name, atomic.order, atomic.scope);
	if (ir_fence_of(expr, &fence))
		add(context, "fence", fence.order, fence.scope);
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct ir_atomic atomic;
	struct ir_fence fence;
	(void)path;
	if (stmt->kind == IR_ASM && ir_atomic_asm(stmt, &atomic))
		add(context, "ptx", atomic.order, atomic.scope);
	if (ir_fence_asm(stmt, &fence))
		add(context, "fence", fence.order, fence.scope);
}

/* `body` in a device function, with an atomic of each scope and an int at hand. */
static void expect(const char *body, const char *expected)
{
	char *error = NULL;
	struct arena *arena = arena_new();
	struct unit *unit;
	const char *source = arena_printf(arena,
		"#include <cuda/atomic>\n#include <cuda/semaphore>\n"
		"using block_int = cuda::atomic<int, cuda::thread_scope_block>;\n"
		"template <typename T, cuda::thread_scope S> __device__ void add(cuda::atomic<T, S> &a) { a "
		"+= 1; }\n"
		"__device__ void f(cuda::atomic<float> &s, cuda::atomic<int, cuda::thread_scope_device> *d,\n"
		"	block_int &b, cuda::std::atomic<int> &c, int *p, volatile int *v, cuda::memory_order "
		"o,\n"
		"	cuda::binary_semaphore<cuda::thread_scope_block> &m, int n) { %s }\n",
		body);
	const struct unit_options options = {.path = "order.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = source,
		.contents_size = strlen(source)};
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	struct seen seen = {0};
	const struct ir_visitor visitor = {.expr = on_expr, .stmt = on_stmt};
	for (size_t i = 0; i < unit->module->functions.count; i++)
		if (!strcmp(unit->module->functions.data[i]->name, "f") ||
			unit->module->functions.data[i]->is_instantiation)
			ir_walk_function(unit->module->functions.data[i], &visitor, &seen);
	assert_string_equal(seen.text, expected);
	unit_close(unit);
	arena_free(arena);
}

static void objects(void **state)
{
	(void)state;
	expect("s.store(1); s = 2; float x = s;", "store seq_cst system, operator= seq_cst system, operator "
						  "float seq_cst system");
	expect("d->fetch_add(1, cuda::memory_order_relaxed); (*d)++; *d += 2; if (*d) d->notify_all();",
		"fetch_add relaxed device, operator++ seq_cst device, operator+= seq_cst device, operator "
		"int seq_cst device");
	expect("b.load(cuda::std::memory_order::acquire); b.wait(0, o); c.exchange(1, "
	       "cuda::std::memory_order_acq_rel);",
		"load acquire block, wait ? block, exchange acq_rel system");
	expect("int e = 0; b.compare_exchange_strong(e, 1, cuda::memory_order_release, "
	       "cuda::memory_order_relaxed);",
		"compare_exchange_strong release block");
	expect("cuda::atomic_ref<int, cuda::thread_scope_device> r(*p); r.fetch_max(3); "
	       "cuda::atomic_ref<int>(*p).load();",
		"fetch_max seq_cst device, load seq_cst system");
	expect("m.acquire(); m.release();", "acquire acquire block, release release block");
	expect("add(b);", "operator+= seq_cst block");
}

static void functions(void **state)
{
	(void)state;
	expect("atomicAdd(p, 1); atomicCAS_block(p, 0, 1); atomicExch_system(p, 0);",
		"atomicAdd relaxed device, atomicCAS_block relaxed block, atomicExch_system relaxed system");
	expect("cuda::std::atomic_store(&c, 1); cuda::atomic_fetch_add_explicit(d, 1, "
	       "cuda::memory_order_release);",
		"atomic_store seq_cst system, atomic_fetch_add_explicit release device");
	expect("__nv_atomic_store_n(p, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK); "
	       "__nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE); __nv_atomic_fetch_add(p, 1, n);",
		"__nv_atomic_store_n release block, __nv_atomic_load_n acquire system, __nv_atomic_fetch_add "
		"? system");
	expect("*v = 1; p[0] = *v; __ldcg(p);", "");
}

static void fences(void **state)
{
	(void)state;
	expect("__threadfence(); __threadfence_block(); __threadfence_system(); __syncthreads();",
		"fence seq_cst device, fence seq_cst block, fence seq_cst system");
	expect("cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);"
	       "cuda::atomic_thread_fence(cuda::memory_order_acquire); cuda::std::atomic_thread_fence(o);",
		"fence release device, fence acquire system, fence ? system");
	expect("asm volatile(\"fence.acq_rel.gpu;\" ::: \"memory\"); asm volatile(\"membar.cta;\" ::: "
	       "\"memory\");asm volatile(\"fence.proxy.async;\" ::: \"memory\");",
		"fence acq_rel device, fence seq_cst block");
}

static void assembly(void **state)
{
	(void)state;
	expect("asm volatile(\"st.release.sys.global.u32 [%0], %1;\" :: \"l\"(p), \"r\"(1) : \"memory\");",
		"ptx release system");
	expect("asm volatile(\"ld.acquire.cta.u32 %0, [%1];\" : \"=r\"(n) : \"l\"(p) : \"memory\");",
		"ptx acquire block");
	expect("asm volatile(\"red.global.add.s32 [%0], %1;\" :: \"l\"(p), \"r\"(1));asm "
	       "volatile(\"ld.volatile.u32 %0, [%1];\" : \"=r\"(n) : \"l\"(p));",
		"ptx relaxed device");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects),
		cmocka_unit_test(functions),
		cmocka_unit_test(fences),
		cmocka_unit_test(assembly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
