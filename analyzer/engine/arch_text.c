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
#include "analyzer/finding/comments.h"

#include <uthash.h> /* behind memory.h */

enum { NO_GROUP = -1, MAX_FILE = 5 * 1024 * 1024 };

enum directive_kind { DIRECTIVE_TEST, DIRECTIVE_DEFINE, DIRECTIVE_INCLUDE };

struct directive {
	enum directive_kind kind;
	bool is_defined;       /* a test that asks whether a name is defined */
	int group;             /* of a test, the one it belongs to; else the innermost around it */
	struct arch_word rest; /* behind the keyword */
};

/* From #if to #endif. */
struct group {
	uint32_t file, begin, end;
	int parent;
	bool has_code, is_arch;
};

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

/* What comes to a function. */
struct interest {
	bool host, kernels, any;
	bool is_shared; /* it is for both sides */
};

struct text {
	struct arena *arena;
	const struct ir_query *query;
	const struct ir_module *module;
	struct ir_place *places;      /* of the module's functions */
	VEC(struct source) sources;   /* the module's files before all others */
	struct interest *interests;   /* of the module's functions */
	struct pointer_table indices; /* function to its interest */
	VEC(struct directive) directives;
	VEC(struct group) groups;
	struct name *macros;   /* that depend on the architecture */
	struct name *declared; /* outside of functions, under such conditions */
	const struct arch_question *question;
	bool asks_targets; /* what tells them from each other; else, what tells the host from them */
	struct arch_views views;
	struct name *asked; /* macros that are defined under such conditions, whatever they stand for */
	struct arch_differences *out;
};

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

static bool is_one_of(struct arch_word word, const char *const *texts)
{
	while (*texts && !arch_word_is(word, *texts))
		texts++;
	return *texts != NULL;
}

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

/* ---- directives ------------------------------------------------------------------------------ */

/* The end of the line, of all that backslashes join to it. */
static const char *line_end(const char *at, const char *end)
{
	for (; at < end; at++) {
		if (*at != '\n')
			continue;
		const char *last = at;
		if (last[-1] == '\r')
			last--;
		if (last[-1] != '\\')
			break;
	}
	return at;
}

struct reader {
	struct text *text;
	uint32_t file;
	int group; /* the innermost that is open */
};

static void note_code(struct reader *reader)
{
	for (int i = reader->group; i != NO_GROUP; i = reader->text->groups.data[i].parent)
		reader->text->groups.data[i].has_code = true;
}

static void add_directive(
	struct reader *reader, enum directive_kind kind, struct arch_word keyword, struct arch_word rest)
{
	bool is_defined = kind == DIRECTIVE_TEST && memchr(keyword.text, 'd', keyword.length);
	struct directive directive = {kind, is_defined, reader->group, rest};
	vec_push(reader->text->arena, &reader->text->directives, directive);
}

/* `begin`, `end`: of the directive, as bytes of the file. */
static void read_directive(
	struct reader *reader, struct arch_word keyword, struct arch_word rest, uint32_t begin, uint32_t end)
{
	static const char *const opens[] = {"if", "ifdef", "ifndef", NULL};
	static const char *const goes_on[] = {"elif", "elifdef", "elifndef", NULL};
	static const char *const defines[] = {"define", "undef", NULL};
	struct text *text = reader->text;
	if (is_one_of(keyword, opens)) {
		struct group group = {.file = reader->file, .begin = begin, .parent = reader->group};
		reader->group = (int)text->groups.count;
		vec_push(text->arena, &text->groups, group);
		add_directive(reader, DIRECTIVE_TEST, keyword, rest);
	} else if (is_one_of(keyword, goes_on) && reader->group != NO_GROUP) {
		add_directive(reader, DIRECTIVE_TEST, keyword, rest);
	} else if (arch_word_is(keyword, "endif") && reader->group != NO_GROUP) {
		text->groups.data[reader->group].end = end;
		reader->group = text->groups.data[reader->group].parent;
	} else if (is_one_of(keyword, defines)) {
		add_directive(reader, DIRECTIVE_DEFINE, keyword, rest);
	} else if (arch_word_is(keyword, "include") && reader->group != NO_GROUP) {
		add_directive(reader, DIRECTIVE_INCLUDE, keyword, rest);
	}
}

static void read_file(struct text *text, uint32_t file)
{
	const struct source *source = &text->sources.data[file];
	struct reader reader = {text, file, NO_GROUP};
	const char *end = source->code + source->size;
	for (const char *line = source->code, *stop; line < end; line = stop + 1) {
		const char *at = skip_blanks(line, end);
		bool is_directive = at < end && *at == '#';
		stop = is_directive ? line_end(at, end) : memchr(at, '\n', (size_t)(end - at));
		stop = stop ? stop : end;
		if (is_directive) {
			struct arch_word keyword = {.text = skip_blanks(at + 1, stop)};
			while (keyword.text + keyword.length < stop && is_word(keyword.text[keyword.length]))
				keyword.length++;
			const char *rest = keyword.text + keyword.length;
			read_directive(&reader, keyword, (struct arch_word){rest, (size_t)(stop - rest)},
				(uint32_t)(at - source->code), (uint32_t)(stop - source->code));
		} else if (at < stop && *at != '\r') {
			note_code(&reader);
		}
	}
	for (; reader.group != NO_GROUP; reader.group = text->groups.data[reader.group].parent)
		text->groups.data[reader.group].end = (uint32_t)source->size;
}

/* ---- macros that depend on the architecture -------------------------------------------------- */

static bool is_in_arch(const struct text *text, int group)
{
	while (group != NO_GROUP && !text->groups.data[group].is_arch)
		group = text->groups.data[group].parent;
	return group != NO_GROUP;
}

/* What a macro stands for that changes no code. */
static bool is_harmless(struct arch_word body)
{
	static const char *const pragmas[] = {"_Pragma", "__pragma", "pragma", NULL};
	struct arch_word word;
	const char *end = body.text + body.length, *at = skip_blanks(body.text, end), *first = at;
	if (at == end || *at == '\r')
		return true;
	return arch_next_word(&at, end, &word) && word.text <= first + 1 && is_one_of(word, pragmas);
}

/* The number that a macro stands for wherever it is defined. */
static bool read_number(const struct text *text, struct arch_word name, int64_t *out)
{
	bool is_known = false;
	for (size_t i = 0; i < text->directives.count; i++) {
		const struct directive *directive = &text->directives.data[i];
		struct arch_word own;
		const char *at = directive->rest.text, *end = at + directive->rest.length;
		if (directive->kind != DIRECTIVE_DEFINE || !arch_next_word(&at, end, &own) ||
			own.length != name.length || memcmp(own.text, name.text, name.length) != 0)
			continue;
		at = skip_blanks(at, end);
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
	static const char prefix[] = "__CUDA_ARCH";
	struct arch_word word;
	for (const char *at = body.text, *end = at + body.length; arch_next_word(&at, end, &word);)
		if ((word.length >= sizeof prefix - 1 && !memcmp(word.text, prefix, sizeof prefix - 1)) ||
			has_name(text->macros, word))
			return true;
	return false;
}

/* A macro whose text is otherwise, or decides conditions otherwise. */
static bool take_define(struct text *text, const struct directive *directive)
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
static bool take_asked(struct text *text, const struct directive *directive)
{
	struct arch_word name;
	const char *at = directive->rest.text, *end = at + directive->rest.length;
	return is_in_arch(text, directive->group) && arch_next_word(&at, end, &name) &&
	       add_name(text->arena, &text->asked, name);
}

static bool take_test(struct text *text, const struct directive *directive)
{
	struct group *group = &text->groups.data[directive->group];
	if (group->is_arch)
		return false;
	group->is_arch = arch_condition_differs(&text->views, directive->rest, directive->is_defined);
	return group->is_arch;
}

static void find_macros(struct text *text)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < text->directives.count; i++) {
			const struct directive *directive = &text->directives.data[i];
			if (directive->kind == DIRECTIVE_TEST)
				changed |= take_test(text, directive);
			else if (directive->kind == DIRECTIVE_DEFINE)
				changed |= take_define(text, directive) | take_asked(text, directive);
		}
	}
}

/* ---- what comes to functions ----------------------------------------------------------------- */

typedef VEC(const struct ir_function *) function_list;

static struct interest *interest_of(const struct text *text, const struct ir_function *function)
{
	return pointer_table_find(&text->indices, function);
}

/* Marks what `roots` call; `offset`: of the mark. */
static void spread(struct text *text, function_list *open, size_t offset)
{
	while (open->count) {
		const struct ir_function *function = open->data[--open->count];
		struct interest *interest = function ? interest_of(text, function) : NULL;
		bool *mark = interest ? (bool *)((char *)interest + offset) : NULL;
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

static void find_interests(struct text *text)
{
	const struct ir_module *module = text->module;
	function_list hosts = {0}, kernels = {0};
	text->interests = ARENA_ARRAY(text->arena, struct interest, module->functions.count + 1);
	vec_push(text->arena, &hosts, NULL); /* initialisers */
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		const struct ir_place *place = &text->places[i];
		bool is_placed = place->file < module->files.count;
		bool is_own = is_placed && module->files.data[place->file].is_main;
		*pointer_table_at(text->arena, &text->indices, function) = &text->interests[i];
		text->interests[i].any = !function->is_pattern;
		text->interests[i].is_shared = function->is_host && function->is_device;
		if (is_placed)
			vec_push(text->arena, &text->sources.data[place->file].functions,
				(struct extent){place->begin, place->end, (uint32_t)i});
		bool is_shared = function->is_host && function->is_device;
		if (function->is_host && !function->is_kernel && (!is_shared || is_own))
			vec_push(text->arena, &hosts, function);
		if (function->is_kernel || (function->is_device && is_own))
			vec_push(text->arena, &kernels, function);
	}
	spread(text, &hosts, offsetof(struct interest, host));
	spread(text, &kernels, offsetof(struct interest, kernels));
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
		const struct interest *interest = &text->interests[extent->function];
		text->out->host |= !text->asks_targets && interest->host &&
				   (calls || (source->is_main && !interest->is_shared));
		text->out->kernels |= text->asks_targets && interest->kernels;
		text->out->any |= text->asks_targets && interest->any;
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
		const char *first = skip_blanks(line, end);
		bool is_directive = first < end && *first == '#';
		stop = is_directive ? line_end(first, end) : memchr(line, '\n', (size_t)(end - line));
		stop = stop ? stop : end;
		while (!is_directive && arch_next_word(&line, stop, &word))
			if (is_of_runtime(word))
				return true;
	}
	return false;
}

/* What of a declaration was read. */
struct declaration {
	unsigned depth;  /* of parentheses and braces, but for a namespace's */
	unsigned angles; /* outside of those */
	unsigned words;
	bool is_type, is_named, is_namespace;
	struct arch_word last;
};

/* Behind `enum` and in calls of macros lie names that this doesn't look for. */
static void read_declared_word(struct text *text, struct declaration *declaration, struct arch_word word)
{
	static const char *const types[] = {"struct", "class", "union", NULL};
	static const char *const unread[] = {"operator", "enum", "friend", NULL};
	if (declaration->depth || declaration->angles)
		return;
	if (is_one_of(word, unread)) {
		add_all(text);
	} else if (is_one_of(word, types)) {
		declaration->is_type = true;
	} else if (declaration->is_type && !declaration->is_named) {
		add_name(text->arena, &text->declared, word);
		declaration->is_named = true;
	}
	declaration->is_namespace |= arch_word_is(word, "namespace") || arch_word_is(word, "extern");
	declaration->words += !arch_word_is(word, "template");
	declaration->last = word;
}

static void read_declared_mark(struct text *text, struct declaration *declaration, char mark)
{
	bool is_top = !declaration->depth && !declaration->angles;
	bool is_name = is_top && !declaration->is_named && declaration->last.length;
	if (is_name && strchr("(=;[", mark)) {
		if (mark == '(' && declaration->words < 2)
			add_all(text);
		add_name(text->arena, &text->declared, declaration->last);
		declaration->is_named = true;
	}
	if (!declaration->depth && mark == '<' && declaration->last.length)
		declaration->angles++;
	else if (!declaration->depth && mark == '>' && declaration->angles)
		declaration->angles--;
	else if (strchr("([", mark) || (mark == '{' && !(is_top && declaration->is_namespace)))
		declaration->depth++;
	else if (strchr(")]}", mark) && declaration->depth)
		declaration->depth--;
	if (declaration->depth || declaration->angles)
		return;
	if (strchr(";{}", mark))
		*declaration = (struct declaration){0};
	else if (mark == ',')
		declaration->is_named = false;
}

/* Names that code outside of functions declares, outside of braces but for those of namespaces. */
static void note_declared(struct text *text, const char *at, const char *end)
{
	struct declaration declaration = {0};
	while (at < end) {
		const char *start = at;
		if (*at == '#') {
			at = line_end(at, end);
		} else if (is_word(*at)) {
			while (at < end && is_word(*at))
				at++;
			read_declared_word(
				text, &declaration, (struct arch_word){start, (size_t)(at - start)});
		} else {
			if (!isspace((unsigned char)*at))
				read_declared_mark(text, &declaration, *at);
			at++;
		}
	}
	if (declaration.depth || declaration.angles) /* a `<` was no bracket */
		add_all(text);
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
	for (size_t i = 0; i < text->groups.count; i++) {
		const struct group *group = &text->groups.data[i];
		const struct source *source = &text->sources.data[group->file];
		if (!group->is_arch || !group->has_code || is_in_arch(text, group->parent))
			continue;
		const char *begin = source->code + group->begin, *end = source->code + group->end;
		bool counts = text->asks_targets || calls_runtime(begin, end);
		if (take_place(text, source, group->begin, group->end, counts))
			continue;
		if (source->is_main)
			add_all(text);
		else if (counts)
			note_declared(text, begin, end);
	}
	for (size_t i = 0; i < text->directives.count; i++) {
		const struct directive *directive = &text->directives.data[i];
		if (directive->kind == DIRECTIVE_INCLUDE && is_in_arch(text, directive->group) &&
			is_local_header(text, directive->rest))
			add_all(text);
	}
}

/* Behind the outermost group on the architecture that a place lies in; the place, where it lies in none. */
static uint32_t behind_group(const struct text *text, uint32_t file, uint32_t at, size_t *next)
{
	for (; *next < text->groups.count; ++*next) {
		const struct group *group = &text->groups.data[*next];
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
	while (group < text->groups.count && text->groups.data[group].file != file)
		group++;
	while (at < end && !knows_all(text)) {
		uint32_t offset = (uint32_t)(at - source->code),
			 behind = behind_group(text, file, offset, &group);
		at = source->code + behind;
		if (behind > offset)
			continue;
		const char *line = skip_blanks(at, end);
		if (line < end && *line == '#') {
			at = line_end(line, end) + 1;
			continue;
		}
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		for (stop = stop ? stop : end; arch_next_word(&at, stop, &word); before = word) {
			bool is_macro = has_name(text->macros, word);
			if (!is_macro && (!has_name(text->declared, word) || is_one_of(before, types)))
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
	struct source source = {.code = comments_blank(text->arena, code, size), .size = size};
	source.is_main = is_main;
	vec_push(text->arena, &text->sources, source);
	read_file(text, (uint32_t)text->sources.count - 1);
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
	for (size_t i = 0; i < text->groups.count; i++)
		text->groups.data[i].is_arch = false;
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
	find_interests(&text);
	look(&text, false);
	if (question->arch_count > 1)
		look(&text, true);
	arena_free(arena);
}
