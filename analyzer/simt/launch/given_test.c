/* Launches as kernels are executed for: what the walk through host code adds to what stands at the launch. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/simt/launch/launch.h"

static const char common[] =
	"struct Size { int width, height; };\n"
	"__global__ void k(float *out, const float *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; "
	"if (i < n) out[i] = in ? in[i] : 0; }\n"
	"__global__ void s(Size size, float *out) { out[threadIdx.x * size.width] = 0; }\n";

static const struct {
	const char *name, *source, *kernel;
	const char *launches; /* one after the other */
} cases[] = {
	{"a block that comes through a loop",
		"void run(float *d, int block) { k<<<64, block>>>(d, nullptr, 1000); }\n"
		"int main() { float *d; cudaMalloc(&d, 4000); int sizes[] = {32, 64}; for (int i = 0; i < 2; i++) "
		"run(d, sizes[i]); }",
		"k", "64x1x1:32x1x1 +0 out=4000 in=null n=1000; 64x1x1:64x1x1 +0 out=4000 in=null n=1000; "},
	{"callers that agree on the block alone",
		"void run(float *d, int n) { int b = 128; k<<<(n + b - 1) / b, b>>>(d, d, n); }\n"
		"int main() { float *d; cudaMalloc(&d, 4000); run(d, 1000); run(d, 100); }",
		"k", "?:128x1x1 +0 out=4000 in=4000 n=?; "},
	{"members set in a constructor",
		"struct Runner { dim3 block; int n; Runner(int n) : block(n / 4), n(n) {} void go(float *d) { k<<<n / 64, "
		"block>>>(d, d, n); } };\n"
		"int main() { float *d; cudaMalloc(&d, 4096); Runner r(256); r.go(d); }",
		"k", "4x1x1:64x1x1 +0 out=4096 in=4096 n=256; "},
	{"an array of pointers to arguments",
		"int main() { float *d; cudaMalloc(&d, 512 * sizeof(float)); const float *in = nullptr; int n = 512; "
		"void *args[] = {&d, &in, &n}; cudaLaunchKernel((const void *)k, dim3(4), dim3(128), args, 0, 0); }",
		"k", "4x1x1:128x1x1 +0 out=2048 in=null n=512; "},
	{"a helper that takes the kernel",
		"template <class K, class... A> void launch(K kernel, dim3 grid, dim3 block, A... args) { "
		"kernel<<<grid, block, 64>>>(args...); }\n"
		"int main() { float *d; cudaMalloc(&d, 4096); launch(k, dim3(8), dim3(128), d, (const float *)d, 1024); }",
		"k", "8x1x1:128x1x1 +64 out=4096 in=4096 n=1024; "},
	{"a pointer to the kernel",
		"int main() { float *d; cudaMalloc(&d, 4096); void (*f)(float *, const float *, int) = k; f<<<2, "
		"96>>>(d, d + 8, 7); }",
		"k", "2x1x1:96x1x1 +0 out=4096 in=4096+32 n=7; "},
	{"a warp's width that the device is asked for",
		"int main() { float *d; cudaMalloc(&d, 4096); int w, v = 0; cudaDeviceProp p; "
		"cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); cudaGetDeviceProperties(&p, 0); "
		"cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0); "
		"k<<<p.warpSize / 8, dim3(w, 16)>>>(d, d, v); }",
		"k", "4x1x1:32x16x1 +0 out=4096 in=4096 n=?; "},
	{"a struct by value",
		"int main() { float *d; cudaMalloc(&d, 4096); Size size; size.width = 3; size.height = 5; s<<<1, 32>>>(size, "
		"d); }",
		"s", "1x1x1:32x1x1 +0 size=? out=4096 size[0]=3 size[4]=5; "},
	{"a node of a graph",
		"int main() { float *d; cudaMalloc(&d, 4096); const float *in = d; int n = 5; void *args[] = {&d, &in, &n}; "
		"cudaKernelNodeParams p = {}; p.func = (void *)k; p.gridDim = dim3(3); p.blockDim = dim3(64); "
		"p.kernelParams = args; cudaGraph_t g; cudaGraphNode_t node; cudaGraphCreate(&g, 0); "
		"cudaGraphAddKernelNode(&node, g, nullptr, 0, &p); }",
		"k", "3x1x1:64x1x1 +0 out=4096 in=4096 n=5; "},
	{"a table of constants",
		"static const int sizes[] = {64, 512}; const dim3 wide[2] = {dim3(8, 4), dim3(16, 8)};\n"
		"int main() { float *d; cudaMalloc(&d, 4000); for (int i = 0; i < 2; i++) k<<<sizes[i], wide[i]>>>(d, d, i); }",
		"k", "64x1x1:8x4x1 +0 out=4000 in=4000 n=0; 512x1x1:16x8x1 +0 out=4000 in=4000 n=1; "},
	{"std::array, and a list to go over",
		"#include <array>\n"
		"int main() { float *d; cudaMalloc(&d, 4000); std::array<int, 2> n = {10, 20}; "
		"for (int block : {96, 160}) k<<<n[0], block>>>(d, d, n[1]); }",
		"k", "10x1x1:96x1x1 +0 out=4000 in=4000 n=20; 10x1x1:160x1x1 +0 out=4000 in=4000 n=20; "},
	{"structured bindings of a class, a pair and a tuple",
		"#include <tuple>\n#include <utility>\n"
		"struct Shape { dim3 grid, block; };\n"
		"static Shape shape(int n) { return {dim3(n / 64), dim3(64)}; }\n"
		"int main() { float *d; cudaMalloc(&d, 4000); auto [grid, block] = shape(640); k<<<grid, block>>>(d, d, 1); "
		"auto [g, b] = std::make_pair(3, 96); k<<<g, b>>>(d, d, 2); "
		"auto [x, y, z] = std::make_tuple(5, dim3(32, 4), 7.0); k<<<x, y>>>(d, d, 3); "
		"std::pair<int, int> p = {6, 256}; k<<<std::get<0>(p), p.second>>>(d, d, 4); }",
		"k",
		"10x1x1:64x1x1 +0 out=4000 in=4000 n=1; 3x1x1:96x1x1 +0 out=4000 in=4000 n=2; "
		"5x1x1:32x4x1 +0 out=4000 in=4000 n=3; 6x1x1:256x1x1 +0 out=4000 in=4000 n=4; "},
	{"elements made in their vector",
		"#include <vector>\n"
		"struct Job { int n; dim3 block; Job(int n, int b) : n(n), block(b) {} };\n"
		"int main() { float *d; cudaMalloc(&d, 4000); std::vector<Job> jobs; jobs.emplace_back(7, 128); "
		"std::vector<dim3> grids; grids.emplace_back(8, 2); k<<<grids[0], jobs[0].block>>>(d, d, jobs[0].n); }",
		"k", "8x2x1:128x1x1 +0 out=4000 in=4000 n=7; "},
	{"an early return and an assertion",
		"#include <cassert>\n"
		"void run(float *d, int n, int b) { if (n % 64 != 0 || n < 128) return; assert(b == 96); k<<<(b + 31) / 32, "
		"b>>>(d, d, n); }",
		"k", "3x1x1:96x1x1 +0 out=? in=? n=128..*64; "},
	{"a helper that insists",
		"#include <cstdlib>\n"
		"static void require(bool ok) { if (!ok) exit(1); }\n"
		"void run(float *d, int n, int b) { require(b == 64 && n <= 7 && n > 2); k<<<2, b>>>(d, d, n); }",
		"k", "2x1x1:64x1x1 +0 out=? in=? n=3..7*1; "},
	{"a condition on what is wider than the parameter says nothing of it",
		"void run(float *d, long n, double x) { if (n < 100 || x < 3) return; k<<<2, 64>>>(d, d, n); k<<<2, "
		"32>>>(d, d, x); }",
		"k", "2x1x1:64x1x1 +0 out=? in=? n=?; 2x1x1:32x1x1 +0 out=? in=? n=?; "},
	{"a number written through a reference",
		"struct Two { int a, b; };\n"
		"int main() { float *d; cudaMalloc(&d, 4000); int x = 32; int &r = x; r = 64; k<<<1, x>>>(d, d, 1); "
		"Two two = {32, 2}; auto &[u, v] = two; u = 96; k<<<two.b, two.a>>>(d, d, 2); "
		"int tab[] = {1, 2}; for (int &t : tab) t *= 32; k<<<3, tab[1]>>>(d, d, 3); }",
		"k",
		"1x1x1:64x1x1 +0 out=4000 in=4000 n=1; 2x1x1:96x1x1 +0 out=4000 in=4000 n=2; "
		"3x1x1:64x1x1 +0 out=4000 in=4000 n=3; "},
	{"something unknown over zeroes",
		"void run(float *d, dim3 grid, dim3 block) { cudaLaunchConfig_t c = {0}; c.gridDim = grid; c.blockDim = block; "
		"const float *in = d; cudaLaunchKernelEx(&c, k, d, in, 5); }",
		"k", "?:? +0 out=? in=? n=5; "},
	{"numbers that nobody knows",
		"int main(int argc, char **argv) { float *d; int n = argc * 32; cudaMalloc(&d, n * 4); k<<<n / 32, "
		"32>>>(d, d, n); }",
		"k", "?:32x1x1 +0 out=? in=? n=?; "},
};

static void print_extents(FILE *stream, bool known, const int64_t extents[3])
{
	if (known)
		fprintf(stream, "%" PRId64 "x%" PRId64 "x%" PRId64, extents[0], extents[1], extents[2]);
	else
		fputc('?', stream);
}

static void print_bounds(FILE *stream, const struct host_bounds *bounds)
{
	if (bounds->low > INT64_MIN)
		fprintf(stream, "%" PRId64, bounds->low);
	fputs("..", stream);
	if (bounds->high < INT64_MAX)
		fprintf(stream, "%" PRId64, bounds->high);
	fprintf(stream, "*%" PRId64, bounds->divisor);
}

static void print_argument(FILE *stream, const struct simt_argument *argument, const struct ir_type *type)
{
	int64_t size;
	if (argument->kind == SIMT_ARGUMENT_NUMBER && type->kind == IR_TYPE_POINTER)
		fputs(argument->value ? "wrong" : "null", stream);
	else if (argument->kind == SIMT_ARGUMENT_NUMBER)
		fprintf(stream, "%" PRId64, argument->value);
	else if (argument->kind == SIMT_ARGUMENT_POINTER && argument->object->size &&
		 host_sum_is_number(argument->object->size, &size))
		fprintf(stream, argument->value ? "%" PRId64 "+%" PRId64 : "%" PRId64, size, argument->value);
	else if (argument->has_bounds)
		print_bounds(stream, &argument->bounds);
	else
		fputc('?', stream);
}

static void print_launch(FILE *stream, const struct ir_function *kernel, const struct simt_launch *launch)
{
	print_extents(stream, launch->grid_known, launch->grid);
	fputc(':', stream);
	print_extents(stream, launch->source == LAUNCH_SITE, launch->block);
	if (launch->shared_known)
		fprintf(stream, " +%" PRId64, launch->shared);
	for (size_t i = 0; i < kernel->param_count; i++) {
		fprintf(stream, " %s=", kernel->params[i]->name);
		print_argument(stream, &launch->arguments[i], kernel->params[i]->type);
	}
	for (size_t i = 0; i < launch->member_count; i++) {
		const struct simt_member *member = &launch->members[i];
		fprintf(stream, " %s[%" PRId64 "]=", kernel->params[member->param]->name, member->offset);
		print_argument(stream, &member->argument, kernel->params[member->param]->type);
	}
	fputs("; ", stream);
}

static void print_launches(
	FILE *stream, struct arena *arena, const struct ir_module *module, const char *name)
{
	const struct ir_query *query = ir_query_new(arena, module);
	const struct launch_facts facts = {
		.query = query, .walked = host_launches_walk(arena, module, query)};
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *kernel = module->functions.data[i];
		launch_list launches = {0};
		if (!kernel->is_kernel || !kernel->body || strcmp(kernel->name, name) != 0)
			continue;
		launches_of(arena, &facts, kernel, &launches);
		for (size_t k = 0; k < launches.count; k++)
			print_launch(stream, kernel, &launches.data[k]);
	}
}

static void launches_are_as_walked(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena *arena = arena_new();
		const char *source = arena_printf(arena, "%s%s", common, cases[i].source);
		const struct unit_options options = {.path = "given.cu",
			.headers_dir = CUDALINT_SOURCE_HEADERS,
			.cache_dir = CUDALINT_TEST_CACHE,
			.arch = 80,
			.contents = source,
			.contents_size = strlen(source)};
		struct unit *unit;
		char *error = NULL, *text = NULL;
		size_t size;
		assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
		for (size_t k = 0; k < unit->errors.count; k++)
			print_error("%s: %s\n", cases[i].name, unit->errors.data[k].message);
		FILE *stream = open_memstream(&text, &size);
		assert_non_null(stream);
		print_launches(stream, arena, unit->module, cases[i].kernel);
		fclose(stream);
		if (strcmp(text, cases[i].launches) != 0)
			print_error("%s:\n", cases[i].name);
		assert_string_equal(text, cases[i].launches);
		free(text);
		unit_close(unit);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(launches_are_as_walked)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
