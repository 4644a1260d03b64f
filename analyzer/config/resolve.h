/* Inside the configuration: from items to settings. */
#ifndef CUDALINT_CONFIG_RESOLVE_H
#define CUDALINT_CONFIG_RESOLVE_H

#include "analyzer/config/config.h"

struct resolver {
	struct arena *arena;
	struct config *config; /* with its items; the rest is set here */
	config_errors *errors;
};

/* Checks every item and sets what follows from them. */
void config_resolve(struct resolver *resolver, const struct rule *const *registry);

/* Sets the user's rules, and the registry with them (patterns.c). */
void config_resolve_patterns(struct resolver *resolver, const struct rule *const *registry);

/* Single values (value.c). Each complains and returns false when the item's text isn't one. */
bool config_read_severity(struct resolver *resolver, const struct config_item *item, enum severity *out);
bool config_read_incomplete(struct resolver *resolver, const struct config_item *item, bool *tolerates);
bool config_read_fail_on(struct resolver *resolver, const struct config_item *item, int *out);
bool config_read_bool(struct resolver *resolver, const struct config_item *item, bool *out);
bool config_read_real(struct resolver *resolver, const struct config_item *item, double *out);
bool config_check_option(
	struct resolver *resolver, const struct config_item *item, const struct rule_option *option);
const struct regex *config_read_regex(struct resolver *resolver, const struct config_item *item);
const struct regex *config_read_glob(struct resolver *resolver, struct config_place at, const char *text);
void config_read_launch(struct resolver *resolver, const struct config_item *item);
void config_read_param(struct resolver *resolver, const struct config_item *item);
void config_read_assume(struct resolver *resolver, const struct config_item *item);

#endif
