/* A rule's page as it is shown. Pages are tests, too: one of them has far more examples than a reader wants,
 * and marks each line where a finding is due. Read in lines, as a chunk is dropped whole: an example with
 * what introduces it. */
#include "cli/page/page_view.h"
#include "analyzer/base/buffer.h"

#include <ctype.h>
#include <string.h>

static bool begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

static const char *take(struct arena *arena, struct buffer *text)
{
	const char *copy = arena_strndup(arena, text->size ? text->data : "", text->size);
	buffer_free(text);
	return copy;
}

/* ---- options --------------------------------------------------------------------------------- */

static void add_options(struct buffer *out, const struct rule *rule)
{
	buffer_add_text(out, "## Options\n");
	for (const struct rule_option *option = rule->options; option->name; option++)
		buffer_printf(out, "- `%s` (default %s): %s\n", option->name, option->fallback, option->help);
	buffer_add_text(out, "\n");
}

const char *page_with_options(struct arena *arena, const struct rule *rule, const char *page)
{
	static const char last_heading[] = "\n## References\n";
	if (!rule->options || !rule->options->name)
		return page;
	const char *found = strstr(page, last_heading);
	size_t before = found ? (size_t)(found - page) + 1 : strlen(page);
	struct buffer out = {0};
	buffer_add(&out, page, before);
	if (!found)
		buffer_add_text(&out, "\n");
	add_options(&out, rule);
	buffer_add_text(&out, page + before);
	return take(arena, &out);
}

/* ---- examples -------------------------------------------------------------------------------- */

struct reader {
	struct buffer out, chunk;
	bool all;
	bool in_example, in_fence;
	bool has_bad, has_remedy; /* examples that were kept */
	bool is_after_bad;        /* the example before this one is the bad one that was kept */
	bool keeps;               /* the example being read */
	size_t left_out;
	const char *code;
};

/* The first bad example stays, with its fix or else the first good one. */
static bool keep_example(struct reader *reader, const char *info)
{
	bool is_bad = begins(info, "cuda bad"), is_fixed = begins(info, "cuda fixed");
	bool is_good = begins(info, "cuda good"), is_todo = begins(info, "cuda todo");
	bool after_bad = reader->is_after_bad;
	reader->is_after_bad = false;
	if (!reader->in_example || reader->all || !(is_bad || is_fixed || is_good || is_todo))
		return true;
	if (is_bad && !reader->has_bad)
		return reader->has_bad = reader->is_after_bad = true;
	if (!reader->has_remedy && ((is_fixed && after_bad) || (is_good && reader->has_bad)))
		return reader->has_remedy = true;
	return false;
}

static void end_chunk(struct reader *reader, bool keep)
{
	if (keep && reader->chunk.size)
		buffer_add(&reader->out, reader->chunk.data, reader->chunk.size);
	reader->left_out += !keep;
	reader->chunk.size = 0;
}

static void end_section(struct reader *reader)
{
	end_chunk(reader, true);
	if (reader->left_out)
		buffer_printf(&reader->out, "%zu more example%s: `cudalint explain %s --all-examples`\n\n",
			reader->left_out, reader->left_out == 1 ? "" : "s", reader->code);
	reader->left_out = 0;
	reader->in_example = false;
}

/* Whether "// CU401:" begins here, or "// CU401 error proven:". */
static bool is_marker(const char *text)
{
	return begins(text, "// CU") && isdigit((unsigned char)text[5]) && isdigit((unsigned char)text[6]) &&
	       isdigit((unsigned char)text[7]) &&
	       text[8 + strspn(text + 8, " abcdefghijklmnopqrstuvwxyz")] == ':';
}

/* The size of a line of code without its "// CU401: part of the message". */
static size_t without_marker(const char *line, size_t size)
{
	for (size_t at = 0; at + 9 <= size; at++) {
		if (!is_marker(line + at))
			continue;
		while (at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\t'))
			at--;
		return at;
	}
	return size;
}

static void read_line(struct reader *reader, const char *line, size_t size)
{
	bool is_fence = begins(line, "```");
	if (!reader->in_fence && begins(line, "## ")) {
		end_section(reader);
		reader->in_example = begins(line, "## Example");
	}
	if (is_fence && !reader->in_fence)
		reader->keeps = keep_example(reader, line + 3);
	else if (reader->in_fence)
		size = without_marker(line, size);
	buffer_add(&reader->chunk, line, size);
	buffer_add_text(&reader->chunk, "\n");
	if (is_fence && reader->in_fence)
		end_chunk(reader, reader->keeps);
	reader->in_fence ^= is_fence;
}

const char *page_for_reading(struct arena *arena, const char *page, const char *code, bool all_examples)
{
	struct reader reader = {.all = all_examples, .code = code};
	for (const char *line = page; *line;) {
		size_t size = strcspn(line, "\n");
		read_line(&reader, line, size);
		line += size + (line[size] == '\n');
	}
	end_section(&reader);
	buffer_free(&reader.chunk);
	return take(arena, &reader.out);
}
