/* Finding files, following `extends`, and answering what is configured. */
#include "analyzer/config/config.h"

#include <errno.h>
#include <strings.h>
#include <sys/stat.h>

#include "analyzer/base/path.h"
#include "analyzer/base/suggest.h"
#include "analyzer/config/resolve.h"

enum { SIZE_LIMIT = 256 * 1024, FILE_LIMIT = 64 };

struct loader {
	struct arena *arena;
	const struct rule *const *registry;
	config_errors *errors;
	item_list items;
	const char *realm;      /* the repository of the first file; NULL: none */
	VEC(const char *) open; /* files being read, outermost first */
	unsigned files, layers;
};

static void load(struct loader *loader, const char *path, struct config_place at);

/* ---- extends ---------------------------------------------------------------------------------- */

static const char *const sets[] = {"recommended", "strict", "all"};

static bool is_set(const char *text)
{
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		if (!strcasecmp(text, sets[i]))
			return true;
	return false;
}

static void extend(struct loader *loader, const struct config_item *item, const char *folder, item_list *own)
{
	const char *path = path_join(loader->arena, folder, item->text);
	struct stat status;
	if (is_set(item->text)) {
		struct config_item set = *item;
		set.key = &config_keys[CONFIG_KEY_SELECT];
		vec_push(loader->arena, own, set);
		return;
	}
	const char *nearest = suggest_nearest(item->text, sets, sizeof sets / sizeof *sets);
	if (nearest && stat(path, &status))
		config_complain(loader->arena, loader->errors, item->at,
			"'extends': no set and no file '%s' (did you mean '%s'?)",
			config_quote(loader->arena, item->text), nearest);
	else
		load(loader, path, item->at);
}

/* Whether the file is being read already; then says by which way it comes back to itself. */
static bool is_cycle(struct loader *loader, const char *path, struct config_place at)
{
	const char *way = "";
	for (size_t i = 0; i < loader->open.count; i++) {
		const char *name = path_name(loader->open.data[i]);
		bool is_same = !strcmp(loader->open.data[i], path);
		if (!*way && !is_same)
			continue;
		way = arena_printf(loader->arena, "%s%s -> ", way, name);
	}
	if (!*way)
		return false;
	config_complain(
		loader->arena, loader->errors, at, "'extends' goes round: %s%s", way, path_name(path));
	return true;
}

/* ---- files ------------------------------------------------------------------------------------ */

static const struct config_node *read_document(
	struct loader *loader, const char *path, struct config_place at)
{
	struct buffer text = {0};
	const char *problem = NULL, *shown = path_display(loader->arena, path);
	int error = buffer_read_file(&text, path, SIZE_LIMIT);
	const struct config_node *root = NULL;
	struct config_place here = {shown, 0, 0};
	if (error == EFBIG)
		config_complain(
			loader->arena, loader->errors, here, "larger than 256 KB, which no configuration is");
	else if (error && at.path)
		config_complain(
			loader->arena, loader->errors, at, "'extends': %s: %s", shown, strerror(error));
	else if (error)
		config_complain(loader->arena, loader->errors, here, "%s", strerror(error));
	else
		root = config_document(loader->arena, shown, text.data ? text.data : "", text.size, &problem);
	if (problem)
		vec_push(loader->arena, loader->errors, (struct config_error){here, problem});
	buffer_free(&text);
	return root;
}

/* Adds the settings of a document to those of the files that it extends. `path` is resolved. */
static void add_document(struct loader *loader, const char *path, const struct config_node *root)
{
	struct arena *arena = loader->arena;
	const char *folder = path_parent(arena, path);
	struct config_reader reader = {
		.arena = arena, .registry = loader->registry, .folder = folder, .errors = loader->errors};
	item_list own = {0};
	vec_push(arena, &loader->open, path);
	config_read(&reader, root);
	for (size_t i = 0; i < reader.items.count; i++)
		if (reader.items.data[i].key == &config_keys[CONFIG_KEY_EXTENDS])
			extend(loader, &reader.items.data[i], folder, &own);
		else
			vec_push(arena, &own, reader.items.data[i]);
	loader->open.count--;
	for (size_t i = 0; i < own.count; i++) /* files that it extends have lower numbers */
		own.data[i].layer = loader->layers;
	loader->layers++;
	config_merge(arena, &loader->items, &own);
}

/* What a repository's settings lead to outside of it isn't read: messages would quote it. */
static bool is_within(struct loader *loader, const char *path, const char *real, struct config_place at)
{
	struct arena *arena = loader->arena;
	if (!loader->open.count)
		loader->realm = path_realm(arena, path_absolute(arena, path_parent(arena, path)));
	if (!loader->realm || path_is_below(real, loader->realm))
		return true;
	if (at.path)
		config_complain(arena, loader->errors, at, "'extends': %s lies outside of the repository",
			config_quote(arena, path_display(arena, path)));
	else
		config_complain(arena, loader->errors, (struct config_place){path_display(arena, path), 0, 0},
			"a link out of the repository, which is not followed");
	return false;
}

static void load(struct loader *loader, const char *path, struct config_place at)
{
	const char *real = path_resolve(loader->arena, path);
	if (!real)
		real = path_normalize(loader->arena, path);
	if (!is_within(loader, path, real, at))
		return;
	if (is_cycle(loader, real, at))
		return;
	if (loader->files++ >= FILE_LIMIT) {
		config_complain(
			loader->arena, loader->errors, at, "'extends': more than %d files", FILE_LIMIT);
		return;
	}
	const struct config_node *root = read_document(loader, real, at);
	if (root)
		add_document(loader, real, root);
}

static int compare_places(const struct config_place *a, const struct config_place *b)
{
	int order = strcmp(a->path ? a->path : "", b->path ? b->path : "");
	if (order || a->line == b->line)
		return order ? order : (a->column > b->column) - (a->column < b->column);
	return a->line > b->line ? 1 : -1;
}

/* By place. Several of one place stay in their order: there is one for each word of a list, say. */
static void sort_errors(config_errors *errors, size_t first)
{
	for (size_t i = first + 1; i < errors->count; i++) {
		struct config_error error = errors->data[i];
		size_t at = i;
		for (; at > first && compare_places(&errors->data[at - 1].at, &error.at) > 0; at--)
			errors->data[at] = errors->data[at - 1];
		errors->data[at] = error;
	}
}

/* What was loaded, resolved; NULL after errors, which are in the order of their places then. */
static const struct config *finish(
	struct loader *loader, const char *path, const char *base, size_t errors_before)
{
	struct config *config = ARENA_NEW(loader->arena, struct config);
	struct resolver resolver = {loader->arena, config, loader->errors};
	config->path = path;
	config->base = base;
	config->min_time_us = CONFIG_MIN_TIME_US;
	config->fail_on = -1;
	config->items = loader->items;
	config_resolve(&resolver, loader->registry);
	sort_errors(loader->errors, errors_before);
	return loader->errors->count > errors_before ? NULL : config;
}

const struct config *config_default(struct arena *arena, const struct rule *const *registry)
{
	struct config *config = ARENA_NEW(arena, struct config);
	config_errors none = {0};
	config->min_time_us = CONFIG_MIN_TIME_US;
	config->fail_on = -1;
	struct resolver resolver = {arena, config, &none};
	config_resolve(&resolver, registry);
	return config;
}

const char *config_find(struct arena *arena, const char *folder)
{
	for (;;) {
		const char *path = path_join(arena, folder, CONFIG_FILE), *up = path_parent(arena, folder);
		if (path_is_there(path))
			return path;
		if (!strcmp(up, folder) || !strcmp(up, "."))
			return NULL;
		folder = up;
	}
}

const struct config *config_load(struct arena *arena, const struct rule *const *registry, const char *path,
	const char *base, config_errors *errors)
{
	struct loader loader = {.arena = arena, .registry = registry, .errors = errors};
	size_t before = errors->count;
	const char *folder = path_parent(arena, path), *real = path_resolve(arena, folder);
	load(&loader, path, (struct config_place){0});
	if (!base) /* of a link: where it lies */
		base = real ? real : folder;
	return finish(&loader, path_display(arena, path), base, before);
}

const struct config *config_from_text(struct arena *arena, const struct rule *const *registry,
	const char *path, const char *text, config_errors *errors)
{
	struct loader loader = {.arena = arena, .registry = registry, .errors = errors};
	size_t before = errors->count;
	const char *problem = NULL;
	const struct config_node *root = config_document(arena, path, text, strlen(text), &problem);
	if (root)
		add_document(&loader, path, root);
	else
		vec_push(arena, errors, (struct config_error){{path, 0, 0}, problem});
	return finish(&loader, path, path_parent(arena, path), before);
}

/* ---- questions -------------------------------------------------------------------------------- */

/* A file outside the folder is matched by its whole path or, for a glob without a slash, by its name. */
static bool matches(const struct config *config, const struct regex *glob, const char *absolute)
{
	size_t length = strlen(config->base);
	if (!strncmp(absolute, config->base, length) && (absolute[length] == '/' || length == 1))
		return regex_glob_matches(glob, absolute + (length > 1 ? length + 1 : 1));
	return regex_glob_matches(glob, regex_glob_is_name(glob) ? path_name(absolute) : absolute);
}

bool config_excludes(const struct config *config, const char *absolute)
{
	for (size_t i = 0; i < config->exclude.count; i++)
		if (matches(config, config->exclude.data[i], absolute))
			return true;
	return false;
}

bool config_ignores(const struct config *config, const char *absolute, const struct rule *rule)
{
	for (size_t i = 0; i < config->file_ignores.count; i++) {
		const struct config_file_ignore *ignore = &config->file_ignores.data[i];
		if (select_means(config->registry, ignore->word, false, true, rule) &&
			matches(config, ignore->glob, absolute))
			return true;
	}
	return false;
}

bool config_reports_header(const struct config *config, const char *absolute, bool otherwise)
{
	size_t begin, end;
	if (!config->header_filter)
		return otherwise;
	return regex_search(config->header_filter, absolute, strlen(absolute), 0, &begin, &end) ==
	       REGEX_FOUND;
}
