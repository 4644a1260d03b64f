/* Waits and locks: sources with what is seen in them, one line each: function, kind, memory, how its address
 * differs, who comes there, where it is released. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/structure/spin/spin.h"

static const char *const kinds[] = {"flag", "lock", "ticket"};
static const char *const crowds[] = {"one", "lane", "several"};
static const char *const releases[] = {"unseen", "in-turn", "after"};
static const char *const variances[] = {"none", "uniform", "warp", "linear", "varying"};

struct fixture {
	struct arena *arena;
	struct unit *unit;
	struct ir_spins *spins;
};

static void setup(struct fixture *fixture, const char *source)
{
	char *error = NULL;
	*fixture = (struct fixture){.arena = arena_new()};
	const struct unit_options options = {.path = "spin.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = source,
		.contents_size = strlen(source)};
	assert_int_equal(unit_parse(fixture->arena, &options, &fixture->unit, &error), 0);
	assert_int_equal(fixture->unit->status, UNIT_OK);
	const struct ir_module *module = fixture->unit->module;
	fixture->spins = ir_spins_new(fixture->arena, module, ir_uniformity_new(fixture->arena, module));
}

static void teardown(struct fixture *fixture)
{
	unit_close(fixture->unit);
	arena_free(fixture->arena);
}

static const char *describe(struct fixture *fixture, const struct ir_spin *spin)
{
	const struct ir_memory *memory = &spin->op.memory;
	return arena_printf(fixture->arena, "%s %s %s%s%s %s %s %s", spin->function->name, kinds[spin->kind],
		memory->var ? memory->var->name : "this", memory->field ? "." : "",
		memory->field ? memory->field : "", variances[ir_spin_variance(fixture->spins, spin)],
		crowds[ir_spin_crowd(fixture->spins, spin)],
		releases[ir_spin_release(fixture->spins, spin, NULL)]);
}

/* All waits that stand in kernels, or in functions that nothing calls. */
static void expect(const char *source, const char *const *expected)
{
	struct fixture fixture;
	setup(&fixture, source);
	size_t count = 0;
	for (size_t i = 0; i < ir_spin_count(fixture.spins); i++) {
		const struct ir_spin *spin = ir_spin_at(fixture.spins, i);
		if (!spin->is_top)
			continue;
		const char *text = describe(&fixture, spin);
		assert_non_null(expected[count]);
		assert_string_equal(text, expected[count++]);
	}
	if (expected[count])
		fail_msg("not seen: %s", expected[count]);
	teardown(&fixture);
}

#define EXPECT(source, ...) expect(source, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_NOTHING(source) expect(source, (const char *const[]){NULL})

static void locks(void **state)
{
	(void)state;
	EXPECT("__device__ int lock, count;\n"
	       "__global__ void k() { while (atomicCAS(&lock, 0, 1) != 0); count++; atomicExch(&lock, 0); }\n",
		"k lock lock uniform several after");
	EXPECT("__global__ void k(int *m, int *c) { if (threadIdx.x == 0) { while (atomicExch(m, 1)) "
	       "__nanosleep(8); (*c)++; *(volatile int *)m = 0; } }\n",
		"k lock m uniform one after");
	EXPECT("__global__ void k(int *m, int *c) { bool done = false; while (!done) {\n"
	       "	if (atomicCAS(m, 0, 1) == 0) { (*c)++; __threadfence(); atomicExch(m, 0); done = "
	       "true; } } }\n",
		"k lock m uniform several in-turn");
	EXPECT("__global__ void k(int *m, int *c) { for (;;) { if (atomicCAS(&m[threadIdx.x % 4], 0, 1) == "
	       "0) break; } (*c)++; m[threadIdx.x % 4] = 0; }\n",
		"k lock m varying several after");
	EXPECT("__global__ void k(int *m) { do { while (*(volatile int *)m); } while (atomicExch(m, 1)); }\n",
		"k lock m uniform several unseen");
}

static void lock_objects(void **state)
{
	(void)state;
	EXPECT("struct Lock { int *m; __device__ void lock() { while (atomicCAS(m, 0, 1) != 0); }\n"
	       "	__device__ void unlock() { __threadfence(); atomicExch(m, 0); } };\n"
	       "__global__ void k(Lock l, int *c) { if (threadIdx.x % 32 == 0) { l.lock(); (*c)++; "
	       "l.unlock(); } }\n",
		"k lock l.m uniform lane after");
	EXPECT("__device__ bool try_lock(int *m) { return atomicCAS(m, 0, 1) == 0; }\n"
	       "__device__ void lock(int *m) { while (!try_lock(m)) __nanosleep(20); }\n"
	       "__device__ void unlock(int *m) { atomicExch(m, 0); }\n"
	       "template <int N> __global__ void k(int *locks, int *c) { lock(&locks[blockIdx.x % N]); "
	       "(*c)++; unlock(&locks[blockIdx.x % N]); }\n"
	       "void run(int *l, int *c) { k<4><<<4, 128>>>(l, c); }\n",
		"k lock locks uniform several after");
	EXPECT("#include <cuda/atomic>\n"
	       "#include <cuda/semaphore>\n"
	       "using flag = cuda::atomic<int, cuda::thread_scope_device>;\n"
	       "__global__ void a(flag *f) { while (f->exchange(1)); f->store(0); }\n"
	       "__global__ void b(flag *f) { int e = 0; while (!f->compare_exchange_weak(e, 1)) e = 0; *f = "
	       "0; }\n"
	       "__global__ void c(int *p) { cuda::atomic_ref<int, cuda::thread_scope_device> f(*p);\n"
	       "	while (f.exchange(1)); f.store(0); }\n"
	       "__global__ void d(cuda::binary_semaphore<cuda::thread_scope_device> *s) { s->acquire(); "
	       "s->release(); }\n",
		"a lock f uniform several after", "b lock f uniform several after",
		"c lock p uniform several after", "d lock s uniform several after");
}

static void flags(void **state)
{
	(void)state;
	EXPECT("__device__ volatile int ready;\n"
	       "__global__ void a() { while (!ready); }\n"
	       "__global__ void b(volatile int *f) { if (threadIdx.x < 16) while (f[blockIdx.x] == 0) {} }\n"
	       "__global__ void c(int *f) { while (atomicAdd(f, 0) < 4); }\n"
	       "__global__ void d(int *f) { int v; do { v = *(volatile int *)(f + threadIdx.x); } while (v "
	       "== 0); }\n"
	       "__device__ int load(const int *p) { int v; asm volatile(\"ld.acquire.gpu.s32 %0, [%1];\" : "
	       "\"=r\"(v) : \"l\"(p) : \"memory\"); return v; }\n"
	       "__device__ void wait(const int *p) { while (load(p) == 0) __nanosleep(20); }\n"
	       "__global__ void e(int *f) { wait(f + 1); }\n",
		"a flag ready uniform several unseen", "b flag f uniform several unseen",
		"c flag f uniform several unseen", "d flag f linear several unseen",
		"e flag f uniform several unseen");
	EXPECT("#include <cuda/atomic>\n"
	       "__global__ void a(cuda::atomic<int> *f) { f->wait(0, cuda::memory_order_acquire); }\n"
	       "__global__ void b(cuda::atomic<int> &f) { for (;;) if (f.load() == 3) return; }\n",
		"a flag f uniform several unseen", "b flag f uniform several unseen");
	EXPECT("__global__ void k(int *next, volatile int *serving, int *c) {\n"
	       "	int mine = atomicAdd(next, 1); while (*serving != mine); (*c)++; *serving = mine + "
	       "1; }\n",
		"k ticket serving uniform several after");
}

static void no_waits(void **state)
{
	(void)state;
	EXPECT_NOTHING(
		"__device__ double add(double *a, double v) { auto *p = (unsigned long long *)a, old = *p, "
		"seen = old;\n"
		"	unsigned long long o = *p, assumed; do { assumed = o; o = atomicCAS(p, assumed,\n"
		"	__double_as_longlong(v + __longlong_as_double(assumed))); } while (assumed != o); "
		"return 0; }\n");
	EXPECT_NOTHING(
		"__global__ void k(int *table, int key) { int slot = key & 255; while (true) {\n"
		"	int seen = atomicCAS(&table[slot], -1, key); if (seen == -1 || seen == key) return;\n"
		"	slot = (slot + 1) & 255; } }\n");
	EXPECT_NOTHING(
		"__global__ void k(int *next, int n) { int i; while ((i = atomicAdd(next, 1)) < n) {} }\n");
	EXPECT_NOTHING("struct node { node *next; int key; };\n"
		       "__global__ void k(node *n, int key) { while (n && n->key != key) n = n->next; }\n");
	EXPECT_NOTHING(
		"__global__ void k(int *m) { for (int i = 0; i < 100; i++) if (atomicCAS(m, 0, 1) == 0) "
		"break; }\n");
	EXPECT_NOTHING(
		"__global__ void k(volatile int *f) { long long t = clock64(); while (*f == 0 && clock64() - "
		"t < 1000); }\n");
	EXPECT_NOTHING(
		"__global__ void k() { __shared__ int more; more = 1; while (more) { __syncthreads(); more = "
		"0; __syncthreads(); } }\n");
	EXPECT_NOTHING("#include <cuda/atomic>\n"
		       "__global__ void k(cuda::atomic<float> *f, float v) { float old = f->load();\n"
		       "	while (!f->compare_exchange_weak(old, old + v)); }\n");
	EXPECT_NOTHING("__global__ void k(const int *row, int n) { int i = 0; while (row[i] < n) i++; }\n");
}

struct sections {
	struct fixture *fixture;
	const struct ir_function *function;
	char seen[16];
	size_t count;
};

static void ask(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sections *sections = context;
	if (expr->kind != IR_CALL || strcmp(expr->call->name, "probe") != 0)
		return;
	const struct ir_spin *spin = ir_critical_section(sections->fixture->spins, sections->function, path);
	assert_true(sections->count + 1 < sizeof sections->seen);
	sections->seen[sections->count++] = spin ? 'x' : '-';
}

static void expect_sections(const char *source, const char *expected)
{
	const struct ir_visitor visitor = {.expr = ask};
	struct fixture fixture;
	setup(&fixture, source);
	struct sections sections = {.fixture = &fixture};
	const struct ir_module *module = fixture.unit->module;
	for (size_t i = 0; i < module->functions.count; i++) {
		sections.function = module->functions.data[i];
		ir_walk_function(sections.function, &visitor, &sections);
	}
	assert_string_equal(sections.seen, expected);
	teardown(&fixture);
}

static void critical_sections(void **state)
{
	(void)state;
	expect_sections(
		"__device__ void probe();\n"
		"__global__ void k(int *m) { probe(); while (atomicCAS(m, 0, 1)); probe(); atomicExch(m, 0); "
		"probe(); }\n",
		"-x-");
	expect_sections("__device__ void probe();\n"
			"__global__ void k(int *m) { bool done = false; while (!done) { probe();\n"
			"	if (atomicCAS(m, 0, 1) == 0) { probe(); atomicExch(m, 0); done = true; }\n"
			"	probe(); } probe(); }\n",
		"-x--");
	expect_sections("__device__ void probe();\n"
			"struct Lock { int m; __device__ void lock() { while (atomicExch(&m, 1)); }\n"
			"	__device__ void unlock() { atomicExch(&m, 0); } };\n"
			"__global__ void k(Lock *l) { l->lock(); probe(); l->unlock(); probe(); }\n",
		"x-");
}

static void waits_end_by_values(void **state)
{
	(void)state;
	struct fixture fixture;
	setup(&fixture, "__device__ volatile int f;\n"
			"__device__ void set(int v) { f = v; }\n"
			"__global__ void k() { f = 0; while (f == 0); f = 1; set(0); set(2); }\n");
	const struct ir_spin *spin = ir_spin_at(fixture.spins, 0);
	char ends[8] = "";
	size_t count = 0;
	for (size_t i = 0; i < ir_spin_write_count(fixture.spins); i++) {
		const struct ir_spin_write *write = ir_spin_write_at(fixture.spins, i);
		if (write->function == spin->function)
			ends[count++] = ir_spin_may_end(spin, write) ? 'x' : '-';
	}
	assert_string_equal(ends, "-x-x");
	teardown(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locks),
		cmocka_unit_test(lock_objects),
		cmocka_unit_test(flags),
		cmocka_unit_test(no_waits),
		cmocka_unit_test(critical_sections),
		cmocka_unit_test(waits_end_by_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
