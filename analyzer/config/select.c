/* Ranking the words that select and ignore rules; see select.h. */
#include "analyzer/config/select.h"

#include <ctype.h>
#include <strings.h>

#include "analyzer/suppress/suppress.h"

enum { RANK_SET = 0, RANK_EXACT = 5 }; /* a prefix ranks by how many digits it has: 1 and 2 */

static bool is_set(const char *word)
{
	return !strcasecmp(word, "all") || !strcasecmp(word, "strict") || !strcasecmp(word, "recommended");
}

/* "CU", "CU4", "cu40", "CU401": what all codes that begin so share. */
static bool is_code(const char *word)
{
	if (toupper((unsigned char)word[0]) != 'C' || toupper((unsigned char)word[1]) != 'U')
		return false;
	for (word += 2; *word; word++)
		if (!isdigit((unsigned char)*word))
			return false;
	return true;
}

static bool is_prefix(const struct rule *const *registry, const char *word)
{
	return is_code(word) && *registry && strlen(word) < strlen((*registry)->code);
}

static int rank_of(const struct rule *const *registry, const char *word)
{
	if (is_set(word))
		return RANK_SET;
	return is_prefix(registry, word) ? (int)strlen(word) - 2 : RANK_EXACT;
}

static bool set_has(const char *word, bool preview, const struct rule *rule)
{
	if (!strcasecmp(word, "all"))
		return true;
	if (rule->preview && !preview)
		return false;
	return !strcasecmp(word, "strict") || !rule->strict_only;
}

bool select_means(const struct rule *const *registry, const char *word, bool is_on, bool preview,
	const struct rule *rule)
{
	if (is_set(word))
		return set_has(word, preview, rule);
	if (is_prefix(registry, word))
		return !strncasecmp(rule->code, word, strlen(word)) && (!rule->preview || preview || !is_on);
	return !strcasecmp(word, rule->code) || !strcasecmp(word, rule->name);
}

const struct rule *select_find_rule(const struct rule *const *registry, const char *word)
{
	for (; *registry; registry++)
		if (!strcasecmp(word, (*registry)->code) || !strcasecmp(word, (*registry)->name))
			return *registry;
	return NULL;
}

bool select_is_word(
	struct arena *arena, const struct rule *const *registry, const char *word, const char **problem)
{
	if (is_set(word) || select_find_rule(registry, word))
		return true;
	for (size_t i = 0; is_prefix(registry, word) && registry[i]; i++)
		if (!strncasecmp(registry[i]->code, word, strlen(word)))
			return true;
	const char *quoted = config_quote(arena, word);
	const char *nearest = suppress_nearest_rule(arena, registry, word);
	if (nearest)
		*problem = arena_printf(arena, "unknown rule '%s' (did you mean '%s'?)", quoted, nearest);
	else
		*problem = arena_printf(arena, "unknown rule '%s' ('cudalint rules' lists them)", quoted);
	return false;
}

/* ---- lists ------------------------------------------------------------------------------------ */

static bool same_meaning(const struct rule *const *registry, const char *a, const char *b)
{
	const struct rule *rule = select_find_rule(registry, a);
	return !strcasecmp(a, b) || (rule && rule == select_find_rule(registry, b));
}

void select_override(
	struct arena *arena, const struct rule *const *registry, struct select_word word, select_list *words)
{
	size_t kept = 0;
	for (size_t i = 0; i < words->count; i++) {
		const struct select_word *earlier = &words->data[i];
		if (earlier->is_on == word.is_on || !same_meaning(registry, earlier->word, word.word))
			words->data[kept++] = *earlier;
	}
	words->count = kept;
	vec_push(arena, words, word);
}

void select_override_list(struct arena *arena, const struct rule *const *registry, const char *list,
	bool is_on, select_list *words)
{
	while (list && *list) {
		size_t length = strcspn(list, ", \t");
		struct select_word word = {arena_strndup(arena, list, length), is_on, {0}};
		if (length)
			select_override(arena, registry, word, words);
		list += length;
		list += strspn(list, ", \t");
	}
}

/* ---- rules ------------------------------------------------------------------------------------ */

const struct select_word *select_decides(
	const struct rule *const *registry, const select_list *words, bool preview, const struct rule *rule)
{
	const struct select_word *best = NULL;
	int best_rank = -1;
	for (size_t i = 0; i < words->count; i++) {
		const struct select_word *word = &words->data[i];
		if (!select_means(registry, word->word, word->is_on, preview, rule))
			continue;
		int rank = rank_of(registry, word->word);
		if (rank > best_rank || (rank == best_rank && best->is_on && !word->is_on)) {
			best = word;
			best_rank = rank;
		}
	}
	return best;
}

/* The rule as it is to run: without its infos where these are strict and nothing turns the strict set on. */
static const struct rule *as_selected(struct arena *arena, const struct rule *const *registry,
	const select_list *words, bool preview, const struct rule *rule)
{
	if (!rule->strict_infos)
		return rule;
	struct rule *copy = ARENA_NEW(arena, struct rule);
	*copy = *rule;
	copy->strict_only = true;
	const struct select_word *word = select_decides(registry, words, preview, copy);
	if (word && word->is_on)
		return rule;
	copy->strict_only = false;
	copy->without_infos = true;
	return copy;
}

const struct rule **select_rules(
	struct arena *arena, const struct rule *const *registry, const select_list *words, bool preview)
{
	size_t total = 0, count = 0;
	while (registry[total])
		total++;
	const struct rule **selected = ARENA_ARRAY(arena, const struct rule *, total + 1);
	for (size_t i = 0; i < total; i++) {
		const struct select_word *word = select_decides(registry, words, preview, registry[i]);
		if (word && word->is_on)
			selected[count++] = as_selected(arena, registry, words, preview, registry[i]);
	}
	return selected;
}
