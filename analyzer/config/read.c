/* From a tree to settings: keys, shapes, names and options against the table, with what may have been meant.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>

#include "analyzer/base/suggest.h"
#include "analyzer/config/item.h"
#include "analyzer/config/select.h"

void config_complain(
	struct arena *arena, config_errors *errors, struct config_place at, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *message = arena_vprintf(arena, format, args);
	va_end(args);
	const char *text = arena_printf(arena, "%s%s", config_place_text(arena, at), message);
	vec_push(arena, errors, (struct config_error){at, text});
}

typedef VEC(const char *) name_list;

/* "unknown key 'selct' (did you mean 'select'?)", or with the names there are; `problem` is what stands
 * before the word. */
static void unknown(struct config_reader *reader, const struct config_node *key, const char *problem,
	const name_list *names)
{
	struct arena *arena = reader->arena;
	const char *nearest = suggest_nearest(key->text, names->data, names->count), *list = "";
	const char *quoted = config_quote(arena, key->text);
	if (nearest) {
		config_complain(arena, reader->errors, key->at, "%s '%s' (did you mean '%s'?)", problem,
			quoted, nearest);
		return;
	}
	for (size_t i = 0; i < names->count; i++)
		list = arena_printf(arena, "%s%s%s", list, i ? ", " : "", names->data[i]);
	config_complain(arena, reader->errors, key->at, "%s '%s' (one of %s)", problem, quoted, list);
}

static const char *found(const struct config_node *node)
{
	switch (node->kind) {
	case NODE_EMPTY: return "has no value";
	case NODE_LIST: return "has a list";
	case NODE_MAP: return "has a map";
	default: return "has a text";
	}
}

static void wrong_kind(struct config_reader *reader, const struct config_node *key,
	const struct config_node *node, const char *wanted)
{
	config_complain(reader->arena, reader->errors, node->at, "'%s' takes %s, and %s",
		config_quote(reader->arena, key->text), wanted, found(node));
}

/* "a rule or a list of such": what stands behind a key of lists. */
static const char *list_of(struct config_reader *reader, const struct config_key *key)
{
	return arena_printf(reader->arena, "%s or a list of such", config_type_name(key->type));
}

/* Whether YAML takes an unquoted text for a number, or for true or false. */
static bool is_other_scalar(const struct config_node *node)
{
	static const char *const words[] = {"true", "True", "TRUE", "false", "False", "FALSE"};
	char *end;
	if (node->is_quoted)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(node->text, words[i]))
			return true;
	if (!strchr("0123456789+-.", node->text[0]) || node->text[strcspn(node->text, "0123456789")] == '\0')
		return false;
	strtod(node->text, &end);
	return !*end;
}

/* A file may be called 3, but whoever writes a number where paths and patterns belong most likely means
 * another key.
 */
static bool is_text_type(enum config_type type)
{
	return type == CONFIG_GLOB || type == CONFIG_PATH || type == CONFIG_REGEX || type == CONFIG_BASE;
}

static void add(struct config_reader *reader, struct config_item item, const struct config_node *node)
{
	if (is_text_type(item.key->type) && is_other_scalar(node)) {
		config_complain(reader->arena, reader->errors, node->at,
			"'%s' takes %s, which %s is not; if it is meant, put it in quotes", item.key->name,
			config_type_name(item.key->type), config_quote(reader->arena, node->text));
		return;
	}
	item.text = node->text;
	item.at = node->at;
	item.folder = reader->folder;
	vec_push(reader->arena, &reader->items, item);
}

static void read_value(struct config_reader *reader, const struct config_node *key,
	const struct config_node *node, enum config_type type, struct config_item item)
{
	if (node->kind == NODE_TEXT)
		add(reader, item, node);
	else
		wrong_kind(reader, key, node, config_type_name(type));
}

/* One text, or a list of texts. */
static void read_list(struct config_reader *reader, const struct config_node *key,
	const struct config_node *node, struct config_item item)
{
	if (node->kind == NODE_TEXT) {
		add(reader, item, node);
		return;
	}
	if (node->kind != NODE_LIST) {
		wrong_kind(reader, key, node, list_of(reader, item.key));
		return;
	}
	bool needs_one =
		item.key == &config_keys[CONFIG_KEY_SELECT] || item.key == &config_keys[CONFIG_KEY_ARCH];
	if (!node->items.count && needs_one)
		config_complain(reader->arena, reader->errors, node->at,
			"'%s' has an empty list: name something, or leave the key out", key->text);
	for (size_t i = 0; i < node->items.count; i++) {
		const struct config_node *value = node->items.data[i];
		if (value->kind == NODE_TEXT)
			add(reader, item, value);
		else
			config_complain(reader->arena, reader->errors, value->at,
				"'%s' takes %s, and this item %s", config_quote(reader->arena, key->text),
				list_of(reader, item.key), found(value));
	}
}

/* ---- groups ----------------------------------------------------------------------------------- */

/* The options that a group takes; false: any. */
static bool option_names(const struct config_reader *reader, const struct config_item *item, name_list *names)
{
	const struct config_option *fixed = item->key->options;
	if (item->key == &config_keys[CONFIG_KEY_PARAMS])
		return false;
	if (item->key == &config_keys[CONFIG_KEY_RULES]) {
		const struct rule *rule = select_find_rule(reader->registry, item->name);
		vec_push(reader->arena, names, "severity");
		for (const struct rule_option *o = rule->options; o && o->name; o++)
			vec_push(reader->arena, names, o->name);
		return true;
	}
	for (; fixed && fixed->name; fixed++)
		vec_push(reader->arena, names, fixed->name);
	return true;
}

static bool has_name(const name_list *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->data[i], name))
			return true;
	return false;
}

static void check_required(struct config_reader *reader, const struct config_item *item,
	const struct config_node *key, const struct config_node *group)
{
	for (const struct config_option *o = item->key->options; o && o->name; o++) {
		size_t i = 0;
		while (i < group->keys.count && strcmp(group->keys.data[i]->text, o->name) != 0)
			i++;
		if (o->is_required && i == group->keys.count)
			config_complain(reader->arena, reader->errors, key->at, "'%s' lacks '%s': %s",
				config_quote(reader->arena, key->text), o->name, o->help);
	}
}

static void read_group(struct config_reader *reader, const struct config_node *key,
	const struct config_node *group, struct config_item item)
{
	name_list names = {0};
	bool is_closed = option_names(reader, &item, &names);
	const char *problem =
		arena_printf(reader->arena, "'%s' has no option", config_quote(reader->arena, key->text));
	for (size_t i = 0; i < group->items.count; i++) {
		const struct config_node *option = group->keys.data[i];
		if (is_closed && !has_name(&names, option->text)) {
			unknown(reader, option, problem, &names);
			continue;
		}
		item.option = option->text;
		read_value(reader, option, group->items.data[i], item.key->type, item);
	}
	check_required(reader, &item, key, group);
}

/* The name of a group, rules by their code; NULL when it is none. */
static const char *group_name(
	struct config_reader *reader, const struct config_key *key, const struct config_node *name)
{
	if (key != &config_keys[CONFIG_KEY_RULES])
		return name->text;
	const struct rule *rule = select_find_rule(reader->registry, name->text);
	const char *problem = NULL;
	if (rule)
		return rule->code;
	if (select_is_word(reader->arena, reader->registry, name->text, &problem))
		problem = arena_printf(reader->arena, "'%s' is not one rule", name->text);
	config_complain(reader->arena, reader->errors, name->at, "%s", problem);
	return NULL;
}

/* Whether the file has nothing yet for the item's name, nor, where it has one, for its option. */
static bool is_new(struct config_reader *reader, const struct config_item *item)
{
	for (size_t i = 0; i < reader->items.count; i++) {
		const struct config_item *earlier = &reader->items.data[i];
		if (earlier->key != item->key || strcmp(earlier->name, item->name) != 0)
			continue;
		if (item->option && earlier->option && strcmp(earlier->option, item->option) != 0)
			continue;
		config_complain(reader->arena, reader->errors, item->name_at,
			"'%s' is there twice, first in line %u", config_quote(reader->arena, item->name),
			earlier->name_at.line);
		return false;
	}
	return true;
}

/* "transpose.width: 1024", as --param has it. */
static void read_dotted(struct config_reader *reader, const struct config_node *name,
	const struct config_node *node, struct config_item item)
{
	const char *dot = strrchr(name->text, '.');
	if (!dot || dot == name->text || !dot[1]) {
		wrong_kind(reader, name, node, "a map of parameters");
		return;
	}
	item.name = arena_strndup(reader->arena, name->text, (size_t)(dot - name->text));
	item.option = arena_strdup(reader->arena, dot + 1);
	if (is_new(reader, &item))
		add(reader, item, node);
}

static void read_named(struct config_reader *reader, const struct config_node *name,
	const struct config_node *node, struct config_item item)
{
	static const char launch[] = "GRID:BLOCK[:SMEM], or grid, block and smem";
	bool is_launch = item.key == &config_keys[CONFIG_KEY_LAUNCH];
	item.name = group_name(reader, item.key, name);
	item.name_at = name->at;
	if (item.key == &config_keys[CONFIG_KEY_PARAMS] && node->kind == NODE_TEXT) {
		read_dotted(reader, name, node, item);
		return;
	}
	if (!item.name || !is_new(reader, &item))
		return;
	if (item.key->shape == CONFIG_LISTS)
		read_list(reader, name, node, item);
	else if (node->kind == NODE_MAP)
		read_group(reader, name, node, item);
	else if (is_launch && node->kind == NODE_TEXT)
		add(reader, item, node);
	else
		wrong_kind(reader, name, node, is_launch ? launch : "a map of options");
}

/* Launches and parameters as the command line has them: [transpose=64x64:32x8]. */
static void read_spelled(struct config_reader *reader, const struct config_node *key,
	const struct config_node *list, struct config_item item)
{
	bool is_launch = item.key == &config_keys[CONFIG_KEY_LAUNCH];
	for (size_t i = 0; i < list->items.count; i++) {
		const struct config_node *node = list->items.data[i];
		const char *equals = node->kind == NODE_TEXT ? strrchr(node->text, '=') : NULL;
		if (!equals || equals == node->text) {
			config_complain(reader->arena, reader->errors, node->at, "an item of '%s' is not %s",
				key->text,
				is_launch ? "KERNEL=GRID:BLOCK[:SMEM], as transpose=64x64:32x8"
					  : "KERNEL.NAME=VALUE, as transpose.width=1024");
			continue;
		}
		struct config_node name = *node, value = *node;
		name.text = arena_strndup(reader->arena, node->text, (size_t)(equals - node->text));
		value.text = arena_strdup(reader->arena, equals + 1);
		read_named(reader, &name, &value, item);
	}
}

/* ---- keys ------------------------------------------------------------------------------------- */

static const struct config_key *find_key(const char *name)
{
	for (size_t i = 0; i < CONFIG_KEY_COUNT; i++)
		if (!strcmp(config_keys[i].name, name))
			return &config_keys[i];
	return NULL;
}

static void read_key(struct config_reader *reader, const struct config_node *name,
	const struct config_node *node, struct config_item item)
{
	const struct config_key *key = item.key;
	if (key->shape == CONFIG_VALUE) {
		read_value(reader, name, node, key->type, item);
	} else if (key->shape == CONFIG_LIST) {
		read_list(reader, name, node, item);
	} else if (node->kind == NODE_LIST &&
		   (key == &config_keys[CONFIG_KEY_LAUNCH] || key == &config_keys[CONFIG_KEY_PARAMS])) {
		read_spelled(reader, name, node, item);
	} else if (node->kind != NODE_MAP) {
		wrong_kind(reader, name, node,
			arena_printf(reader->arena, "a map with a %s as key", key->group));
	} else {
		for (size_t i = 0; i < node->items.count; i++)
			read_named(reader, node->keys.data[i], node->items.data[i], item);
	}
}

void config_read(struct config_reader *reader, const struct config_node *root)
{
	name_list names = {0};
	if (root->kind != NODE_MAP) {
		config_complain(reader->arena, reader->errors, root->at,
			"a configuration is a map of keys, as 'select: [CU4]'");
		return;
	}
	for (size_t i = 0; i < CONFIG_KEY_COUNT; i++)
		vec_push(reader->arena, &names, config_keys[i].name);
	for (size_t i = 0; i < root->items.count; i++) {
		const struct config_node *name = root->keys.data[i];
		struct config_item item = {.key = find_key(name->text)};
		if (item.key)
			read_key(reader, name, root->items.data[i], item);
		else
			unknown(reader, name, "unknown key", &names);
	}
}

/* ---- merging ---------------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Whether `item` takes the place of `earlier`, which is of another file. */
static bool replaces(const struct config_item *item, const struct config_item *earlier)
{
	const struct config_key *key = item->key;
	if (key != earlier->key || key->shape == CONFIG_LISTS)
		return false;
	if (key->shape == CONFIG_VALUE)
		return true;
	if (key->shape == CONFIG_LIST)
		return key->is_whole;
	return same(item->name, earlier->name) && (key->is_whole || same(item->option, earlier->option));
}

void config_merge(struct arena *arena, item_list *items, const item_list *later)
{
	size_t kept = 0;
	for (size_t i = 0; i < items->count; i++) {
		bool stays = true;
		for (size_t k = 0; k < later->count && stays; k++)
			stays = !replaces(&later->data[k], &items->data[i]);
		if (stays)
			items->data[kept++] = items->data[i];
	}
	items->count = kept;
	for (size_t k = 0; k < later->count; k++)
		vec_push(arena, items, later->data[k]);
}
