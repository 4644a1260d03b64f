/* JUnit's XML: a test suite for each file. A finding is a failed test, a file without any a passed one, and a
 * file that could not be read an error. */
#include "cli/out/out.h"
#include "cli/text.h"

#include "analyzer/base/utf8.h"

#include <string.h>

/* A file and its findings. */
struct suite {
	const char *path;
	const struct unit_result *unit; /* NULL: a header */
	finding_list findings;
};

typedef VEC(struct suite) suite_list;

/* Text in an element or an attribute. XML has no way to write most control characters: their pictures. */
static void write_xml(FILE *stream, const char *text)
{
	struct buffer out = {0};
	for (size_t size = strlen(text), length; size > 0; text += length, size -= length) {
		uint32_t c;
		length = utf8_decode(text, size, &c);
		switch (c) {
		case '&': buffer_add_text(&out, "&amp;"); break;
		case '<': buffer_add_text(&out, "&lt;"); break;
		case '>': buffer_add_text(&out, "&gt;"); break;
		case '"': buffer_add_text(&out, "&quot;"); break;
		case '\t':
		case '\n':
		case '\r': buffer_printf(&out, "&#%u;", (unsigned)c); break;
		case 0xfffe:
		case 0xffff: text_add_char(&out, UTF8_INVALID); break;
		default: text_add_char(&out, c);
		}
	}
	if (out.size)
		fwrite(out.data, 1, out.size, stream);
	buffer_free(&out);
}

static struct suite *find_suite(const struct out *out, suite_list *suites, const char *path)
{
	/* Findings come sorted by path: it is mostly the last one that was found. */
	for (size_t i = suites->count; i-- > 0;) {
		if (strcmp(suites->data[i].path, path) == 0)
			return &suites->data[i];
	}
	vec_push(out->arena, suites, (struct suite){.path = path});
	return &suites->data[suites->count - 1];
}

static void gather(const struct out *out, suite_list *suites)
{
	for (size_t i = 0; i < out->report->units.count; i++) {
		const struct unit_result *unit = out->report->units.data[i];
		vec_push(out->arena, suites, ((struct suite){.path = unit->path, .unit = unit}));
	}
	struct suite *suite = NULL;
	for (size_t i = 0; i < out->findings->count; i++) {
		struct finding *finding = out->findings->data[i];
		if (!suite || strcmp(suite->path, finding->span.path) != 0)
			suite = find_suite(out, suites, finding->span.path);
		vec_push(out->arena, &suite->findings, finding);
	}
}

static bool is_unread(const struct suite *suite)
{
	return suite->unit && suite->unit->io_error;
}

/* What both elements of counts have: of all suites, or of one. */
static void write_counts(const struct out *out, const struct suite *suites, size_t count)
{
	size_t tests = 0, failures = 0, errors = 0;
	double ms = 0;
	for (size_t i = 0; i < count; i++) {
		size_t found = suites[i].findings.count;
		failures += found;
		errors += is_unread(&suites[i]);
		tests += found || is_unread(&suites[i]) ? found + is_unread(&suites[i]) : 1;
		ms += suites[i].unit ? suites[i].unit->ms : 0;
	}
	fprintf(out->stream, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", tests, failures, errors);
	if (out->timing)
		fprintf(out->stream, " time=\"%.3f\"", ms / 1000);
	fputs(">\n", out->stream);
}

static void write_attribute(const struct out *out, const char *name, const char *text)
{
	fprintf(out->stream, " %s=\"", name);
	write_xml(out->stream, text);
	fputc('"', out->stream);
}

static void write_failure(const struct out *out, const struct finding *finding, const char *path)
{
	const struct position *start = &finding->span.start;
	fprintf(out->stream, "    <testcase name=\"%s %s at %u:%u\"", finding->code, finding->rule,
		start->line, start->column);
	write_attribute(out, "classname", path);
	write_attribute(out, "file", path);
	fprintf(out->stream, " line=\"%u\">\n      <failure type=\"%s\"", start->line,
		severity_name(finding->severity));
	write_attribute(out, "message", finding->message);
	fputc('>', out->stream);
	write_xml(out->stream, path);
	fprintf(out->stream, ":%u:%u: %s: ", start->line, start->column, severity_name(finding->severity));
	write_xml(out->stream, finding->message);
	fprintf(out->stream, " [%s %s]</failure>\n    </testcase>\n", finding->code, finding->rule);
}

static void write_suite(const struct out *out, const struct suite *suite)
{
	const char *path = out_location(out, suite->path);
	fputs("  <testsuite", out->stream);
	write_attribute(out, "name", path);
	write_counts(out, suite, 1);
	if (is_unread(suite) || suite->findings.count == 0) {
		fputs("    <testcase name=\"cudalint\"", out->stream);
		write_attribute(out, "classname", path);
		write_attribute(out, "file", path);
		if (is_unread(suite)) {
			fputs(">\n      <error type=\"unreadable\"", out->stream);
			write_attribute(out, "message", suite->unit->io_error);
			fputs("/>\n    </testcase>\n", out->stream);
		} else {
			fputs("/>\n", out->stream);
		}
	}
	for (size_t i = 0; i < suite->findings.count; i++)
		write_failure(out, suite->findings.data[i], path);
	fputs("  </testsuite>\n", out->stream);
}

void out_junit(const struct out *out)
{
	suite_list suites = {0};
	gather(out, &suites);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cudalint\"", out->stream);
	write_counts(out, suites.data, suites.count);
	for (size_t i = 0; i < suites.count; i++)
		write_suite(out, &suites.data[i]);
	fputs("</testsuites>\n", out->stream);
}
