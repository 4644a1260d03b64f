/* Reading a command line word by word: each is looked up in the tables, its operand is found, and apply()
 * turns it into a clang flag or a fact. See args.h for what comes out. */
#include "analyzer/frontend/args/args_option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"

/* Response files may name response files: how deep, how many in all, and how large each may be. */
enum { DEPTH_LIMIT = 10, FILE_LIMIT = 1000, SIZE_LIMIT = 16 << 20 };

struct reader {
	struct arena *arena;
	struct args *args;
	const struct option *first, *second; /* tables, the compiler's own first */
	struct arch_request request;
	struct words host_words; /* collected from -Xcompiler, whose operands may be pairs: -isystem, then a
				    folder */
	bool reading_host_words;
	bool only_inputs;      /* after "--" */
	bool device_optimized; /* --dopt */
	const char *host_std;
	int depth, files;
	char *error; /* the first one */
};

static void read_words(struct reader *reader, size_t count, const char *const *words);

/* Keeps the first message, as one line even if what it quotes has several. */
static void fail(struct reader *reader, char *message)
{
	if (reader->error)
		return;
	reader->error = message;
	for (char *c = message; *c; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
}

static void add_flag(struct reader *reader, const char *flag, const char *value)
{
	vec_push(reader->arena, &reader->args->clang_flags, arena_printf(reader->arena, "%s%s", flag, value));
}

static void add_folder(struct reader *reader, const char *flag, const char *path)
{
	if (*path)
		add_flag(reader, flag, path_join(reader->arena, reader->args->directory, path));
}

/* The compiler looks for such a file in its directory first and along the include path then. */
static void add_pre_include(struct reader *reader, const char *flag, const char *path)
{
	const char *joined = path_join(reader->arena, reader->args->directory, path);
	add_flag(reader, flag, path_is_file(joined) ? joined : path);
}

static void add_define(struct reader *reader, const char *macro)
{
	static const char per_thread[] = "CUDA_API_PER_THREAD_DEFAULT_STREAM";
	add_flag(reader, "-D", macro);
	if (strncmp(macro, per_thread, sizeof per_thread - 1) == 0)
		reader->args->per_thread_default_stream = true;
}

/* A C dialect on a C++ compiler means nothing here, and libclang would refuse it. */
static void set_standard(struct reader *reader, const char *value)
{
	if (!strstr(value, "++"))
		return;
	if (reader->reading_host_words)
		reader->host_std = value;
	else
		reader->args->std = value;
}

/* libclang gets no -fopenmp (it would demand its own omp.h), only what #ifdef _OPENMP asks for. */
static void set_openmp(struct reader *reader)
{
	if (!reader->args->openmp)
		add_flag(reader, "-D", "_OPENMP=201511");
	reader->args->openmp = true;
}

static void set_stream(struct reader *reader, const char *value)
{
	reader->args->per_thread_default_stream = false;
	if (strcmp(value, "per-thread") == 0)
		add_define(reader, "CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
}

static void set_relocatable(struct reader *reader, bool yes)
{
	if (yes && !reader->args->relocatable)
		add_flag(reader, "-D", "__CUDACC_RDC__");
	reader->args->relocatable = yes;
}

static void set_language(struct reader *reader, const char *value)
{
	if (strcmp(value, "cu") == 0 || strcmp(value, "cuda") == 0)
		value = "cuda";
	reader->args->language = strcmp(value, "none") == 0 ? NULL : value;
}

static void set_arch(struct reader *reader, const char *value)
{
	struct arch_request *request = &reader->request;
	request->all = strcmp(value, "all") == 0;
	request->all_major = strcmp(value, "all-major") == 0;
	request->native = strcmp(value, "native") == 0;
	request->arch = request->all || request->all_major || request->native ? NULL : value;
}

static void set_max_registers(struct reader *reader, const char *value)
{
	char *end;
	errno = 0;
	long count = strtol(value, &end, 10);
	if (end == value || *end || errno || count < 0 || count > 255)
		fail(reader,
			arena_printf(reader->arena, "-maxrregcount: '%s' is not a register count", value));
	else
		reader->args->maxrregcount = (int)count;
}

static void read_response_file(struct reader *reader, const char *name, enum words_style style)
{
	const char *path = path_join(reader->arena, reader->args->directory, name);
	if (reader->depth >= DEPTH_LIMIT || reader->files >= FILE_LIMIT) {
		fail(reader, arena_printf(reader->arena, "%s: too many nested response files", path));
		return;
	}
	const char *realm = reader->args->realm;
	if (realm && !path_is_below(path_absolute(reader->arena, path), realm)) {
		fail(reader, arena_printf(reader->arena,
				     "%s: a response file outside of the repository is not read", path));
		return;
	}
	reader->files++;
	struct buffer text = {0};
	int code = buffer_read_file(&text, path, SIZE_LIMIT);
	if (code != 0) {
		fail(reader, arena_printf(reader->arena, "%s: cannot read response file: %s", path,
				     strerror(code)));
	} else {
		struct words words = {0};
		words_split(reader->arena, text.data ? text.data : "", style, &words);
		reader->depth++;
		read_words(reader, words.count, words.data);
		reader->depth--;
	}
	buffer_free(&text);
}

/* -Xcompiler items go through a shell on nvcc's way to the host compiler; -Wp, and -Xpreprocessor don't. */
static void collect_host_words(struct reader *reader, const struct option *option, const char *item)
{
	if ((option->operand & MANY) == MANY)
		words_split(reader->arena, item, WORDS_SHELL, &reader->host_words);
	else
		vec_push(reader->arena, &reader->host_words, item);
}

/* The preprocessor's options; all that counts of a host compiler's. Returns false for others. */
static bool apply_preprocessor(struct reader *reader, const struct option *option, const char *value)
{
	const char *path = option->operand & LIST ? words_unquote(reader->arena, value) : value;
	switch (option->meaning) {
	case DEFINE: add_define(reader, value); return true;
	case UNDEFINE: add_flag(reader, "-U", value); return true;
	case INCLUDE_DIR: add_folder(reader, "-I", path); return true;
	case SYSTEM_DIR: add_folder(reader, "-isystem", path); return true;
	case QUOTE_DIR: add_folder(reader, "-iquote", path); return true;
	case AFTER_DIR: add_folder(reader, "-idirafter", path); return true;
	case PRE_INCLUDE: add_pre_include(reader, "-include", path); return true;
	case PRE_MACROS: add_pre_include(reader, "-imacros", path); return true;
	case STANDARD: set_standard(reader, value); return true;
	case OPENMP: set_openmp(reader); return true;
	default: return false;
	}
}

/* Options that steer the front end or the driver. Returns false for facts. */
static bool apply_driver(struct reader *reader, const struct option *option, const char *value)
{
	struct arena *arena = reader->arena;
	struct args *args = reader->args;
	char *error = NULL;
	switch (option->meaning) {
	case LANGUAGE: set_language(reader, value); break;
	case ARCH: set_arch(reader, value); break;
	case CODE: words_split_list(arena, words_unquote(arena, value), &reader->request.codes); break;
	case GENCODE: arch_add_gencode(arena, &reader->request, value, &error); break;
	case GPU_ARCH: arch_add_gpu(arena, &reader->request, value, &error); break;
	case NO_GPU_ARCH: arch_remove_gpu(&reader->request, value); break;
	case HOST_WORDS: collect_host_words(reader, option, value); break;
	case OPTIONS_FILE: read_response_file(reader, words_unquote(arena, value), WORDS_NVCC); break;
	case CUDA_PATH: args->cuda_path = path_join(arena, args->directory, value); break;
	case STREAM: set_stream(reader, value); break;
	case RDC: set_relocatable(reader, strcmp(value, "false") != 0); break;
	case DEVICE_OPTIMIZED: reader->device_optimized = true; break;
	case MAX_REGISTERS: set_max_registers(reader, value); break;
	default: return false;
	}
	if (error)
		fail(reader, error);
	return true;
}

static void apply_fact(struct args *args, const struct option *option, const char *value)
{
	bool yes = strcmp(value, "false") != 0;
	switch (option->meaning) {
	case FAST_MATH: args->fast_math = args->ftz = args->no_prec_div = args->no_prec_sqrt = true; break;
	case FTZ: args->ftz = yes; break;
	case PREC_DIV: args->no_prec_div = !yes; break;
	case PREC_SQRT: args->no_prec_sqrt = !yes; break;
	case FMAD: args->no_fmad = !yes; break;
	case LAMBDA: args->extended_lambda = true; break;
	case RELAXED: args->relaxed_constexpr = true; break;
	case RESTRICT: args->restrict_pointers = true; break;
	case DEVICE_DEBUG: args->device_debug = true; break;
	case WARN_STREAM: args->warn_default_stream = true; break;
	case WARN_BOUNDS: args->warn_launch_bounds = true; break;
	default: break;
	}
}

static void apply(struct reader *reader, const struct option *option, const char *value)
{
	struct words items = {0};
	if (option->operand & LIST && option->meaning != GENCODE && option->meaning != CODE)
		words_split_list(reader->arena, value, &items);
	else
		vec_push(reader->arena, &items, value);
	for (size_t i = 0; i < items.count; i++) {
		if (apply_preprocessor(reader, option, items.data[i]) || reader->reading_host_words)
			continue;
		if (!apply_driver(reader, option, items.data[i]))
			apply_fact(reader->args, option, items.data[i]);
	}
	if (option->macro && !reader->reading_host_words)
		add_flag(reader, "-D", option->macro);
}

static void take_input(struct reader *reader, const char *word)
{
	struct args *args = reader->args;
	if (!args->file && !reader->reading_host_words && args_is_source(path_extension(word)))
		args->file = path_join(reader->arena, args->directory, word);
}

/* True when `words[at]` is there and, for an optional operand, looks like one. */
static bool operand_follows(const struct option *option, size_t count, const char *const *words, size_t at)
{
	if (!(option->operand & NEXT) || at >= count)
		return false;
	if (!(option->operand & MAYBE))
		return true;
	return words[at][0] != '-' && words[at][0] != '@' && !args_is_source(path_extension(words[at]));
}

static void read_words(struct reader *reader, size_t count, const char *const *words)
{
	for (size_t i = 0; i < count; i++) {
		const char *word = words[i];
		bool is_option = (word[0] == '-' && word[1]) || strcmp(word, "/openmp") == 0;
		if (reader->only_inputs || (!is_option && word[0] != '@')) {
			take_input(reader, word);
			continue;
		}
		if (word[0] == '@') {
			read_response_file(reader, word + 1, WORDS_GNU);
			continue;
		}
		if (strcmp(word, "--") == 0) {
			reader->only_inputs = true;
			continue;
		}
		struct option_match match = option_find(reader->arena, reader->first, reader->second, word);
		if (!match.option) {
			if (!reader->reading_host_words)
				vec_push(reader->arena, &reader->args->dropped,
					arena_strdup(reader->arena, word));
			continue;
		}
		if (!match.value && operand_follows(match.option, count, words, i + 1))
			match.value = words[++i];
		else if (!match.value && (match.option->operand & (NEXT | MAYBE)) == NEXT &&
			 !reader->reading_host_words)
			fail(reader, arena_printf(reader->arena, "option '%s' needs an operand", word));
		if (match.value || !(match.option->operand & NEXT))
			apply(reader, match.option,
				match.value ? arena_strdup(reader->arena, match.value) : "");
	}
}

/* `args->std` as the one -std flag, at the end. */
static void place_standard(struct reader *reader)
{
	struct words *flags = &reader->args->clang_flags;
	if (!reader->args->std)
		reader->args->std = reader->host_std;
	if (!reader->args->std)
		return;
	size_t kept = 0;
	for (size_t i = 0; i < flags->count; i++)
		if (strncmp(flags->data[i], "-std=", 5) != 0)
			flags->data[kept++] = flags->data[i];
	flags->count = kept;
	add_flag(reader, "-std=", reader->args->std);
}

/* What can only be said once every word is read: host words, the dialect, architectures. */
static int finish(struct reader *reader, char **error)
{
	reader->reading_host_words = true;
	reader->only_inputs = false;
	reader->first = host_options;
	reader->second = NULL;
	read_words(reader, reader->host_words.count, reader->host_words.data);
	place_standard(reader);
	if (reader->device_optimized)
		reader->args->device_debug = false;
	char *arch_error = NULL;
	if (arch_resolve(reader->arena, &reader->request, reader->args, &arch_error) != 0)
		fail(reader, arch_error);
	if (reader->error)
		*error = reader->error;
	return reader->error ? -1 : 0;
}

int args_extend(struct arena *arena, int argc, const char *const *argv, struct args *args, char **error)
{
	bool nvcc = args->compiler_is_nvcc || !args->compiler;
	struct reader reader = {.arena = arena, .args = args};
	reader.first = nvcc ? nvcc_options : host_options;
	reader.second = nvcc ? host_options : nvcc_options;
	read_words(&reader, argc > 0 ? (size_t)argc : 0, argv);
	return finish(&reader, error);
}

bool args_is_nvcc(const char *compiler)
{
	return strstr(path_name(compiler), "nvcc") != NULL;
}

bool args_is_clang(const char *compiler)
{
	return strstr(path_name(compiler), "clang") != NULL;
}

bool args_is_launcher(const char *program)
{
	static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc", "gomacc", "fastbuild",
		"buildcache", "env", "time", "nice", "cmake", "libtool", "bear", "recc", "redo", "ionice"};
	for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
		if (strcmp(path_name(program), launchers[i]) == 0)
			return true;
	return false;
}

bool args_is_source(const char *extension)
{
	static const char *const extensions[] = {"cu", "cuh", "c", "cc", "cpp", "cxx", "c++", "C", "h", "hh",
		"hpp", "hxx", "h++", "H", "inl", "ipp", "tpp", "i", "ii", "cui", "cppm", "ixx"};
	for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++)
		if (strcmp(extension, extensions[i]) == 0)
			return true;
	return false;
}

/* How many words at the start are a compiler and what stands before it; sets `args->compiler`. */
static int take_compiler(struct arena *arena, int argc, const char *const *argv, struct args *args)
{
	int at = 0;
	while (at < argc && args_is_launcher(argv[at]))
		for (at++; at < argc && (argv[at][0] == '-' || strchr(argv[at], '='));)
			at++;
	if (at >= argc || argv[at][0] == '-' || argv[at][0] == '@' ||
		args_is_source(path_extension(argv[at])))
		return at;
	bool has_slash = strchr(argv[at], '/') != NULL;
	args->compiler =
		has_slash ? path_join(arena, args->directory, argv[at]) : arena_strdup(arena, argv[at]);
	args->compiler_is_nvcc = args_is_nvcc(args->compiler);
	return at + 1;
}

int args_translate(struct arena *arena, const char *directory, int argc, const char *const *argv,
	struct args *out, char **error)
{
	return args_translate_below(arena, NULL, directory, argc, argv, out, error);
}

int args_translate_below(struct arena *arena, const char *realm, const char *directory, int argc,
	const char *const *argv, struct args *out, char **error)
{
	*out = (struct args){.realm = realm};
	char *here = directory ? NULL : getcwd(NULL, 0);
	out->directory = arena_strdup(arena, directory ? directory : here ? here : "/");
	free(here);
	int at = take_compiler(arena, argc, argv, out);
	int result = args_extend(
		arena, argc - at, at ? argv + at : argv, out, error); /* NULL where there is none */
	out->realm = NULL;
	return result;
}
