/* Resolving ranges: columns in code points, and which of a macro's two places is meant. */
#include "analyzer/rule/span.h"

#include "analyzer/base/utf8.h"

#include <ctype.h>
#include <string.h>

static const struct ir_file *file_of(const struct ir_module *module, const struct ir_place *place)
{
	return place->file < module->files.count ? &module->files.data[place->file] : NULL;
}

const struct ir_file *span_main_file(const struct ir_module *module)
{
	for (size_t i = 0; i < module->files.count; i++)
		if (module->files.data[i].is_main)
			return &module->files.data[i];
	return NULL;
}

static struct position position_at(
	const struct ir_file *file, uint32_t line, uint32_t column, uint32_t offset)
{
	struct position position = {.line = line, .column = column, .offset = offset};
	uint32_t bytes = column ? column - 1 : 0;
	if (!file->text || bytes > offset || offset > file->size)
		return position;
	const char *start = file->text + (offset - bytes);
	if (start == file->text && bytes >= 3 &&
		!memcmp(start, "\xef\xbb\xbf", 3)) { /* a byte order mark is no column */
		start += 3;
		bytes -= 3;
	}
	position.column = utf8_column(start, bytes);
	return position;
}

struct span span_of_place(const struct ir_module *module, const struct ir_place *place)
{
	const struct ir_file *file = file_of(module, place);
	if (!file) {
		const struct ir_file *main_file = span_main_file(module);
		struct position start = {.line = 1, .column = 1};
		return (struct span){.path = main_file ? main_file->path : "", .start = start, .end = start};
	}
	return (struct span){
		.path = file->path,
		.start = position_at(file, place->line, place->column, place->begin),
		.end = position_at(file, place->end_line, place->end_column, place->end),
	};
}

static bool is_reported(const struct ir_module *module, const struct ir_place *place)
{
	const struct ir_file *file = file_of(module, place);
	return file && !file->is_system;
}

bool span_resolve(const struct ir_module *module, struct ir_range range, struct span_pair *out)
{
	struct ir_place spelling, expansion;
	*out = (struct span_pair){0};
	if (!ir_locate(module, range, &spelling, &expansion))
		return false;
	if (!spelling.in_macro)
		expansion = spelling;
	if (!is_reported(module, &spelling)) {
		out->span = span_of_place(module, &expansion);
		return is_reported(module, &expansion);
	}
	out->span = span_of_place(module, &spelling);
	out->has_expansion = spelling.in_macro && is_reported(module, &expansion);
	if (out->has_expansion)
		out->expansion = span_of_place(module, &expansion);
	return true;
}

/* Past a string or character literal that begins at `i`. */
static size_t skip_literal(const char *text, size_t size, size_t i)
{
	char quote = text[i++];
	while (i < size && text[i] != quote && text[i] != '\n')
		i += text[i] == '\\' ? 2 : 1;
	return i;
}

/* The end of the parenthesised arguments of the macro whose name is at `begin`; `begin` when it has none. */
static size_t arguments_end(const struct ir_file *file, size_t begin)
{
	const char *text = file->text;
	size_t i = begin, depth = 0;
	while (i < file->size && (isalnum((unsigned char)text[i]) || text[i] == '_'))
		i++;
	while (i < file->size && isspace((unsigned char)text[i]))
		i++;
	if (i >= file->size || text[i] != '(')
		return begin;
	for (; i < file->size; i++) {
		if (text[i] == '"' || text[i] == '\'')
			i = skip_literal(text, file->size, i);
		else if (text[i] == '(')
			depth++;
		else if (text[i] == ')' && --depth == 0)
			return i;
	}
	return begin;
}

bool span_is_editable(const struct ir_module *module, struct ir_range range, struct ir_place *place)
{
	struct ir_place expansion;
	if (!ir_locate(module, range, place, &expansion) || !is_reported(module, place))
		return false;
	const struct ir_file *file = file_of(module, place);
	if (place->end < place->begin || place->end > file->size || !file->text)
		return false;
	if (!place->in_macro)
		return true;
	return place->file == expansion.file && place->begin > expansion.begin &&
	       place->end <= arguments_end(file, expansion.begin);
}
