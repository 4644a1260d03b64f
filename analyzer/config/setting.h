/* What is configured for single rules: severities and values of options. */
#ifndef CUDALINT_CONFIG_SETTING_H
#define CUDALINT_CONFIG_SETTING_H

#include "analyzer/finding/rule.h"

struct rule_setting {
	const struct rule *rule;
	const char *option; /* NULL: its severity */
	const char *text;   /* checked against the option's kind */
	enum severity severity;
};

typedef VEC(struct rule_setting) setting_list;

/* The setting of a rule's option or, with NULL, of its severity; NULL: it has its default. `settings` may be
 * NULL. */
static inline const struct rule_setting *setting_find(
	const setting_list *settings, const char *code, const char *option)
{
	for (size_t i = 0; settings && i < settings->count; i++) {
		const struct rule_setting *setting = &settings->data[i];
		bool same_option = option && setting->option ? !strcmp(option, setting->option)
							     : option == setting->option;
		if (same_option && !strcmp(setting->rule->code, code))
			return setting;
	}
	return NULL;
}

#endif
