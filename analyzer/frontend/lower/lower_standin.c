/* Proposes arguments for templates that nobody instantiates, kernels' and those of host functions that launch
 * (../standin.h), by the names of parameters and by what the body does with them. */
#include "analyzer/frontend/lower/lower.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "analyzer/base/name.h"

enum { MOST_STANDINS = 64, MOST_PARAMETERS = 12, BLOCK = 256, TILE = 16 };

/* A template that anyone may instantiate, and nobody does. */
struct candidate {
	CXCursor cursor;
	const struct ir_function *function;
	const char *text; /* of the whole template */
	bool launches;    /* a host function: itself, or by way of others */
};

typedef VEC(struct candidate) candidate_list;

/* A template, and what its text says. */
struct subject {
	struct lower *lower;
	const struct ir_function *function;
	const char *text; /* of the whole template */
	bool two_rows;    /* threads have a y */
	bool only_types;  /* no number is made up, and there is one try */
};

/* A parameter in three versions: with float, int and double for types. */
struct argument {
	const char *tries[3];
};

/* Where a word stands next, whole; NULL: nowhere. */
static const char *find_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; length && (at = strstr(at, word)); at += length) {
		bool starts = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
		if (starts && !isalnum((unsigned char)at[length]) && at[length] != '_')
			return at;
	}
	return NULL;
}

/* Whether the name is called somewhere but at `declared`, where it is declared. */
static bool calls(const char *text, const char *name, const char *declared)
{
	size_t length = strlen(name);
	for (const char *at = find_word(text, name); at; at = find_word(at + length, name))
		if (at != declared && at[length] == '(')
			return true;
	return false;
}

static const char *text_of(struct lower *lower, CXCursor cursor)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	unsigned begin, end;
	size_t available = 0;
	clang_getSpellingLocation(clang_getRangeStart(range), NULL, NULL, NULL, &begin);
	clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
	const char *text = lower_text(lower, clang_getRangeStart(range), &available);
	if (!text || end < begin || end - begin > available)
		return "";
	return arena_strndup(lower->arena, text, end - begin);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* `blockIdx.x * N`, `N * blockIdx.x`: how many elements, and mostly threads, a block has. */
static bool multiplies_block(const char *text, const char *name, char axis)
{
	char behind[96], before[96];
	snprintf(behind, sizeof behind, "blockIdx.%c * %s", axis, name);
	snprintf(before, sizeof before, "%s * blockIdx.%c", name, axis);
	return find_word(text, behind) || find_word(text, before);
}

static int64_t bounded_block(const struct subject *subject)
{
	const struct ir_attribute *bounds = ir_function_attribute(subject->function, "launch_bounds");
	const struct ir_expr *most = bounds && bounds->arg_count ? ir_strip_casts(bounds->args[0]) : NULL;
	return most && most->kind == IR_INT && most->integer > 0 && most->integer <= 1024 ? most->integer
											  : BLOCK;
}

static int64_t number_for(const struct subject *subject, const char *name)
{
	static const char *const lanes[] = {"warp_size", "warpsize", "lanes", "warp_threads", NULL};
	static const char *const few[] = {"vec", "pack", "unroll", "ilp", "item", "per_thread", "perthread",
		"elems", "warps", "num_warp", "width_v", NULL};
	static const char *const blocks[] = {"block", "thread", "cta", "_nt", NULL};
	static const char *const tiles[] = {"tile", "dim", "rows", "cols", NULL};
	static const char *const lengths[] = {"head", "hidden", "size", "len", "stride", NULL};
	if (name_has_any(name, lanes))
		return 32;
	if (name_has(name, "stage") || name_has(name, "buffers"))
		return 2;
	if (name_has_any(name, few))
		return 4;
	if (name_has_any(name, blocks) || multiplies_block(subject->text, name, 'x'))
		return subject->two_rows ? TILE : bounded_block(subject);
	if (name_has_any(name, tiles) || multiplies_block(subject->text, name, 'y'))
		return subject->two_rows ? TILE : 32;
	return name_has_any(name, lengths) ? 64 : 4;
}

static bool fill_number(const struct subject *subject, CXCursor parameter, struct argument *out)
{
	struct lower *lower = subject->lower;
	const char *name = cx_take(lower->arena, clang_getCursorSpelling(parameter));
	const struct ir_type *type = lower_type(lower, clang_getCursorType(parameter));
	const char *text = NULL;
	if (type->kind == IR_TYPE_BOOL)
		text = "false";
	else if (type->kind == IR_TYPE_INT)
		text = arena_printf(lower->arena, "%lld", (long long)number_for(subject, name));
	else if (type->kind == IR_TYPE_ENUM)
		text = arena_printf(lower->arena, "static_cast<%s>(0)", type->name);
	for (int i = 0; i < 3; i++)
		out->tries[i] = text;
	return text != NULL;
}

/* ---- types ----------------------------------------------------------------------------------- */

/* What is declared with a type, behind which `text` stands: `op` in ` const &op)`; NULL: nothing. */
static const char *declared_name(struct arena *arena, const char *text, const char **at)
{
	size_t length;
	text += strspn(text, " \t\n&");
	if (find_word(text, "const") == text)
		text += strlen("const");
	text += strspn(text, " \t\n&");
	for (length = 0; isalnum((unsigned char)text[length]) || text[length] == '_'; length++)
		;
	*at = text;
	return length ? arena_strndup(arena, text, length) : NULL;
}

/* Whether what has the type is called: a parameter, `op(a, b)`, a variable, or one made in place. */
static bool is_called(const struct subject *subject, const char *type)
{
	size_t length = strlen(type);
	for (const char *at = find_word(subject->text, type); at; at = find_word(at + length, type)) {
		const char *place, *name = declared_name(subject->lower->arena, at + length, &place);
		if (name && calls(subject->text, name, place))
			return true;
	}
	return strstr(subject->text, arena_printf(subject->lower->arena, "%s()(", type)) != NULL;
}

/* Whether a type's name says that it is called, as where the kernel hands it on. */
static bool is_named_functor(const char *name)
{
	static const char *const words[] = {"func", "lambda", "predicate", "callable", NULL};
	return name_has_any(name, words);
}

/* Whether the text asks the type for members: `T::value_type`. No argument that is tried has any. */
static bool has_members(const struct subject *subject, const char *type)
{
	size_t length = strlen(type);
	for (const char *at = find_word(subject->text, type); at; at = find_word(at + length, type)) {
		const char *behind = at + length + strspn(at + length, " ");
		if (behind[0] == ':' && behind[1] == ':')
			return true;
	}
	return false;
}

/* False: there is none. */
static bool fill_type(const struct subject *subject, CXCursor parameter, struct argument *out)
{
	static const char *const whole[] = {"index", "idx", "offset", "int", "size_t", NULL};
	const char *name = cx_take(subject->lower->arena, clang_getCursorSpelling(parameter));
	bool is_functor = *name && (is_called(subject, name) || is_named_functor(name));
	if (*name && has_members(subject, name))
		return false;
	if (is_functor)
		*out = (struct argument){
			{STANDIN_PREFIX "call", STANDIN_PREFIX "call", STANDIN_PREFIX "call"}};
	else if (name_has_any(name, whole))
		*out = (struct argument){{"long long", "int", "int"}}; /* whose own width is no fault */
	else
		*out = (struct argument){{"float", "int", "double"}};
	return true;
}

/* ---- templates ------------------------------------------------------------------------------- */

/* Adds the parameter to each version. False: there is no argument for it, or no more are needed (*done). */
static bool add_argument(const struct subject *subject, CXCursor parameter, const char **tries, bool *done)
{
	enum CXCursorKind kind = clang_getCursorKind(parameter);
	const char *text = text_of(subject->lower, parameter);
	struct argument argument;
	*done = strstr(text, "...") || strchr(text, '=');
	if (*done || kind == CXCursor_TemplateTemplateParameter)
		return false;
	bool is_type = kind == CXCursor_TemplateTypeParameter;
	if ((!is_type && subject->only_types) ||
		!(is_type ? fill_type : fill_number)(subject, parameter, &argument))
		return false;
	for (int i = 0; i < 3; i++)
		tries[i] = arena_printf(
			subject->lower->arena, "%s%s%s", tries[i], *tries[i] ? ", " : "", argument.tries[i]);
	return true;
}

/* Whether anyone may name it from the end of the file. */
static bool is_free(CXCursor cursor)
{
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	while (clang_getCursorKind(parent) == CXCursor_Namespace)
		parent = clang_getCursorSemanticParent(parent);
	return clang_getCursorKind(parent) == CXCursor_TranslationUnit;
}

static void propose(struct lower *lower, const struct candidate *candidate, standin_list *out)
{
	struct subject subject = {
		lower, candidate->function, candidate->text, false, !candidate->function->is_kernel};
	struct standin standin = {.tries = {"", "", ""}, .try_count = 1};
	bool done = false, known = true;
	subject.two_rows = strstr(subject.text, "threadIdx.y") != NULL;
	size_t count = cx_push_children(&lower->stack, candidate->cursor), first = lower->stack.count - count,
	       parameters = 0;
	for (size_t i = 0; i < count && known && !done; i++) {
		CXCursor child = lower->stack.data[first + i];
		enum CXCursorKind kind = clang_getCursorKind(child);
		if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
			kind != CXCursor_TemplateTemplateParameter)
			continue;
		known = ++parameters <= MOST_PARAMETERS &&
			add_argument(&subject, child, standin.tries, &done);
	}
	lower->stack.count = first;
	if (!known && !done)
		return;
	for (; standin.try_count < 3 && !subject.only_types; standin.try_count++)
		if (!strcmp(standin.tries[standin.try_count], standin.tries[standin.try_count - 1]))
			break;
	standin.name = arena_printf(lower->arena, "::%s", lower_qualified_name(lower, candidate->cursor));
	vec_push(lower->arena, out, standin);
}

static void list_candidates(struct lower *lower, candidate_list *out)
{
	for (size_t i = 0; i < lower->patterns.count; i++) {
		CXCursor cursor = lower->patterns.data[i].cursor;
		if (clang_getCursorKind(cursor) != CXCursor_FunctionTemplate ||
			*cx_map_cursor(&lower->instantiated, clang_getCanonicalCursor(cursor)) ||
			!is_free(cursor))
			continue;
		const struct ir_function *function = lower_function(lower, cursor);
		if (function->body)
			vec_push(lower->arena, out,
				(struct candidate){cursor, function, text_of(lower, cursor), false});
	}
}

static bool launches_itself(const struct lower *lower, const struct ir_function *function)
{
	for (size_t i = 0; i < lower->module->launches.count; i++)
		if (lower->module->launches.data[i]->function == function)
			return true;
	return false;
}

/* Whether the text names a candidate that launches: which one a call means isn't known before it is
 * instantiated. */
static bool names_launcher(const candidate_list *candidates, const char *text)
{
	for (size_t i = 0; i < candidates->count; i++)
		if (candidates->data[i].launches && find_word(text, candidates->data[i].function->name))
			return true;
	return false;
}

static void find_launchers(struct lower *lower, candidate_list *candidates)
{
	bool is_new = false;
	for (size_t i = 0; i < candidates->count; i++) {
		struct candidate *candidate = &candidates->data[i];
		candidate->launches =
			!candidate->function->is_kernel && launches_itself(lower, candidate->function);
		is_new |= candidate->launches;
	}
	while (is_new) {
		is_new = false;
		for (size_t i = 0; i < candidates->count; i++) {
			struct candidate *candidate = &candidates->data[i];
			if (candidate->launches || candidate->function->is_kernel ||
				!names_launcher(candidates, candidate->text))
				continue;
			candidate->launches = is_new = true;
		}
	}
}

/* Kernels first: there is an end to how many are tried. */
void lower_propose_standins(struct lower *lower, standin_list *out)
{
	candidate_list candidates = {0};
	list_candidates(lower, &candidates);
	find_launchers(lower, &candidates);
	for (int hosts = 0; hosts < 2; hosts++)
		for (size_t i = 0; i < candidates.count && out->count < MOST_STANDINS; i++) {
			const struct candidate *candidate = &candidates.data[i];
			if (hosts ? candidate->launches : candidate->function->is_kernel)
				propose(lower, candidate, out);
		}
}

bool lower_is_standin(const struct ir_var *var)
{
	return !strncmp(var->name, STANDIN_PREFIX, strlen(STANDIN_PREFIX));
}

void lower_mark_standin(const struct ir_var *var)
{
	const struct ir_expr *expr = var->init ? ir_strip_casts(var->init) : NULL;
	if (expr && expr->kind == IR_UNARY && expr->operand_count)
		expr = ir_strip_casts(expr->operands[0]);
	struct ir_function *function = expr && expr->kind == IR_FUNCTION ? expr->function.function : NULL;
	if (!function)
		return;
	function->is_standin = true;
	for (size_t i = 0; i < function->arg_count; i++)
		function->rests_on_numbers |= function->args[i].is_value;
}
