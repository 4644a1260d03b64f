/* Finding out which names a parse lacked. clang names what is unknown in its messages, up to the first `::`
 * that it can't pass; the rest is read from the source text there. */
#include "analyzer/frontend/omitted.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/base/buffer.h"

/* Where a name is declared. `bare`: programs use it without its namespace, too, behind a using-declaration or
 * a using-directive. */
struct home {
	const char *space, *name, *header;
	bool bare;
};

static const struct home homes[] = {
	{"cuda", "atomic", "cuda/atomic", true},
	{"cuda", "atomic_ref", "cuda/atomic", true},
	{"cuda", "atomic_flag", "cuda/std/atomic", false},
	{"cuda", "atomic_thread_fence", "cuda/atomic", true},
	{"cuda", "thread_scope", "cuda/atomic", true},
	{"cuda", "thread_scope_system", "cuda/atomic", true},
	{"cuda", "thread_scope_device", "cuda/atomic", true},
	{"cuda", "thread_scope_block", "cuda/atomic", true},
	{"cuda", "thread_scope_thread", "cuda/atomic", true},
	{"cuda", "memory_order", "cuda/atomic", true},
	{"cuda", "memory_order_relaxed", "cuda/atomic", true},
	{"cuda", "memory_order_consume", "cuda/atomic", true},
	{"cuda", "memory_order_acquire", "cuda/atomic", true},
	{"cuda", "memory_order_release", "cuda/atomic", true},
	{"cuda", "memory_order_acq_rel", "cuda/atomic", true},
	{"cuda", "memory_order_seq_cst", "cuda/atomic", true},
	{"cuda", "barrier", "cuda/barrier", true},
	{"cuda", "aligned_size_t", "cuda/barrier", true},
	{"cuda", "device", "cuda/barrier", false},
	{"cuda", "memcpy_async", "cuda/pipeline", false},
	{"cuda", "pipeline", "cuda/pipeline", true},
	{"cuda", "pipeline_role", "cuda/pipeline", true},
	{"cuda", "pipeline_shared_state", "cuda/pipeline", true},
	{"cuda", "make_pipeline", "cuda/pipeline", true},
	{"cuda", "pipeline_consumer_wait_prior", "cuda/pipeline", true},
	{"cuda", "pipeline_producer_commit", "cuda/pipeline", true},
	{"cuda", "latch", "cuda/latch", true},
	{"cuda", "counting_semaphore", "cuda/semaphore", true},
	{"cuda", "binary_semaphore", "cuda/semaphore", true},
	{"cuda", "annotated_ptr", "cuda/annotated_ptr", true},
	{"cuda", "access_property", "cuda/annotated_ptr", true},
	{"cuda", "apply_access_property", "cuda/annotated_ptr", true},
	{"cuda", "associate_access_property", "cuda/annotated_ptr", true},
	{"cuda", "discard_memory", "cuda/annotated_ptr", true},
	{"cuda", "ptx", "cuda/ptx", false},
	{"cuda", "proclaim_return_type", "cuda/functional", false},
	{"cuda", "stream_ref", "cuda/stream_ref", false},
	{"cuda", "", "cuda/atomic", false}, /* using namespace cuda */
	{"cuda::std", "barrier", "cuda/std/barrier", false},
	{"cuda::std", "latch", "cuda/std/latch", false},
	{"cuda::std", "counting_semaphore", "cuda/std/semaphore", false},
	{"cuda::std", "binary_semaphore", "cuda/std/semaphore", false},
	{"cuda::std", "numeric_limits", "cuda/std/limits", false},
	{"cuda::std", "move", "cuda/std/utility", false},
	{"cuda::std", "forward", "cuda/std/utility", false},
	{"cuda::std", "pair", "cuda/std/utility", false},
	{"cuda::std", "plus", "cuda/std/functional", false},
	{"cuda::std", "", "cuda/std/atomic", false},
	{"std", "runtime_error", "stdexcept", false},
	{"std", "logic_error", "stdexcept", false},
	{"std", "invalid_argument", "stdexcept", false},
	{"std", "out_of_range", "stdexcept", false},
	{"std", "cout", "iostream", false},
	{"std", "cerr", "iostream", false},
	{"std", "endl", "iostream", false},
	{"std", "clog", "iostream", false},
	{"std", "string", "string", false},
	{"std", "to_string", "string", false},
	{"std", "vector", "vector", false},
	{"std", "array", "array", false},
	{"std", "tuple", "tuple", false},
	{"std", "tie", "tuple", false},
	{"std", "make_tuple", "tuple", false},
	{"std", "pair", "utility", false},
	{"std", "make_pair", "utility", false},
	{"std", "map", "map", false},
	{"std", "unordered_map", "unordered_map", false},
	{"std", "set", "set", false},
	{"std", "unique_ptr", "memory", false},
	{"std", "shared_ptr", "memory", false},
	{"std", "make_unique", "memory", false},
	{"std", "make_shared", "memory", false},
	{"std", "function", "functional", false},
	{"std", "numeric_limits", "limits", false},
	{"std", "min", "algorithm", false},
	{"std", "max", "algorithm", false},
	{"std", "sort", "algorithm", false},
	{"std", "fill", "algorithm", false},
	{"std", "accumulate", "numeric", false},
	{"std", "iota", "numeric", false},
	{"std", "ostream", "ostream", false},
	{"std", "ostringstream", "sstream", false},
	{"std", "stringstream", "sstream", false},
	{"std", "ofstream", "fstream", false},
	{"std", "ifstream", "fstream", false},
	{"std", "setw", "iomanip", false},
	{"std", "setprecision", "iomanip", false},
	{"std", "optional", "optional", false},
	{"std", "nullopt", "optional", false},
	{"std", "string_view", "string_view", false},
	{"std", "chrono", "chrono", false},
	{"std", "mutex", "mutex", false},
	{"std", "lock_guard", "mutex", false},
	{"std", "thread", "thread", false},
	{"std", "mt19937", "random", false},
	{"std", "is_same", "type_traits", false},
	{"std", "is_same_v", "type_traits", false},
	{"std", "enable_if", "type_traits", false},
	{"std", "enable_if_t", "type_traits", false},
	{"std", "conditional", "type_traits", false},
	{"std", "conditional_t", "type_traits", false},
	{"std", "int64_t", "cstdint", false},
	{"std", "uint32_t", "cstdint", false},
	{"std", "bad_alloc", "new", false},
	{"std", "complex", "complex", false},
	{"std", "atomic", "atomic", false},
	{"std", "atomic_ref", "atomic", false},
	{"std", "memory_order_relaxed", "atomic", false},
	{"std", "memory_order_acquire", "atomic", false},
	{"std", "memory_order_release", "atomic", false},
	{"cooperative_groups", "this_thread_block", "cooperative_groups.h", true},
	{"cooperative_groups", "this_grid", "cooperative_groups.h", true},
	{"cooperative_groups", "this_cluster", "cooperative_groups.h", true},
	{"cooperative_groups", "tiled_partition", "cooperative_groups.h", true},
	{"cooperative_groups", "labeled_partition", "cooperative_groups.h", true},
	{"cooperative_groups", "binary_partition", "cooperative_groups.h", true},
	{"cooperative_groups", "coalesced_threads", "cooperative_groups.h", true},
	{"cooperative_groups", "thread_block", "cooperative_groups.h", true},
	{"cooperative_groups", "thread_group", "cooperative_groups.h", true},
	{"cooperative_groups", "grid_group", "cooperative_groups.h", true},
	{"cooperative_groups", "cluster_group", "cooperative_groups.h", true},
	{"cooperative_groups", "coalesced_group", "cooperative_groups.h", true},
	{"cooperative_groups", "thread_block_tile", "cooperative_groups.h", true},
	{"cooperative_groups", "reduce", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "reduce_update_async", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "reduce_store_async", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "plus", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "less", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "greater", "cooperative_groups/reduce.h", false},
	{"cooperative_groups", "inclusive_scan", "cooperative_groups/scan.h", false},
	{"cooperative_groups", "exclusive_scan", "cooperative_groups/scan.h", false},
	{"cooperative_groups", "memcpy_async", "cooperative_groups/memcpy_async.h", false},
	{"cooperative_groups", "wait", "cooperative_groups/memcpy_async.h", false},
	{"cooperative_groups", "wait_prior", "cooperative_groups/memcpy_async.h", false},
	{"cooperative_groups", "", "cooperative_groups.h", false},
	{"nvcuda", "", "mma.h", false},
	{"cub", "", "cub/cub.cuh", false},
	{"", "half", "cuda_fp16.h", false},
	{"", "half2", "cuda_fp16.h", false},
	{"", "__half", "cuda_fp16.h", false},
	{"", "__half2", "cuda_fp16.h", false},
	{"", "nv_bfloat16", "cuda_bf16.h", false},
	{"", "__nv_bfloat16", "cuda_bf16.h", false},
	{"", "__nv_bfloat162", "cuda_bf16.h", false},
	{"", "curandState", "curand_kernel.h", false},
	{"", "curandState_t", "curand_kernel.h", false},
	{"", "__lanemask_lt", "cudalint/lanemask.h", false},
	{"", "__lanemask_le", "cudalint/lanemask.h", false},
	{"", "__lanemask_eq", "cudalint/lanemask.h", false},
	{"", "__lanemask_ge", "cudalint/lanemask.h", false},
	{"", "__lanemask_gt", "cudalint/lanemask.h", false},
};

/* Short names that everybody gives to these namespaces. */
static const struct {
	const char *name, *space, *header;
} aliases[] = {
	{"cg", "cooperative_groups", "cooperative_groups.h"},
	{"wmma", "nvcuda::wmma", "mma.h"},
	{"ptx", "cuda::ptx", "cuda/ptx"},
	{"cde", "cuda::device::experimental", "cuda/barrier"},
};

/* An unknown name, as far as it can be read. */
struct name {
	char space[64], name[64]; /* "" in front of a name without a namespace */
};

/* ---- reading errors -------------------------------------------------------------------------- */

static const char *read_word(const char *at, const char *end, char *out, size_t size)
{
	size_t length = 0;
	while (at < end && (isalnum((unsigned char)*at) || *at == '_')) {
		if (length + 1 < size)
			out[length++] = *at;
		at++;
	}
	out[length] = '\0';
	return at;
}

/* `cuda::std::atomic<int>`: the namespaces of the tables, then the name behind them. */
static void split(const char *at, const char *end, struct name *out)
{
	char word[64];
	static const char *const spaces[] = {"cuda", "cooperative_groups", "nvcuda", "cub", "std"};
	at = read_word(at, end, word, sizeof word);
	memcpy(out->name, word, sizeof word);
	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		if (strcmp(word, spaces[i]) != 0)
			continue;
		strcpy(out->space, word);
		out->name[0] = '\0';
		if (end - at > 2 && at[0] == ':' && at[1] == ':')
			at = read_word(at + 2, end, out->name, sizeof out->name);
		if (i > 0 || strcmp(out->name, "std") != 0)
			return;
		strcpy(out->space, "cuda::std");
		out->name[0] = '\0';
		if (end - at > 2 && at[0] == ':' && at[1] == ':')
			read_word(at + 2, end, out->name, sizeof out->name);
		return;
	}
}

/* "no template named 'latch' in namespace 'cuda::std'" */
static bool read_member(const char *message, struct name *out)
{
	static const char between[] = "' in namespace '";
	const char *first = strchr(message, '\''), *second = strstr(message, between);
	if (!first || !second)
		return false;
	const char *end = strchr(second + sizeof between - 1, '\'');
	if (!end || (size_t)(end - second) - sizeof between + 1 >= sizeof out->space)
		return false;
	read_word(first + 1, second, out->name, sizeof out->name);
	memcpy(out->space, second + sizeof between - 1, (size_t)(end - second) - sizeof between + 1);
	return true;
}

static bool says_unknown(const char *message)
{
	static const char *const begins[] = {"use of undeclared identifier '", "no template named '",
		"no type named '", "no member named '", "unknown type name '", "unknown template name '",
		"expected namespace name"};
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(message, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static bool read_error(const struct unit *unit, const struct unit_error *error, struct name *out)
{
	*out = (struct name){0};
	if (!says_unknown(error->message))
		return false;
	if (read_member(error->message, out))
		return true;
	const char *quoted = strchr(error->message, '\'');
	const struct ir_file *file = error->place.file < unit->module->files.count
					     ? &unit->module->files.data[error->place.file]
					     : NULL;
	if (file && error->place.begin < file->size) {
		const char *at = file->text + error->place.begin;
		split(at, file->text + file->size, out);
		const char *first = *out->space ? out->space : out->name;
		if (!quoted || strncmp(first, quoted + 1, strcspn(quoted + 1, "':")) == 0)
			return *first != '\0';
		*out = (struct name){0};
	}
	if (quoted) /* in a macro */
		split(quoted + 1, quoted + strlen(quoted), out);
	return quoted != NULL;
}

/* ---- what declares them ---------------------------------------------------------------------- */

static bool add(struct arena *arena, omitted_list *names, const char *text)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->data[i], text) == 0)
			return false;
	vec_push(arena, names, text);
	return true;
}

static bool add_header(
	struct arena *arena, struct omitted *omitted, const char *header, const struct name *name)
{
	bool is_own = strncmp(header, "cudalint/", 9) == 0; /* declares what no header of CUDA does */
	bool added = add(arena, &omitted->headers, header);
	if (is_own)
		add(arena, &omitted->told, arena_printf(arena, "unsigned %s();", name->name));
	else if (added)
		vec_push(arena, &omitted->told, arena_printf(arena, "#include <%s>", header));
	return added;
}

static bool add_line(struct arena *arena, struct omitted *omitted, const char *line)
{
	bool added = add(arena, &omitted->lines, line);
	if (added)
		vec_push(arena, &omitted->told, line);
	return added;
}

/* A header for a name of a namespace; of the standard library's parts, the header of that name. */
static const char *header_of(struct arena *arena, const struct name *name)
{
	const char *whole = NULL;
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
		if (strcmp(homes[i].space, name->space) != 0)
			continue;
		if (strcmp(homes[i].name, name->name) == 0)
			return homes[i].header;
		if (!*homes[i].name)
			whole = homes[i].header;
	}
	if (strcmp(name->space, "cuda::std") != 0)
		return strcmp(name->space, "cuda") == 0 ? NULL : whole;
	if (strncmp(name->name, "atomic", 6) == 0 || strncmp(name->name, "memory_order", 12) == 0)
		return whole;
	return arena_printf(arena, "cuda/std/%s", name->name); /* array, tuple, optional, span */
}

static bool add_bare(struct arena *arena, const char *name, struct omitted *omitted)
{
	bool added = false;
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
		if (strcmp(aliases[i].name, name) != 0)
			continue;
		added |= add_header(arena, omitted, aliases[i].header, NULL);
		added |= add_line(
			arena, omitted, arena_printf(arena, "namespace %s = %s;", name, aliases[i].space));
	}
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
		if (!homes[i].bare || strcmp(homes[i].name, name) != 0)
			continue;
		added |= add_header(arena, omitted, homes[i].header, NULL);
		added |= add_line(arena, omitted, arena_printf(arena, "using %s::%s;", homes[i].space, name));
	}
	return added;
}

bool omitted_extend(struct arena *arena, const struct unit *unit, struct omitted *omitted)
{
	bool added = false;
	struct name name;
	for (size_t i = 0; i < unit->errors.count; i++) {
		if (!read_error(unit, &unit->errors.data[i], &name))
			continue;
		const char *header = header_of(arena, &name);
		if (header)
			added |= add_header(arena, omitted, header, &name);
	}
	if (added)
		return true;
	for (size_t i = 0; i < unit->errors.count; i++)
		if (read_error(unit, &unit->errors.data[i], &name) && !*name.space)
			added |= add_bare(arena, name.name, omitted);
	return added;
}

const char *omitted_text(struct arena *arena, const struct omitted *omitted)
{
	struct buffer text = {0};
	buffer_add_text(&text, "#pragma GCC system_header\n");
	for (size_t i = 0; i < omitted->headers.count; i++)
		buffer_printf(&text, "#if __has_include(<%s>)\n#include <%s>\n#endif\n",
			omitted->headers.data[i], omitted->headers.data[i]);
	for (size_t i = 0; i < omitted->lines.count; i++)
		buffer_printf(&text, "%s\n", omitted->lines.data[i]);
	char *copy = arena_strdup(arena, text.data);
	buffer_free(&text);
	return copy;
}
