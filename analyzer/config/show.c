/* Settings as YAML: what holds, without `extends`, and where it comes from. */
#include <stdlib.h>

#include "analyzer/config/config.h"

enum { REMARK_COLUMN = 40 };

struct shower {
	struct arena *arena;
	const struct config *config;
	bool why;
	struct buffer *out;
};

/* A text as YAML has to have it: plain where that can't be misread, else in double quotes. */
static const char *quoted(struct arena *arena, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.-+:";
	size_t length = strspn(text, plain);
	if (length && !text[length] && text[length - 1] != ':' && !strchr("-.+:", text[0]) &&
		strcmp(text, "null") != 0)
		return text;
	struct buffer out = {0};
	buffer_add_text(&out, "\"");
	for (const char *at = text; *at; at++)
		if (*at == '"' || *at == '\\')
			buffer_printf(&out, "\\%c", *at);
		else if ((unsigned char)*at < ' ' || *at == 0x7f)
			buffer_printf(&out, "\\x%02x", (unsigned char)*at);
		else
			buffer_add(&out, at, 1);
	buffer_add_text(&out, "\"");
	const char *copy = arena_strdup(arena, out.data);
	buffer_free(&out);
	return copy;
}

/* "# base.yml:3:9" */
static const char *origin(struct shower *shower, struct config_place place)
{
	if (!place.path)
		return "default";
	return arena_printf(shower->arena, "%s:%u:%u", place.path, place.line, place.column);
}

static void line(struct shower *shower, const char *text, const char *remark)
{
	if (shower->why && remark)
		buffer_printf(shower->out, "%-*s # %s\n", REMARK_COLUMN, text, remark);
	else
		buffer_printf(shower->out, "%s\n", text);
}

static void item_line(
	struct shower *shower, const char *indent, const char *name, const struct config_item *item)
{
	const char *value = quoted(shower->arena, item->text);
	line(shower, arena_printf(shower->arena, "%s%s %s", indent, name, value), origin(shower, item->at));
}

/* One word of select or ignore, or one item of another list. */
static void show_list(struct shower *shower, const struct config_key *key)
{
	const struct config *config = shower->config;
	for (size_t i = 0; i < config->items.count; i++)
		if (config->items.data[i].key == key)
			item_line(shower, "  ", "-", &config->items.data[i]);
}

/* Whether the file has the word among those that it selects or ignores; the code of a pattern needn't be. */
static bool is_written(const struct config *config, const struct select_word *word)
{
	for (size_t i = 0; i < config->items.count; i++)
		if (config->items.data[i].text == word->word)
			return true;
	return !word->from.path;
}

static void show_words(struct shower *shower, bool is_on)
{
	const select_list *words = &shower->config->words;
	for (size_t i = 0; i < words->count; i++)
		if (words->data[i].is_on == is_on && is_written(shower->config, &words->data[i]))
			line(shower,
				arena_printf(
					shower->arena, "  - %s", quoted(shower->arena, words->data[i].word)),
				origin(shower, words->data[i].from));
}

static bool begins_name(const struct config *config, size_t index)
{
	const struct config_item *item = &config->items.data[index];
	for (size_t i = 0; i < index; i++)
		if (config->items.data[i].key == item->key && !strcmp(config->items.data[i].name, item->name))
			return false;
	return true;
}

/* What the config says of one name: a list, a map of options, or one text. */
static void show_name(struct shower *shower, size_t first)
{
	const struct config *config = shower->config;
	const struct config_item *item = &config->items.data[first];
	const char *name = arena_printf(shower->arena, "%s:", quoted(shower->arena, item->name));
	if (item->key->shape == CONFIG_GROUPS && !item->option) {
		item_line(shower, "  ", name, item);
		return;
	}
	line(shower, arena_printf(shower->arena, "  %s", name), NULL);
	for (size_t i = first; i < config->items.count; i++) {
		const struct config_item *other = &config->items.data[i];
		if (other->key != item->key || strcmp(other->name, item->name) != 0)
			continue;
		if (!other->option)
			item_line(shower, "    ", "-", other);
		else
			item_line(shower, "    ",
				arena_printf(shower->arena, "%s:", quoted(shower->arena, other->option)),
				other);
	}
}

static void show_names(struct shower *shower, const struct config_key *key)
{
	const struct config *config = shower->config;
	for (size_t i = 0; i < config->items.count; i++)
		if (config->items.data[i].key == key && begins_name(config, i))
			show_name(shower, i);
}

static bool is_set(const struct shower *shower, const struct config_key *key)
{
	const struct config *config = shower->config;
	for (size_t i = 0; i < config->items.count; i++)
		if (config->items.data[i].key == key)
			return true;
	for (size_t i = 0; i < config->words.count; i++)
		if (key == &config_keys[config->words.data[i].is_on ? CONFIG_KEY_SELECT : CONFIG_KEY_IGNORE])
			return true;
	return false;
}

static void show_key(struct shower *shower, const struct config_key *key)
{
	if (key == &config_keys[CONFIG_KEY_EXTENDS])
		return;
	if (!is_set(shower, key)) {
		line(shower, arena_printf(shower->arena, "# %s: %s", key->name, key->fallback), "default");
		return;
	}
	if (key->shape == CONFIG_VALUE) {
		for (size_t i = 0; i < shower->config->items.count; i++)
			if (shower->config->items.data[i].key == key)
				item_line(shower, "", arena_printf(shower->arena, "%s:", key->name),
					&shower->config->items.data[i]);
		return;
	}
	line(shower, arena_printf(shower->arena, "%s:", key->name), NULL);
	if (key == &config_keys[CONFIG_KEY_SELECT] || key == &config_keys[CONFIG_KEY_IGNORE])
		show_words(shower, key == &config_keys[CONFIG_KEY_SELECT]);
	else if (key->shape == CONFIG_LIST)
		show_list(shower, key);
	else
		show_names(shower, key);
}

/* What decides about each rule, and the options that it has by default. */
static void show_rules(struct shower *shower)
{
	const struct config *config = shower->config;
	buffer_add_text(shower->out, "\n# Rules, and what turns them on or off:\n");
	for (const struct rule *const *at = config->registry; *at; at++) {
		const struct rule *rule = *at;
		const struct select_word *word =
			select_decides(config->registry, &config->words, false, rule);
		const char *why = word ? arena_printf(shower->arena, "'%s' (%s)", word->word,
						 origin(shower, word->from))
				       : "not selected";
		buffer_printf(shower->out, "# %s %-3s %s: %s\n", rule->code,
			word && word->is_on ? "on" : "off", rule->name, why);
		for (const struct rule_option *o = rule->options; word && word->is_on && o && o->name; o++)
			if (!setting_find(&config->settings, rule->code, o->name))
				buffer_printf(
					shower->out, "#           %s: %s (default)\n", o->name, o->fallback);
	}
}

void config_show(struct arena *arena, const struct config *config, bool why, struct buffer *out)
{
	struct shower shower = {arena, config, why, out};
	buffer_printf(out, "# %s\n", config->path ? config->path : "no " CONFIG_FILE ": defaults");
	for (size_t i = 0; i < CONFIG_KEY_COUNT; i++)
		show_key(&shower, &config_keys[i]);
	if (why)
		show_rules(&shower);
}
