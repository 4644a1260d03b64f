/* What kernels do to what they are handed: kernels with their effects, parameter by parameter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/host/effect/effect.h"

struct expected {
	const char *text; /* with one kernel k */
	const char
		*effects; /* "p:rw^ q:r" - reads, writes, atomics, ? unknown, ^ from the start; "-": none */
};

static void add(char *out, const char *name, const struct host_effect *effect)
{
	if (*out)
		strcat(out, " ");
	strcat(out, name);
	strcat(out, ":");
	bool any = effect->reads || effect->writes || effect->atomics || effect->is_unknown;
	strcat(out, any ? "" : "-");
	strcat(out, effect->reads ? "r" : "");
	strcat(out, effect->writes ? "w" : "");
	strcat(out, effect->atomics ? "a" : "");
	strcat(out, effect->is_unknown ? "?" : "");
	strcat(out, effect->from_start ? "^" : "");
}

static const struct ir_function *kernel_of(const struct ir_module *module)
{
	for (size_t i = 0; i < module->functions.count; i++)
		if (!strcmp(module->functions.data[i]->name, "k") && !module->functions.data[i]->is_pattern)
			return module->functions.data[i];
	return module->launches.count ? module->launches.data[0]->kernel : NULL;
}

static void check(const struct expected *expected)
{
	struct arena *arena = arena_new();
	struct unit_options options = {.path = "effect.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = expected->text,
		.contents_size = strlen(expected->text)};
	struct unit *unit;
	char *error = NULL;
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	if (unit->status != UNIT_OK)
		fail_msg("doesn't parse: %s", expected->text);
	const struct ir_function *kernel = kernel_of(unit->module);
	assert_non_null(kernel);
	struct host_effect_table *table =
		host_effect_table_new(arena, unit->module, ir_query_new(arena, unit->module));
	const struct host_effects *effects = host_effects_of(table, kernel);
	assert_ptr_equal(effects, host_effects_of(table, kernel));
	assert_int_equal(effects->count, kernel->param_count);
	char out[512] = "";
	for (size_t i = 0; i < effects->count; i++) {
		enum ir_type_kind kind = kernel->params[i]->type->kind;
		if (kind == IR_TYPE_POINTER || kind == IR_TYPE_RECORD)
			add(out, kernel->params[i]->name, &effects->params[i]);
	}
	for (size_t i = 0; i < effects->global_count; i++)
		add(out, effects->globals[i].var->name, &effects->globals[i].effect);
	if (strcmp(out, expected->effects) != 0)
		fail_msg("%s\n  is %s, not %s", expected->text, out, expected->effects);
	unit_close(unit);
	arena_free(arena);
}

#define CHECK_ALL(cases)                                                                                     \
	for (size_t i = 0; i < sizeof(cases) / sizeof *(cases); i++)                                         \
	check(&(cases)[i])

static void pointers_are_followed(void **state)
{
	static const struct expected cases[] = {
		{"__global__ void k(float *p, const float *q, float *unused, int i) { p[i] = q[i]; }",
			"p:w q:r unused:-"},
		{"__global__ void k(float *p, int off) { float *q = p + off; q++; *q += 1; }", "p:rw"},
		{"__global__ void k(char *p, int n) { ((float4 *)(p + n))[1].x = 1; }", "p:w"},
		{"__global__ void k(float *p, float *q, int n) { float *a = p, *b = q; for (int i = 0; i < "
		 "n; i++) { a[n] = b[n]; float *t = a; a = b; b = t; } }",
			"p:rw q:rw"},
		{"__global__ void k(float *p, int n) { float &x = p[n]; x = 2; }", "p:w"},
		{"__global__ void k(float4 *p, float4 *q, int n) { float4 t = q[n]; t.x = 1; p[n] = t; }",
			"p:w q:r"},
		{"__global__ void k(float *p, float *q, int n) { float *at = n > 2 ? &p[n] : q + n; *at = 1; "
		 "}",
			"p:w q:w"},
		{"__global__ void k(float *p, int *q, int n) { p[q[n]] = sizeof(p[0]); float *e = p + n; if "
		 "(e == p) return; }",
			"p:w q:r"},
		{"__global__ void k(float *p, int n) { float *rows[2] = {p, p + n}; rows[n][1] = 1; }",
			"p:w"},
	};
	(void)state;
	CHECK_ALL(cases);
}

static void records_are_followed(void **state)
{
	static const struct expected cases[] = {
		{"struct M { int w, h; float *data; }; __global__ void k(M a, M b, int i) { b.data[i] = "
		 "a.data[i]; }",
			"a:r b:w"},
		{"struct V { float *d; __device__ V(float *p) : d(p) {} __device__ float &at(int i) { return "
		 "d[i]; } };\n"
		 "__global__ void k(float *p, float *q, int i) { V v(p), u(q); v.at(i) = u.at(i); }",
			"p:w q:r"},
		{"struct V { float *d; __device__ void init(float *p) { d = p; } __device__ float "
		 "&operator[](int i) { return d[i]; } };\n"
		 "__global__ void k(float *p, V w, int i) { V v; v.init(p); v[i] = w[i]; }",
			"p:w w:r"},
		{"struct S { float *a; }; __global__ void k(S *s, int i) { s->a[i] = 1; }", "s:r^"},
		{"struct N { N *next; int value; }; __global__ void k(N *n) { n->next->value = 1; }",
			"n:r?^"},
		{"__global__ void k(float **p, float *q, int i) { p[i][i] = q[i]; }", "p:r q:r"},
		{"__global__ void k(float **p, float *q, int i) { p[i] = q; }", "p:w q:?"},
		{"__global__ void k(float *p, float *q, int i) { auto f = [=](int j) { p[j] = 1; }; f(i); "
		 "auto g = [&](float &x) { x += q[i]; }; g(p[i]); }",
			"p:rw q:r"},
		{"template <typename F> __global__ void run(F f, int n) { f(n); }\n"
		 "void host(float *x, float *y) { run<<<1, 1>>>([=] __device__(int i) { x[i] = y[i]; }, 1); }",
			"f:rw"},
	};
	(void)state;
	CHECK_ALL(cases);
}

static void calls_are_followed(void **state)
{
	static const struct expected cases[] = {
		{"__device__ float get(const float *p, int i) { return p[i]; }\n"
		 "__device__ void put(float *p, float x) { *p = x; }\n"
		 "__global__ void k(float *p, float *q, int i) { put(p + i, get(q, i)); }",
			"p:w q:r"},
		{"template <typename T> __device__ void add(T &a, const T &b) { a += b; }\n"
		 "__global__ void k(float *p, float *q, int i) { add(p[i], q[i]); }",
			"p:rw q:r"},
		{"__device__ float *row(float *p, int i) { return p + i; }\n"
		 "__global__ void k(float *p, float *q, int i) { row(p, i)[1] = 1; float x = *row(q, 1); }",
			"p:w q:r"},
		{"__device__ void seek(float *&p, int n) { p += n; }\n"
		 "__global__ void k(float *p, int i) { float *q = p; seek(q, i); *q = 1; }",
			"p:w"},
		{"__device__ void down(float *p, int n) { if (n) down(p + 1, n - 1); else *p = 1; }\n"
		 "__global__ void k(float *p, int n) { down(p, n); }",
			"p:w?"},
		{"__device__ void unseen(float *, const float *);\n"
		 "__global__ void k(float *p, float *q) { unseen(p, q); }",
			"p:? q:r"},
		{"__global__ void k(const float *p, float *q, int n);\nvoid host(float *p) { k<<<1, 1>>>(p, "
		 "p, 1); }",
			"p:r q:?"},
		{"__device__ int done, unused; __constant__ float c[4]; __managed__ int m;\n"
		 "__device__ void finish() { atomicAdd(&done, 1); }\n"
		 "__global__ void k(float *p, int i) { p[i] = c[i]; m = 1; finish(); }",
			"p:w c:r m:w^ done:a"},
		{"__device__ int n, row[64], far[64]; __device__ volatile int flag; struct S { int a, b; }; "
		 "__device__ S s;\n"
		 "__global__ void k(int i) { row[threadIdx.x] = n; far[threadIdx.x + 1] = 1; flag = 1; s.a = "
		 "1; if (i) far[0] = 1; }",
			"n:r^ row:w^ far:w flag:w s:w"},
	};
	(void)state;
	CHECK_ALL(cases);
}

static void library_is_known(void **state)
{
	static const struct expected cases[] = {
		{"__global__ void k(int *p, int *q, int *r, int i) { atomicAdd(p + i, 1); "
		 "atomicCAS_block(&q[i], 0, 1); __threadfence(); atomicMax_system(r, i); }",
			"p:a q:a r:a"},
		{"#include <cuda/atomic>\n__global__ void k(int *p, cuda::atomic<int> *q, int i) { "
		 "cuda::atomic_ref<int> a(p[i]); a.fetch_add(1); q->store(2); q[i] += 1; }",
			"p:a q:a"},
		{"__global__ void k(float *p, float *q, int i) { __stcs(p + i, __ldg(&q[i])); p[i] = "
		 "__ldcs(q); }",
			"p:w q:r^"},
		{"__global__ void k(float *p, float *q, int i) { memcpy(p, q, 16); printf(\"%p %f\", p, "
		 "q[i]); }",
			"p:w q:r"},
		{"#include <cuda_pipeline.h>\n__global__ void k(float *p) { __shared__ float s[32]; "
		 "__pipeline_memcpy_async(&s[threadIdx.x], p + threadIdx.x, 4); }",
			"p:r"},
		{"#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(half *a, float *c) {\n"
		 "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> f; "
		 "wmma::load_matrix_sync(f, a, 16);\n"
		 "wmma::fragment<wmma::accumulator, 16, 16, 16, float> g; wmma::fill_fragment(g, 0.0f);\n"
		 "wmma::store_matrix_sync(c, g, 16, wmma::mem_row_major); }",
			"a:r c:w"},
		{"#include <cub/cub.cuh>\n__global__ void k(int *p, int *q) { int items[4];\n"
		 "typedef cub::BlockLoad<int, 128, 4> L; typedef cub::BlockStore<int, 128, 4> S;\n"
		 "__shared__ typename L::TempStorage l; __shared__ typename S::TempStorage s;\n"
		 "L(l).Load(p + blockIdx.x, items); S(s).Store(q, items); }",
			"p:r q:w"},
		{"__global__ void k(int *p, int *q, int *r, int *s) { int v;\n"
		 "asm volatile(\"ld.global.u32 %0, [%1];\" : \"=r\"(v) : \"l\"(p));\n"
		 "asm volatile(\"st.global.u32 [%0], %1;\" :: \"l\"(q), \"r\"(v));\n"
		 "asm volatile(\"red.global.add.u32 [%0], 1;\" :: \"l\"(r));\n"
		 "asm volatile(\"frob [%0];\" :: \"l\"(s)); }",
			"p:r q:w r:a s:?"},
		{"__global__ void k(float *p) { __shared__ float s[32]; unsigned a = "
		 "__cvta_generic_to_shared(s);\n"
		 "asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(a), \"l\"(p)); }",
			"p:r"},
	};
	(void)state;
	CHECK_ALL(cases);
}

static void the_start_is_found(void **state)
{
	static const struct expected cases[] = {
		{"__global__ void k(float *p, const float *q, int n) { int i = blockIdx.x * blockDim.x + "
		 "threadIdx.x; if (i < n) p[i] = q[i + 1]; }",
			"p:w^ q:r"},
		{"__global__ void k(float *p, float *q, int n) { for (int i = blockIdx.x * blockDim.x + "
		 "threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = *q; }",
			"p:w^ q:r^"},
		{"__global__ void k(float *p, float *q, int w, int h) { int x = blockIdx.x * blockDim.x + "
		 "threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
		 "if (x >= w || y >= h) return; p[y * w + x] = q[(y + 1) * w + x]; }",
			"p:w^ q:r"},
		{"__global__ void k(float *p, int *f, int n) { if (*f) p[0] = 1; }", "p:w f:r^"},
		{"__global__ void k(float *p, int *f, int n) { if (*f) return; p[0] = 1; }", "p:w f:r^"},
		{"__global__ void k(float *p, int n) { int i = threadIdx.x; i += n; p[i] = 1; }", "p:w"},
		{"__global__ void k(float *p, int n) { int i = threadIdx.x; while (i < n) { p[i] = 1; i += "
		 "32; } }",
			"p:w^"},
		{"__device__ int id() { return blockIdx.x * blockDim.x + threadIdx.x; }\n"
		 "__device__ void put(float *p, int i, int n) { if (i >= n) return; p[i] = 1; }\n"
		 "__global__ void k(float *p, float *q, int n) { int i = id(); put(p, i, n); put(q, i + n, "
		 "n); q += n; q[0] = 1; }",
			"p:w^ q:w"},
		{"__global__ void k(float4 *p, float *q, int n) { float *s = q + n; if (threadIdx.x == 0) { "
		 "p[blockIdx.x].x = s[0]; } if (threadIdx.x == 5) q[0] = 1; }",
			"p:w^ q:rw"},
		{"template <typename T> __global__ void k(T *p, const T *__restrict__ q, int n) { T *a = p; "
		 "for (int j = 1; j < n; j++) a[threadIdx.x] += q[j]; }\n"
		 "template __global__ void k<float>(float *, const float *, int);",
			"p:rw q:r"},
	};
	(void)state;
	CHECK_ALL(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pointers_are_followed),
		cmocka_unit_test(records_are_followed),
		cmocka_unit_test(calls_are_followed),
		cmocka_unit_test(library_is_known),
		cmocka_unit_test(the_start_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
