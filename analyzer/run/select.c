/* Which rules a run has on, from --select, --extend-select and --ignore.
 *
 * A word is ALL, a set (recommended, strict), a prefix of codes (CU4), a code or a rule's name. As in ruff,
 * words are applied from the general to the special; between equals, ignoring comes last and wins. So
 * `--select ALL --ignore CU4 --extend-select CU401` leaves CU401 on. */
#include "analyzer/finding/suppress.h"
#include "analyzer/run/run.h"

#include <ctype.h>
#include <string.h>

enum { RANK_SET = 0, RANK_EXACT = 5 }; /* a prefix ranks by how many digits it has: 1 and 2 */

struct selector {
	const char *word;
	int rank;
	bool is_on;
};

struct selection {
	struct arena *arena;
	const struct rule *const *registry;
	size_t rule_count;
	VEC(struct selector) selectors;
	bool preview;
};

static bool equal_ignoring_case(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
	return *a == *b;
}

static bool is_set(const char *word)
{
	return equal_ignoring_case(word, "all") || equal_ignoring_case(word, "strict") ||
	       equal_ignoring_case(word, "recommended");
}

/* "CU", "CU4", "cu40": what all codes that begin so share. */
static bool is_code_prefix(const char *word)
{
	if (toupper((unsigned char)word[0]) != 'C' || toupper((unsigned char)word[1]) != 'U')
		return false;
	for (word += 2; *word; word++)
		if (!isdigit((unsigned char)*word))
			return false;
	return true;
}

static bool starts_with_code(const char *code, const char *prefix)
{
	return strlen(prefix) <= strlen(code) && toupper((unsigned char)prefix[0]) == code[0] &&
	       toupper((unsigned char)prefix[1]) == code[1] &&
	       !strncmp(code + 2, prefix + 2, strlen(prefix) - 2);
}

static bool set_has(const struct selection *selection, const char *word, const struct rule *rule)
{
	if (equal_ignoring_case(word, "all"))
		return true;
	if (rule->preview && !selection->preview)
		return false;
	return equal_ignoring_case(word, "strict") || !rule->strict_only;
}

static bool matches(
	const struct selection *selection, const struct selector *selector, const struct rule *rule)
{
	const char *word = selector->word;
	if (is_set(word))
		return set_has(selection, word, rule);
	if (is_code_prefix(word) && strlen(word) < strlen(rule->code))
		return starts_with_code(rule->code, word) &&
		       (!rule->preview || selection->preview || !selector->is_on);
	return equal_ignoring_case(word, rule->code) || equal_ignoring_case(word, rule->name);
}

static char *unknown_word(const struct selection *selection, const char *word)
{
	struct arena *arena = selection->arena;
	const char *nearest = suppress_nearest_rule(arena, selection->registry, word);
	if (nearest)
		return arena_printf(arena, "unknown rule '%s' (did you mean '%s'?)", word, nearest);
	return arena_printf(arena, "unknown rule '%s' ('cudalint rules' lists them)", word);
}

static int rank_of(const char *word, const struct rule *example)
{
	if (is_set(word))
		return RANK_SET;
	if (is_code_prefix(word) && strlen(word) < strlen(example->code))
		return (int)strlen(word) - 2 > 0 ? (int)strlen(word) - 2 : RANK_SET;
	return RANK_EXACT;
}

static bool add_word(struct selection *selection, const char *word, bool is_on, char **error)
{
	struct selector selector = {.word = word, .is_on = is_on};
	if (is_set(word)) {
		vec_push(selection->arena, &selection->selectors, selector);
		return true;
	}
	for (size_t i = 0; i < selection->rule_count; i++) {
		const struct rule *rule = selection->registry[i];
		bool is_known = is_code_prefix(word) ? starts_with_code(rule->code, word)
						     : matches(selection, &selector, rule);
		if (!is_known)
			continue;
		selector.rank = rank_of(word, rule);
		vec_push(selection->arena, &selection->selectors, selector);
		return true;
	}
	*error = unknown_word(selection, word);
	return false;
}

static bool add_list(struct selection *selection, const char *list, bool is_on, char **error)
{
	while (list && *list) {
		size_t length = strcspn(list, ", \t");
		if (length &&
			!add_word(selection, arena_strndup(selection->arena, list, length), is_on, error))
			return false;
		list += length;
		list += strspn(list, ", \t");
	}
	return true;
}

static bool is_selected(const struct selection *selection, const struct rule *rule)
{
	int on_rank = -1, off_rank = -1;
	for (size_t i = 0; i < selection->selectors.count; i++) {
		const struct selector *selector = &selection->selectors.data[i];
		if (!matches(selection, selector, rule))
			continue;
		int *rank = selector->is_on ? &on_rank : &off_rank;
		if (selector->rank > *rank)
			*rank = selector->rank;
	}
	return on_rank > off_rank;
}

/* The rule as it is to run: without its infos where these are strict and nothing turns the strict set on. */
static const struct rule *as_selected(const struct selection *selection, const struct rule *rule)
{
	if (!rule->strict_infos)
		return rule;
	struct rule *copy = ARENA_NEW(selection->arena, struct rule);
	*copy = *rule;
	copy->strict_only = true;
	if (is_selected(selection, copy))
		return rule;
	copy->strict_only = false;
	copy->without_infos = true;
	return copy;
}

const struct rule **run_select_rules(struct arena *arena, const struct rule *const *registry,
	const char *select, const char *ignore, const char *extend_select, bool preview, char **error)
{
	struct selection selection = {.arena = arena, .registry = registry, .preview = preview};
	while (registry[selection.rule_count])
		selection.rule_count++;
	if (!add_list(&selection, select ? select : "recommended", true, error) ||
		!add_list(&selection, extend_select, true, error) ||
		!add_list(&selection, ignore, false, error))
		return NULL;
	const struct rule **selected = ARENA_ARRAY(arena, const struct rule *, selection.rule_count + 1);
	size_t count = 0;
	for (size_t i = 0; i < selection.rule_count; i++)
		if (is_selected(&selection, registry[i]))
			selected[count++] = as_selected(&selection, registry[i]);
	return selected;
}
