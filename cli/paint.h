/* Colours for a terminal. A paint is a set of escape sequences; without colours all of them are empty. */
#ifndef CUDALINT_CLI_PAINT_H
#define CUDALINT_CLI_PAINT_H

#include <stdbool.h>
#include <stdio.h>

#include "analyzer/finding/finding.h"

struct paint {
	const char *error, *warning, *info;
	const char *bold, *dim, *code, *link, *gutter, *added;
	const char *reset;
};

enum paint_when { PAINT_AUTO, PAINT_ALWAYS, PAINT_NEVER };

/* Reads the value of --color. Returns 0, or 2 after one line on stderr. */
int paint_parse_when(enum paint_when *out, const char *text);

/* The colours for a stream: with PAINT_AUTO only on a terminal that isn't dumb, and not when NO_COLOR is set.
 */
const struct paint *paint_for(FILE *stream, enum paint_when when);

/* Whether text on a stream can be a link (OSC 8): it is a terminal that is known to do so, or FORCE_HYPERLINK
 * says that it is; FORCE_HYPERLINK=0 says that it isn't. Never without colours. */
bool paint_links(FILE *stream, enum paint_when when);

const char *paint_severity(const struct paint *paint, enum severity severity);

#endif
