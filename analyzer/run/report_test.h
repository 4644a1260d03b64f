/* What a run found, as a text. Include after cmocka.h. */
#ifndef CUDALINT_RUN_REPORT_TEST_H
#define CUDALINT_RUN_REPORT_TEST_H

#include "analyzer/run/run.h"

/* "PATH:LINE MESSAGE; ..." */
static inline const char *findings_text(struct arena *arena, const struct run_report *report)
{
	char *text = arena_strdup(arena, "");
	for (size_t i = 0; i < report->findings.count; i++) {
		const struct finding *finding = report->findings.data[i];
		text = arena_printf(arena, "%s%s%s:%u %s", text, i ? "; " : "", finding->span.path,
			finding->span.start.line, finding->message);
	}
	return text;
}

#endif
