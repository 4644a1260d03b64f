/* Architecture names and lists: -arch, -code, -gencode of nvcc, --offload-arch of clang, our own --arch. */
#include "analyzer/frontend/args/args_option.h"

#include <ctype.h>
#include <stdlib.h>

/* What compute capabilities there are; our own --arch accepts these, a build may know newer ones. */
static const int known_archs[] = {30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90,
	100, 101, 103, 110, 120, 121};

/* What `nvcc -arch=all` and `-arch=all-major` of CUDA 13 build for. */
static const int all_archs[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
static const int all_major_archs[] = {75, 80, 90, 100, 110, 120};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void list_add(struct arena *arena, struct arch_list *list, int arch)
{
	size_t at = 0;
	while (at < list->count && list->data[at] < arch)
		at++;
	if (at < list->count && list->data[at] == arch)
		return;
	vec_push(arena, list, arch);
	memmove(list->data + at + 1, list->data + at, (list->count - 1 - at) * sizeof(int));
	list->data[at] = arch;
}

/* Skips `prefix` at `*text`. */
static bool skip_prefix(const char **text, size_t *length, const char *prefix)
{
	size_t prefix_length = strlen(prefix);
	if (*length < prefix_length || strncmp(*text, prefix, prefix_length) != 0)
		return false;
	*text += prefix_length;
	*length -= prefix_length;
	return true;
}

int arch_name_parse(const char *text, size_t length, struct arch_name *out)
{
	bool virtual_name = skip_prefix(&text, &length, "compute_") || skip_prefix(&text, &length, "lto_");
	if (!virtual_name)
		skip_prefix(&text, &length, "sm_");
	*out = (struct arch_name){.real = !virtual_name};
	size_t digits = 0;
	for (; digits < length && digits < 4 && isdigit((unsigned char)text[digits]); digits++)
		out->number = out->number * 10 + (text[digits] - '0');
	if (digits < 2 || digits > 3 || out->number < 10)
		return -1;
	if (digits + 1 == length && (text[digits] == 'a' || text[digits] == 'f'))
		out->suffix = text[digits];
	else if (digits != length)
		return -1;
	return 0;
}

static int unknown_arch(struct arena *arena, const char *text, size_t length, char **error)
{
	*error = arena_printf(arena, "unknown architecture '%.*s'", (int)length, text);
	return -1;
}

static int add_target(struct arena *arena, struct arch_request *request, const struct arch_name *compiled_as,
	const char *code, size_t length, char **error)
{
	struct arch_name name;
	if (arch_name_parse(code, length, &name) != 0)
		return unknown_arch(arena, code, length, error);
	int virtual_arch = compiled_as ? compiled_as->number : name.number;
	vec_push(arena, &request->targets,
		(struct args_target){name.number, virtual_arch, name.suffix, name.real});
	return 0;
}

/* Separators of a -gencode operand, whose brackets and quotes only group. */
static const char gencode_separators[] = ",[]\"' \t";

int arch_add_gencode(struct arena *arena, struct arch_request *request, const char *text, char **error)
{
	struct arch_name compiled_as;
	bool have_arch = false;
	size_t codes = 0;
	/* Twice, because code= may stand before arch=. */
	for (int pass = 0; pass < 2; pass++) {
		const char *p = text;
		bool in_arch = false;
		while (p += strspn(p, gencode_separators), *p) {
			size_t length = strcspn(p, gencode_separators);
			const char *end = p + length;
			if (skip_prefix(&p, &length, "arch="))
				in_arch = true;
			else if (skip_prefix(&p, &length, "code="))
				in_arch = false;
			if (pass == 0 && in_arch && length) {
				if (arch_name_parse(p, length, &compiled_as) != 0)
					return unknown_arch(arena, p, length, error);
				have_arch = true;
			} else if (pass == 1 && !in_arch && length) {
				codes++;
				const struct arch_name *virtual_name = have_arch ? &compiled_as : NULL;
				if (add_target(arena, request, virtual_name, p, length, error) != 0)
					return -1;
			}
			p = end;
		}
	}
	/* nvcc demands both; an arch alone still says what is meant. */
	if (!codes && have_arch)
		vec_push(arena, &request->targets,
			(struct args_target){compiled_as.number, compiled_as.number, compiled_as.suffix,
				compiled_as.real});
	return 0;
}

int arch_add_gpu(struct arena *arena, struct arch_request *request, const char *text, char **error)
{
	struct words names = {0};
	words_split_list(arena, text, &names);
	for (size_t i = 0; i < names.count; i++) {
		if (strcmp(names.data[i], "native") == 0)
			request->native = true;
		else if (add_target(arena, request, NULL, names.data[i], strlen(names.data[i]), error) != 0)
			return -1;
	}
	return 0;
}

void arch_remove_gpu(struct arch_request *request, const char *text)
{
	struct arch_name name = {0};
	bool all = strcmp(text, "all") == 0;
	if (!all && arch_name_parse(text, strlen(text), &name) != 0)
		return;
	size_t kept = 0;
	for (size_t i = 0; i < request->targets.count; i++)
		if (!all && request->targets.data[i].arch != name.number)
			request->targets.data[kept++] = request->targets.data[i];
	request->targets.count = kept;
}

/* -arch and -code, which stand for one -gencode. */
static int add_arch_and_codes(struct arena *arena, struct arch_request *request, char **error)
{
	struct arch_name compiled_as;
	bool have_arch = request->arch != NULL;
	if (have_arch && arch_name_parse(request->arch, strlen(request->arch), &compiled_as) != 0)
		return unknown_arch(arena, request->arch, strlen(request->arch), error);
	for (size_t i = 0; i < request->codes.count; i++) {
		const char *code = request->codes.data[i];
		if (add_target(arena, request, have_arch ? &compiled_as : NULL, code, strlen(code), error) !=
			0)
			return -1;
	}
	if (have_arch && !request->codes.count)
		return add_target(arena, request, NULL, request->arch, strlen(request->arch), error);
	return 0;
}

static void add_all(struct arena *arena, struct arch_request *request)
{
	const int *archs = request->all ? all_archs : all_major_archs;
	size_t count = request->all ? COUNT(all_archs) : COUNT(all_major_archs);
	for (size_t i = 0; (request->all || request->all_major) && i < count; i++)
		vec_push(arena, &request->targets, (struct args_target){archs[i], archs[i], 0, true});
}

int arch_resolve(struct arena *arena, struct arch_request *request, struct args *args, char **error)
{
	add_all(arena, request);
	int result = add_arch_and_codes(arena, request, error);
	if (!request->targets.count)
		return result;
	args->targets.data = request->targets.data;
	args->targets.count = request->targets.count;
	args->targets.capacity = request->targets.capacity;
	args->archs = (struct arch_list){0};
	args->virtual_only = true;
	args->virtual_arch = 0;
	for (size_t i = 0; i < args->targets.count; i++)
		if (args->targets.data[i].real)
			args->virtual_only = false;
	for (size_t i = 0; i < args->targets.count; i++) {
		const struct args_target *target = &args->targets.data[i];
		if (target->real != args->virtual_only)
			list_add(arena, &args->archs, target->arch);
		if (target->real && (!args->virtual_arch || target->virtual_arch < args->virtual_arch))
			args->virtual_arch = target->virtual_arch;
	}
	return result;
}

static bool is_known(int arch)
{
	for (size_t i = 0; i < COUNT(known_archs); i++)
		if (known_archs[i] == arch)
			return true;
	return false;
}

int args_parse_arch_list(struct arena *arena, const char *text, struct arch_list *out, char **error)
{
	for (;;) {
		size_t length = strcspn(text, ",");
		struct arch_name name;
		if (arch_name_parse(text, length, &name) != 0 || !name.real || !is_known(name.number)) {
			*error = arena_printf(arena,
				"unknown architecture '%.*s' (expected sm_NN, such as sm_80 or sm_90)",
				(int)length, text);
			return -1;
		}
		list_add(arena, out, name.number);
		if (!text[length])
			return 0;
		text += length + 1;
	}
}
