/* Line changes as a unified diff, for `patch` and `git apply`. Bytes of the texts go out as they are,
 * whatever their encoding and line ends. */
#include "analyzer/finding/line_diff.h"

#include <string.h>

enum { CONTEXT = 3 };

/* Names that hold something else than plain characters are put as git and GNU patch read them: in quotes, as
 * in C. A name with a space is ended by a tab. */
static void write_name(struct buffer *out, const char *mark, const char *name)
{
	bool quoted = false;
	for (const char *c = name; *c; c++)
		quoted |= (unsigned char)*c < ' ' || *c == '"' || *c == '\\' || *c == 0x7f;
	buffer_printf(out, "%s %s", mark, quoted ? "\"" : "");
	for (const char *c = name; *c; c++) {
		if (*c == '"' || *c == '\\')
			buffer_printf(out, "\\%c", *c);
		else if ((unsigned char)*c < ' ' || *c == 0x7f)
			buffer_printf(out, "\\%03o", (unsigned)(unsigned char)*c);
		else
			buffer_add(out, c, 1);
	}
	buffer_add_text(out, quoted ? "\"\n" : strchr(name, ' ') ? "\t\n" : "\n");
}

static void write_lines(
	struct buffer *out, char mark, const struct text_lines *lines, size_t start, size_t end)
{
	for (size_t i = start; i < end; i++) {
		const char *line = lines->text + lines->starts[i];
		size_t size = lines->starts[i + 1] - lines->starts[i];
		buffer_add(out, &mark, 1);
		buffer_add(out, line, size);
		if (line[size - 1] != '\n')
			buffer_add_text(out, "\n\\ No newline at end of file\n");
	}
}

/* "12,7"; a range without lines is named by the line before it. */
static void write_range(struct buffer *out, char mark, size_t start, size_t end)
{
	size_t count = end - start;
	buffer_printf(out, "%c%zu", mark, count ? start + 1 : start);
	if (count != 1)
		buffer_printf(out, ",%zu", count);
}

/* One hunk: the changes [first, last), which are near to each other. */
static void write_hunk(struct buffer *out, const struct line_diff *diff, size_t first, size_t last)
{
	const struct line_change *begin = &diff->changes.data[first], *end = &diff->changes.data[last - 1];
	size_t before = begin->old_start < CONTEXT ? begin->old_start : CONTEXT;
	size_t rest = diff->old.count - end->old_end, after = rest < CONTEXT ? rest : CONTEXT;
	buffer_add_text(out, "@@ ");
	write_range(out, '-', begin->old_start - before, end->old_end + after);
	buffer_add_text(out, " ");
	write_range(out, '+', begin->new_start - before, end->new_end + after);
	buffer_add_text(out, " @@\n");
	size_t at = begin->old_start - before;
	for (size_t i = first; i < last; i++) {
		const struct line_change *change = &diff->changes.data[i];
		write_lines(out, ' ', &diff->old, at, change->old_start);
		write_lines(out, '-', &diff->old, change->old_start, change->old_end);
		write_lines(out, '+', &diff->new, change->new_start, change->new_end);
		at = change->old_end;
	}
	write_lines(out, ' ', &diff->old, at, at + after);
}

void line_diff_unified(
	const struct line_diff *diff, const char *old_name, const char *new_name, struct buffer *out)
{
	if (!diff->changes.count)
		return;
	write_name(out, "---", old_name);
	write_name(out, "+++", new_name);
	for (size_t first = 0, last; first < diff->changes.count; first = last) {
		const struct line_change *changes = diff->changes.data;
		for (last = first + 1; last < diff->changes.count; last++)
			if (changes[last].old_start - changes[last - 1].old_end > 2 * CONTEXT)
				break;
		write_hunk(out, diff, first, last);
	}
}
