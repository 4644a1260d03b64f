/* Which lines each suppression covers, and which findings it silences there. */
#include "analyzer/suppress/suppress_set.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

const struct rule *suppress_find_rule(const struct rule *const *rules, const char *code)
{
	for (; *rules; rules++) {
		if (strcmp((*rules)->code, code) == 0)
			return *rules;
	}
	return NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* "CU", "CU2", "CU201", in any case. */
static bool is_code(const char *word)
{
	if (toupper((unsigned char)word[0]) != 'C' || toupper((unsigned char)word[1]) != 'U')
		return false;
	const char *number = word + 2;
	size_t digits = strspn(number, "0123456789");
	return digits <= 3 && number[digits] == '\0';
}

/* Shell-like match with * only, as in clang-tidy's lists. */
static bool glob_matches(const char *glob, const char *text)
{
	const char *star = NULL, *resume = NULL;
	while (*text) {
		if (*glob == '*') {
			star = glob++;
			resume = text;
		} else if (*glob == *text) {
			glob++;
			text++;
		} else if (star) {
			glob = star + 1;
			text = ++resume;
		} else {
			return false;
		}
	}
	while (*glob == '*')
		glob++;
	return *glob == '\0';
}

static bool nolint_glob_matches(const char *glob, const char *code, const char *name)
{
	char full[96] = "cudalint-", full_code[96] = "cudalint-";
	strncat(full, name, sizeof full - strlen(full) - 1);
	strncat(full_code, code, sizeof full_code - strlen(full_code) - 1);
	if (is_code(glob) && isdigit((unsigned char)glob[2]))
		return strncasecmp(code, glob, strlen(glob)) == 0;
	return glob_matches(glob, full) || glob_matches(glob, code) || glob_matches(glob, full_code);
}

bool suppress_word_matches(
	const struct directive *directive, size_t index, const char *code, const char *name)
{
	if (index == SIZE_MAX)
		return true;
	const char *word = directive->words.data[index].text;
	if (directive_is_nolint(directive)) {
		/* "-glob" takes away what an earlier word has given. */
		if (*word == '-' || !nolint_glob_matches(word, code, name))
			return false;
		for (size_t i = index + 1; i < directive->words.count; i++) {
			const char *later = directive->words.data[i].text;
			if (*later == '-' && nolint_glob_matches(later + 1, code, name))
				return false;
		}
		return true;
	}
	if (strcasecmp(word, "ALL") == 0)
		return true;
	if (is_code(word))
		return strncasecmp(code, word, strlen(word)) == 0;
	return strcmp(word, name) == 0 || (strncmp(word, "cudalint-", 9) == 0 && strcmp(word + 9, name) == 0);
}

bool suppress_word_is_ours(const struct directive *directive, size_t index)
{
	if (index == SIZE_MAX)
		return false;
	const char *word = directive->words.data[index].text;
	return !directive_is_nolint(directive) || strncmp(word, "cudalint-", 9) == 0 ||
	       (is_code(word) && isdigit((unsigned char)word[2]));
}

static bool is_known(const struct suppressions *set, const struct directive *directive, size_t index)
{
	for (const struct rule *const *rule = set->registry; *rule; rule++) {
		if (suppress_word_matches(directive, index, (*rule)->code, (*rule)->name))
			return true;
	}
	/* CU950 to CU999 belong to the user's configuration. */
	const char *word = index == SIZE_MAX ? "" : directive->words.data[index].text;
	return is_code(word) && word[2] == '9' && word[3] >= '5';
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Whether the line (1-based) goes on in the next one. */
static bool line_continues(const struct suppress_file *file, uint32_t line)
{
	if (line == 0 || line >= file->lines.count)
		return false;
	size_t begin = file->lines.data[line - 1], end = file->lines.data[line];
	while (end > begin && isspace((unsigned char)file->text[end - 1]))
		end--;
	return end > begin && file->text[end - 1] == '\\';
}

/* Widens a range of lines so that those which backslashes join at either end are covered as the one line that
 * they are: a macro's definition as a whole. */
static void widen_over_joined(const struct suppress_file *file, uint32_t *first, uint32_t *last)
{
	while (line_continues(file, *first - 1))
		--*first;
	while (line_continues(file, *last))
		++*last;
}

/* The line that a comment alone on its lines stands above: the next one that isn't only comment. */
static uint32_t line_below(const comment_list *comments, size_t index)
{
	uint32_t line = comments->data[index].end_line + 1;
	for (size_t i = index + 1; i < comments->count && comments->data[i].line == line; i++) {
		if (comments->data[i].code_before)
			break;
		line = comments->data[i].end_line;
		if (comments->data[i].code_after)
			break;
		line++;
	}
	return line;
}

/* ---- reading a file -------------------------------------------------------------------------- */

static void add_entries(struct suppressions *set, struct suppress_file *file,
	const struct directive *directive, uint32_t first, uint32_t last)
{
	bool is_range = directive->kind == DIRECTIVE_DISABLE || directive->kind == DIRECTIVE_NOLINTBEGIN;
	bool is_bare = directive_is_nolint(directive) && !directive->has_list;
	for (size_t i = 0; i < (is_bare ? 1 : directive->words.count); i++) {
		size_t word = is_bare ? SIZE_MAX : i;
		struct suppress_entry entry = {.directive = directive,
			.word = word,
			.first = first,
			.last = last,
			.is_open = is_range,
			.is_known = is_known(set, directive, word)};
		vec_push(set->arena, &file->entries, entry);
	}
}

static const char *entry_word(const struct suppress_entry *entry)
{
	return entry->word == SIZE_MAX ? "" : entry->directive->words.data[entry->word].text;
}

/* Whether the word of an `enable` or NOLINTEND ends an open range: it has to be the same, or a wider one. */
static bool closes(const struct directive *closer, const char *word, const struct suppress_entry *entry)
{
	bool nolint = directive_is_nolint(closer);
	if (!entry->is_open || nolint != directive_is_nolint(entry->directive))
		return false;
	const char *opened = entry_word(entry);
	if (strcasecmp(opened, word) == 0)
		return true;
	return !nolint && (strcasecmp(word, "ALL") == 0 ||
				  (is_code(word) && strncasecmp(opened, word, strlen(word)) == 0));
}

/* Ends ranges. The words that end none are left in the directive; the others are taken out of it. */
static void close_ranges(struct suppress_file *file, struct directive *closer)
{
	bool is_bare = directive_is_nolint(closer) && !closer->has_list;
	size_t kept = 0, count = is_bare ? 1 : closer->words.count;
	for (size_t i = 0; i < count; i++) {
		bool found = false;
		for (size_t k = file->entries.count; k-- > 0;) {
			struct suppress_entry *entry = &file->entries.data[k];
			if (!closes(closer, is_bare ? "" : closer->words.data[i].text, entry))
				continue;
			entry->is_open = false;
			entry->closer = closer;
			entry->last = closer->line;
			found = true;
		}
		if (!found && !is_bare)
			closer->words.data[kept++] = closer->words.data[i];
	}
	closer->words.count = kept;
}

static void add_directive(struct suppressions *set, struct suppress_file *file, const comment_list *comments,
	size_t comment_index, struct directive *directive)
{
	const struct comment *comment = &comments->data[comment_index];
	uint32_t first = comment->line, last = comment->end_line;
	switch (directive->kind) {
	case DIRECTIVE_IGNORE:
		if (!comment->code_before && !comment->code_after)
			last = line_below(comments, comment_index);
		break;
	case DIRECTIVE_FILE_IGNORE:
		first = 1;
		last = UINT32_MAX;
		break;
	case DIRECTIVE_DISABLE:
	case DIRECTIVE_NOLINTBEGIN:
		first = directive->line;
		last = UINT32_MAX;
		break;
	case DIRECTIVE_NOLINT: first = last = directive->line; break;
	case DIRECTIVE_NOLINTNEXTLINE: first = last = directive->line + 1; break;
	case DIRECTIVE_ENABLE:
	case DIRECTIVE_NOLINTEND: close_ranges(file, directive); return;
	case DIRECTIVE_LAUNCH:
	case DIRECTIVE_ASSUME:
	case DIRECTIVE_UNKNOWN: return;
	}
	if (last != UINT32_MAX)
		widen_over_joined(file, &first, &last);
	add_entries(set, file, directive, first, last);
}

void suppress_add_file(
	struct suppressions *set, const char *path, const char *text, size_t size, bool is_main)
{
	struct suppress_file *file = ARENA_NEW(set->arena, struct suppress_file);
	*file = (struct suppress_file){.path = path, .text = text, .size = size, .is_main = is_main};
	vec_push(set->arena, &set->files, file);
	comment_list comments = {0};
	comments_find(set->arena, text, size, &comments);
	VEC(size_t) owners = {0}; /* of each directive: its comment */
	for (size_t i = 0; i < comments.count; i++) {
		directive_find(set->arena, text, &comments.data[i], &file->directives);
		while (owners.count < file->directives.count)
			vec_push(set->arena, &owners, i);
	}
	if (file->directives.count)
		lines_find(set->arena, file->text, file->size, &file->lines);
	for (size_t i = 0; i < file->directives.count; i++)
		add_directive(set, file, &comments, owners.data[i], &file->directives.data[i]);
}

struct suppressions *suppress_new(
	struct arena *arena, const struct rule *const *registry, const struct rule *const *enabled)
{
	struct suppressions *set = ARENA_NEW(arena, struct suppressions);
	set->arena = arena;
	set->registry = registry;
	set->enabled = enabled;
	return set;
}

void suppress_require_reasons(struct suppressions *set)
{
	set->needs_reasons = true;
}

void suppress_set_module(struct suppressions *set, const struct ir_module *module)
{
	set->module = module;
}

/* ---- applying -------------------------------------------------------------------------------- */

/* Marks every entry that covers the finding at this place as used; the first is remembered in the finding. */
static void try_place(const struct suppressions *set, struct finding *finding, const struct span *place)
{
	for (size_t i = 0; place->path && i < set->files.count; i++) {
		struct suppress_file *file = set->files.data[i];
		if (strcmp(file->path, place->path) != 0)
			continue;
		for (size_t k = 0; k < file->entries.count; k++) {
			struct suppress_entry *entry = &file->entries.data[k];
			if (place->start.line < entry->first || place->start.line > entry->last ||
				!suppress_word_matches(
					entry->directive, entry->word, finding->code, finding->rule))
				continue;
			entry->is_used = true;
			if (!finding->suppressed) {
				finding->suppressor.path = file->path;
				finding->suppressor.offset =
					entry->word == SIZE_MAX
						? entry->directive->start
						: entry->directive->words.data[entry->word].start;
			}
			finding->suppressed = true;
		}
	}
}

/* Tries the findings from `first` on; returns how many are silenced. */
static size_t silence(const struct suppressions *set, finding_list *findings, size_t first)
{
	size_t count = 0;
	for (size_t i = first; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		try_place(set, finding, &finding->span);
		if (finding->has_expansion)
			try_place(set, finding, &finding->expansion);
		count += finding->suppressed;
	}
	return count;
}

size_t suppress_apply(struct suppressions *set, finding_list *findings, bool complete)
{
	for (size_t i = 0; i < set->files.count; i++)
		suppress_report_invalid(set, set->files.data[i], findings);
	size_t count = silence(set, findings, 0);
	for (int of_unused = 0; complete && of_unused < 2; of_unused++) {
		size_t first = findings->count;
		for (size_t i = 0; i < set->files.count; i++) {
			if (set->files.data[i]->is_main)
				suppress_report_unused(set, set->files.data[i], of_unused, findings);
		}
		if (!of_unused)
			count += silence(set, findings, first);
	}
	return count;
}

static int compare_suppressors(const void *left, const void *right)
{
	const struct finding *a = *(const struct finding *const *)left;
	const struct finding *b = *(const struct finding *const *)right;
	int order = strcmp(a->suppressor.path, b->suppressor.path);
	return order ? order
		     : (a->suppressor.offset > b->suppressor.offset) -
			       (a->suppressor.offset < b->suppressor.offset);
}

/* Whether one of the findings was silenced from inside the span; they are sorted by suppressor. */
static bool silences(const finding_list *silenced, const struct span *span)
{
	size_t low = 0, high = silenced->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct finding *finding = silenced->data[middle];
		int order = strcmp(finding->suppressor.path, span->path);
		if (order < 0 || (order == 0 && finding->suppressor.offset < span->start.offset))
			low = middle + 1;
		else
			high = middle;
	}
	return low < silenced->count && strcmp(silenced->data[low]->suppressor.path, span->path) == 0 &&
	       silenced->data[low]->suppressor.offset < span->end.offset;
}

void suppress_drop_used(finding_list *findings)
{
	struct arena *arena = arena_new();
	finding_list silenced = {0};
	for (size_t i = 0; i < findings->count; i++) {
		if (findings->data[i]->suppressed && findings->data[i]->suppressor.path)
			vec_push(arena, &silenced, findings->data[i]);
	}
	if (silenced.count)
		qsort(silenced.data, silenced.count, sizeof *silenced.data, compare_suppressors);
	size_t kept = 0;
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		if (strcmp(finding->code, "CU002") != 0 || !silences(&silenced, &finding->span))
			findings->data[kept++] = finding;
	}
	findings->count = kept;
	arena_free(arena);
}
