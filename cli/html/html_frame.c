/* What a page has around it: its head with the style, and the script behind all else. Both are embedded
 * (embed.c), and the policy names them by their hashes, so that nothing else can run. */
#include "cli/html/html.h"

#include <stdlib.h>
#include <string.h>

static const char *part(const char *name)
{
	const struct page_data *data = html_data;
	while (data->name && strcmp(data->name, name) != 0)
		data++;
	return data->name ? data->text : "";
}

/* A SHA-256 in hexadecimal, as base64: what a policy wants. */
static void write_hash(FILE *stream, const char *hex)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned char bytes[33] = {0}; /* and a byte of zeros to fill up */
	for (int i = 0; i < 32; i++) {
		char two[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
		bytes[i] = (unsigned char)strtoul(two, NULL, 16);
	}
	fputs("'sha256-", stream);
	for (int i = 0; i < 33; i += 3) {
		unsigned three = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];
		for (int shift = 18; shift >= 0; shift -= 6)
			fputc(i == 30 && shift == 0 ? '=' : digits[three >> shift & 63], stream);
	}
	fputs("'", stream);
}

void html_begin(FILE *stream, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
	      "base-uri 'none'; form-action 'none'; style-src ",
		stream);
	write_hash(stream, HTML_CSS_SHA256);
	fputs("; script-src ", stream);
	write_hash(stream, HTML_JS_SHA256);
	fputs("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" "
	      "content=\"cudalint " CUDALINT_VERSION "\">\n<title>cudalint: ",
		stream);
	html_text(stream, title);
	fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>", stream);
	fputs(part("report.css"), stream);
	fputs("</style>\n</head>\n", stream);
}

void html_end(FILE *stream)
{
	fputs("</main>\n<footer><p>Written by cudalint " CUDALINT_VERSION
	      ". Times are estimates of its model of the chip, not measurements.</p></footer>\n<script>",
		stream);
	fputs(part("report.js"), stream);
	fputs("</script>\n</body>\n</html>\n", stream);
}
