/* One line a finding: `file:line:col: severity: message [CODE name]`. */
#include "cli/out/out.h"
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
	fprintf(out->stream, " [%s%s %s%s]", paint->code, finding->code, finding->rule, paint->reset);
}

void out_concise(const struct out *out)
{
	for (size_t i = 0; i < out->findings->count; i++) {
		out_header(out, out->findings->data[i]);
		fputc('\n', out->stream);
	}
}
