/* Toolkits in every layout that NVIDIA ships, built as empty trees; and the include paths they give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/args/toolkit.h"
#include "analyzer/frontend/headers_dir.h"

static struct arena *arena;
static char folder[64];
static struct words made; /* files and folders, in the order they were made */

static const char *in_folder(const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

/* A file with its folders. */
static void make_file(const char *name, const char *text)
{
	const char *path = in_folder(name);
	for (const char *slash = strchr(path + strlen(folder) + 1, '/'); slash;
		slash = strchr(slash + 1, '/')) {
		const char *parent = arena_strndup(arena, path, (size_t)(slash - path));
		if (mkdir(parent, 0700) == 0)
			vec_push(arena, &made, parent);
	}
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	vec_push(arena, &made, path);
}

/* The layout of an installed toolkit, in `root`. */
static void make_toolkit(const char *root, int version)
{
	make_file(arena_printf(arena, "%s/bin/nvcc", root), "");
	make_file(arena_printf(arena, "%s/include/cuda_runtime.h", root), "");
	make_file(arena_printf(arena, "%s/include/cuda_runtime_api.h", root),
		arena_printf(arena, "/* x */\n#define CUDART_VERSION  %d\n", version));
}

static struct toolkit find(const char *option, const struct args *build)
{
	struct toolkit toolkit;
	char *error = NULL;
	if (toolkit_find(arena, option, build, &toolkit, &error) != 0)
		fail_msg("%s", error);
	return toolkit;
}

static struct args build_with(const char *compiler)
{
	return (struct args){.compiler = compiler, .compiler_is_nvcc = true};
}

static const char *join(const struct words *words)
{
	const char *text = "";
	for (size_t i = 0; i < words->count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", words->data[i]);
	/* Shorter to compare with. */
	const char *out = "";
	for (const char *at; (at = strstr(text, folder)); text = at + strlen(folder))
		out = arena_printf(arena, "%s%.*s%%", out, (int)(at - text), text);
	return arena_printf(arena, "%s%s", out, text);
}

static void test_option(void **state)
{
	(void)state;
	make_toolkit("cuda-12.4", 12040);
	struct toolkit toolkit = find(in_folder("cuda-12.4"), NULL);
	assert_string_equal(toolkit.root, in_folder("cuda-12.4"));
	assert_int_equal(toolkit.version, 12040);
	assert_string_equal(join(&toolkit.include_dirs), "%/cuda-12.4/include");
	assert_null(toolkit.cccl_dir);
	assert_null(find("none", NULL).root);
	static const char *const wrong[] = {"", "/nowhere", "/dev/null", "/tmp", "None"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		char *error = NULL;
		assert_int_equal(toolkit_find(arena, wrong[i], NULL, &toolkit, &error), -1);
		assert_null(toolkit.root);
		assert_non_null(strstr(error, "--cuda-path="));
		assert_null(strchr(error, '\n'));
	}
}

static void test_search_order(void **state)
{
	(void)state;
	make_toolkit("named", 11080);
	make_toolkit("home", 12000);
	make_toolkit("path", 12010);
	setenv("CUDA_HOME", in_folder("home"), 1);
	setenv("CUDA_PATH", in_folder("path"), 1);
	struct args build = build_with(in_folder("named/bin/nvcc"));
	assert_int_equal(find(NULL, &build).version, 11080);
	assert_int_equal(find(NULL, NULL).version, 12000);
	assert_int_equal(find(in_folder("path"), &build).version, 12010);
	assert_null(find("none", &build).root);
	setenv("CUDA_HOME", in_folder("nothing"), 1);
	assert_int_equal(find(NULL, NULL).version, 12010);
	build = (struct args){.cuda_path = in_folder("named")};
	assert_int_equal(find(NULL, &build).version, 11080);
	/* nvcc without folder is looked up; a link leads to the toolkit. */
	make_file("tools/other", "");
	assert_int_equal(symlink(in_folder("named/bin/nvcc"), in_folder("tools/nvcc")), 0);
	vec_push(arena, &made, in_folder("tools/nvcc"));
	char *path = arena_strdup(arena, getenv("PATH"));
	setenv("PATH", arena_printf(arena, "/nowhere::%s:%s", in_folder("tools"), path), 1);
	build = build_with("nvcc");
	assert_int_equal(find(NULL, &build).version, 11080);
	setenv("PATH", path, 1);
	unsetenv("CUDA_HOME");
	unsetenv("CUDA_PATH");
}

static void test_cuda_13(void **state)
{
	(void)state;
	make_toolkit("c13", 13000);
	make_file("c13/include/cccl/cub/cub.cuh", "");
	make_file("c13/targets/x86_64-linux/include/cublas.h", "");
	struct toolkit toolkit = find(in_folder("c13"), NULL);
	assert_string_equal(toolkit.cccl_dir, in_folder("c13/include/cccl"));
	assert_string_equal(join(&toolkit.include_dirs), "%/c13/include %/c13/targets/x86_64-linux/include");
	struct words flags = {0};
	toolkit_include_flags(arena, "/h", &toolkit, false, &flags);
	assert_string_equal(join(&flags), "-isystem/h -isystem/h/cccl -isystem%/c13/include "
					  "-isystem%/c13/targets/x86_64-linux/include -idirafter/h/stubs");
	flags = (struct words){0};
	toolkit_include_flags(arena, "/h", &toolkit, true, &flags);
	assert_string_equal(join(&flags), "-isystem/h -isystem%/c13/include/cccl -isystem%/c13/include "
					  "-isystem%/c13/targets/x86_64-linux/include -idirafter/h/stubs");
	flags = (struct words){0};
	toolkit_include_flags(arena, "/h", NULL, true, &flags);
	assert_string_equal(join(&flags), "-isystem/h -isystem/h/cccl -idirafter/h/stubs");
}

/* pip up to CUDA 12: one folder for each component; nvcc in one of them. */
static void test_pip_parts(void **state)
{
	(void)state;
	make_file("v/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_runtime.h", "");
	make_file("v/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda.h",
		"#define CUDA_VERSION 12060\n");
	make_file("v/lib/python3.11/site-packages/nvidia/cublas/include/cublas_v2.h", "");
	make_file("v/lib/python3.11/site-packages/nvidia/cuda_cccl/include/cub/cub.cuh", "");
	make_file("v/lib/python3.11/site-packages/nvidia/cuda_nvcc/bin/nvcc", "");
	const char *root = in_folder("v/lib/python3.11/site-packages/nvidia");
	struct args build = build_with(arena_printf(arena, "%s/cuda_nvcc/bin/nvcc", root));
	struct toolkit toolkit = find(NULL, &build);
	assert_string_equal(toolkit.root, root);
	assert_int_equal(toolkit.version, 12060);
	assert_string_equal(toolkit.cccl_dir, arena_printf(arena, "%s/cuda_cccl/include", root));
	assert_string_equal(
		toolkit.include_dirs.data[0], arena_printf(arena, "%s/cuda_runtime/include", root));
	assert_string_equal(toolkit.include_dirs.data[1], arena_printf(arena, "%s/cublas/include", root));
	assert_int_equal(toolkit.include_dirs.count, 2);
}

/* pip from CUDA 13 on, and conda. */
static void test_pip_and_conda(void **state)
{
	(void)state;
	make_toolkit("w/nvidia/cu13", 13010);
	assert_int_equal(find(in_folder("w/nvidia"), NULL).version, 13010);
	struct args build = build_with(in_folder("w/nvidia/cu13/bin/nvcc"));
	assert_int_equal(find(NULL, &build).version, 13010);
	make_file("conda/targets/x86_64-linux/include/cuda_runtime.h", "");
	make_file("conda/version.json", "{\"cuda\": {\"name\": \"CUDA SDK\", \"version\": \"12.9.1\"}}");
	struct toolkit toolkit = find(in_folder("conda"), NULL);
	assert_string_equal(join(&toolkit.include_dirs), "%/conda/targets/x86_64-linux/include");
	assert_int_equal(toolkit.version, 12090);
	make_file("odd/include/cuda_runtime.h", "");
	make_file("odd/version.json", "{\"cuda\": ");
	assert_int_equal(find(in_folder("odd"), NULL).version, 0);
}

static void test_adopt_flags(void **state)
{
	(void)state;
	make_toolkit("t", 13000);
	make_file("t/include/cccl/cub/cub.cuh", "");
	make_file("t/targets/x86_64-linux/include/cuda_runtime.h", "");
	make_file("mine/x.h", "");
	const char *argv[] = {"g++", "-DA", "-It/include", "-isystem", "t/include/cccl", "-Imine",
		"-It/include/", "-isystemt/targets/x86_64-linux/include", "a.cu"};
	struct args args;
	char *error = NULL;
	assert_int_equal(args_translate(arena, folder, 9, argv, &args, &error), 0);
	toolkit_adopt_flags(arena, &args);
	assert_string_equal(join(&args.clang_flags), "-DA -I%/mine");
	assert_string_equal(args.cuda_path, in_folder("t"));
	assert_int_equal(find(NULL, &args).version, 13000);
}

static void test_headers_dir(void **state)
{
	(void)state;
	char *error = NULL;
	make_file("headers/cuda_runtime.h", "");
	setenv("CUDALINT_HEADERS", in_folder("headers"), 1);
	assert_string_equal(headers_dir_find(arena, &error), path_resolve(arena, in_folder("headers")));
	setenv("CUDALINT_HEADERS", in_folder("none"), 1);
	assert_null(headers_dir_find(arena, &error));
	assert_non_null(strstr(error, "CUDALINT_HEADERS="));
	unsetenv("CUDALINT_HEADERS");
}

static void test_paths(void **state)
{
	static const char *const cases[][2] = {{"/a/b/../c/", "/a/c"}, {"/", "/"}, {"/..", "/"},
		{"a/./b//c", "a/b/c"}, {"a/..", "."}, {"../a/../../b", "../../b"}, {"", "."}, {"/a/..", "/"},
		{"./a", "a"}, {"/../a", "/a"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(path_normalize(arena, cases[i][0]), cases[i][1]);
	assert_string_equal(path_join(arena, "/d", ".//x"), "/d/x");
	assert_string_equal(path_join(arena, "/", "x"), "/x");
	assert_string_equal(path_join(arena, "/d", "."), "/d");
	assert_string_equal(path_parent(arena, "/x"), "/");
	assert_string_equal(path_extension("/a.b/c"), "");
	assert_string_equal(path_extension("/a/.cu"), "");
	assert_string_equal(path_extension("x.tar.cu"), "cu");
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	snprintf(folder, sizeof folder, "/tmp/cudalint-toolkit-XXXXXX");
	static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX", "VIRTUAL_ENV"};
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		unsetenv(variables[i]);
	return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	for (size_t i = made.count; i-- > 0;)
		remove(made.data[i]);
	int result = rmdir(folder);
	arena_free(arena);
	return result;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_option),
		cmocka_unit_test(test_search_order),
		cmocka_unit_test(test_cuda_13),
		cmocka_unit_test(test_pip_parts),
		cmocka_unit_test(test_pip_and_conda),
		cmocka_unit_test(test_adopt_flags),
		cmocka_unit_test(test_headers_dir),
		cmocka_unit_test(test_paths),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
