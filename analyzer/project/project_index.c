/* Which facts concern which unit. Definitions and uses of all units lie in tables, sorted by symbol. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/project/project.h"

/* Of a symbol: as many launches as a kernel is executed for. */
enum { MOST_USES = 4 };

struct entry {
	const char *symbol;
	size_t unit;
	const struct project_definition *definition; /* or... */
	const struct project_use *use;
	bool leads_to_launch; /* of a definition: a kernel, or what comes to launch one */
};

struct project_index {
	const struct project_facts *const *facts;
	const char *const *paths;
	size_t count;
	VEC(struct entry) definitions, uses;
	bool *is_followed; /* of each definition: it is known to lead to a launch */
};

/* By symbol; of one symbol, by place and then by unit. */
static int compare_uses(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = strcmp(a->symbol, b->symbol);
	order = order ? order : strcmp(a->use->place.path, b->use->place.path);
	if (order)
		return order;
	if (a->use->place.start.offset != b->use->place.start.offset)
		return a->use->place.start.offset < b->use->place.start.offset ? -1 : 1;
	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	return a->use < b->use ? -1 : a->use > b->use;
}

static int compare_definitions(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = strcmp(a->symbol, b->symbol);
	order = order ? order : strcmp(a->definition->path, b->definition->path);
	if (order)
		return order;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

static void add_unit(struct arena *arena, struct project_index *index, size_t unit)
{
	const struct project_facts *facts = index->facts[unit];
	for (size_t i = 0; i < facts->definitions.count; i++) {
		const struct project_definition *definition = &facts->definitions.data[i];
		vec_push(arena, &index->definitions,
			(struct entry){.symbol = definition->symbol,
				.unit = unit,
				.definition = definition,
				.leads_to_launch = !definition->callees.count});
	}
	for (size_t i = 0; i < facts->uses.count; i++)
		vec_push(arena, &index->uses,
			(struct entry){.symbol = facts->uses.data[i].symbol,
				.unit = unit,
				.use = &facts->uses.data[i]});
}

/* The first entry of a symbol in a table. */
static size_t first_of(const struct entry *table, size_t count, const char *symbol)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(table[middle].symbol, symbol) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool leads_to_launch(const struct project_index *index, const char *symbol)
{
	const struct entry *table = index->definitions.data;
	bool leads = false;
	for (size_t i = first_of(table, index->definitions.count, symbol);
		i < index->definitions.count && !strcmp(table[i].symbol, symbol); i++)
		leads |= table[i].leads_to_launch && table[i].definition->is_external;
	return leads;
}

/* What calls what comes to launch something does so, too. */
static void follow_calls(struct project_index *index)
{
	for (bool has_changed = true; has_changed;) {
		has_changed = false;
		for (size_t i = 0; i < index->definitions.count; i++) {
			struct entry *entry = &index->definitions.data[i];
			const struct project_definition *definition = entry->definition;
			for (size_t k = 0; k < definition->callees.count && !entry->leads_to_launch; k++)
				entry->leads_to_launch = leads_to_launch(index, definition->callees.data[k]);
			has_changed |=
				definition->callees.count && entry->leads_to_launch && !index->is_followed[i];
			index->is_followed[i] = entry->leads_to_launch;
		}
	}
}

struct project_index *project_index_new(
	struct arena *arena, const struct project_facts *const *facts, const char *const *paths, size_t count)
{
	struct project_index *index = ARENA_NEW(arena, struct project_index);
	index->facts = facts;
	index->paths = paths;
	index->count = count;
	for (size_t i = 0; i < count; i++)
		if (facts[i])
			add_unit(arena, index, i);
	if (index->definitions.count)
		qsort(index->definitions.data, index->definitions.count, sizeof(struct entry),
			compare_definitions);
	if (index->uses.count)
		qsort(index->uses.data, index->uses.count, sizeof(struct entry), compare_uses);
	index->is_followed = ARENA_ARRAY(arena, bool, index->definitions.count + 1);
	follow_calls(index);
	return index;
}

/* How many folders two paths have in common. */
static size_t shared_folders(const char *a, const char *b)
{
	size_t count = 0;
	for (; *a && *a == *b; a++, b++)
		count += *a == '/';
	return count;
}

/* Whether of all definitions of its symbol, that one is meant by a use in a unit. */
static bool is_meant(
	const struct project_index *index, const struct project_definition *definition, const char *user)
{
	size_t own = shared_folders(definition->path, user);
	for (size_t i = first_of(index->definitions.data, index->definitions.count, definition->symbol);
		i < index->definitions.count; i++) {
		const struct entry *other = &index->definitions.data[i];
		if (strcmp(other->symbol, definition->symbol) != 0)
			break;
		if (strcmp(other->definition->path, definition->path) != 0 &&
			other->definition->is_external &&
			shared_folders(other->definition->path, user) >= own)
			return false;
	}
	return true;
}

/* Whether a use is one of a definition. */
static bool concerns(const struct project_index *index, const struct entry *entry, size_t unit,
	const struct project_definition *definition)
{
	return entry->unit != unit && entry->use->is_call != definition->is_kernel &&
	       is_meant(index, definition, index->paths[entry->unit]);
}

/* Uses of which nothing is known say that what is known of others isn't all; by themselves they say nothing,
 * and one of them is enough. */
static void add_uses(struct arena *arena, const struct project_index *index, size_t unit,
	const struct project_definition *definition, struct project_given *out)
{
	size_t first = first_of(index->uses.data, index->uses.count, definition->symbol), known = 0;
	const struct entry *unknown = NULL;
	for (size_t i = first; i < index->uses.count && known < MOST_USES; i++) {
		const struct entry *entry = &index->uses.data[i];
		if (strcmp(entry->symbol, definition->symbol) != 0)
			break;
		if (!concerns(index, entry, unit, definition))
			continue;
		if (!entry->use->is_known) {
			unknown = unknown ? unknown : entry;
			continue;
		}
		vec_push(arena, &out->uses, *entry->use);
		known++;
	}
	if (known && unknown)
		vec_push(arena, &out->uses, *unknown->use);
}

static bool has_setting(const struct project_given *given, const struct project_setting *setting)
{
	for (size_t i = 0; i < given->settings.count; i++) {
		const struct project_setting *own = &given->settings.data[i];
		bool is_same = own->kernel && setting->kernel ? !strcmp(own->kernel, setting->kernel)
							      : own->kernel == setting->kernel;
		if (is_same && own->attribute_known == setting->attribute_known &&
			own->attribute == setting->attribute)
			return true;
	}
	return false;
}

static bool is_wanted(const struct project_facts *facts, const struct project_setting *setting)
{
	bool is = !setting->kernel && facts->wanted.count;
	for (size_t i = 0; i < facts->wanted.count && !is; i++)
		is = !strcmp(facts->wanted.data[i], setting->kernel);
	return is;
}

static void add_settings(
	struct arena *arena, const struct project_index *index, size_t unit, struct project_given *out)
{
	const struct project_facts *facts = index->facts[unit];
	for (size_t i = 0; i < index->count && facts->wanted.count; i++)
		for (size_t k = 0; i != unit && index->facts[i] && k < index->facts[i]->settings.count; k++) {
			const struct project_setting *setting = &index->facts[i]->settings.data[k];
			if (is_wanted(facts, setting) && !has_setting(out, setting))
				vec_push(arena, &out->settings, *setting);
		}
}

void project_index_given(
	struct arena *arena, const struct project_index *index, size_t unit, struct project_given *out)
{
	const struct project_facts *facts = index->facts[unit];
	*out = (struct project_given){0};
	for (size_t i = 0; facts && i < facts->definitions.count; i++) {
		const struct project_definition *definition = &facts->definitions.data[i];
		if (definition->is_external && !definition->is_used && !definition->is_template &&
			leads_to_launch(index, definition->symbol))
			add_uses(arena, index, unit, definition, out);
	}
	if (facts)
		add_settings(arena, index, unit, out);
}

void project_index_questions(
	struct arena *arena, const struct project_index *index, size_t unit, line_list *out)
{
	const struct project_facts *facts = index->facts[unit];
	for (size_t i = 0; facts && i < facts->definitions.count; i++) {
		const struct project_definition *definition = &facts->definitions.data[i];
		bool matters = definition->is_kernel || leads_to_launch(index, definition->symbol);
		if (!definition->is_used && matters)
			vec_push(arena, out, definition->name);
	}
	for (size_t i = 0; facts && i < facts->wanted.count; i++) {
		const char *name = strrchr(facts->wanted.data[i], ':');
		vec_push(arena, out, name ? name + 1 : facts->wanted.data[i]);
	}
}

bool project_index_used_elsewhere(
	const struct project_index *index, size_t unit, const char *symbol, const char *path)
{
	for (size_t i = first_of(index->definitions.data, index->definitions.count, symbol);
		i < index->definitions.count; i++) {
		const struct entry *entry = &index->definitions.data[i];
		if (strcmp(entry->symbol, symbol) != 0)
			break;
		if (entry->unit != unit && entry->definition->is_used &&
			!strcmp(entry->definition->path, path))
			return true;
	}
	return false;
}
