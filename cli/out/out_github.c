/* Annotations of GitHub Actions: one workflow command an entry, `::error file=...,line=...::message`. */
#include "cli/out/group.h"
#include "cli/text.h"

#include "analyzer/base/utf8.h"

#include <string.h>

/* Text inside a command. What would end the command, and in a property also what would end that, has to be
 * %XX. */
static void write_escaped(FILE *stream, const char *text, bool is_property)
{
	struct buffer out = {0};
	for (size_t size = strlen(text), length; size > 0; text += length, size -= length) {
		uint32_t c;
		length = utf8_decode(text, size, &c);
		bool special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
		if (special)
			buffer_printf(&out, "%%%02X", (unsigned)c);
		else
			text_add_char(&out, c);
	}
	if (out.size)
		fwrite(out.data, 1, out.size, stream);
	buffer_free(&out);
}

void out_github(const struct out *out)
{
	static const char *const commands[] = {
		[SEVERITY_INFO] = "notice", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};
	out_group_list groups = out_groups(out, out->findings);
	for (size_t i = 0; i < groups.count; i++) {
		const struct out_group *group = &groups.data[i];
		const struct finding *finding = group->lead;
		const struct position *start = &finding->span.start, *end = &finding->span.end;
		fprintf(out->stream, "::%s file=", commands[finding->severity]);
		write_escaped(out->stream, out_location(out, finding->span.path), true);
		fprintf(out->stream, ",line=%u,col=%u", start->line, start->column);
		if (end->line >= start->line)
			fprintf(out->stream, ",endLine=%u", end->line);
		/* Columns are for a range within one line. */
		if (end->line == start->line && end->column > start->column)
			fprintf(out->stream, ",endColumn=%u", end->column);
		fprintf(out->stream, ",title=%s %s::", finding->code, finding->rule);
		write_escaped(out->stream, finding->message, false);
		if (group->more.count)
			write_escaped(out->stream,
				arena_printf(out->arena, "; %s", out_group_more(out->arena, group)), false);
		fputc('\n', out->stream);
	}
}
