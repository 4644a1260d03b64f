/* First the directives of all files, and how they nest. Those are gone through until no more macros turn out
 * to depend on the architecture: what is defined under such a condition does, and what is defined with the
 * help of one that does. Then places are looked at: code under such conditions, uses of such macros, and of
 * names that such code declares outside of functions. That is done once for what tells the host's compiler
 * from the device's, and once for what tells the targets from each other.
 *
 * A macro that is asked for in other conditions only changes no code by itself, nor does one that stands for
 * nothing, or for a pragma. A function for both sides, or of a header, computes the same on both, in other
 * ways: to the host it matters where it calls CUDA's runtime. */
#include "analyzer/engine/arch_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/memory.h"
#include "analyzer/base/pointer_table.h"
#include "analyzer/base/vec.h"
#include "analyzer/engine/arch_condition.h"
#include "analyzer/engine/arch_declared.h"
#include "analyzer/engine/arch_directives.h"
#include "analyzer/finding/comments.h"

#include <uthash.h> /* behind memory.h */

enum { MAX_FILE = 5 * 1024 * 1024 };

/* Where a function of the module lies in its file. */
struct extent {
	uint32_t begin, end, function;
};

struct source {
	const char *code; /* without comments, and without what strings hold; nothing of the system's */
	size_t size;
	bool is_main;
	VEC(struct extent) functions;
};

struct name {
	struct arch_word word;
	UT_hash_handle hh;
};

struct text {
	struct arena *arena;
	const struct ir_query *query;
	const struct ir_module *module;
	struct ir_place *places;      /* of the module's functions */
	VEC(struct source) sources;   /* the module's files before all others */
	bool *is_host, *is_kernels;   /* of the module's functions: what comes to them */
	struct pointer_table indices; /* function to its place among the module's */
	struct arch_directives directives;
	struct name *macros;   /* that depend on the architecture */
	struct name *declared; /* outside of functions, under such conditions */
	const struct arch_question *question;
	bool asks_targets; /* what tells them from each other; else, what tells the host from them */
	struct arch_views views;
	struct name *asked; /* macros that are defined under such conditions, whatever they stand for */
	struct arch_differences *out;
};

/* ---- words ----------------------------------------------------------------------------------- */

static bool has_name(const struct name *names, struct arch_word word)
{
	const struct name *found;
	HASH_FIND(hh, names, word.text, word.length, found);
	return found != NULL;
}

/* Whether it is new. */
static bool add_name(struct arena *arena, struct name **names, struct arch_word word)
{
	if (!word.length || has_name(*names, word))
		return false;
	struct name *name = ARENA_NEW(arena, struct name);
	name->word = word;
	HASH_ADD_KEYPTR(hh, *names, name->word.text, name->word.length, name);
	return true;
}

/* ---- macros that depend on the architecture -------------------------------------------------- */

static bool is_in_arch(const struct text *text, int group)
{
	while (group != ARCH_NO_GROUP && !text->directives.groups.data[group].is_arch)
		group = text->directives.groups.data[group].parent;
	return group != ARCH_NO_GROUP;
}

/* What a macro stands for that changes no code. */
static bool is_harmless(struct arch_word body)
{
	static const char *const pragmas[] = {"_Pragma", "__pragma", "pragma", NULL};
	struct arch_word word;
	const char *end = body.text + body.length, *at = arch_skip_blanks(body.text, end), *first = at;
	if (at == end || *at == '\r')
		return true;
	return arch_next_word(&at, end, &word) && word.text <= first + 1 && arch_word_among(word, pragmas);
}

/* The number that a macro stands for wherever it is defined. */
static bool read_number(const struct text *text, struct arch_word name, int64_t *out)
{
	bool is_known = false;
	for (size_t i = 0; i < text->directives.list.count; i++) {
		const struct arch_directive *directive = &text->directives.list.data[i];
		struct arch_word own;
		const char *at = directive->rest.text, *end = at + directive->rest.length;
		if (directive->kind != ARCH_DEFINE || !arch_next_word(&at, end, &own) ||
			!arch_word_same(own, name))
			continue;
		at = arch_skip_blanks(at, end);
		int64_t number = at < end && isdigit((unsigned char)*at) ? strtoll(at, NULL, 10) : -1;
		if (number < 0 || (is_known && number != *out))
			return false;
		*out = number;
		is_known = true;
	}
	return is_known;
}

static enum arch_macro macro_kind(void *context, struct arch_word name, bool asks, int64_t *number)
{
	const struct text *text = context;
	if (has_name(text->asked, name) || (!asks && has_name(text->macros, name)))
		return ARCH_MACRO_DIFFERS;
	return !asks && read_number(text, name, number) ? ARCH_MACRO_NUMBER : ARCH_MACRO_SAME;
}

static bool mentions_arch(const struct text *text, struct arch_word body)
{
	struct arch_word word;
	for (const char *at = body.text, *end = at + body.length; arch_next_word(&at, end, &word);)
		if (arch_word_is_arch(word) || has_name(text->macros, word))
			return true;
	return false;
}

/* A macro whose text is otherwise, or decides conditions otherwise. */
static bool take_define(struct text *text, const struct arch_directive *directive)
{
	struct arch_word name;
	const char *at = directive->rest.text, *end = at + directive->rest.length;
	if (!arch_next_word(&at, end, &name))
		return false;
	struct arch_word body = {at, (size_t)(end - at)};
	if (is_harmless(body) || has_name(text->macros, name))
		return false;
	bool differs = is_in_arch(text, directive->group) ||
		       (mentions_arch(text, body) && arch_condition_differs(&text->views, body, false));
	return differs && add_name(text->arena, &text->macros, name);
}

/* A macro that is or isn't defined decides conditions, whatever it stands for. */
static bool take_asked(struct text *text, const struct arch_directive *directive)
{
	struct arch_word name;
	const char *at = directive->rest.text, *end = at + directive->rest.length;
	return is_in_arch(text, directive->group) && arch_next_word(&at, end, &name) &&
	       add_name(text->arena, &text->asked, name);
}

static bool take_test(struct text *text, const struct arch_directive *directive)
{
	struct arch_group *group = &text->directives.groups.data[directive->group];
	if (group->is_arch)
		return false;
	group->is_arch = arch_condition_differs(&text->views, directive->rest, directive->is_defined);
	return group->is_arch;
}

static void find_macros(struct text *text)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < text->directives.list.count; i++) {
			const struct arch_directive *directive = &text->directives.list.data[i];
			if (directive->kind == ARCH_TEST)
				changed |= take_test(text, directive);
			else if (directive->kind == ARCH_DEFINE)
				changed |= take_define(text, directive) | take_asked(text, directive);
		}
	}
}

/* ---- what comes to functions ----------------------------------------------------------------- */

typedef VEC(const struct ir_function *) function_list;

static bool is_shared(const struct ir_function *function)
{
	return function->is_host && function->is_device;
}

/* Marks those that are open, and what they call; NULL stands for initialisers. */
static void spread(struct text *text, function_list *open, bool *marks)
{
	while (open->count) {
		const struct ir_function *function = open->data[--open->count];
		const struct ir_place *place = function ? pointer_table_find(&text->indices, function) : NULL;
		bool *mark = place ? &marks[place - text->places] : NULL;
		if (function && (!mark || *mark))
			continue;
		if (mark)
			*mark = true;
		struct ir_call_sites calls = ir_callees(text->query, function);
		for (size_t i = 0; i < calls.count; i++)
			if (calls.data[i]->callee)
				vec_push(text->arena, open, calls.data[i]->callee);
	}
}

static void find_callers(struct text *text)
{
	const struct ir_module *module = text->module;
	function_list hosts = {0}, kernels = {0};
	text->is_host = ARENA_ARRAY(text->arena, bool, module->functions.count + 1);
	text->is_kernels = ARENA_ARRAY(text->arena, bool, module->functions.count + 1);
	vec_push(text->arena, &hosts, NULL);
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		struct ir_place *place = &text->places[i];
		bool is_placed = place->file < module->files.count;
		bool is_own = is_placed && module->files.data[place->file].is_main;
		*pointer_table_at(text->arena, &text->indices, function) = place;
		if (is_placed)
			vec_push(text->arena, &text->sources.data[place->file].functions,
				(struct extent){place->begin, place->end, (uint32_t)i});
		if (function->is_host && !function->is_kernel && (!is_shared(function) || is_own))
			vec_push(text->arena, &hosts, function);
		if (function->is_kernel || (function->is_device && is_own))
			vec_push(text->arena, &kernels, function);
	}
	spread(text, &hosts, text->is_host);
	spread(text, &kernels, text->is_kernels);
}

/* ---- places ---------------------------------------------------------------------------------- */

static void add_all(struct text *text)
{
	if (text->asks_targets)
		text->out->kernels = text->out->any = true;
	else
		text->out->host = true;
}

static bool knows_all(const struct text *text)
{
	return text->asks_targets ? text->out->kernels && text->out->any : text->out->host;
}

/* Notes whose business a place is; false: it lies in no function. `calls`: it calls CUDA's runtime. */
static bool take_place(
	struct text *text, const struct source *source, uint32_t begin, uint32_t end, bool calls)
{
	bool is_inside = false;
	for (size_t i = 0; i < source->functions.count; i++) {
		const struct extent *extent = &source->functions.data[i];
		if (begin < extent->begin || end > extent->end)
			continue;
		const struct ir_function *function = text->module->functions.data[extent->function];
		bool is_plain = source->is_main && !is_shared(function);
		if (text->asks_targets) {
			text->out->kernels |= text->is_kernels[extent->function];
			text->out->any |= !function->is_pattern;
		} else {
			text->out->host |= text->is_host[extent->function] && (calls || is_plain);
		}
		is_inside = true;
	}
	return is_inside;
}

static bool has_launch(const char *at, const char *end)
{
	for (; (at = memchr(at, '<', (size_t)(end - at))) && end - at > 2; at++)
		if (at[1] == '<' && at[2] == '<')
			return true;
	return false;
}

static bool is_of_runtime(struct arch_word word)
{
	const char *text = word.text;
	bool is_driver = word.length > 2 && !memcmp(text, "cu", 2) && isupper((unsigned char)text[2]);
	bool is_runtime = word.length > 4 && !memcmp(text, "cuda", 4) && text[4] != '_';
	return is_driver || is_runtime || (word.length > 4 && !memcmp(text, "CUDA", 4));
}

/* Whether code names functions of CUDA's APIs, or launches; macros count by their names. */
static bool calls_runtime(const char *at, const char *end)
{
	if (has_launch(at, end))
		return true;
	for (const char *line = at, *stop; line < end; line = stop + 1) {
		struct arch_word word;
		const char *first = arch_skip_blanks(line, end);
		bool is_directive = first < end && *first == '#';
		stop = is_directive ? arch_line_end(first, end) : memchr(line, '\n', (size_t)(end - line));
		stop = stop ? stop : end;
		while (!is_directive && arch_next_word(&line, stop, &word))
			if (is_of_runtime(word))
				return true;
	}
	return false;
}

static void add_declared(void *context, struct arch_word name)
{
	struct text *text = context;
	add_name(text->arena, &text->declared, name);
}

static bool is_local_header(const struct text *text, struct arch_word rest)
{
	const char *end = rest.text + rest.length, *at = rest.text;
	while (at < end && *at != '"' && *at != '<')
		at++;
	size_t length = 0;
	while (at + 1 + length < end && at[1 + length] != '"' && at[1 + length] != '>')
		length++;
	if (at == end || *at == '"')
		return true;
	for (size_t i = 0; i < text->question->headers.count; i++) {
		size_t whole = strlen(text->question->headers.data[i]);
		if (whole > length && text->question->headers.data[i][whole - length - 1] == '/' &&
			!memcmp(text->question->headers.data[i] + whole - length, at + 1, length))
			return true;
	}
	return false;
}

/* Code under conditions on the architecture. */
static void look_at_groups(struct text *text)
{
	for (size_t i = 0; i < text->directives.groups.count; i++) {
		const struct arch_group *group = &text->directives.groups.data[i];
		const struct source *source = &text->sources.data[group->file];
		if (!group->is_arch || !group->has_code || is_in_arch(text, group->parent))
			continue;
		const char *begin = source->code + group->begin, *end = source->code + group->end;
		bool counts = text->asks_targets || calls_runtime(begin, end);
		if (take_place(text, source, group->begin, group->end, counts))
			continue;
		if (source->is_main)
			add_all(text);
		else if (counts && !arch_declared_names(begin, end, add_declared, text))
			add_all(text);
	}
	for (size_t i = 0; i < text->directives.list.count; i++) {
		const struct arch_directive *directive = &text->directives.list.data[i];
		if (directive->kind == ARCH_INCLUDE && is_in_arch(text, directive->group) &&
			is_local_header(text, directive->rest))
			add_all(text);
	}
}

/* Behind the outermost group on the architecture that a place lies in; the place, where it lies in none. */
static uint32_t behind_group(const struct text *text, uint32_t file, uint32_t at, size_t *next)
{
	for (; *next < text->directives.groups.count; ++*next) {
		const struct arch_group *group = &text->directives.groups.data[*next];
		if (group->file != file || group->begin > at)
			break;
		if (group->is_arch && at < group->end)
			return group->end;
	}
	return at;
}

/* Uses of what depends on the architecture, outside of such groups and of directives. A type that is declared
 * once more is no use. */
static void look_at_uses(struct text *text, uint32_t file)
{
	static const char *const types[] = {"struct", "class", "union", "enum", NULL};
	const struct source *source = &text->sources.data[file];
	const char *end = source->code + source->size;
	const char *at = source->code;
	struct arch_word before = {NULL, 0}, word;
	size_t group = 0;
	while (group < text->directives.groups.count && text->directives.groups.data[group].file != file)
		group++;
	while (at < end && !knows_all(text)) {
		uint32_t offset = (uint32_t)(at - source->code),
			 behind = behind_group(text, file, offset, &group);
		at = source->code + behind;
		if (behind > offset)
			continue;
		const char *line = arch_skip_blanks(at, end);
		if (line < end && *line == '#') {
			at = arch_line_end(line, end) + 1;
			continue;
		}
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		for (stop = stop ? stop : end; arch_next_word(&at, stop, &word); before = word) {
			bool is_macro = has_name(text->macros, word);
			if (!is_macro && (!has_name(text->declared, word) || arch_word_among(before, types)))
				continue;
			uint32_t begin = (uint32_t)(word.text - source->code);
			if (!take_place(text, source, begin, begin + (uint32_t)word.length, false) &&
				(!is_macro || text->asks_targets || source->is_main))
				add_all(text);
		}
		at = stop + 1;
	}
}

/* The first of the module's files that is at that path: one that is reached in two ways is there twice. Their
 * number, when there is none. */
static size_t find_file(const struct ir_module *module, const char *path)
{
	size_t i = 0;
	while (i < module->files.count && strcmp(module->files.data[i].absolute, path) != 0)
		i++;
	return i;
}

/* A module comes to know files by what is located. */
static void find_places(struct text *text)
{
	const struct ir_module *module = text->module;
	text->places = ARENA_ARRAY(text->arena, struct ir_place, module->functions.count + 1);
	for (size_t i = 0; i < module->functions.count; i++)
		if (!ir_locate(module, module->functions.data[i]->range, NULL, &text->places[i]))
			text->places[i].file = UINT32_MAX;
	for (size_t i = 0; i < module->functions.count; i++)
		if (text->places[i].file < module->files.count)
			text->places[i].file = (uint32_t)find_file(
				module, module->files.data[text->places[i].file].absolute);
}

static void add_source(struct text *text, const char *code, size_t size, bool is_main)
{
	struct source source = {
		.code = comments_blank(text->arena, code, size), .size = size, .is_main = is_main};
	arch_directives_read(
		text->arena, (uint32_t)text->sources.count, source.code, size, &text->directives);
	vec_push(text->arena, &text->sources, source);
}

static bool is_included(const struct text *text, const char *path)
{
	for (size_t i = 0; i < text->question->included.count; i++)
		if (!strcmp(text->question->included.data[i], path))
			return true;
	return false;
}

/* The module's files, and behind them the headers that nothing in it is from. */
static void read_files(struct text *text)
{
	const struct ir_module *module = text->module;
	for (size_t i = 0; i < module->files.count; i++) {
		const struct ir_file *file = &module->files.data[i];
		bool is_own = !file->is_system && find_file(module, file->absolute) == i;
		add_source(text, is_own ? file->text : "", is_own ? file->size : 0, file->is_main);
	}
	for (size_t i = 0; i < text->question->headers.count; i++) {
		struct buffer code = {0};
		if (is_included(text, text->question->headers.data[i]) &&
			find_file(module, text->question->headers.data[i]) == module->files.count &&
			buffer_read_file(&code, text->question->headers.data[i], MAX_FILE) == 0)
			add_source(text, code.data ? code.data : "", code.size, false);
		buffer_free(&code);
	}
}

static void look(struct text *text, bool asks_targets)
{
	const struct arch_question *question = text->question;
	const int sides[] = {0, question->archs[question->arch_count - 1]};
	text->asks_targets = asks_targets;
	text->views = (struct arch_views){.archs = asks_targets ? question->archs : sides,
		.count = asks_targets ? question->arch_count : 2,
		.has_features = question->has_features,
		.macro = macro_kind,
		.context = text};
	for (size_t i = 0; i < text->directives.groups.count; i++)
		text->directives.groups.data[i].is_arch = false;
	find_macros(text);
	look_at_groups(text);
	for (size_t i = 0; i < text->sources.count && (text->macros || text->declared); i++)
		look_at_uses(text, (uint32_t)i);
	HASH_CLEAR(hh, text->macros);
	HASH_CLEAR(hh, text->asked);
	HASH_CLEAR(hh, text->declared);
}

void arch_text_compare(
	const struct ir_query *query, const struct arch_question *question, struct arch_differences *out)
{
	struct arena *arena = arena_new();
	struct text text = {.arena = arena,
		.query = query,
		.module = ir_query_module(query),
		.question = question,
		.out = out};
	*out = (struct arch_differences){false, false, false};
	find_places(&text);
	read_files(&text);
	find_callers(&text);
	look(&text, false);
	if (question->arch_count > 1)
		look(&text, true);
	arena_free(arena);
}
