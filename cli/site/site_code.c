/* Code on the site: coloured by a reading of C++'s tokens, with findings in it. */
#include "cli/site/site.h"

#include <ctype.h>
#include <string.h>

/* What a byte of the text is; the classes in the style are of these names. */
enum look { PLAIN, COMMENT, STRING, NUMBER, DIRECTIVE, KEYWORD, TYPE, CUDA };
static const char *const looks[] = {"", "tc", "ts", "tn", "td", "tk", "tt", "tg"};

static const char *const keywords[] = {"alignas", "alignof", "asm", "auto", "break", "case", "catch", "class",
	"const", "constexpr", "continue", "decltype", "default", "delete", "do", "else", "enum", "explicit",
	"extern", "false", "for", "friend", "goto", "if", "inline", "namespace", "new", "noexcept", "nullptr",
	"operator", "private", "public", "return", "sizeof", "static", "static_cast", "reinterpret_cast",
	"struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typename", "union",
	"using", "virtual", "volatile", "while", NULL};
static const char *const types[] = {"bool", "char", "double", "float", "int", "long", "short", "signed",
	"unsigned", "void", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
	"uint32_t", "uint64_t", "half", "half2", "float2", "float3", "float4", "int2", "int3", "int4",
	"double2", "uint2", "uint4", "dim3", "uint3", NULL};
static const char *const builtins[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", NULL};

static bool is_among(const char *const *words, const char *word, size_t size)
{
	for (; *words; words++)
		if (strlen(*words) == size && !memcmp(*words, word, size))
			return true;
	return false;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static enum look look_of(const char *word, size_t size)
{
	bool is_qualifier = size > 4 && !memcmp(word, "__", 2) && !memcmp(word + size - 2, "__", 2);
	if (is_qualifier || is_among(builtins, word, size))
		return CUDA;
	if (is_among(keywords, word, size))
		return KEYWORD;
	return is_among(types, word, size) ? TYPE : PLAIN;
}

/* The end of the token at `at`, and what it is. */
static const char *token(const char *begin, const char *at, const char *end, enum look *look)
{
	const char *to = at + 1;
	*look = PLAIN;
	if (*at == '/' && to < end && *to == '/') {
		*look = COMMENT;
		to = memchr(at, '\n', (size_t)(end - at));
		return to ? to : end;
	}
	if (*at == '/' && to < end && *to == '*') {
		*look = COMMENT;
		for (to++; to < end && !(to[-1] == '*' && *to == '/');)
			to++;
		return to < end ? to + 1 : end;
	}
	if (*at == '"' || *at == '\'') {
		*look = STRING;
		while (to < end && *to != *at && *to != '\n')
			to += *to == '\\' && to + 1 < end ? 2 : 1;
		return to < end ? to + 1 : end;
	}
	if (*at == '#' && (at == begin || at[-1] == '\n')) {
		*look = DIRECTIVE;
		while (to < end && (is_word(*to) || *to == ' '))
			to++;
		return to;
	}
	if (isdigit((unsigned char)*at)) {
		*look = NUMBER;
		while (to < end && (is_word(*to) || *to == '.' || *to == '\''))
			to++;
		return to;
	}
	while (is_word(*at) && to < end && is_word(*to))
		to++;
	if (is_word(*at))
		*look = look_of(at, (size_t)(to - at));
	return to;
}

/* ---- what each byte is ----------------------------------------------------------------------- */

enum { MARKED = 64, RELATED = 32, LOOK = 31 };

static void read_tokens(const struct site_code *code, unsigned char *bytes)
{
	const char *end = code->text + code->size;
	for (const char *at = code->text, *to; at < end && code->is_cuda; at = to) {
		enum look look;
		to = token(code->text, at, end, &look);
		memset(bytes + (at - code->text), look, (size_t)(to - at));
	}
}

static void mark(
	const struct site_code *code, unsigned char *bytes, const struct span *span, unsigned char how)
{
	for (size_t i = span->start.offset; i < span->end.offset && i < code->size; i++)
		if (code->text[i] != '\n')
			bytes[i] |= how;
}

static void mark_findings(const struct site_code *code, unsigned char *bytes)
{
	for (size_t i = 0; code->findings && i < code->findings->count; i++) {
		const struct finding *finding = code->findings->data[i];
		mark(code, bytes, &finding->span, MARKED);
		for (size_t k = 0; k < finding->related.count; k++)
			if (!strcmp(finding->related.data[k].span.path, finding->span.path))
				mark(code, bytes, &finding->related.data[k].span, RELATED);
	}
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A line in stretches that look alike. */
static void write_line(FILE *stream, const char *text, const unsigned char *bytes, size_t size)
{
	for (size_t at = 0, end; at < size; at = end) {
		for (end = at + 1; end < size && (bytes[end] == bytes[at] || (text[end] & 0xc0) == 0x80);)
			end++;
		enum look look = bytes[at] & LOOK;
		bool is_marked = bytes[at] & (MARKED | RELATED);
		if (is_marked)
			fputs(bytes[at] & MARKED ? "<mark>" : "<mark class=\"r\">", stream);
		if (look)
			fprintf(stream, "<i class=\"%s\">", looks[look]);
		html_code(stream, text + at, end - at);
		fputs(look ? "</i>" : "", stream);
		fputs(is_marked ? "</mark>" : "", stream);
	}
}

static void write_notes(struct site *site, const struct site_code *code, unsigned line)
{
	FILE *stream = site->html.stream;
	for (size_t i = 0; code->findings && i < code->findings->count; i++) {
		const struct finding *finding = code->findings->data[i];
		for (size_t k = 0; k < finding->related.count; k++) {
			const struct related *related = &finding->related.data[k];
			if (related->span.start.line != line ||
				strcmp(related->span.path, finding->span.path) != 0)
				continue;
			fputs("<span class=\"n\">", stream);
			html_message(stream, related->message);
			fputs("\n</span>", stream);
		}
		if (finding->span.start.line != line)
			continue;
		const char *severity = severity_name(finding->severity);
		fprintf(stream, "<span class=\"n own\"><span class=\"sev %s\">%s</span> ", severity,
			severity);
		html_message(stream, finding->message);
		fprintf(stream, " <span class=\"conf\">%s</span>\n</span>",
			confidence_name(finding->confidence));
	}
}

static bool has_finding(const struct site_code *code, unsigned line)
{
	for (size_t i = 0; code->findings && i < code->findings->count; i++) {
		const struct span *span = &code->findings->data[i]->span;
		if (line >= span->start.line && line <= span->end.line)
			return true;
	}
	return false;
}

/* Whether one text has a line of another, whole. */
static bool has_line(const char *text, const char *line, size_t size)
{
	for (const char *at = text; *at; at += at[strcspn(at, "\n")] ? 1 : 0) {
		size_t length = strcspn(at, "\n");
		if (length == size && !memcmp(at, line, size))
			return true;
		at += length;
	}
	return false;
}

static void write_lines(struct site *site, const struct site_code *code, const unsigned char *bytes)
{
	FILE *stream = site->html.stream;
	const char *end = code->text + code->size;
	unsigned line = 1;
	for (const char *at = code->text; at < end; line++) {
		const char *to = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((to ? to : end) - at);
		bool is_new = code->before && !has_line(code->before, at, size);
		const char *class = has_finding(code, line) ? " h" : is_new ? " ins" : "";
		fprintf(stream, "<span class=\"l%s\" data-n=\"%u\">", class, line);
		write_line(stream, at, bytes + (at - code->text), size);
		fputs("\n</span>", stream);
		write_notes(site, code, line);
		at = to ? to + 1 : end;
	}
}

void site_code(struct site *site, const struct site_code *code)
{
	unsigned char *bytes = arena_alloc(site->arena, code->size + 1);
	memset(bytes, 0, code->size + 1);
	read_tokens(code, bytes);
	mark_findings(code, bytes);
	fputs("<pre class=\"src\"><code>", site->html.stream);
	if (code->is_cuda)
		write_lines(site, code, bytes);
	else
		html_code(site->html.stream, code->text, 0);
	for (size_t at = 0, size; !code->is_cuda && at < code->size; at += size + 1) {
		size = 0;
		while (at + size < code->size && code->text[at + size] != '\n')
			size++;
		fputs("<span class=\"p\">", site->html.stream);
		html_code(site->html.stream, code->text + at, size);
		fputs("\n</span>", site->html.stream);
	}
	fputs("</code></pre>\n", site->html.stream);
}
