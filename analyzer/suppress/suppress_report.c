/* What is wrong with suppressions: CU003 for those that can't mean what they say, CU002 for those that
 * silence nothing. */
#include "analyzer/base/suggest.h"
#include "analyzer/base/utf8.h"
#include "analyzer/simt/launch/hint.h"
#include "analyzer/suppress/suppress_set.h"

#include <ctype.h>
#include <strings.h>

static struct position locate(const struct suppress_file *file, uint32_t offset)
{
	size_t line = lines_at(&file->lines, offset);
	uint32_t start = file->lines.data[line];
	return (struct position){(uint32_t)line + 1, utf8_column(file->text + start, offset - start), offset};
}

/* A finding of ours over the bytes [start, end) of the file; NULL when the rule isn't enabled. */
static struct finding *report(struct suppressions *set, const struct suppress_file *file, finding_list *out,
	const char *code, uint32_t start, uint32_t end)
{
	const struct rule *rule = suppress_find_rule(set->enabled, code);
	if (!rule)
		return NULL;
	struct finding *finding = ARENA_NEW(set->arena, struct finding);
	finding->code = rule->code;
	finding->rule = rule->name;
	finding->severity = rule->severity;
	finding->confidence = CONFIDENCE_PROVEN;
	finding->span = (struct span){file->path, locate(file, start), locate(file, end)};
	finding->instances = 1;
	vec_push(set->arena, out, finding);
	return finding;
}

/* ---- CU003 ----------------------------------------------------------------------------------- */

static bool begins_like_a_code(const char *word)
{
	return strncasecmp(word, "CU", 2) == 0 && isdigit((unsigned char)word[2]);
}

const char *suppress_nearest_rule(struct arena *arena, const struct rule *const *registry, const char *word)
{
	VEC(const char *) names = {0};
	bool by_code = begins_like_a_code(word);
	for (const struct rule *const *rule = registry; *rule; rule++) {
		if (!by_code)
			vec_push(arena, &names, (*rule)->name);
		else if ((*rule)->code[2] == word[2])
			vec_push(arena, &names, (*rule)->code);
	}
	return suggest_nearest(word, names.data, names.count);
}

static void report_unknown_word(struct suppressions *set, const struct suppress_file *file,
	const struct suppress_entry *entry, finding_list *out)
{
	const struct directive_word *word = &entry->directive->words.data[entry->word];
	struct finding *finding = report(set, file, out, "CU003", word->start, word->end);
	if (!finding)
		return;
	const char *name = word->text + (strncmp(word->text, "cudalint-", 9) == 0 ? 9 : 0);
	const char *nearest = suppress_nearest_rule(set->arena, set->registry, name);
	const char *format = begins_like_a_code(name) ? "this version has no rule '%s' to suppress"
						      : "unknown rule '%s' in a suppression";
	finding->message = arena_printf(set->arena, format, word->text);
	if (nearest)
		finding->message = arena_printf(set->arena, "%s; did you mean '%.*s%s'?", finding->message,
			(int)(name - word->text), word->text, nearest);
}

static void report_unknown_directive(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, finding_list *out)
{
	static const char *const names[] = {"ignore", "disable", "enable", "file-ignore", "launch", "assume"};
	struct finding *finding = report(set, file, out, "CU003", directive->start, directive->end);
	if (!finding)
		return;
	const char *nearest = suggest_nearest(directive->name, names, sizeof names / sizeof names[0]);
	finding->message = arena_printf(set->arena, "unknown directive '%s'", directive->name);
	if (nearest)
		finding->message =
			arena_printf(set->arena, "%s; did you mean '%s'?", finding->message, nearest);
}

/* A list that is missing, empty or not closed. For NOLINT these are other tools' business. */
static void report_list(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, finding_list *out)
{
	bool is_empty =
		directive->words.count == 0 && !(directive->has_list && directive->kind == DIRECTIVE_ENABLE);
	if (directive->has_list && directive->list_is_closed && !is_empty)
		return;
	struct finding *finding = report(set, file, out, "CU003", directive->start, directive->end);
	if (!finding)
		return;
	if (directive->has_list && !directive->list_is_closed)
		finding->message = arena_printf(
			set->arena, "the list of '%s' is not closed: ']' is missing", directive->name);
	else
		finding->message = arena_printf(set->arena,
			"'%s' names no rule: write '%s[CODE]' with the codes it is for", directive->name,
			directive->name);
}

/* `enable` without `disable`; the words left in it are those that ended nothing. */
static void report_unopened(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, finding_list *out)
{
	for (size_t i = 0; i < directive->words.count; i++) {
		const struct directive_word *word = &directive->words.data[i];
		bool nolint = directive_is_nolint(directive);
		if (nolint && !suppress_word_is_ours(directive, i))
			continue;
		struct finding *finding = report(set, file, out, "CU003", word->start, word->end);
		if (!finding)
			return;
		finding->message =
			nolint ? arena_printf(
					 set->arena, "NOLINTEND of '%s' without a NOLINTBEGIN", word->text)
			       : arena_printf(set->arena, "'enable[%s]' without a 'disable[%s]' before it",
					 word->text, word->text);
	}
}

static void report_unclosed(struct suppressions *set, const struct suppress_file *file,
	const struct suppress_entry *entry, finding_list *out)
{
	const struct directive_word *word = &entry->directive->words.data[entry->word];
	struct finding *finding = report(set, file, out, "CU003", word->start, word->end);
	if (!finding)
		return;
	bool nolint = directive_is_nolint(entry->directive);
	finding->message =
		nolint ? arena_printf(set->arena, "NOLINTBEGIN of '%s' without a NOLINTEND", word->text)
		       : arena_printf(set->arena,
				 "'disable[%s]' without an 'enable[%s]': it reaches to the end of the file; "
				 "'file-ignore[%s]' says so",
				 word->text, word->text, word->text);
}

typedef VEC(const char *) kernel_names;

/* The unit's kernel that a launch in a comment is for; else the names there are. */
static bool names_kernel(struct suppressions *set, const struct launch_hint *hint, kernel_names *names)
{
	const struct ir_module *module = set->module;
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (!function->is_kernel)
			continue;
		if (launch_hint_names(hint->kernel, function))
			return true;
		vec_push(set->arena, names, function->name);
	}
	return false;
}

/* `cudalint: launch` that says no launch, or of no kernel. */
static void report_launch(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, finding_list *out)
{
	struct launch_hint hint;
	const char *problem = NULL, *message;
	kernel_names names = {0};
	if (!launch_hint_read_comment(set->arena, file->text + directive->end,
		    directive->extent - directive->end, &hint, &problem)) {
		message = arena_printf(set->arena, "this launch %s", problem);
	} else {
		if (!set->module || !file->is_main || names_kernel(set, &hint, &names))
			return;
		const char *nearest = suggest_nearest(hint.kernel, names.data, names.count);
		message = arena_printf(set->arena, "no kernel '%s' in this file", hint.kernel);
		if (nearest)
			message = arena_printf(set->arena, "%s; did you mean '%s'?", message, nearest);
	}
	struct finding *finding = report(set, file, out, "CU003", directive->start, directive->end);
	if (finding)
		finding->message = message;
}

/* What silences findings and is meant for cudalint, without a word why. */
static void report_no_reason(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, finding_list *out)
{
	bool is_ours = false;
	for (size_t i = 0; i < directive->words.count; i++)
		is_ours |= suppress_word_is_ours(directive, i);
	bool silences = directive->kind == DIRECTIVE_IGNORE || directive->kind == DIRECTIVE_DISABLE ||
			directive->kind == DIRECTIVE_FILE_IGNORE ||
			(directive_is_nolint(directive) && directive->kind != DIRECTIVE_NOLINTEND);
	if (!is_ours || !silences || directive->has_reason)
		return;
	struct finding *finding = report(set, file, out, "CU003", directive->start, directive->end);
	if (finding)
		finding->message = arena_printf(set->arena,
			"'%s' gives no reason, which the configuration asks for: say after it why",
			directive->name);
}

void suppress_report_invalid(struct suppressions *set, const struct suppress_file *file, finding_list *out)
{
	for (size_t i = 0; i < file->directives.count; i++) {
		const struct directive *directive = &file->directives.data[i];
		if (directive->kind == DIRECTIVE_UNKNOWN)
			report_unknown_directive(set, file, directive, out);
		else if (directive->kind == DIRECTIVE_LAUNCH)
			report_launch(set, file, directive, out);
		else if (directive->kind < DIRECTIVE_LAUNCH)
			report_list(set, file, directive, out);
		if (set->needs_reasons)
			report_no_reason(set, file, directive, out);
		if (directive->kind == DIRECTIVE_ENABLE || directive->kind == DIRECTIVE_NOLINTEND)
			report_unopened(set, file, directive, out);
	}
	for (size_t i = 0; i < file->entries.count; i++) {
		const struct suppress_entry *entry = &file->entries.data[i];
		if (!suppress_word_is_ours(entry->directive, entry->word))
			continue;
		if (!entry->is_known)
			report_unknown_word(set, file, entry, out);
		else if (entry->is_open)
			report_unclosed(set, file, entry, out);
	}
}

/* ---- CU002 ----------------------------------------------------------------------------------- */

/* Whether the entry can be called unused: it is meant for cudalint, and every rule it means is on in this
 * run. */
static bool is_judged(const struct suppressions *set, const struct suppress_entry *entry)
{
	if (!suppress_word_is_ours(entry->directive, entry->word))
		return false;
	bool any = false;
	for (const struct rule *const *rule = set->registry; *rule; rule++) {
		if (!suppress_word_matches(entry->directive, entry->word, (*rule)->code, (*rule)->name))
			continue;
		any = true;
		if (!suppress_find_rule(set->enabled, (*rule)->code))
			return false;
	}
	return any;
}

static void add_edit(struct suppressions *set, const struct suppress_file *file, struct fix *fix,
	uint32_t start, uint32_t end)
{
	vec_push(set->arena, &fix->edits, (struct edit){file->path, start, end, ""});
}

/* Takes a directive out of its comment; the comment with it when nothing else is left, and the line with
 * that. */
static void remove_directive(struct suppressions *set, const struct suppress_file *file,
	const struct directive *directive, struct fix *fix)
{
	uint32_t start = directive->start, end = directive->extent, size = (uint32_t)file->size;
	const char *text = file->text;
	if (!directive->is_whole_comment) {
		while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
			start--;
		add_edit(set, file, fix, start, end);
		return;
	}
	start = directive->comment_start;
	end = directive->comment_end;
	while (end < size && (text[end] == ' ' || text[end] == '\t'))
		end++;
	bool to_line_end = end == size || text[end] == '\n' || text[end] == '\r';
	uint32_t before = start;
	while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t'))
		before--;
	bool from_line_start = before == 0 || text[before - 1] == '\n';
	if (to_line_end)
		start = before;
	else
		end = directive->comment_end;
	if (to_line_end && from_line_start) {
		end += end < size && text[end] == '\r';
		end += end < size && text[end] == '\n';
	}
	add_edit(set, file, fix, start, end);
}

/* The word out of its list, with the comma before or after it. */
static void remove_word(struct suppressions *set, const struct suppress_file *file,
	const struct suppress_entry *entry, struct fix *fix)
{
	const struct directive *directive = entry->directive;
	const struct directive_word *word = &directive->words.data[entry->word];
	if (entry->word + 1 < directive->words.count)
		add_edit(set, file, fix, word->start, word[1].start);
	else
		add_edit(set, file, fix, word[-1].end, word->end);
}

static bool closed_by(const struct directive *a, const struct suppress_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (entries[i].closer != a)
			return false;
	}
	return true;
}

static void report_directive(struct suppressions *set, const struct suppress_file *file,
	const struct suppress_entry *entries, size_t count, finding_list *out)
{
	const struct directive *directive = entries->directive;
	struct finding *finding = report(set, file, out, "CU002", directive->start, directive->end);
	if (!finding)
		return;
	finding->message = arena_printf(set->arena, "unused suppression: '%.*s' silences nothing",
		(int)(directive->end - directive->start), file->text + directive->start);
	struct fix fix = {.title = "Remove the suppression", .safety = FIX_SAFE};
	bool is_range = directive->kind == DIRECTIVE_DISABLE || directive->kind == DIRECTIVE_NOLINTBEGIN;
	const struct directive *closer = entries->closer;
	/* A range goes with the comment that ends it, if that ends nothing else; else a person has to look.
	 */
	if (is_range && (!closer || !closed_by(closer, entries, count) || closer->words.count))
		return;
	for (size_t i = 0; is_range && i < file->entries.count; i++) {
		if (file->entries.data[i].closer == closer && file->entries.data[i].directive != directive)
			return;
	}
	remove_directive(set, file, directive, &fix);
	if (is_range)
		remove_directive(set, file, closer, &fix);
	vec_push(set->arena, &finding->fixes, fix);
}

static void report_entry(struct suppressions *set, const struct suppress_file *file,
	const struct suppress_entry *entry, finding_list *out)
{
	const struct directive_word *word = &entry->directive->words.data[entry->word];
	struct finding *finding = report(set, file, out, "CU002", word->start, word->end);
	if (!finding)
		return;
	finding->message =
		arena_printf(set->arena, "unused suppression: '%s' silences nothing here", word->text);
	if (entry->closer || entry->is_open)
		return;
	struct fix fix = {.title = arena_printf(set->arena, "Remove '%s' from the list", word->text),
		.safety = FIX_SAFE};
	remove_word(set, file, entry, &fix);
	vec_push(set->arena, &finding->fixes, fix);
}

/* Whether an entry is up for judgement in this turn: see suppress_report_unused. */
static bool is_turn(const struct suppress_entry *entry, bool of_unused)
{
	return suppress_word_matches(entry->directive, entry->word, "CU002", "unused-suppression") ==
	       of_unused;
}

void suppress_report_unused(
	struct suppressions *set, const struct suppress_file *file, bool of_unused, finding_list *out)
{
	for (size_t i = 0, end; i < file->entries.count; i = end) {
		const struct suppress_entry *entries = &file->entries.data[i];
		size_t unused = 0;
		for (end = i;
			end < file->entries.count && file->entries.data[end].directive == entries->directive;
			end++) {
			const struct suppress_entry *entry = &file->entries.data[end];
			unused += !entry->is_used && is_judged(set, entry) && is_turn(entry, of_unused);
		}
		size_t count = end - i;
		if (unused == count && count == entries->directive->words.count) {
			report_directive(set, file, entries, count, out);
			continue;
		}
		for (size_t k = 0; unused && k < count; k++) {
			if (!entries[k].is_used && is_judged(set, &entries[k]) &&
				is_turn(&entries[k], of_unused))
				report_entry(set, file, &entries[k], out);
		}
	}
}
