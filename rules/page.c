/* Reading pages: as much of Markdown as fenced blocks are, and the comments inside them. */
#include "rules/page.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/base/buffer.h"

enum { PAGE_LIMIT = 1024 * 1024 };

static const char *const kind_names[] = {
	[BLOCK_BAD] = "bad", [BLOCK_FIXED] = "fixed", [BLOCK_GOOD] = "good", [BLOCK_TODO] = "todo"};

const char *block_kind_name(enum block_kind kind)
{
	return kind_names[kind];
}

/* The next word of an info string; quotes group: flags="-DA -DB" is one word without its quotes. */
static char *next_word(struct arena *arena, const char **info)
{
	const char *c = *info + strspn(*info, " \t");
	if (!*c)
		return NULL;
	char *word = arena_alloc(arena, strlen(c) + 1);
	size_t length = 0;
	bool quoted = false;
	for (; *c && (quoted || !isspace((unsigned char)*c)); c++) {
		if (*c == '"')
			quoted = !quoted;
		else
			word[length++] = *c;
	}
	*info = c;
	return word;
}

static bool set_word(struct block *block, char *word)
{
	const struct {
		const char *key, **field;
	} pairs[] = {{"arch", &block->arch}, {"std", &block->std}, {"flags", &block->flags},
		{"name", &block->name}, {"with", &block->with}, {"config", &block->config}};
	if (!strcmp(word, "broken"))
		return block->is_broken = true;
	if (!strcmp(word, "preview"))
		return block->is_preview = true;
	if (!strcmp(word, "partial"))
		return block->is_partial = true;
	char *value = strchr(word, '=');
	for (size_t i = 0; value && i < sizeof pairs / sizeof *pairs; i++) {
		size_t length = (size_t)(value - word);
		if (strlen(pairs[i].key) == length && !strncmp(word, pairs[i].key, length)) {
			*pairs[i].field = value + 1;
			return true;
		}
	}
	return false;
}

/* "cuda bad arch=sm_60". False for a block that is no test; *error when it means to be one and isn't. */
static bool read_info(struct arena *arena, const char *info, struct block *block, const char **error)
{
	char *word = next_word(arena, &info);
	if (!word || strcmp(word, "cuda") != 0)
		return false;
	word = next_word(arena, &info);
	if (!word)
		return false;
	size_t kind = 0, kinds = sizeof kind_names / sizeof *kind_names;
	while (kind < kinds && strcmp(word, kind_names[kind]) != 0)
		kind++;
	if (kind == kinds) {
		*error = arena_printf(arena, "'%s' is no kind of block", word);
		return false;
	}
	block->kind = (enum block_kind)kind;
	while ((word = next_word(arena, &info)))
		if (!set_word(block, word)) {
			*error = arena_printf(arena, "'%s' is not understood", word);
			return false;
		}
	return true;
}

/* The words before the colon of "// CUnnn: " or "// CUnnn severity confidence: ", which begins at `c`; 0:
 * neither does. */
static size_t expectation_length(const char *c)
{
	if (strncmp(c, "// CU", 5) || !isdigit((unsigned char)c[5]) || !isdigit((unsigned char)c[6]) ||
		!isdigit((unsigned char)c[7]))
		return 0;
	size_t length = 8 + strspn(c + 8, " abcdefghijklmnopqrstuvwxyz");
	return c[length] == ':' ? length : 0;
}

static const char *find_expectation(const char *line)
{
	for (const char *c = strstr(line, "// CU"); c; c = strstr(c + 1, "// CU"))
		if (expectation_length(c))
			return c;
	return NULL;
}

static struct expectation read_expectation(
	struct arena *arena, const char *at, size_t length, unsigned number)
{
	size_t head = expectation_length(at);
	const char *words = arena_strndup(arena, at + 8, head - 8);
	const char *part = at + head + 1 + strspn(at + head + 1, " ");
	return (struct expectation){.line = number,
		.code = arena_strndup(arena, at + 3, 5),
		.part = arena_strndup(arena, part, length - (size_t)(part - at)),
		.severity = next_word(arena, &words),
		.confidence = next_word(arena, &words)};
}

/* Takes the expectations off a line and appends what is left to the text. */
static void add_line(
	struct arena *arena, struct block *block, struct buffer *text, const char *line, unsigned number)
{
	const char *at = find_expectation(line);
	size_t code_length = at ? (size_t)(at - line) : strlen(line);
	while (at && code_length && isspace((unsigned char)line[code_length - 1]))
		code_length--;
	buffer_add(text, line, code_length);
	buffer_add_text(text, "\n");
	while (at) {
		const char *next = find_expectation(at + 1);
		size_t length = next ? (size_t)(next - at) : strlen(at);
		while (length && isspace((unsigned char)at[length - 1]))
			length--;
		vec_push(arena, &block->expected, read_expectation(arena, at, length, number));
		at = next;
	}
}

/* The number of backticks that open or close a fence on this line, 0 when it is none. */
static size_t fence_length(const char *line)
{
	size_t length = strspn(line, "`");
	return length >= 3 ? length : 0;
}

struct reader {
	struct arena *arena;
	struct page *page;
	unsigned line;
	size_t fence; /* of the open block, 0 outside */
	bool is_test;
	struct block block;
	struct buffer text;
};

static void open_block(struct reader *reader, const char *line)
{
	const char *error = NULL;
	reader->fence = fence_length(line);
	reader->block = (struct block){.page_line = reader->line + 1};
	reader->is_test = read_info(reader->arena, line + reader->fence, &reader->block, &error);
	if (error && !reader->page->error)
		reader->page->error = arena_printf(reader->arena, "line %u: %s", reader->line, error);
}

static void close_block(struct reader *reader)
{
	if (reader->is_test) {
		reader->block.text = arena_strdup(reader->arena, reader->text.data ? reader->text.data : "");
		vec_push(reader->arena, &reader->page->blocks, reader->block);
	}
	buffer_free(&reader->text);
	reader->text = (struct buffer){0};
	reader->fence = 0;
}

static void take_line(struct reader *reader, const char *line)
{
	reader->line++;
	size_t fence = fence_length(line);
	if (!reader->fence) {
		if (fence)
			open_block(reader, line);
	} else if (fence >= reader->fence && !line[fence + strspn(line + fence, " \t")])
		close_block(reader);
	else if (reader->is_test)
		add_line(reader->arena, &reader->block, &reader->text, line,
			reader->line - reader->block.page_line + 1);
}

bool page_read(struct arena *arena, const char *path, struct page *page)
{
	struct buffer file = {0};
	*page = (struct page){.path = path};
	int problem = buffer_read_file(&file, path, PAGE_LIMIT);
	if (problem)
		page->error = arena_printf(arena, "cannot be read: %s", strerror(problem));
	struct reader reader = {.arena = arena, .page = page};
	for (char *line = file.data; !problem && line && *line;) {
		char *end = strchr(line, '\n');
		if (end)
			*end = '\0';
		take_line(&reader, line);
		line = end ? end + 1 : NULL;
	}
	if (reader.fence && !page->error)
		page->error = "the last block isn't closed";
	buffer_free(&reader.text);
	buffer_free(&file);
	return !page->error;
}
