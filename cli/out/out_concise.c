/* One line a finding: `file:line:col: severity: message [CODE name]`. */
#include "cli/out/out.h"
#include "cli/page/pages.h"
#include "cli/text.h"

void out_header(const struct out *out, const struct finding *finding)
{
	const struct paint *paint = out->paint;
	fputs(paint->bold, out->stream);
	text_write(out->stream, finding->span.path);
	fprintf(out->stream, ":%u:%u:%s %s%s:%s ", finding->span.start.line, finding->span.start.column,
		paint->reset, paint_severity(paint, finding->severity), severity_name(finding->severity),
		paint->reset);
	text_write(out->stream, finding->message);
	const char *address = out->links ? pages_address(out->arena, finding->code) : NULL;
	fprintf(out->stream, " [%s", paint->code);
	if (address)
		fprintf(out->stream, "\033]8;;%s\033\\", address);
	fprintf(out->stream, "%s %s", finding->code, finding->rule);
	if (address)
		fputs("\033]8;;\033\\", out->stream);
	fprintf(out->stream, "%s]", paint->reset);
}

void out_concise(const struct out *out)
{
	for (size_t i = 0; i < out->findings->count; i++) {
		out_header(out, out->findings->data[i]);
		fputc('\n', out->stream);
	}
}
