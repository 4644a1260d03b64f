/* Looking for names: each text is read word by word, once. */
#include "analyzer/run/mention.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"

enum { LARGEST = 5 * 1000 * 1000 };

struct looked_at {
	const char *path;
	bool has_name;
};

struct mention {
	struct arena *arena;
	const char **names; /* sorted */
	size_t count;
	VEC(struct looked_at) files;
};

static int compare(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

struct mention *mention_new(struct arena *arena, const char *const *names, size_t count)
{
	struct mention *mention = ARENA_NEW(arena, struct mention);
	mention->arena = arena;
	mention->names = ARENA_ARRAY(arena, const char *, count + 1);
	mention->count = count;
	for (size_t i = 0; i < count; i++)
		mention->names[i] = names[i];
	if (count)
		qsort(mention->names, count, sizeof *mention->names, compare);
	return mention;
}

static int compare_word(const char *word, size_t length, const char *name)
{
	int order = strncmp(word, name, length);
	return order ? order : -(name[length] != '\0');
}

static bool is_name(const struct mention *mention, const char *word, size_t length)
{
	size_t low = 0, high = mention->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare_word(word, length, mention->names[middle]);
		if (!order)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

static bool is_in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The next word at `at` or behind it that isn't a number, with its length; NULL: none. */
static const char *next_word(const char *at, const char *end, size_t *length)
{
	while (at < end) {
		const char *start = at;
		while (at < end && is_in_word(*at))
			at++;
		*length = (size_t)(at - start);
		if (*length && !isdigit((unsigned char)*start))
			return start;
		at += at == start;
	}
	return NULL;
}

static bool is_in_text(const struct mention *mention, const char *text, size_t size)
{
	size_t length = 0;
	const char *end = text + size;
	for (const char *word = text; (word = next_word(word, end, &length)); word += length)
		if (is_name(mention, word, length))
			return true;
	return false;
}

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t\r\n\\");
}

void mention_called(struct arena *arena, const char *text, line_list *names)
{
	const char *end = text + strlen(text);
	size_t length = 0;
	for (const char *word = text; (word = next_word(word, end, &length)); word += length) {
		const char *behind = skip_space(word + length);
		if (*behind == '(' || *behind == '<')
			vec_push(arena, names, arena_strndup(arena, word, length));
	}
}

/* The name is the first word before a parenthesis that no attribute is written with. */
void mention_kernels(struct arena *arena, const char *text, line_list *names)
{
	static const char mark[] = "__global__";
	const char *end = text + strlen(text);
	for (const char *at = text; (at = strstr(at, mark));) {
		size_t length = 0;
		at += sizeof mark - 1;
		const char *word = next_word(at, end, &length);
		while (word && (word[0] == '_' || *skip_space(word + length) != '('))
			word = next_word(word + length, end, &length);
		if (word)
			vec_push(arena, names, arena_strndup(arena, word, length));
	}
}

bool mention_in_text(const struct mention *mention, const char *text)
{
	return is_in_text(mention, text, strlen(text));
}

/* Whether `at`, behind a name, begins with parameters and a body. */
static bool begins_definition(const char *at)
{
	size_t depth = 0;
	at = skip_space(at);
	if (*at != '(')
		return false;
	do {
		depth += *at == '(';
		depth -= *at == ')';
	} while (depth && *++at && *at != ';' && *at != '{');
	return !depth && *skip_space(at + 1) == '{';
}

bool mention_is_defined(const struct mention *mention, const char *text)
{
	const char *end = text + strlen(text);
	size_t length = 0;
	if (!strstr(text, "__global__") && !strstr(text, "<<<") && !strstr(text, "Launch"))
		return false;
	for (const char *word = text; (word = next_word(word, end, &length)); word += length)
		if (is_name(mention, word, length) && begins_definition(word + length))
			return true;
	return false;
}

static bool is_in_file(struct mention *mention, const char *path)
{
	for (size_t i = 0; i < mention->files.count; i++)
		if (!strcmp(mention->files.data[i].path, path))
			return mention->files.data[i].has_name;
	struct buffer text = {0};
	struct looked_at file = {path, false};
	if (buffer_read_file(&text, path, LARGEST) == 0 && text.data)
		file.has_name = is_in_text(mention, text.data, text.size);
	buffer_free(&text);
	vec_push(mention->arena, &mention->files, file);
	return file.has_name;
}

bool mention_in_unit(struct mention *mention, const struct unit_options *unit)
{
	struct includes includes = {0};
	struct unit_options options = *unit;
	options.path = path_join(
		mention->arena, unit->directory ? unit->directory : path_here(mention->arena), unit->path);
	if (!mention->count)
		return false;
	bool found = unit->contents ? is_in_text(mention, unit->contents, unit->contents_size)
				    : is_in_file(mention, options.path);
	if (found)
		return true;
	unit_includes(mention->arena, &options, &includes);
	for (size_t i = 0; i < includes.local.count && !found; i++)
		found = is_in_file(mention, includes.local.data[i]);
	return found;
}
