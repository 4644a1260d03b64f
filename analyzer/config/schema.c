/* The JSON schema of configuration files, from the table of keys and the rules there are. */
#include <jansson.h>

#include "analyzer/config/config.h"
#include "model/model.h"

/* What spells a rule: sets, codes, names; prefixes as a pattern. */
static json_t *rule_schema(const struct rule *const *registry)
{
	json_t *names = json_pack("[s, s, s]", "recommended", "strict", "all");
	for (; *registry; registry++) {
		json_array_append_new(names, json_string((*registry)->code));
		json_array_append_new(names, json_string((*registry)->name));
	}
	return json_pack("{s: [{s: o}, {s: s, s: s}]}", "anyOf", "enum", names, "type", "string", "pattern",
		"^([Cc][Uu]([0-9]{0,2}|9[5-9][0-9])|[Aa][Ll][Ll])$");
}

static json_t *arch_schema(void)
{
	json_t *names = json_array();
	for (size_t i = 0; i < model_arch_count(); i++)
		json_array_append_new(names, json_string(model_arch_at(i)->name));
	return json_pack("{s: o}", "examples", names);
}

static json_t *chip_schema(void)
{
	json_t *names = json_array();
	for (size_t i = 0; i < model_chip_count(); i++)
		json_array_append_new(names, json_string(model_chip_at(i)->name));
	return json_pack("{s: o}", "enum", names);
}

/* One value. */
static json_t *value_schema(enum config_type type, const struct rule *const *registry)
{
	switch (type) {
	case CONFIG_RULE: return rule_schema(registry);
	case CONFIG_ARCH: return arch_schema();
	case CONFIG_CHIP: return chip_schema();
	case CONFIG_BOOL: return json_pack("{s: s}", "type", "boolean");
	case CONFIG_NUMBER: return json_pack("{s: s}", "type", "integer");
	case CONFIG_REAL: return json_pack("{s: s, s: i}", "type", "number", "minimum", 0);
	case CONFIG_SEVERITY: return json_pack("{s: [s, s, s]}", "enum", "info", "warning", "error");
	case CONFIG_FAIL_ON:
		return json_pack("{s: [s, s, s, s]}", "enum", "info", "warning", "error", "never");
	case CONFIG_INCOMPLETE: return json_pack("{s: [s, s]}", "enum", "warning", "error");
	case CONFIG_EXTENTS:
		return json_pack("{s: [s, s], s: s}", "type", "integer", "string", "pattern",
			"^[0-9]+(x[0-9]+){0,2}$");
	case CONFIG_LAUNCH:
		return json_pack("{s: s, s: s}", "type", "string", "pattern",
			"^[0-9]+(x[0-9]+){0,2}:[0-9]+(x[0-9]+){0,2}(:[0-9]+)?$");
	case CONFIG_BASE:
	case CONFIG_PATH:
	case CONFIG_GLOB:
	case CONFIG_REGEX:
	case CONFIG_TEXT: break;
	}
	return json_pack("{s: s}", "type", "string");
}

static json_t *described(json_t *schema, const char *help)
{
	json_object_set_new(schema, "description", json_string(help));
	return schema;
}

/* One value or a list of such. */
static json_t *list_schema(json_t *value)
{
	return json_pack("{s: [O, {s: s, s: o}]}", "anyOf", value, "type", "array", "items", value);
}

static json_t *options_schema(const struct config_option *options, const struct rule *const *registry)
{
	json_t *properties = json_object(), *required = json_array();
	for (; options->name; options++) {
		json_object_set_new(properties, options->name,
			described(value_schema(options->type, registry), options->help));
		if (options->is_required)
			json_array_append_new(required, json_string(options->name));
	}
	return json_pack("{s: s, s: b, s: o, s: o}", "type", "object", "additionalProperties", 0,
		"properties", properties, "required", required);
}

/* The options of a rule, and its severity. */
static json_t *rule_options_schema(const struct rule *rule, const struct rule *const *registry)
{
	json_t *properties = json_object();
	json_object_set_new(properties, "severity", value_schema(CONFIG_SEVERITY, registry));
	for (const struct rule_option *o = rule->options; o && o->name; o++)
		json_object_set_new(properties, o->name,
			described(value_schema(config_option_type(o->kind), registry), o->help));
	return described(json_pack("{s: s, s: b, s: o}", "type", "object", "additionalProperties", 0,
				 "properties", properties),
		rule->summary);
}

static json_t *rules_schema(const struct rule *const *registry)
{
	json_t *properties = json_object();
	for (const struct rule *const *rule = registry; *rule; rule++) {
		json_t *options = rule_options_schema(*rule, registry);
		json_object_set(properties, (*rule)->code, options);
		json_object_set_new(properties, (*rule)->name, options);
	}
	return json_pack(
		"{s: s, s: b, s: o}", "type", "object", "additionalProperties", 0, "properties", properties);
}

/* Any name, each with what `value` describes. */
static json_t *map_schema(json_t *value)
{
	return json_pack("{s: s, s: o}", "type", "object", "additionalProperties", value);
}

static json_t *launch_schema(const struct config_key *key, const struct rule *const *registry)
{
	json_t *one = json_pack("{s: [o, o]}", "anyOf", value_schema(key->type, registry),
		options_schema(key->options, registry));
	return json_pack("{s: [o, {s: s, s: {s: s}}]}", "anyOf", map_schema(one), "type", "array", "items",
		"type", "string");
}

static json_t *params_schema(const struct config_key *key, const struct rule *const *registry)
{
	json_t *number = value_schema(key->type, registry);
	json_t *one = json_pack("{s: [O, o]}", "anyOf", number, map_schema(number));
	return json_pack("{s: [o, {s: s, s: {s: s}}]}", "anyOf", map_schema(one), "type", "array", "items",
		"type", "string");
}

static json_t *patterns_schema(const struct config_key *key, const struct rule *const *registry)
{
	return json_pack("{s: s, s: b, s: {s: o}}", "type", "object", "additionalProperties", 0,
		"patternProperties", "^CU9[5-9][0-9]$", options_schema(key->options, registry));
}

static json_t *key_schema(const struct config_key *key, const struct rule *const *registry)
{
	switch ((enum config_key_id)(key - config_keys)) {
	case CONFIG_KEY_LAUNCH: return launch_schema(key, registry);
	case CONFIG_KEY_PARAMS: return params_schema(key, registry);
	case CONFIG_KEY_RULES: return rules_schema(registry);
	case CONFIG_KEY_PATTERNS: return patterns_schema(key, registry);
	default: break;
	}
	json_t *value = value_schema(key->type, registry);
	if (key->shape == CONFIG_LIST)
		return list_schema(value);
	return key->shape == CONFIG_LISTS ? map_schema(list_schema(value)) : value;
}

char *config_schema(const struct rule *const *registry)
{
	json_t *properties = json_object();
	for (size_t i = 0; i < CONFIG_KEY_COUNT; i++)
		json_object_set_new(properties, config_keys[i].name,
			described(key_schema(&config_keys[i], registry), config_keys[i].help));
	json_t *schema = json_pack("{s: s, s: s, s: s, s: b, s: o}", "$schema",
		"https://json-schema.org/draft/2020-12/schema", "title", "cudalint configuration", "type",
		"object", "additionalProperties", 0, "properties", properties);
	char *text = json_dumps(schema, JSON_INDENT(2));
	json_decref(schema);
	return text;
}
