/* Invented declarations as text. */
#include "analyzer/frontend/repair.h"

#include <string.h>

#include "analyzer/base/buffer.h"

/* What all invented types share, and `value`: the result of anything unknown. Binary operators take one of
 * ours and anything. In C++11, and without any header. */
static const char preamble[] =
	"namespace cudalint_unknown {\n"
	"#define CUDALINT_HD __host__ __device__\n"
	"struct base {};\n"
	"template <bool, class T = int> struct when {};\n"
	"template <class T> struct when<true, T> { typedef T type; };\n"
	"template <class T> struct plain { typedef T type; };\n"
	"template <class T> struct plain<T &> { typedef T type; };\n"
	"template <class T> struct plain<T &&> { typedef T type; };\n"
	"template <class T> struct ours { enum { is = __is_base_of(base, typename plain<T>::type) }; };\n"
	"struct value;\n"
	"#define CUDALINT_OPERATIONS \\\n"
	"	template <class T> CUDALINT_HD operator T() const; \\\n"
	"	template <class... A> CUDALINT_HD cudalint_unknown::value operator()(A &&...) const; \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator[](A &&) const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value &operator*() const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value *operator->() const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value operator&() const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value operator-() const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value operator~() const; \\\n"
	"	CUDALINT_HD cudalint_unknown::value operator++(int); \\\n"
	"	CUDALINT_HD cudalint_unknown::value &operator++(); \\\n"
	"	CUDALINT_HD cudalint_unknown::value operator--(int); \\\n"
	"	CUDALINT_HD cudalint_unknown::value &operator--(); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator+=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator-=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator*=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator/=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator|=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator&=(A &&); \\\n"
	"	template <class A> CUDALINT_HD cudalint_unknown::value &operator^=(A &&);\n"
	"#define CUDALINT_TYPE(X) \\\n"
	"	X() = default; \\\n"
	"	template <class A, typename cudalint_unknown::when<!cudalint_unknown::ours<A>::is>::type = 0> \\\n"
	"	CUDALINT_HD X(A &&); \\\n"
	"	template <class A, class B, class... C> CUDALINT_HD X(A &&, B &&, C &&...); \\\n"
	"	CUDALINT_OPERATIONS\n";

static const char operators[] =
	"#define CUDALINT_BINARY(op) template <class A, class B> CUDALINT_HD \\\n"
	"	typename when<ours<A>::is || ours<B>::is, value>::type operator op(A &&, B &&);\n"
	"CUDALINT_BINARY(+) CUDALINT_BINARY(-) CUDALINT_BINARY(*) CUDALINT_BINARY(/) CUDALINT_BINARY(%)\n"
	"CUDALINT_BINARY(<) CUDALINT_BINARY(>) CUDALINT_BINARY(<=) CUDALINT_BINARY(>=) CUDALINT_BINARY(==)\n"
	"CUDALINT_BINARY(!=) CUDALINT_BINARY(&) CUDALINT_BINARY(|) CUDALINT_BINARY(^) CUDALINT_BINARY(<<)\n"
	"CUDALINT_BINARY(>>)\n"
	"#define CUDALINT_ASSIGN(op) template <class A, class B> CUDALINT_HD \\\n"
	"	typename when<!ours<A>::is && ours<B>::is, A &>::type operator op(A &, B &&);\n"
	"CUDALINT_ASSIGN(+=) CUDALINT_ASSIGN(-=) CUDALINT_ASSIGN(*=) CUDALINT_ASSIGN(/=) CUDALINT_ASSIGN(|=)\n"
	"CUDALINT_ASSIGN(&=) CUDALINT_ASSIGN(^=)\n"
	"template <class... A> struct any_ours { enum { is = 0 }; };\n"
	"template <class A, class... B> struct any_ours<A, B...> {\n"
	"	enum { is = ours<A>::is || any_ours<B...>::is };\n"
	"};\n"
	"}\n"
	/* CUDA's own functions, of which an argument that converts to anything would fit too many */
	"#define CUDALINT_ANY(f) template <class... A> CUDALINT_HD typename cudalint_unknown::when< \\\n"
	"	cudalint_unknown::any_ours<A...>::is, cudalint_unknown::value>::type f(A &&...);\n"
	"CUDALINT_ANY(min) CUDALINT_ANY(max) CUDALINT_ANY(abs) CUDALINT_ANY(atomicAdd) CUDALINT_ANY(atomicSub)\n"
	"CUDALINT_ANY(atomicMin) CUDALINT_ANY(atomicMax) CUDALINT_ANY(atomicExch) CUDALINT_ANY(atomicCAS)\n"
	"CUDALINT_ANY(atomicAnd) CUDALINT_ANY(atomicOr) CUDALINT_ANY(atomicXor) CUDALINT_ANY(__ldg)\n"
	"CUDALINT_ANY(__shfl_sync) CUDALINT_ANY(__shfl_up_sync) CUDALINT_ANY(__shfl_down_sync)\n"
	"CUDALINT_ANY(__shfl_xor_sync) CUDALINT_ANY(sqrt) CUDALINT_ANY(exp) CUDALINT_ANY(log) CUDALINT_ANY(pow)\n";

/* What everybody means by these. */
static const struct {
	const char *name, *type;
} scalars[] = {{"int8", "signed char"}, {"int16", "short"}, {"int32", "int"}, {"int64", "long long"},
	{"uint8", "unsigned char"}, {"uint16", "unsigned short"}, {"uint32", "unsigned int"},
	{"uint64", "unsigned long long"}, {"uchar", "unsigned char"}, {"ushort", "unsigned short"},
	{"uint", "unsigned int"}, {"float32", "float"}, {"float64", "double"}};

struct writer {
	struct arena *arena;
	const struct repair *repair;
	struct buffer *out;
	unsigned depth;
};

static void write_scope(struct writer *writer, const char *space, bool in_type);

static const char *inner(struct writer *writer, const struct invented *invented)
{
	return *invented->space ? arena_printf(writer->arena, "%s::%s", invented->space, invented->name)
				: invented->name;
}

static void write_type(struct writer *writer, const struct invented *invented)
{
	const char *name = invented->name;
	for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
		if (!strcmp(scalars[i].name, name) && invented->kind == INVENTED_TYPE) {
			buffer_printf(writer->out, "typedef %s %s;\n", scalars[i].type, name);
			return;
		}
	if (invented->kind == INVENTED_TYPE_TEMPLATE)
		buffer_printf(writer->out, "template <%s> ", invented->parameters);
	buffer_printf(writer->out, "struct %s : cudalint_unknown::base {\n\tCUDALINT_TYPE(%s)\n", name, name);
	write_scope(writer, inner(writer, invented), true);
	buffer_add_text(writer->out, "};\n");
}

static void write_name(struct writer *writer, const struct invented *invented, bool in_type)
{
	static const char any[] = "CUDALINT_HD cudalint_unknown::value";
	const char *name = invented->name, *fixed = in_type ? "static " : "";
	struct buffer *out = writer->out;
	switch (invented->kind) {
	case INVENTED_NUMBER:
		if (in_type)
			buffer_printf(out, "static cudalint_unknown::value %s;\n", name);
		else
			buffer_printf(out, "extern const int %s;\n", name);
		break;
	case INVENTED_OBJECT:
		buffer_printf(out, "%s cudalint_unknown::value %s;\n", in_type ? "static" : "extern", name);
		break;
	case INVENTED_FUNCTION:
		buffer_printf(out, "template <class... A> %s%s %s(A &&...);\n", fixed, any, name);
		break;
	case INVENTED_FUNCTION_TEMPLATE:
		buffer_printf(out,
			"template <class... T, class... A> %s%s %s(A &&...);\n"
			"template <auto V, class... A> %s%s %s(A &&...);\n",
			fixed, any, name, fixed, any, name);
		break;
	case INVENTED_TYPE:
	case INVENTED_TYPE_TEMPLATE: write_type(writer, invented); break;
	case INVENTED_NAMESPACE:
		if (in_type)
			break;
		buffer_printf(out, "namespace %s {\n", name);
		write_scope(writer, inner(writer, invented), false);
		buffer_add_text(out, "}\n");
		break;
	default: break;
	}
}

static void write_scope(struct writer *writer, const char *space, bool in_type)
{
	enum { MOST_DEPTH = 8 };
	const struct repair *repair = writer->repair;
	if (++writer->depth <= MOST_DEPTH)
		for (size_t i = 0; i < repair->names.count; i++)
			if (!repair->names.data[i].is_banned && !strcmp(repair->names.data[i].space, space))
				write_name(writer, &repair->names.data[i], in_type);
	writer->depth--;
}

static bool is_owned(const struct repair *repair, const char *space)
{
	const char *last = NULL;
	for (const char *at = space; (at = strstr(at, "::")); at += 2)
		last = at;
	size_t outer = last ? (size_t)(last - space) : 0;
	const char *name = last ? last + 2 : space;
	for (size_t i = 0; i < repair->names.count; i++) {
		const struct invented *invented = &repair->names.data[i];
		if (!invented->is_banned && strlen(invented->space) == outer &&
			!strncmp(invented->space, space, outer) && !strcmp(invented->name, name))
			return true;
	}
	return false;
}

/* A namespace that headers declare, too, and into which names go. */
static void write_others(struct writer *writer)
{
	const struct repair *repair = writer->repair;
	for (size_t i = 0; i < repair->names.count; i++) {
		const struct invented *invented = &repair->names.data[i];
		bool is_first = true;
		for (size_t k = 0; k < i && is_first; k++)
			is_first = strcmp(repair->names.data[k].space, invented->space) != 0;
		if (!*invented->space || !is_first || is_owned(repair, invented->space) ||
			!strncmp(invented->space, "cudalint_unknown", 16))
			continue;
		unsigned count = 0;
		for (const char *at = invented->space; *at; count++) {
			size_t length = strcspn(at, ":");
			buffer_printf(writer->out, "namespace %.*s { ", (int)length, at);
			at += length + strspn(at + length, ":");
		}
		buffer_add_text(writer->out, "\n");
		write_scope(writer, invented->space, false);
		while (count--)
			buffer_add_text(writer->out, "} ");
		buffer_add_text(writer->out, "\n");
	}
}

static void write_macros(struct writer *writer)
{
	for (size_t i = 0; i < writer->repair->names.count; i++) {
		const struct invented *invented = &writer->repair->names.data[i];
		if (invented->is_banned)
			continue;
		if (invented->kind == INVENTED_QUALIFIER)
			buffer_printf(writer->out, "#define %s\n", invented->name);
		else if (invented->kind == INVENTED_QUALIFIER_CALL)
			buffer_printf(writer->out, "#define %s(...)\n", invented->name);
		else if (invented->kind == INVENTED_CONDITION)
			buffer_printf(writer->out, "#define %s(...) if (__VA_ARGS__)\n", invented->name);
		else if (invented->kind == INVENTED_STATEMENT)
			buffer_printf(writer->out,
				"#define %s(...) ::cudalint_unknown::statement(__VA_ARGS__);\n",
				invented->name);
		else if (invented->kind == INVENTED_LOOP)
			buffer_printf(writer->out,
				"#define %s(i, ...) for (int i = ::cudalint_unknown::each(); "
				"::cudalint_unknown::more(i, ##__VA_ARGS__); ++i)\n",
				invented->name);
	}
}

const char *repair_text(struct arena *arena, const struct repair *repair)
{
	struct buffer text = {0};
	struct writer writer = {.arena = arena, .repair = repair, .out = &text};
	if (!repair->names.count)
		return "";
	if (repair->has_extents)
		buffer_add_text(&text, "#undef __shared__\n"
				       "#define __shared__ __attribute__((annotate(\"shared\")))\n");
	buffer_add_text(&text, preamble);
	buffer_add_text(&text, "struct value : base {\n	value() = default;\n	CUDALINT_OPERATIONS\n");
	write_scope(&writer, "cudalint_unknown::value", true);
	buffer_add_text(&text, "};\n");
	buffer_add_text(&text, "template <class... A> CUDALINT_HD void statement(A &&...);\n"
			       "CUDALINT_HD int each();\n"
			       "template <class... A> CUDALINT_HD bool more(int, A &&...);\n");
	buffer_add_text(&text, operators);
	write_scope(&writer, "", false);
	write_others(&writer);
	write_macros(&writer);
	char *copy = arena_strdup(arena, text.data);
	buffer_free(&text);
	return copy;
}

void repair_names(struct arena *arena, const struct repair *repair, struct words *out)
{
	for (size_t i = 0; i < repair->names.count; i++) {
		const struct invented *invented = &repair->names.data[i];
		bool is_member = !strncmp(invented->space, "cudalint_unknown", 16);
		if (invented->is_banned || invented->kind == INVENTED_NAMESPACE || is_member)
			continue;
		const char *name = *invented->space
					   ? arena_printf(arena, "%s::%s", invented->space, invented->name)
					   : invented->name;
		vec_push(arena, out, name);
	}
}
