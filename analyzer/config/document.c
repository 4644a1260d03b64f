/* From libyaml's events to a tree. Depth and size are limited before memory or stack could be. */
#include "analyzer/config/document.h"

#include <stdint.h>
#include <yaml.h>

#include "analyzer/base/utf8.h"

enum { DEPTH_LIMIT = 16, ENTRY_LIMIT = 10000, QUOTE_LIMIT = 60 };

struct reader {
	struct arena *arena;
	const char *path, *text;
	size_t size;
	yaml_parser_t parser;
	const char *error; /* the first */
};

const char *config_place_text(struct arena *arena, struct config_place place)
{
	if (!place.path)
		return "";
	if (!place.line)
		return arena_printf(arena, "%s: ", place.path);
	return arena_printf(arena, "%s:%u:%u: ", place.path, place.line, place.column);
}

const char *config_quote(struct arena *arena, const char *text)
{
	size_t size = strlen(text), shown = 0;
	if (size <= QUOTE_LIMIT)
		return text;
	while (shown < QUOTE_LIMIT - 4)
		shown += utf8_decode(text + shown, size - shown, NULL);
	return arena_printf(arena, "%.*s...", (int)shown, text);
}

static struct config_place place_of(const struct reader *reader, yaml_mark_t mark)
{
	return (struct config_place){reader->path, (unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

/* Sets the error unless there is one; returns NULL for the caller to return. */
static struct config_node *fail(struct reader *reader, struct config_place at, const char *message)
{
	if (!reader->error)
		reader->error =
			arena_printf(reader->arena, "%s%s", config_place_text(reader->arena, at), message);
	return NULL;
}

/* ---- what libyaml objects to ------------------------------------------------------------------ */

/* The place of the byte at `offset`. */
static struct config_place locate(const struct reader *reader, size_t offset)
{
	size_t start = 0;
	struct config_place place = {reader->path, 1, 1};
	for (size_t i = 0; i < offset && i < reader->size; i++)
		if (reader->text[i] == '\n') {
			place.line++;
			start = i + 1;
		}
	place.column = utf8_column(reader->text + start, offset - start);
	return place;
}

static char char_at(const struct reader *reader, yaml_mark_t mark)
{
	size_t at = 0;
	for (size_t line = 0; line < mark.line && at < reader->size; at++)
		line += reader->text[at] == '\n';
	for (size_t column = 0; column < mark.column && at < reader->size; column++)
		at += utf8_decode(reader->text + at, reader->size - at, NULL);
	return at < reader->size ? reader->text[at] : '\0';
}

static void fail_parser(struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	const char *problem = parser->problem ? parser->problem : "not readable";
	if (parser->error == YAML_READER_ERROR) {
		fail(reader, locate(reader, parser->problem_offset),
			"a control character can't stand in YAML");
		return;
	}
	struct config_place at = place_of(reader, parser->problem_mark);
	if (char_at(reader, parser->problem_mark) == '\t') {
		fail(reader, at, "YAML indents with spaces: this is a tab");
		return;
	}
	const char *message = arena_printf(reader->arena, "not valid YAML: %s", problem);
	if (parser->context)
		message = arena_printf(reader->arena, "%s, %s from line %zu", message, parser->context,
			parser->context_mark.line + 1);
	fail(reader, at, message);
}

static bool next(struct reader *reader, yaml_event_t *event)
{
	if (reader->error)
		return false;
	if (yaml_parser_parse(&reader->parser, event))
		return true;
	fail_parser(reader);
	return false;
}

/* ---- the tree --------------------------------------------------------------------------------- */

static struct config_node *node_from(struct reader *reader, const yaml_event_t *event, unsigned depth);

static struct config_node *read_text(
	struct reader *reader, const yaml_event_t *event, struct config_node *node)
{
	const char *text = (const char *)event->data.scalar.value;
	size_t size = event->data.scalar.length;
	if (strlen(text) != size)
		return fail(reader, node->at, "a text can't hold a NUL character");
	node->text = arena_strndup(reader->arena, text, size);
	node->is_quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	bool is_empty = !node->is_quoted && (!size || !strcmp(text, "~") || !strcmp(text, "null") ||
						    !strcmp(text, "Null") || !strcmp(text, "NULL"));
	node->kind = is_empty ? NODE_EMPTY : NODE_TEXT;
	return node;
}

/* Duplicates are looked for one by one, which takes its time in maps that nobody writes. */
static bool has_room(struct reader *reader, const struct config_node *node, const struct config_node *item)
{
	if (node->items.count < ENTRY_LIMIT)
		return true;
	fail(reader, item->at,
		arena_printf(reader->arena, "more than %d entries are not taken", ENTRY_LIMIT));
	return false;
}

static struct config_node *read_list(struct reader *reader, struct config_node *node, unsigned depth)
{
	yaml_event_t event;
	node->kind = NODE_LIST;
	while (next(reader, &event)) {
		bool ends = event.type == YAML_SEQUENCE_END_EVENT;
		struct config_node *item = ends ? node : node_from(reader, &event, depth + 1);
		yaml_event_delete(&event);
		if (ends || !item)
			return item;
		if (!has_room(reader, node, item))
			return NULL;
		vec_push(reader->arena, &node->items, item);
	}
	return NULL;
}

static bool check_key(struct reader *reader, const struct config_node *map, const struct config_node *key)
{
	if (key->kind != NODE_TEXT) {
		fail(reader, key->at, "a key has to be a text");
		return false;
	}
	for (size_t i = 0; i < map->keys.count; i++) {
		if (strcmp(map->keys.data[i]->text, key->text) != 0)
			continue;
		fail(reader, key->at,
			arena_printf(reader->arena, "'%s' is there twice, first in line %u",
				config_quote(reader->arena, key->text), map->keys.data[i]->at.line));
		return false;
	}
	return true;
}

static struct config_node *read_map(struct reader *reader, struct config_node *node, unsigned depth)
{
	yaml_event_t event;
	struct config_node *key = NULL;
	node->kind = NODE_MAP;
	while (next(reader, &event)) {
		bool ends = event.type == YAML_MAPPING_END_EVENT;
		struct config_node *item = ends ? node : node_from(reader, &event, depth + 1);
		yaml_event_delete(&event);
		if (ends || !item)
			return item;
		if (!key) {
			if (!has_room(reader, node, item) || !check_key(reader, node, item))
				return NULL;
			key = item;
			continue;
		}
		vec_push(reader->arena, &node->keys, key);
		vec_push(reader->arena, &node->items, item);
		key = NULL;
	}
	return NULL;
}

static bool has_tag(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT: return event->data.scalar.tag != NULL;
	case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.tag != NULL;
	case YAML_MAPPING_START_EVENT: return event->data.mapping_start.tag != NULL;
	default: return false;
	}
}

/* The node that begins with `event`; NULL after an error. */
static struct config_node *node_from(struct reader *reader, const yaml_event_t *event, unsigned depth)
{
	struct config_node *node = ARENA_NEW(reader->arena, struct config_node);
	node->at = place_of(reader, event->start_mark);
	if (event->type == YAML_ALIAS_EVENT)
		return fail(reader, node->at,
			arena_printf(reader->arena, "aliases are not taken: write out what '*%s' stands for",
				config_quote(reader->arena, (const char *)event->data.alias.anchor)));
	if (has_tag(event))
		return fail(reader, node->at, "tags are not taken");
	if (depth > DEPTH_LIMIT)
		return fail(reader, node->at, "nested too deeply");
	switch (event->type) {
	case YAML_SCALAR_EVENT: return read_text(reader, event, node);
	case YAML_SEQUENCE_START_EVENT: return read_list(reader, node, depth);
	case YAML_MAPPING_START_EVENT: return read_map(reader, node, depth);
	default: return fail(reader, node->at, "not valid YAML");
	}
}

static struct config_node *empty_map(struct reader *reader)
{
	struct config_node *node = ARENA_NEW(reader->arena, struct config_node);
	node->kind = NODE_MAP;
	node->at = (struct config_place){reader->path, 1, 1};
	return node;
}

/* The one document of the stream. */
static struct config_node *read_stream(struct reader *reader)
{
	struct config_node *root = NULL;
	bool done = false;
	for (yaml_event_t event; !done && next(reader, &event); yaml_event_delete(&event)) {
		switch (event.type) {
		case YAML_STREAM_END_EVENT: done = true; break;
		case YAML_STREAM_START_EVENT:
		case YAML_DOCUMENT_END_EVENT: break;
		case YAML_DOCUMENT_START_EVENT:
			if (root)
				fail(reader, place_of(reader, event.start_mark),
					"a second document is not taken");
			break;
		default: root = node_from(reader, &event, 0);
		}
	}
	if (reader->error)
		return NULL;
	return root && root->kind != NODE_EMPTY ? root : empty_map(reader);
}

/* libyaml tells neither line nor column of bytes that are no UTF-8. */
static bool check_utf8(struct reader *reader)
{
	for (size_t at = 0; at < reader->size;) {
		uint32_t code_point;
		size_t length = utf8_decode(reader->text + at, reader->size - at, &code_point);
		if (code_point == UTF8_INVALID) {
			fail(reader, locate(reader, at), "the file is not UTF-8");
			return false;
		}
		at += length;
	}
	return true;
}

struct config_node *config_document(
	struct arena *arena, const char *path, const char *text, size_t size, const char **error)
{
	static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, which editors may set first */
	struct reader reader = {.arena = arena, .path = path, .text = text, .size = size};
	struct config_node *root = NULL;
	if (size >= 3 && !memcmp(text, mark, 3)) {
		reader.text += 3;
		reader.size -= 3;
	}
	if (!yaml_parser_initialize(&reader.parser)) {
		*error = arena_printf(arena, "%s: out of memory", path);
		return NULL;
	}
	yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&reader.parser, (const unsigned char *)reader.text, reader.size);
	if (check_utf8(&reader))
		root = read_stream(&reader);
	yaml_parser_delete(&reader.parser);
	*error = reader.error;
	return reader.error ? NULL : root;
}
