/* Reading single values, each with a message that says what it should have been. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "analyzer/base/suggest.h"
#include "analyzer/config/resolve.h"
#include "analyzer/simt/launch/hint.h"
#include "analyzer/simt/launch/promise.h"
#include "model/model.h"

/* "'min-factor' is 'x', and takes a number" */
static bool wrong(struct resolver *resolver, const struct config_item *item, const char *wanted)
{
	const char *what = item->option ? item->option : item->key->name;
	config_complain(resolver->arena, resolver->errors, item->at, "'%s' takes %s, and has '%s'",
		config_quote(resolver->arena, what), wanted, config_quote(resolver->arena, item->text));
	return false;
}

bool config_read_severity(struct resolver *resolver, const struct config_item *item, enum severity *out)
{
	static const enum severity severities[] = {SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR};
	for (size_t i = 0; i < 3; i++) {
		*out = severities[i];
		if (!strcmp(item->text, severity_name(*out)))
			return true;
	}
	return wrong(resolver, item, config_type_name(CONFIG_SEVERITY));
}

bool config_read_fail_on(struct resolver *resolver, const struct config_item *item, int *out)
{
	static const char *const words[] = {"info", "warning", "error", "never"};
	for (int i = 0; i < 4; i++) {
		if (strcmp(item->text, words[i]) != 0)
			continue;
		*out = i;
		return true;
	}
	return wrong(resolver, item, config_type_name(CONFIG_FAIL_ON));
}

bool config_read_incomplete(struct resolver *resolver, const struct config_item *item, bool *tolerates)
{
	*tolerates = !strcmp(item->text, "warning");
	return *tolerates || !strcmp(item->text, "error") ||
	       wrong(resolver, item, config_type_name(CONFIG_INCOMPLETE));
}

bool config_read_bool(struct resolver *resolver, const struct config_item *item, bool *out)
{
	*out = !strcmp(item->text, "true");
	return *out || !strcmp(item->text, "false") || wrong(resolver, item, config_type_name(CONFIG_BOOL));
}

/* 0, 42, 999999999: any int holds it. */
static bool is_count(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	return digits > 0 && digits <= 9 && !text[digits];
}

static bool is_real(const char *text)
{
	char *end;
	if (!strchr("0123456789.", text[0]) || strpbrk(text, "xXpP"))
		return false;
	double value = strtod(text, &end);
	return end > text && !*end && isfinite(value);
}

bool config_read_real(struct resolver *resolver, const struct config_item *item, double *out)
{
	*out = strtod(item->text, NULL);
	return is_real(item->text) || wrong(resolver, item, config_type_name(CONFIG_REAL));
}

bool config_check_option(
	struct resolver *resolver, const struct config_item *item, const struct rule_option *option)
{
	bool ignored;
	switch (option->kind) {
	case OPTION_INT:
		return is_count(item->text) || wrong(resolver, item, config_type_name(CONFIG_NUMBER));
	case OPTION_REAL: return is_real(item->text) || wrong(resolver, item, config_type_name(CONFIG_REAL));
	case OPTION_BOOL: return config_read_bool(resolver, item, &ignored);
	case OPTION_TEXT: break;
	}
	return true;
}

const struct regex *config_read_regex(struct resolver *resolver, const struct config_item *item)
{
	const char *problem = NULL;
	const struct regex *regex = regex_compile(resolver->arena, item->text, &problem);
	if (!regex)
		config_complain(resolver->arena, resolver->errors, item->at,
			"'%s' is no regular expression: %s", config_quote(resolver->arena, item->text),
			problem);
	return regex;
}

const struct regex *config_read_glob(struct resolver *resolver, struct config_place at, const char *text)
{
	const char *problem = NULL;
	const struct regex *regex = regex_glob(resolver->arena, text, &problem);
	if (!regex)
		config_complain(resolver->arena, resolver->errors, at, "'%s' is no glob: %s",
			config_quote(resolver->arena, text), problem);
	return regex;
}

/* ---- architectures and chips ------------------------------------------------------------------ */

const struct model_arch *config_find_arch(struct arena *arena, const char *name, const char **problem)
{
	const char *names[64], *oldest = model_arch_at(0)->name, *quoted = config_quote(arena, name);
	size_t count = 0;
	const struct model_arch *arch = model_arch_find(name);
	int cc = model_arch_parse(name);
	if (arch)
		return arch;
	for (size_t i = 0; i < model_arch_count() && count < 64; i++)
		names[count++] = model_arch_at(i)->name;
	const char *nearest = suggest_nearest(name, names, count);
	if (cc >= 10 && cc < model_arch_at(0)->cc)
		*problem = arena_printf(
			arena, "unknown architecture '%s': %s and newer are known", quoted, oldest);
	else if (nearest)
		*problem = arena_printf(
			arena, "unknown architecture '%s' (did you mean '%s'?)", quoted, nearest);
	else
		*problem = arena_printf(
			arena, "unknown architecture '%s' ('cudalint model' lists them)", quoted);
	return NULL;
}

const char *config_add_suffix(struct arena *arena, const char *suffixes, const char *name)
{
	char suffix = model_arch_suffix(name);
	if (!suffix)
		return suffixes;
	return arena_printf(arena, "%s%s%d%c", suffixes ? suffixes : "", suffixes ? " " : "",
		model_arch_find(name)->cc, suffix);
}

const struct model_chip *config_find_chip(struct arena *arena, const char *name, const char **problem)
{
	const char *names[64], *quoted = config_quote(arena, name);
	size_t count = 0;
	const struct model_chip *chip = model_chip_find(name);
	if (chip)
		return chip;
	for (size_t i = 0; i < model_chip_count() && count < 64; i++)
		names[count++] = model_chip_at(i)->name;
	const char *nearest = suggest_nearest(name, names, count);
	if (nearest)
		*problem = arena_printf(arena, "unknown chip '%s' (did you mean '%s'?)", quoted, nearest);
	else
		*problem = arena_printf(arena, "unknown chip '%s' ('cudalint model' lists them)", quoted);
	return NULL;
}

/* ---- launches --------------------------------------------------------------------------------- */

/* The launch of a kernel that earlier items have begun, or a new one. */
static struct launch_hint *launch_for(struct resolver *resolver, const char *kernel)
{
	struct launch_hints *hints = &resolver->config->hints;
	for (size_t i = 0; i < hints->launches.count; i++)
		if (!strcmp(hints->launches.data[i].kernel, kernel))
			return &hints->launches.data[i];
	struct launch_hint hint = {.kernel = kernel, .source = LAUNCH_CONFIG, .shared = -1};
	vec_push(resolver->arena, &hints->launches, hint);
	return &hints->launches.data[hints->launches.count - 1];
}

/* One of grid, block and smem, read as the part of a whole launch. */
static void read_launch_part(struct resolver *resolver, const struct config_item *item)
{
	struct arena *arena = resolver->arena;
	bool is_grid = !strcmp(item->option, "grid"), is_block = !strcmp(item->option, "block");
	const char *form = is_grid ? "k=%s:1" : is_block ? "k=1:%s" : "k=1:1:%s", *problem = NULL;
	const char *letters = is_grid || is_block ? "0123456789x" : "0123456789";
	struct launch_hint part, *hint = launch_for(resolver, item->name);
	if (item->text[strspn(item->text, letters)]) {
		wrong(resolver, item, config_type_name(is_grid || is_block ? CONFIG_EXTENTS : CONFIG_NUMBER));
	} else if (!launch_hint_read(arena, arena_printf(arena, form, item->text), &part, &problem)) {
		config_complain(arena, resolver->errors, item->at, "the launch of '%s' %s",
			config_quote(arena, item->name), problem);
	} else if (is_grid) {
		memcpy(hint->grid, part.grid, sizeof hint->grid);
		hint->grid_known = true;
	} else if (is_block) {
		memcpy(hint->block, part.block, sizeof hint->block);
		hint->block_known = true;
	} else {
		hint->shared = part.shared;
	}
}

void config_read_launch(struct resolver *resolver, const struct config_item *item)
{
	struct arena *arena = resolver->arena;
	const char *problem = NULL;
	struct launch_hint whole;
	if (item->option) {
		read_launch_part(resolver, item);
		return;
	}
	if (item->text[strspn(item->text, "0123456789x:")] ||
		!launch_hint_read(arena, arena_printf(arena, "k=%s", item->text), &whole, &problem) ||
		!whole.block_known) {
		bool is_form = !problem || strstr(problem, "KERNEL");
		config_complain(arena, resolver->errors, item->at, "the launch '%s' of '%s' %s",
			config_quote(arena, item->text), config_quote(arena, item->name),
			is_form ? "is not GRID:BLOCK[:SMEM], as 64x64:32x8" : problem);
		return;
	}
	whole.kernel = item->name;
	whole.source = LAUNCH_CONFIG;
	*launch_for(resolver, item->name) = whole;
}

void config_read_param(struct resolver *resolver, const struct config_item *item)
{
	struct arena *arena = resolver->arena;
	const char *problem = NULL;
	struct param_hint hint;
	if (!param_hint_read(arena, arena_printf(arena, "k.n=%s", item->text), &hint, &problem)) {
		wrong(resolver, item, config_type_name(CONFIG_NUMBER));
		return;
	}
	hint.kernel = item->name;
	hint.param = item->option;
	vec_push(arena, &resolver->config->hints.params, hint);
}

void config_read_assume(struct resolver *resolver, const struct config_item *item)
{
	struct launch_promise promise;
	const char *origin = arena_printf(resolver->arena, "`assume` in %s:%u", item->at.path, item->at.line);
	if (!launch_promise_read(resolver->arena, item->text, origin, &promise)) {
		config_complain(resolver->arena, resolver->errors, item->at,
			"'%s' is not a condition, as 'n %% 32 == 0' or 'KERNEL: n %% 32 == 0'",
			config_quote(resolver->arena, item->text));
		return;
	}
	promise.is_general = true;
	vec_push(resolver->arena, &resolver->config->hints.promises, promise);
}
