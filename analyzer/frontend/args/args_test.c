/* Every spelling that builds use for nvcc, clang++ and g++, and what must become of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/frontend/args/args_option.h"

static struct arena *arena;

/* Translates a shell command line as if it ran in /src. */
static struct args translate_here(const char *directory, const char *command, char **error)
{
	struct words words = {0};
	struct args args;
	words_split(arena, command, WORDS_SHELL, &words);
	int result = args_translate(arena, directory, (int)words.count, words.data, &args, error);
	assert_int_equal(result, *error ? -1 : 0);
	return args;
}

static struct args translate(const char *command)
{
	char *error = NULL;
	struct args args = translate_here("/src", command, &error);
	if (error)
		fail_msg("%s: %s", command, error);
	return args;
}

static const char *join(const struct words *words)
{
	const char *text = "";
	for (size_t i = 0; i < words->count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", words->data[i]);
	return text;
}

static const char *join_archs(const struct args *args)
{
	const char *text = "";
	for (size_t i = 0; i < args->archs.count; i++)
		text = arena_printf(arena, "%s%s%d", text, i ? "," : "", args->archs.data[i]);
	return text;
}

/* The command's clang flags must be `flags`, and nothing may be unknown. */
static void expect_flags(const char *command, const char *flags)
{
	struct args args = translate(command);
	assert_string_equal(join(&args.clang_flags), flags);
	assert_string_equal(join(&args.dropped), "");
	assert_string_equal(args.file ? args.file : "", "/src/a.cu");
}

static void expect_archs(const char *command, const char *archs, int virtual_arch)
{
	struct args args = translate(command);
	assert_string_equal(join_archs(&args), archs);
	assert_int_equal(args.virtual_arch, virtual_arch);
	assert_string_equal(join(&args.dropped), "");
}

static void expect_error(const char *command, const char *message)
{
	char *error = NULL;
	translate_here("/src", command, &error);
	assert_non_null(error);
	assert_string_equal(error, message);
}

static void test_preprocessor_flags(void **state)
{
	(void)state;
	expect_flags(
		"nvcc -c a.cu -DA -D B=1 -D=C --define-macro=E --define-macro F -UG -U H --undefine-macro=I",
		"-DA -DB=1 -DC -DE -DF -UG -UH -UI");
	expect_flags("nvcc -c a.cu -Iinc -I inc -I=inc --include-path inc --include-path=/abs -I../up -I.",
		"-I/src/inc -I/src/inc -I/src/inc -I/src/inc -I/abs -I/src/../up -I/src");
	expect_flags("nvcc -isystem s -isystem=s --system-include s --system-include=./s a.cu",
		"-isystem/src/s -isystem/src/s -isystem/src/s -isystem/src/s");
	expect_flags("nvcc -include cfg.h -include=cfg.h --pre-include a.h,b.h a.cu",
		"-includecfg.h -includecfg.h -includea.h -includeb.h");
	expect_flags("g++ -x c++ -iquote q -idirafter z -isystems -isystem t -imacros m.h a.cu",
		"-iquote/src/q -idirafter/src/z -isystem/src/s -isystem/src/t -imacrosm.h");
}

static void test_lists_and_quotes(void **state)
{
	(void)state;
	expect_flags("nvcc -DA,B -I x,y a.cu", "-DA -DB -I/src/x -I/src/y");
	expect_flags("nvcc '-DF(a\\,b)=a' a.cu", "-DF(a,b)=a");
	expect_flags("nvcc -DS=\\\"text\\\" a.cu", "-DS=\"text\"");
	expect_flags("nvcc '-DS=\\\"text\\\"' a.cu", "-DS=\"text\"");
	expect_flags("nvcc '-DS=\"a,b\"' a.cu", "-DS=\"a,b\"");
	expect_flags("nvcc '-DX=a b' '-I\"x,y\"' a.cu", "-DX=a b -I/src/x,y");
	expect_flags("clang++ -x cuda '-DF(a,b)=a' a.cu", "-DF(a,b)=a");
	expect_flags("nvcc '-D A' '-I dir' a.cu", "-DA -I/src/dir");
}

static void test_host_compiler_words(void **state)
{
	(void)state;
	expect_flags("nvcc a.cu -Xcompiler -fPIC,-DA,-O3", "-DA");
	expect_flags(
		"nvcc a.cu -Xcompiler=-fPIC -Xcompiler=-DA --compiler-options -DB,-DC --compiler-options=-UD",
		"-DA -DB -DC -UD");
	expect_flags("nvcc a.cu -Xcompiler '-DA -DB'", "-DA -DB");
	expect_flags("nvcc a.cu -Xcompiler '\"-DA=1,2\"'", "-DA=1,2");
	expect_flags("nvcc a.cu -Xcompiler '\"-DA -DB\"'", "-DA -DB");
	expect_flags("nvcc a.cu -Xcompiler -isystem -Xcompiler inc -Xcompiler -I,dir",
		"-isystem/src/inc -I/src/dir");
	expect_flags("nvcc a.cu -Xcompiler -isystem,inc,-include,x.h,-o,y,-Wall,-march=native",
		"-isystem/src/inc -includex.h");
	expect_flags("nvcc a.cu -Xcompiler -std=c++14", "-std=c++14");
	expect_flags("nvcc a.cu -Xcompiler -std=c++14 -std=c++17", "-std=c++17");
	expect_flags("nvcc a.cu -Xcompiler -fopenmp", "-D_OPENMP=201511");
	expect_flags("nvcc a.cu -Xcompiler -Wno-unused-function,-Werror", "");
}

static void test_standard_and_language(void **state)
{
	(void)state;
	expect_flags("nvcc a.cu -std=c++17", "-std=c++17");
	expect_flags("nvcc -std c++14 a.cu --std=c++20", "-std=c++20");
	expect_flags("nvcc --std c++11 -DA a.cu", "-DA -std=c++11");
	expect_flags("clang++ -std=gnu++17 a.cu", "-std=gnu++17");
	expect_flags("gcc -std=c11 a.cu", "");
	struct args args = translate("nvcc -std=c++17 -x cu a.cpp");
	assert_string_equal(args.std, "c++17");
	assert_string_equal(args.language, "cuda");
	assert_string_equal(args.file, "/src/a.cpp");
	args = translate("nvcc -x=c++ a.cu");
	assert_string_equal(args.language, "c++");
	args = translate("clang++ -xcuda a.h");
	assert_string_equal(args.language, "cuda");
	assert_null(translate("nvcc a.cu").language);
	assert_null(translate("nvcc a.cu").std);
}

static void test_nvcc_architectures(void **state)
{
	(void)state;
	expect_archs("nvcc a.cu", "", 0);
	expect_archs("nvcc -arch=sm_80 a.cu", "80", 80);
	expect_archs("nvcc -arch sm_80 a.cu", "80", 80);
	expect_archs("nvcc --gpu-architecture=sm_90a a.cu", "90", 90);
	expect_archs("nvcc --gpu-architecture sm_100f a.cu", "100", 100);
	expect_archs("nvcc -arch=compute_80 a.cu", "80", 0);
	expect_archs("nvcc -arch=compute_60 -code=sm_70,sm_60,compute_60 a.cu", "60,70", 60);
	expect_archs("nvcc -arch=compute_60 -code sm_70 a.cu", "70", 60);
	expect_archs("nvcc --gpu-architecture compute_75 --gpu-code \\\"sm_80,sm_75\\\" a.cu", "75,80", 75);
	expect_archs("nvcc -arch=native a.cu", "", 0);
	expect_archs("nvcc -arch=all-major a.cu", "75,80,90,100,110,120", 75);
	expect_archs("nvcc -arch all a.cu", "75,80,86,87,88,89,90,100,103,110,120,121", 75);
	expect_archs("nvcc -arch=sm_80 -gencode arch=compute_90,code=sm_90 a.cu", "80,90", 80);
	expect_archs("nvcc -arch=lto_80 a.cu", "80", 0);
}

static void test_generate_code(void **state)
{
	(void)state;
	expect_archs("nvcc -gencode arch=compute_80,code=sm_80 a.cu", "80", 80);
	expect_archs("nvcc -gencode=arch=compute_80,code=[sm_80,compute_80] a.cu", "80", 80);
	expect_archs("nvcc --generate-code arch=compute_60,code=sm_70 a.cu", "70", 60);
	expect_archs("nvcc --generate-code=arch=compute_80,code=[compute_80,sm_80] "
		     "--generate-code=arch=compute_90a,code=[sm_90a] a.cu",
		"80,90", 80);
	expect_archs("nvcc '-gencode=arch=compute_80,code=\"sm_80,sm_86\"' a.cu", "80,86", 80);
	expect_archs("nvcc -gencode code=sm_86,arch=compute_80 a.cu", "86", 80);
	expect_archs("nvcc '-gencode arch=compute_70,code=sm_70' a.cu", "70", 70);
	expect_archs("nvcc -gencode arch=compute_80 a.cu", "80", 0);
	expect_archs("nvcc -gencode arch=compute_52,code=compute_52 a.cu", "52", 0);
	struct args args = translate("nvcc -gencode arch=compute_90a,code=[sm_90a,compute_90a] a.cu");
	assert_int_equal(args.targets.count, 2);
	assert_int_equal(args.targets.data[0].suffix, 'a');
	assert_true(args.targets.data[0].real);
	assert_false(args.targets.data[1].real);
	assert_false(args.virtual_only);
	assert_true(translate("nvcc -arch=compute_80 a.cu").virtual_only);
	expect_error("nvcc -gencode arch=compute_80,code=sm_x a.cu", "unknown architecture 'sm_x'");
	expect_error("nvcc -arch=hopper a.cu", "unknown architecture 'hopper'");
}

static void test_clang_architectures(void **state)
{
	(void)state;
	expect_archs("clang++ -x cuda --cuda-gpu-arch=sm_70 --offload-arch=sm_90,sm_80 a.cu", "70,80,90", 70);
	expect_archs(
		"clang++ --cuda-gpu-arch=sm_70 --no-cuda-gpu-arch=sm_70 --offload-arch=sm_80 a.cu", "80", 80);
	expect_archs("clang++ --offload-arch=sm_70 --no-offload-arch=all --offload-arch=native a.cu", "", 0);
	struct args args =
		translate("clang++-19 -xcuda --cuda-path=/opt/cuda --cuda-device-only -nocudalib a.cu");
	assert_string_equal(args.cuda_path, "/opt/cuda");
	assert_string_equal(args.compiler, "clang++-19");
	assert_false(args.compiler_is_nvcc);
	assert_string_equal(join(&args.dropped), "");
}

static void test_facts(void **state)
{
	(void)state;
	struct args args =
		translate("nvcc -use_fast_math -maxrregcount=64 -rdc=true --default-stream per-thread a.cu");
	assert_true(args.fast_math && args.ftz && args.no_prec_div && args.no_prec_sqrt);
	assert_int_equal(args.maxrregcount, 64);
	assert_true(args.relocatable);
	assert_true(args.per_thread_default_stream);
	assert_string_equal(
		join(&args.clang_flags), "-D__CUDACC_RDC__ -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
	args = translate("nvcc -ftz true -prec-div=false --prec-sqrt false --fmad=false -rdc false -dc a.cu");
	assert_true(args.ftz && args.no_prec_div && args.no_prec_sqrt && args.no_fmad && args.relocatable);
	assert_false(args.fast_math);
	args = translate(
		"nvcc --maxrregcount 32 --expt-relaxed-constexpr -extended-lambda --restrict -G a.cu");
	assert_int_equal(args.maxrregcount, 32);
	assert_true(args.relaxed_constexpr && args.extended_lambda && args.restrict_pointers &&
		    args.device_debug);
	assert_string_equal(join(&args.clang_flags),
		"-D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDACC_EXTENDED_LAMBDA__ -D__CUDACC_DEBUG__");
	assert_false(translate("nvcc -G --dopt on a.cu").device_debug);
	assert_false(translate("nvcc -default-stream=legacy a.cu").per_thread_default_stream);
	assert_true(translate("nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM a.cu").per_thread_default_stream);
	assert_true(translate("clang++ -fgpu-rdc a.cu").relocatable);
	assert_true(translate("g++ -fopenmp=libomp a.cu").openmp);
	expect_error("nvcc -maxrregcount=many a.cu", "-maxrregcount: 'many' is not a register count");
}

/* Options whose operand stands alone must swallow it, and only it: the -DA behind them must survive. */
static void test_operands_are_paired(void **state)
{
	static const char *const pairs[] = {"-gencode arch=compute_80,code=sm_80", "-arch sm_80",
		"-ccbin g++", "-Xptxas -v", "-Xptxas -v,-O3", "-Xcudafe --diag_suppress=1",
		"-Xfatbin -compress-all", "-Xnvlink -v", "-Xlinker -rpath,/x", "-Xarchive -x",
		"-diag-suppress 20012", "-diag-error 1", "-diag-warn 1,2", "-Werror all-warnings",
		"-Werror cross-execution-space-call,reorder", "--threads 4", "-t 4", "-t4", "-t=4",
		"--default-stream legacy", "-cudart shared", "-cudadevrt none", "-std c++17", "-MF x.d",
		"-MT x.o", "-MQ x", "-odir out", "-keep-dir tmp", "-o x.o", "-l m", "-lm", "-L lib", "-Llib",
		"-ldir dir", "-split-compile 0", "-time log.csv", "-run-args a,b", "-e kernel", "-m 64",
		"-O 3", "-O3", "-O", "-jtd 50", "-compress-mode size", "-frandom-seed 1",
		"-sanitize memcheck", "-opt-info inline", "-idp x", "-ftemplate-depth 900", "--machine 64",
		"-target-dir x", "-qpp-config x", "-hls gen-lcs", "-Ofc max", "-fdevice-time-trace x",
		"-brief-diag true", "-x cu", "--x cu", "-rdc true", "-arbin ar", "--nvlink-options x",
		"--ptxas-options=-v", "--linker-options x"};
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		struct args args = translate(arena_printf(arena, "nvcc %s -DA a.cu b.cu", pairs[i]));
		if (!strstr(join(&args.clang_flags), "-DA") || args.dropped.count)
			fail_msg("%s: flags '%s', dropped '%s'", pairs[i], join(&args.clang_flags),
				join(&args.dropped));
		assert_string_equal(args.file, "/src/a.cu");
	}
}

static void test_flags_take_no_operand(void **state)
{
	static const char *const flags[] = {"-G", "-g", "-lineinfo", "-use_fast_math", "-dc", "-dlto", "-c",
		"-M", "-MD", "-MMD", "-MP", "-Werror", "-w", "-v", "--keep", "-restrict", "-res-usage",
		"-ptx", "-cubin", "--expt-extended-lambda", "-forward-unknown-to-host-compiler",
		"-forward-unknown-opts", "-Wreorder", "-Wno-deprecated-gpu-targets", "--m64", "-m64",
		"-shared", "-fPIC", "-Wall", "-pthread", "-march=native", "-ffast-math",
		"-allow-unsupported-compiler", "-Wl,-rpath,x", "-O2", "-Ofast", "-cudart=none", "--dryrun"};
	static const char *const compilers[] = {"nvcc", "clang++", "g++"};
	(void)state;
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		for (size_t k = 0; k < 3; k++) {
			struct args args =
				translate(arena_printf(arena, "%s %s a.cu -DA", compilers[k], flags[i]));
			if (!args.file || !strstr(join(&args.clang_flags), "-DA") || args.dropped.count)
				fail_msg("%s %s: file %s, dropped '%s'", compilers[k], flags[i], args.file,
					join(&args.dropped));
		}
}

static void test_unknown_and_broken(void **state)
{
	(void)state;
	struct args args = translate("nvcc --frobnicate -qux=1 -DA a.cu");
	assert_string_equal(join(&args.dropped), "--frobnicate -qux=1");
	assert_string_equal(join(&args.clang_flags), "-DA");
	expect_error("nvcc a.cu -arch", "option '-arch' needs an operand");
	expect_error("nvcc a.cu -I", "option '-I' needs an operand");
	assert_null(translate("").file);
	assert_null(translate("nvcc").file);
	assert_null(translate("nvcc x.o y.a -o app").file);
	args = translate("nvcc -DA -- -DB.cu");
	assert_string_equal(args.file, "/src/-DB.cu");
}

static void test_flags_alone_and_launchers(void **state)
{
	(void)state;
	struct args args = translate("-DA -arch=sm_80");
	assert_null(args.compiler);
	assert_string_equal(join(&args.clang_flags), "-DA");
	args = translate("a.cu -DA");
	assert_string_equal(args.file, "/src/a.cu");
	args = translate("ccache /usr/local/cuda/bin/nvcc -c a.cu");
	assert_string_equal(args.compiler, "/usr/local/cuda/bin/nvcc");
	assert_true(args.compiler_is_nvcc);
	args = translate("cmake -E env CCACHE_DIR=/x A=1 ./tools/nvcc_wrapper -c a.cu -DA=1");
	assert_string_equal(args.compiler, "/src/tools/nvcc_wrapper");
	assert_true(args.compiler_is_nvcc);
	assert_string_equal(args.file, "/src/a.cu");
}

static void test_extend(void **state)
{
	(void)state;
	struct args args = translate("nvcc -arch=sm_80 -std=c++14 -DA a.cu");
	const char *const extra[] = {"-DB", "-I dir", "-std=c++17"};
	char *error = NULL;
	assert_int_equal(args_extend(arena, 3, extra, &args, &error), 0);
	assert_string_equal(join(&args.clang_flags), "-DA -DB -I/src/dir -std=c++17");
	assert_string_equal(join_archs(&args), "80");
	const char *const arch[] = {"-arch=sm_90"};
	assert_int_equal(args_extend(arena, 1, arch, &args, &error), 0);
	assert_string_equal(join_archs(&args), "90");
}

static void write_file(const char *directory, const char *name, const char *text)
{
	FILE *file = fopen(arena_printf(arena, "%s/%s", directory, name), "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void test_response_files(void **state)
{
	(void)state;
	char *error = NULL;
	char directory[] = "/tmp/cudalint-args-XXXXXX";
	assert_non_null(mkdtemp(directory));
	write_file(directory, "inc.rsp", "-I\"with space\" -DS=\\\"q\\\"\n-isystem=/abs -DQ='c'\n");
	write_file(directory, "outer.rsp", "--options-file inc.rsp\n-DO");
	write_file(directory, "gnu.rsp", "'-DA=x y' -DB\n@outer.rsp");
	write_file(directory, "loop.rsp", "-DL @loop.rsp");
	write_file(directory, "cfg.h", "");
	const char *inc = arena_printf(arena, "-I%s/with space -DS=\"q\" -isystem/abs -DQ='c'", directory);
	const char *spellings[] = {
		"--options-file inc.rsp", "-optf inc.rsp", "--options-file=inc.rsp", "-optf=inc.rsp"};
	for (size_t i = 0; i < 4; i++) {
		struct args args =
			translate_here(directory, arena_printf(arena, "nvcc %s a.cu", spellings[i]), &error);
		assert_string_equal(join(&args.clang_flags), inc);
	}
	struct args args = translate_here(directory, "nvcc @gnu.rsp a.cu", &error);
	assert_string_equal(join(&args.clang_flags), arena_printf(arena, "-DA=x y -DB %s -DO", inc));
	args = translate_here(directory, "nvcc -include cfg.h a.cu", &error);
	assert_string_equal(join(&args.clang_flags), arena_printf(arena, "-include%s/cfg.h", directory));
	translate_here(directory, "nvcc @loop.rsp a.cu", &error);
	assert_non_null(strstr(error, "too many nested response files"));
	error = NULL;
	args = translate_here(directory, "nvcc -optf none.rsp -DA a.cu", &error);
	assert_non_null(strstr(error, "none.rsp: cannot read response file: No such file"));
	assert_string_equal(join(&args.clang_flags), "-DA");
	static const char *const names[] = {"inc.rsp", "outer.rsp", "gnu.rsp", "loop.rsp", "cfg.h"};
	for (size_t i = 0; i < 5; i++)
		unlink(arena_printf(arena, "%s/%s", directory, names[i]));
	assert_int_equal(rmdir(directory), 0);
}

/* Whole commands as build tools write them. */
static void test_real_commands(void **state)
{
	(void)state;
	expect_flags(
		"/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -ccbin=/usr/bin/g++ -DUSE_X=1 "
		"-I/p/include -isystem=/usr/local/cuda/include -O3 -DNDEBUG -std=c++17 "
		"\"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" -Xcompiler=-fPIC -MD -MT "
		"CMakeFiles/k.dir/a.cu.o -MF CMakeFiles/k.dir/a.cu.o.d -x cu -c a.cu -o "
		"CMakeFiles/k.dir/a.cu.o",
		"-DUSE_X=1 -I/p/include -isystem/usr/local/cuda/include -DNDEBUG -std=c++17");
	expect_flags(
		"nvcc -Xcompiler -Wall,-Wextra -O3 -lineinfo -m64 -gencode arch=compute_70,code=sm_70 -Isrc "
		"-DREAL=float --ptxas-options=-v --compiler-bindir=g++-11 -dc a.cu -o obj/a.o",
		"-I/src/src -DREAL=float -D__CUDACC_RDC__");
	expect_flags("/usr/bin/c++ -DX -I/usr/local/cuda/include -Wall -Werror -g -fopenmp -MD -MT a.o -MF "
		     "a.o.d -o a.o -c a.cu",
		"-DX -I/usr/local/cuda/include -D_OPENMP=201511");
	expect_flags("/usr/bin/clang++ -x cuda --cuda-path=/usr/local/cuda --cuda-gpu-arch=sm_80 "
		     "-std=gnu++20 -Xclang -fcuda-allow-variadic-functions -mllvm -x=1 -target x86_64-linux "
		     "-c a.cu",
		"-std=gnu++20");
	expect_flags("nvcc -I/t/include -D_GLIBCXX_USE_CXX11_ABI=0 -D__CUDA_NO_HALF_OPERATORS__ "
		     "--expt-relaxed-constexpr --compiler-options ''\"'\"'-fPIC'\"'\"'' "
		     "-DTORCH_EXTENSION_NAME=ext -c a.cu -o a.o",
		"-I/t/include -D_GLIBCXX_USE_CXX11_ABI=0 -D__CUDA_NO_HALF_OPERATORS__ "
		"-D__CUDACC_RELAXED_CONSTEXPR__ -DTORCH_EXTENSION_NAME=ext");
}

static void test_arch_list(void **state)
{
	(void)state;
	struct args args = {0};
	char *error = NULL;
	assert_int_equal(args_parse_arch_list(arena, "sm_90,sm_80,80,sm_90a", &args.archs, &error), 0);
	assert_string_equal(join_archs(&args), "80,90");
	static const char *const wrong[] = {"", "sm_", "sm_80,", ",sm_80", "sm_81", "compute_80", "sm_80b",
		"sm_80x,sm_90", "sm_9999999999", "hopper", "-1"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct arch_list list = {0};
		assert_int_equal(args_parse_arch_list(arena, wrong[i], &list, &error), -1);
		assert_non_null(strstr(error, "unknown architecture"));
	}
}

static void test_word_splitting(void **state)
{
	(void)state;
	struct words words = {0};
	words_split(arena, "a 'b c' \"d \\\" \\x\" e\\ f '' g\"h\"i 'open", WORDS_SHELL, &words);
	assert_int_equal(words.count, 7);
	assert_string_equal(words.data[1], "b c");
	assert_string_equal(words.data[2], "d \" \\x");
	assert_string_equal(words.data[3], "e f");
	assert_string_equal(words.data[4], "");
	assert_string_equal(words.data[5], "ghi");
	assert_string_equal(words.data[6], "open");
	words = (struct words){0};
	words_split(arena, "a\\\n b \\", WORDS_SHELL, &words);
	assert_string_equal(join(&words), "a b \\");
}

/* Each option that the installed nvcc lists must be in the table: run by hand with its --help on standard
 * input. */
static int check_help(void)
{
	char line[1024], name[256], alias[256];
	int missing = 0;
	while (fgets(line, sizeof line, stdin)) {
		const char *open = strrchr(line, '(');
		if (sscanf(line, "--%250s", name) != 1 || !open || sscanf(open, "(%250[^)])", alias) != 1)
			continue;
		bool found = false;
		for (const struct option *row = nvcc_options; row->name; row++)
			if (strcmp(row->name + 2, name) == 0 &&
				(!row->alias || strcmp(row->alias, alias) == 0))
				found = true;
		if (!found)
			missing += printf("%s", line) > 0;
	}
	return missing;
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--check-help") == 0)
		return check_help() != 0;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_preprocessor_flags),
		cmocka_unit_test(test_lists_and_quotes),
		cmocka_unit_test(test_host_compiler_words),
		cmocka_unit_test(test_standard_and_language),
		cmocka_unit_test(test_nvcc_architectures),
		cmocka_unit_test(test_generate_code),
		cmocka_unit_test(test_clang_architectures),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_operands_are_paired),
		cmocka_unit_test(test_flags_take_no_operand),
		cmocka_unit_test(test_unknown_and_broken),
		cmocka_unit_test(test_flags_alone_and_launchers),
		cmocka_unit_test(test_extend),
		cmocka_unit_test(test_response_files),
		cmocka_unit_test(test_real_commands),
		cmocka_unit_test(test_arch_list),
		cmocka_unit_test(test_word_splitting),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
