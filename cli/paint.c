/* Colours for a terminal: the sixteen that every theme defines. */
#include "cli/paint.h"
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct paint plain = {"", "", "", "", "", "", "", "", "", ""};

static const struct paint coloured = {
	.error = "\033[1;31m",
	.warning = "\033[1;33m",
	.info = "\033[1;34m",
	.bold = "\033[1m",
	.dim = "\033[2m",
	.code = "\033[36m",
	.link = "\033[4m",
	.gutter = "\033[34m",
	.added = "\033[32m",
	.reset = "\033[0m",
};

int paint_parse_when(enum paint_when *out, const char *text)
{
	static const char *const words[] = {"auto", "always", "never"};
	for (int i = 0; i < 3; i++) {
		if (strcmp(text, words[i]) == 0) {
			*out = (enum paint_when)i;
			return 0;
		}
	}
	return options_error("--color: '%s' is not one of auto, always, never", text);
}

const struct paint *paint_for(FILE *stream, enum paint_when when)
{
	if (when == PAINT_AUTO) {
		const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
		bool refused = (no_color && *no_color) || (term && strcmp(term, "dumb") == 0);
		return !refused && isatty(fileno(stream)) ? &coloured : &plain;
	}
	return when == PAINT_ALWAYS ? &coloured : &plain;
}

const char *paint_severity(const struct paint *paint, enum severity severity)
{
	switch (severity) {
	case SEVERITY_ERROR: return paint->error;
	case SEVERITY_WARNING: return paint->warning;
	case SEVERITY_INFO: return paint->info;
	}
	return paint->info;
}
