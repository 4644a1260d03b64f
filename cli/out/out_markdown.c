/* For a comment on a change: a short table of what it brings, the worst first, with what each costs in time.
 */
#include "analyzer/base/utf8.h"
#include "cli/out/fact.h"
#include "cli/out/group.h"
#include "cli/page/pages.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>

/* GitHub takes comments of 65536 characters; nobody reads as much. */
enum { ROWS = 40, LONGEST_MESSAGE = 400 };

/* ---- text ------------------------------------------------------------------------------------ */

/* One character of a cell. Between backquotes nothing is markup but the end of the cell. */
static void write_char(struct buffer *out, uint32_t c, bool is_code)
{
	static const char special[] = "\\*_[]~";
	if (c == '\n' || c == '\r' || c == '\t')
		buffer_add_text(out, " ");
	else if (c == '|')
		buffer_add_text(out, "\\|");
	else if (is_code)
		text_add_char(out, c);
	else if (c == '<')
		buffer_add_text(out, "&lt;");
	else if (c == '&')
		buffer_add_text(out, "&amp;");
	else if (c == '@') /* would call somebody */
		buffer_add_text(out, "&#64;");
	else if (c == '`')
		buffer_add_text(out, "\\`");
	else if (c < 0x80 && c && strchr(special, (int)c))
		buffer_printf(out, "\\%c", (char)c);
	else
		text_add_char(out, c);
}

/* Text of a finding as Markdown: what stands in backquotes stays code. */
static void write_cell(FILE *stream, const char *text)
{
	struct buffer out = {0};
	bool is_code = false;
	size_t left = strlen(text), written = 0;
	for (size_t length; left && written < LONGEST_MESSAGE; text += length, left -= length, written++) {
		uint32_t c;
		length = utf8_decode(text, left, &c);
		if (c == '`' && (is_code || memchr(text + 1, '`', left - 1))) {
			buffer_add_text(&out, "`");
			is_code = !is_code;
		} else {
			write_char(&out, c, is_code);
		}
	}
	buffer_add_text(&out, left && is_code ? "…`" : left ? "…" : "");
	fwrite(out.data, 1, out.size, stream);
	buffer_free(&out);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Where a file of the repository can be seen as of this commit, up to its path: in jobs of GitHub and of
 * GitLab. NULL: not known. */
static const char *address_of_files(struct arena *arena)
{
	const char *server = getenv("GITHUB_SERVER_URL"), *repository = getenv("GITHUB_REPOSITORY"),
		   *sha = getenv("GITHUB_SHA"), *project = getenv("CI_PROJECT_URL"),
		   *commit = getenv("CI_COMMIT_SHA");
	if (server && repository && sha && !strncmp(server, "https://", 8))
		return arena_printf(arena, "%s/%s/blob/%s", server, repository, sha);
	if (project && commit && !strncmp(project, "https://", 8))
		return arena_printf(arena, "%s/-/blob/%s", project, commit);
	return NULL;
}

static void write_place(const struct out *out, const char *files, const struct span *span)
{
	const char *path = out_location(out, span->path), *relative = out_relative(out, span->path);
	bool has_link = files && relative && !strpbrk(files, " ()<>|");
	fputs(has_link ? "[" : "", out->stream);
	write_cell(out->stream, path);
	fprintf(out->stream, ":%u", (unsigned)span->start.line);
	if (has_link)
		fprintf(out->stream, "](%s/%s#L%u)", files, out_uri(out, relative),
			(unsigned)span->start.line);
}

/* ---- the table ------------------------------------------------------------------------------- */

struct row {
	const struct out_group *group;
	size_t place;
};

static double time_of(const struct row *row)
{
	const struct cost *cost = &row->group->lead->cost;
	return cost->metric && cost->has_time ? cost->time_us : 0;
}

/* The most severe first, then what costs most, then in the order of the run. */
static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left, *b = right;
	if (a->group->lead->severity != b->group->lead->severity)
		return a->group->lead->severity > b->group->lead->severity ? -1 : 1;
	if (time_of(a) != time_of(b))
		return time_of(a) > time_of(b) ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static void write_row(const struct out *out, const char *files, const struct row *row, bool has_times)
{
	const struct finding *finding = row->group->lead;
	fprintf(out->stream, "| %s | ", severity_name(finding->severity));
	write_place(out, files, &finding->span);
	fputs(" | ", out->stream);
	write_cell(out->stream, finding->message);
	if (row->group->more.count) {
		fputs("; ", out->stream);
		write_cell(out->stream, out_group_more(out->arena, row->group));
	}
	const char *page = pages_site_address(out->arena, finding->code);
	if (page && !strpbrk(page, "()"))
		fprintf(out->stream, " ([%s %s](%s)) |", finding->code, finding->rule, page);
	else
		fprintf(out->stream, " (%s %s) |", finding->code, finding->rule);
	if (has_times && time_of(row) > 0)
		fprintf(out->stream, " %s on %s", fact_time(out->arena, time_of(row)),
			finding->cost.chip ? finding->cost.chip : "the chip");
	fputs(has_times ? " |\n" : "\n", out->stream);
}

static void write_table(const struct out *out, struct row *rows, size_t count)
{
	const char *files = address_of_files(out->arena);
	bool has_times = false;
	size_t shown = count > ROWS ? ROWS : count;
	qsort(rows, count, sizeof *rows, compare_rows);
	for (size_t i = 0; i < shown; i++)
		has_times |= time_of(&rows[i]) > 0;
	fputs(has_times ? "\n| | where | what | costs per launch |\n|---|---|---|---|\n"
			: "\n| | where | what |\n|---|---|---|\n",
		out->stream);
	for (size_t i = 0; i < shown; i++)
		write_row(out, files, &rows[i], has_times);
	if (shown < count)
		fprintf(out->stream, "\nand %zu more that are less severe or cost less.\n", count - shown);
	if (has_times)
		fputs("\nTimes are estimates of a model of the chip, each as if it alone were fixed.\n",
			out->stream);
}

void out_markdown(const struct out *out)
{
	out_group_list groups = out_groups(out, out->findings);
	struct row *rows = ARENA_ARRAY(out->arena, struct row, groups.count + 1);
	for (size_t i = 0; i < groups.count; i++)
		rows[i] = (struct row){&groups.data[i], i};
	/* by the first line a job finds its own comment again */
	fputs("<!-- cudalint -->\n**cudalint**: ", out->stream);
	out_summary(out);
	if (groups.count)
		write_table(out, rows, groups.count);
}
