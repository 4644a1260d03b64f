/* Rules of the user's: code, name, pattern and message. They stand in the registry like any other, so that
 * selecting, suppressing and counting them needs nothing of its own. */
#include <ctype.h>
#include <stdlib.h>

#include "analyzer/config/resolve.h"

enum { FIRST_CODE = 950, LAST_CODE = 999 };

static bool is_code(const char *code)
{
	if (strncmp(code, "CU", 2) != 0 || strspn(code + 2, "0123456789") != 3 || code[5])
		return false;
	int number = atoi(code + 2);
	return number >= FIRST_CODE && number <= LAST_CODE;
}

/* Words of small letters and digits with "-" between them, as the rules of the program have it. */
static bool is_name(const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
	return islower((unsigned char)name[0]) && length <= 40 && !name[length] && name[length - 1] != '-';
}

static void set_name(struct resolver *resolver, const struct config_item *item,
	struct config_pattern *pattern, const struct rule *const *registry)
{
	const struct rule *taken = select_find_rule(registry, item->text);
	for (size_t i = 0; !taken && i < resolver->config->patterns.count; i++) {
		const struct rule *other = &resolver->config->patterns.data[i]->rule;
		if (other != &pattern->rule && !strcmp(other->name, item->text))
			taken = other;
	}
	if (taken)
		config_complain(resolver->arena, resolver->errors, item->at, "'%s' is the name of %s already",
			item->text, taken->code);
	else if (!is_name(item->text))
		config_complain(resolver->arena, resolver->errors, item->at,
			"'%s' is no name for a rule: small letters, digits and '-', as no-printf",
			config_quote(resolver->arena, item->text));
	pattern->rule.name = item->text;
}

static void set_message(
	struct resolver *resolver, const struct config_item *item, struct config_pattern *pattern)
{
	if (!item->text[0] || strchr(item->text, '\n'))
		config_complain(resolver->arena, resolver->errors, item->at, "a message is one line");
	pattern->message = pattern->rule.summary = item->text;
}

static void set_pattern(
	struct resolver *resolver, const struct config_item *item, struct config_pattern *pattern)
{
	pattern->regex = config_read_regex(resolver, item);
	if (pattern->regex && regex_matches_empty(pattern->regex))
		config_complain(resolver->arena, resolver->errors, item->at,
			"'%s' matches nothing at all, everywhere", config_quote(resolver->arena, item->text));
}

static struct config_pattern *new_pattern(struct resolver *resolver, const struct config_item *item)
{
	struct config_pattern *pattern = ARENA_NEW(resolver->arena, struct config_pattern);
	pattern->rule.code = pattern->rule.name = item->name;
	pattern->rule.severity = SEVERITY_WARNING;
	pattern->rule.since = CUDALINT_VERSION;
	if (!is_code(item->name))
		config_complain(resolver->arena, resolver->errors, item->name_at,
			"'%s' is no code for a rule of your own: they are CU950 to CU999",
			config_quote(resolver->arena, item->name));
	vec_push(resolver->arena, &resolver->config->patterns, pattern);
	return pattern;
}

void config_resolve_patterns(struct resolver *resolver, const struct rule *const *registry)
{
	struct config *config = resolver->config;
	struct config_pattern *pattern = NULL;
	size_t count = 0;
	for (size_t i = 0; i < config->items.count; i++) {
		const struct config_item *item = &config->items.data[i];
		if (item->key != &config_keys[CONFIG_KEY_PATTERNS])
			continue;
		if (!pattern || pattern->rule.code != item->name)
			pattern = new_pattern(resolver, item);
		if (!strcmp(item->option, "name"))
			set_name(resolver, item, pattern, registry);
		else if (!strcmp(item->option, "message"))
			set_message(resolver, item, pattern);
		else if (!strcmp(item->option, "pattern"))
			set_pattern(resolver, item, pattern);
		else
			config_read_severity(resolver, item, &pattern->rule.severity);
	}
	config->registry = registry;
	if (!config->patterns.count)
		return;
	while (registry[count])
		count++;
	const struct rule **all =
		ARENA_ARRAY(resolver->arena, const struct rule *, count + config->patterns.count + 1);
	memcpy(all, registry, count * sizeof *all);
	for (size_t i = 0; i < config->patterns.count; i++)
		all[count + i] = &config->patterns.data[i]->rule;
	config->registry = all;
}
