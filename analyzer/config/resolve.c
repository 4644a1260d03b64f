/* From items to settings: every value is checked here, when all files have been merged and the user's rules
 * are known. */
#include "analyzer/config/resolve.h"

#include "analyzer/base/path.h"
#include "model/model.h"

static bool is_key(const struct config_item *item, enum config_key_id id)
{
	return item->key == &config_keys[id];
}

static bool check_word(struct resolver *resolver, const struct config_item *item)
{
	const char *problem = NULL;
	if (select_is_word(resolver->arena, resolver->config->registry, item->text, &problem))
		return true;
	config_complain(resolver->arena, resolver->errors, item->at, "%s", problem);
	return false;
}

/* The words of one file: what is selected, then what is ignored. */
static void add_words(struct resolver *resolver, unsigned layer, bool is_on)
{
	struct config *config = resolver->config;
	enum config_key_id id = is_on ? CONFIG_KEY_SELECT : CONFIG_KEY_IGNORE;
	for (size_t i = 0; i < config->items.count; i++) {
		const struct config_item *item = &config->items.data[i];
		struct select_word word = {item->text, is_on, item->at};
		if (item->layer == layer && is_key(item, id) && check_word(resolver, item))
			select_override(resolver->arena, config->registry, word, &config->words);
	}
}

static void resolve_words(struct resolver *resolver)
{
	struct config *config = resolver->config;
	unsigned last = 0;
	bool any = false;
	for (size_t i = 0; i < config->items.count; i++) {
		any |= is_key(&config->items.data[i], CONFIG_KEY_SELECT);
		if (config->items.data[i].layer > last)
			last = config->items.data[i].layer;
	}
	if (!any)
		vec_push(resolver->arena, &config->words, (struct select_word){"recommended", true, {0}});
	for (size_t i = 0; i < config->items.count; i++) {
		const struct config_item *item = &config->items.data[i];
		if (is_key(item, CONFIG_KEY_PATTERNS) && !strcmp(item->option, "pattern"))
			vec_push(resolver->arena, &config->words,
				(struct select_word){item->name, true, item->name_at});
	}
	for (unsigned layer = 0; layer <= last; layer++) {
		add_words(resolver, layer, true);
		add_words(resolver, layer, false);
	}
}

static void resolve_arch(struct resolver *resolver, const struct config_item *item)
{
	struct config *config = resolver->config;
	const char *problem = NULL;
	const struct model_arch *arch = config_find_arch(resolver->arena, item->text, &problem);
	size_t place = 0;
	if (!arch) {
		config_complain(resolver->arena, resolver->errors, item->at, "%s", problem);
		return;
	}
	config->arch_suffixes = config_add_suffix(resolver->arena, config->arch_suffixes, item->text);
	while (place < config->archs.count && config->archs.data[place] < arch->cc)
		place++;
	if (place < config->archs.count && config->archs.data[place] == arch->cc)
		return;
	vec_push(resolver->arena, &config->archs, arch->cc);
	for (size_t i = config->archs.count - 1; i > place; i--)
		config->archs.data[i] = config->archs.data[i - 1];
	config->archs.data[place] = arch->cc;
}

static void resolve_chip(struct resolver *resolver, const struct config_item *item)
{
	const char *problem = NULL;
	const struct model_chip *chip = config_find_chip(resolver->arena, item->text, &problem);
	if (chip)
		resolver->config->chip = chip->name;
	else
		config_complain(resolver->arena, resolver->errors, item->at, "%s", problem);
}

static void resolve_cuda_path(struct resolver *resolver, const struct config_item *item)
{
	const char *path = path_join(resolver->arena, item->folder, item->text);
	if (!strcmp(item->text, "none"))
		path = item->text;
	else if (!path_is_folder(path))
		config_complain(resolver->arena, resolver->errors, item->at, "'cuda-path': no folder '%s'",
			config_quote(resolver->arena, path));
	resolver->config->cuda_path = path;
}

static void resolve_rule(struct resolver *resolver, const struct config_item *item)
{
	struct config *config = resolver->config;
	struct rule_setting setting = {.rule = select_find_rule(config->registry, item->name),
		.option = item->option,
		.text = item->text};
	const struct rule_option *option = setting.rule->options;
	if (!strcmp(item->option, "severity")) {
		setting.option = NULL;
		if (!config_read_severity(resolver, item, &setting.severity))
			return;
	} else {
		while (strcmp(option->name, item->option) != 0) /* reading has looked: it is there */
			option++;
		if (!config_check_option(resolver, item, option))
			return;
	}
	vec_push(resolver->arena, &config->settings, setting);
}

static void resolve_file_ignore(
	struct resolver *resolver, const struct config_item *item, const struct regex **glob)
{
	struct config *config = resolver->config;
	const struct config_item *before = item == config->items.data ? NULL : item - 1;
	if (!before || before->key != item->key || before->name != item->name)
		*glob = config_read_glob(resolver, item->name_at, item->name);
	struct config_file_ignore ignore = {*glob, item->text};
	if (*glob && check_word(resolver, item))
		vec_push(resolver->arena, &config->file_ignores, ignore);
}

static void resolve_exclude(struct resolver *resolver, const struct config_item *item)
{
	const struct regex *glob = config_read_glob(resolver, item->at, item->text);
	if (glob)
		vec_push(resolver->arena, &resolver->config->exclude, glob);
}

void config_resolve(struct resolver *resolver, const struct rule *const *registry)
{
	struct config *config = resolver->config;
	const struct regex *glob = NULL;
	config_resolve_patterns(resolver, registry);
	resolve_words(resolver);
	for (size_t i = 0; i < config->items.count; i++) {
		const struct config_item *item = &config->items.data[i];
		switch ((enum config_key_id)(item->key - config_keys)) {
		case CONFIG_KEY_ARCH: resolve_arch(resolver, item); break;
		case CONFIG_KEY_CHIP: resolve_chip(resolver, item); break;
		case CONFIG_KEY_CUDA_PATH: resolve_cuda_path(resolver, item); break;
		case CONFIG_KEY_LAUNCH: config_read_launch(resolver, item); break;
		case CONFIG_KEY_PARAMS: config_read_param(resolver, item); break;
		case CONFIG_KEY_ASSUME: config_read_assume(resolver, item); break;
		case CONFIG_KEY_RULES: resolve_rule(resolver, item); break;
		case CONFIG_KEY_PER_FILE_IGNORES: resolve_file_ignore(resolver, item, &glob); break;
		case CONFIG_KEY_EXCLUDE: resolve_exclude(resolver, item); break;
		case CONFIG_KEY_HEADER_FILTER:
			config->header_filter = config_read_regex(resolver, item);
			break;
		case CONFIG_KEY_REQUIRE_REASON:
			config_read_bool(resolver, item, &config->require_reason);
			break;
		case CONFIG_KEY_MIN_TIME_US: config_read_real(resolver, item, &config->min_time_us); break;
		case CONFIG_KEY_FAIL_ON: config_read_fail_on(resolver, item, &config->fail_on); break;
		case CONFIG_KEY_INCOMPLETE:
			config_read_incomplete(resolver, item, &config->tolerates_incomplete);
			break;
		case CONFIG_KEY_EXTENDS: /* the loader has followed it */
		case CONFIG_KEY_SELECT:
		case CONFIG_KEY_IGNORE:
		case CONFIG_KEY_PATTERNS:
		case CONFIG_KEY_COUNT: break;
		}
	}
}
