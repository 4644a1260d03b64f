/* Precompiled headers, keyed by everything that libclang compares when it loads one: its own version,
 * language standard, the flags, and which headers are inside.
 *
 * One is read lazily, so that headers which a unit doesn't use cost it next to nothing, while each file costs
 * a second to make and some 10 MB: hence few levels instead of one file for each set of includes. What is
 * made goes to a file of its own and is renamed into place. Of processes that want the same one, one makes it
 * and the others wait (pch_folder.c). */
#include "analyzer/frontend/pch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/lower/cx.h"
#include "analyzer/frontend/pch_folder.h"

/* Headers of which a unit includes one or more to get the level. The C++ library's rare and heavy ones
 * (regex, filesystem, valarray) are left to be parsed. */
static const char *const cuda_headers[] = {"cuda.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h",
	"cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
	"cooperative_groups/memcpy_async.h", "cuda_pipeline.h", "mma.h", "cublas_v2.h", "cublasLt.h",
	"cusparse.h", "cusolverDn.h", "cufft.h", "curand.h", "curand_kernel.h", "nvrtc.h", NULL};
static const char *const standard_headers[] = {"iostream", "fstream", "sstream", "iomanip", "string",
	"vector", "array", "map", "set", "list", "deque", "queue", "stack", "unordered_map", "unordered_set",
	"algorithm", "numeric", "memory", "tuple", "chrono", "thread", "mutex", "condition_variable",
	"future", "atomic", "random", "complex", NULL};
/* What is in some of those anyway. */
static const char *const standard_parts[] = {"ostream", "istream", "ios", "streambuf", "iterator", "bitset",
	"optional", "variant", "string_view", "torch/extension.h", "torch/types.h", "torch/all.h",
	"torch/torch.h", "torch/script.h", "torch/python.h", "torch/library.h", "ATen/ATen.h",
	"ATen/cuda/CUDAContext.h", "c10/cuda/CUDAGuard.h", "c10/cuda/CUDAStream.h",
	"c10/cuda/CUDAException.h", NULL};

static bool includes_any(const struct includes *includes, const char *const *names)
{
	for (size_t i = 0; i < includes->system.count; i++)
		for (const char *const *name = names; *name; name++)
			if (strcmp(includes->system.data[i], *name) == 0)
				return true;
	return false;
}

enum pch_level pch_level_for(const struct includes *includes)
{
	if (includes_any(includes, standard_headers) || includes_any(includes, standard_parts))
		return PCH_STANDARD;
	return includes_any(includes, cuda_headers) ? PCH_CUDA : PCH_CORE;
}

static void add_headers(struct buffer *text, const char *const *names)
{
	for (; *names; names++)
		buffer_printf(text, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", *names, *names);
}

static void add_text(struct buffer *text, const struct pch_request *request)
{
	buffer_printf(text, "#include \"%s\"\n", request->prelude);
	if (request->level >= PCH_CUDA)
		add_headers(text, cuda_headers);
	if (request->level >= PCH_STANDARD)
		add_headers(text, standard_headers);
	if (request->level >= PCH_CUDA)
		buffer_add_text(text, "#include \"cudalint/not_included.h\"\n");
}

/* An upgrade of the C++ library renames files into its folders, which changes the folders' times. */
static void add_library_times(struct buffer *key)
{
	for (int version = 9; version <= 16; version++) {
		char path[64];
		snprintf(path, sizeof path, "/usr/include/c++/%d/bits", version);
		struct stat status;
		if (stat(path, &status) == 0)
			buffer_printf(key, "\n%s %lld", path, (long long)status.st_mtime);
	}
}

static unsigned long long key_of(const struct pch_request *request, const struct buffer *text)
{
	struct buffer key = {0};
	buffer_add_text(&key, CUDALINT_VERSION "\n");
	CXString version = clang_getClangVersion();
	buffer_add_text(&key, clang_getCString(version));
	clang_disposeString(version);
	for (int i = 0; i < request->arg_count; i++)
		buffer_printf(&key, "\n%s", request->args[i]);
	buffer_printf(&key, "\n%lld", request->stamp);
	add_library_times(&key);
	buffer_add(&key, text->data, text->size);
	XXH64_hash_t hash = XXH64(key.data, key.size, 0);
	buffer_free(&key);
	return hash;
}

bool pch_write_text(const char *path, const struct buffer *text)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	bool ok = fwrite(text->data, 1, text->size, file) == text->size;
	return fclose(file) == 0 && ok;
}

static bool same_file(const char *path, const struct buffer *text)
{
	struct buffer old = {0};
	bool same = buffer_read_file(&old, path, 1 << 20) == 0 && old.size == text->size &&
		    memcmp(old.data, text->data, text->size) == 0;
	buffer_free(&old);
	return same;
}

/* The header's text lies beside the result: libclang checks that it is still there and unchanged. */
static bool put_header(struct arena *arena, const char *path, const struct buffer *text)
{
	if (same_file(path, text))
		return true;
	const char *temporary = arena_printf(arena, "%s.%ld", path, (long)getpid());
	if (pch_write_text(temporary, text) && rename(temporary, path) == 0)
		return true;
	unlink(temporary);
	return false;
}

/* A half-written file must not be there after a power cut: libclang trusts what it finds. */
static bool flush(const char *path)
{
	int fd = open(path, O_RDONLY);
	bool ok = fd >= 0 && fsync(fd) == 0;
	if (fd >= 0)
		close(fd);
	return ok;
}

bool pch_save(CXIndex index, const char *header, const char *const *args, int arg_count, const char *result,
	CXTranslationUnit *unit)
{
	unsigned options = CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete |
			   CXTranslationUnit_KeepGoing;
	*unit = NULL;
	enum CXErrorCode error =
		clang_parseTranslationUnit2(index, header, args, arg_count, NULL, 0, options, unit);
	return !error && *unit &&
	       clang_saveTranslationUnit(*unit, result, clang_defaultSaveOptions(*unit)) ==
		       CXSaveError_None &&
	       flush(result);
}

static bool build(CXIndex index, const struct pch_request *request, const char *header, const char *temporary)
{
	CXTranslationUnit unit;
	return pch_save(index, header, request->args, request->arg_count, temporary, &unit);
}

/* In a process of its own, because libclang aborts when the disk is full. */
static bool build_apart(
	CXIndex index, const struct pch_request *request, const char *header, const char *temporary)
{
	int status = 1;
	pid_t child = fork();
	if (child == 0)
		_exit(build(index, request, header, temporary) ? 0 : 1);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool build_in_place(struct arena *arena, CXIndex index, const struct pch_request *request,
	const char *header, const char *result)
{
	const char *temporary = arena_printf(arena, "%s.%ld", result, (long)getpid());
	bool built = request->is_own_process ? build(index, request, header, temporary)
					     : build_apart(index, request, header, temporary);
	if (built && rename(temporary, result) == 0)
		return true;
	unlink(temporary);
	return false;
}

/* A file of the folder that is being asked for. */
struct wanted {
	struct arena *arena;
	CXIndex index;
	const struct pch_request *request;
	struct buffer text;
	unsigned long long key;
	const char *folder, *header, *result;
	bool again;
};

static bool is_there(const struct wanted *wanted)
{
	return !wanted->again && access(wanted->result, R_OK) == 0 && access(wanted->header, R_OK) == 0;
}

/* Under the lock. */
static bool make(const struct wanted *wanted)
{
	bool made = is_there(wanted) || (put_header(wanted->arena, wanted->header, &wanted->text) &&
						build_in_place(wanted->arena, wanted->index, wanted->request,
							wanted->header, wanted->result));
	pch_folder_trim(wanted->arena, wanted->folder);
	return made;
}

static bool get(const struct wanted *wanted)
{
	if (is_there(wanted)) {
		pch_folder_touch(wanted->result);
		return true;
	}
	if (wanted->request->ask) {
		wanted->request->ask(wanted->request->ask_context, wanted->request, wanted->again);
		return false;
	}
	if (path_make_folders(wanted->arena, wanted->folder) || access(wanted->folder, W_OK))
		return false;
	int lock = pch_folder_lock(wanted->arena, wanted->folder, wanted->key);
	bool made = make(wanted);
	pch_folder_unlock(lock);
	return made;
}

const char *pch_folder_below(struct arena *arena, const char *cache_dir)
{
	return arena_printf(arena, "%s/pch", cache_dir);
}

static struct wanted wanted_of(struct arena *arena, const struct pch_request *request)
{
	struct wanted wanted = {.arena = arena, .request = request};
	wanted.folder = pch_folder_below(arena, request->cache_dir);
	add_text(&wanted.text, request);
	wanted.key = key_of(request, &wanted.text);
	wanted.header = arena_printf(arena, "%s/%016llx.h", wanted.folder, wanted.key);
	wanted.result = arena_printf(arena, "%s/%016llx.pch", wanted.folder, wanted.key);
	return wanted;
}

const char *pch_path(struct arena *arena, const struct pch_request *request)
{
	struct wanted wanted = wanted_of(arena, request);
	buffer_free(&wanted.text);
	return wanted.result;
}

const char *pch_get(struct arena *arena, CXIndex index, const struct pch_request *request, bool again)
{
	struct wanted wanted = wanted_of(arena, request);
	wanted.index = index;
	wanted.again = again;
	bool is_had = get(&wanted);
	buffer_free(&wanted.text);
	return is_had ? wanted.result : NULL;
}
