#include "analyzer/engine/arch_directives.h"

#include <string.h>

struct reader {
	struct arena *arena;
	struct arch_directives *out;
	uint32_t file;
	int group; /* the innermost that is open */
};

static void note_code(struct reader *reader)
{
	for (int i = reader->group; i != ARCH_NO_GROUP; i = reader->out->groups.data[i].parent)
		reader->out->groups.data[i].has_code = true;
}

static void add_directive(
	struct reader *reader, enum arch_directive_kind kind, struct arch_word keyword, struct arch_word rest)
{
	bool is_defined = kind == ARCH_TEST && memchr(keyword.text, 'd', keyword.length);
	struct arch_directive directive = {kind, is_defined, reader->group, rest};
	vec_push(reader->arena, &reader->out->list, directive);
}

/* `begin`, `end`: of the directive, as bytes of the file. */
static void read_directive(
	struct reader *reader, struct arch_word keyword, struct arch_word rest, uint32_t begin, uint32_t end)
{
	static const char *const opens[] = {"if", "ifdef", "ifndef", NULL};
	static const char *const goes_on[] = {"elif", "elifdef", "elifndef", NULL};
	static const char *const defines[] = {"define", "undef", NULL};
	struct arch_directives *out = reader->out;
	if (arch_word_among(keyword, opens)) {
		struct arch_group group = {.file = reader->file, .begin = begin, .parent = reader->group};
		reader->group = (int)out->groups.count;
		vec_push(reader->arena, &out->groups, group);
		add_directive(reader, ARCH_TEST, keyword, rest);
	} else if (arch_word_among(keyword, goes_on) && reader->group != ARCH_NO_GROUP) {
		add_directive(reader, ARCH_TEST, keyword, rest);
	} else if (arch_word_is(keyword, "endif") && reader->group != ARCH_NO_GROUP) {
		out->groups.data[reader->group].end = end;
		reader->group = out->groups.data[reader->group].parent;
	} else if (arch_word_among(keyword, defines)) {
		add_directive(reader, ARCH_DEFINE, keyword, rest);
	} else if (arch_word_is(keyword, "include") && reader->group != ARCH_NO_GROUP) {
		add_directive(reader, ARCH_INCLUDE, keyword, rest);
	}
}

void arch_directives_read(
	struct arena *arena, uint32_t file, const char *code, size_t size, struct arch_directives *out)
{
	struct reader reader = {arena, out, file, ARCH_NO_GROUP};
	const char *end = code + size;
	for (const char *line = code, *stop; line < end; line = stop + 1) {
		const char *at = arch_skip_blanks(line, end);
		bool is_directive = at < end && *at == '#';
		stop = is_directive ? arch_line_end(at, end) : at;
		while (!is_directive && stop < end && *stop != '\n')
			stop++;
		if (is_directive) {
			struct arch_word keyword = {.text = arch_skip_blanks(at + 1, stop)};
			while (keyword.text + keyword.length < stop &&
				arch_in_word(keyword.text[keyword.length]))
				keyword.length++;
			const char *rest = keyword.text + keyword.length;
			read_directive(&reader, keyword, (struct arch_word){rest, (size_t)(stop - rest)},
				(uint32_t)(at - code), (uint32_t)(stop - code));
		} else if (at < stop && *at != '\r') {
			note_code(&reader);
		}
	}
	for (; reader.group != ARCH_NO_GROUP; reader.group = out->groups.data[reader.group].parent)
		out->groups.data[reader.group].end = (uint32_t)size;
}
