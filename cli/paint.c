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

/* A number such as 5402 for VTE_VERSION; 0: not set. */
static long number_of(const char *variable)
{
	const char *text = getenv(variable);
	return text ? strtol(text, NULL, 10) : 0;
}

static bool is_among(const char *variable, const char *const *words, size_t count)
{
	const char *text = getenv(variable);
	for (size_t i = 0; text && i < count; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* Terminals don't tell: these are known by what they leave in the environment. VTE had a fault with links
 * before 0.50.1. */
static bool terminal_has_links(void)
{
	static const char *const programs[] = {
		"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "mintty", "rio"};
	static const char *const terms[] = {"xterm-kitty", "xterm-ghostty", "alacritty", "alacritty-direct",
		"foot", "foot-extra", "contour", "wezterm"};
	enum { VTE_WITH_LINKS = 5001 };
	return number_of("VTE_VERSION") >= VTE_WITH_LINKS || getenv("WT_SESSION") ||
	       getenv("KONSOLE_VERSION") || getenv("DOMTERM") ||
	       is_among("TERM_PROGRAM", programs, sizeof programs / sizeof *programs) ||
	       is_among("TERM", terms, sizeof terms / sizeof *terms);
}

bool paint_links(FILE *stream, enum paint_when when)
{
	const char *forced = getenv("FORCE_HYPERLINK");
	if (when == PAINT_NEVER)
		return false;
	if (forced && *forced)
		return strcmp(forced, "0") != 0;
	return isatty(fileno(stream)) && paint_for(stream, when) == &coloured && terminal_has_links();
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
