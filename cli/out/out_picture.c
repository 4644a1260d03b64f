/* A finding's picture under its excerpt, for `-f full -v`. */
#include "analyzer/finding/picture/picture.h"
#include "cli/out/out.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether the terminal shows UTF-8, from the variables that say so, in the order in which they count. */
static bool is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *value = NULL;
	for (size_t i = 0; i < sizeof names / sizeof names[0] && !(value && *value); i++)
		value = getenv(names[i]);
	const char *dot = value ? strchr(value, '.') : NULL;
	return dot && (strncasecmp(dot, ".utf-8", 6) == 0 || strncasecmp(dot, ".utf8", 5) == 0);
}

void out_picture(const struct out *out, const struct picture *picture, unsigned gutter)
{
	struct buffer text = {0};
	picture_text(&text, picture, is_utf8() ? PICTURE_UTF8 : PICTURE_ASCII);
	bool is_first = true;
	for (char *line = text.data, *end; line && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		fprintf(out->stream, "%s%*s %s%s ", out->paint->gutter, (int)gutter, "", is_first ? "=" : "|",
			out->paint->reset);
		if (is_first)
			fprintf(out->stream, "%spicture:%s ", out->paint->bold, out->paint->reset);
		text_write(out->stream, line);
		fputc('\n', out->stream);
		is_first = false;
	}
	buffer_free(&text);
}
