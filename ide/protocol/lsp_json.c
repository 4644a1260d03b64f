/* JSON values; see lsp_json.h. */
#include "ide/protocol/lsp_json.h"

#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/utf8.h"

const json_t *lsp_json_at(const json_t *value, const char *path)
{
	char name[64];
	while (value && *path) {
		size_t length = strcspn(path, ".");
		if (length >= sizeof name)
			return NULL;
		memcpy(name, path, length);
		name[length] = '\0';
		value = json_object_get(value, name);
		path += length + (path[length] == '.');
	}
	return value;
}

const char *lsp_json_string(const json_t *value, const char *path, const char *otherwise)
{
	const json_t *found = lsp_json_at(value, path);
	const char *text = json_string_value(found);
	return text && strlen(text) == json_string_length(found) ? text : otherwise;
}

int64_t lsp_json_integer(const json_t *value, const char *path, int64_t otherwise)
{
	const json_t *found = lsp_json_at(value, path);
	if (json_is_real(found) && json_real_value(found) > -1e15 && json_real_value(found) < 1e15)
		return (int64_t)json_real_value(found);
	return json_is_integer(found) ? json_integer_value(found) : otherwise;
}

bool lsp_json_bool(const json_t *value, const char *path, bool otherwise)
{
	const json_t *found = lsp_json_at(value, path);
	return json_is_boolean(found) ? json_is_true(found) : otherwise;
}

bool lsp_json_has(const json_t *value, const char *path, const char *word)
{
	const json_t *list = lsp_json_at(value, path), *item;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)list, i,
		item) if (json_is_string(item) && !strcmp(json_string_value(item), word)) return true;
	return false;
}

static bool read_number(const json_t *value, const char *name, uint32_t *out)
{
	const json_t *found = json_object_get(value, name);
	if (!json_is_number(found))
		return false;
	double number = json_number_value(found);
	*out = number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (uint32_t)number;
	return true;
}

bool lsp_json_position(const json_t *value, struct lsp_position *out)
{
	return read_number(value, "line", &out->line) && read_number(value, "character", &out->character);
}

bool lsp_json_range(const json_t *value, struct lsp_range *out)
{
	return lsp_json_position(json_object_get(value, "start"), &out->start) &&
	       lsp_json_position(json_object_get(value, "end"), &out->end);
}

json_t *lsp_json_text_sized(const char *text, size_t size)
{
	json_t *string = json_stringn(text, size);
	if (string)
		return string;
	struct buffer valid = {0};
	for (size_t i = 0; i < size;) {
		uint32_t code;
		size_t bytes = utf8_decode(text + i, size - i, &code);
		if (code == UTF8_INVALID)
			buffer_add_text(&valid, "\xef\xbf\xbd");
		else
			buffer_add(&valid, text + i, bytes);
		i += bytes;
	}
	string = json_stringn_nocheck(valid.data, valid.size);
	buffer_free(&valid);
	return string;
}

json_t *lsp_json_text(const char *text)
{
	return lsp_json_text_sized(text ? text : "", text ? strlen(text) : 0);
}

json_t *lsp_json_of_position(struct lsp_position position)
{
	return json_pack(
		"{sIsI}", "line", (json_int_t)position.line, "character", (json_int_t)position.character);
}

json_t *lsp_json_of_range(struct lsp_range range)
{
	return json_pack(
		"{soso}", "start", lsp_json_of_position(range.start), "end", lsp_json_of_position(range.end));
}
