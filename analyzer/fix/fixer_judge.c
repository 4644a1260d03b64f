/* Whether a round of fixes did what it should: nothing parses worse than before, and what was fixed is gone.
 */
#include <stdlib.h>
#include <string.h>

#include "analyzer/fix/fixer_state.h"

static bool is_in_play(const struct fixer_file *file)
{
	return !file->is_frozen && file->next.data != file->now.data;
}

static void freeze(struct fixer_file *file)
{
	file->is_frozen = true;
	file->next = file->now;
	file->choices.count = 0;
}

/* ---- parsing --------------------------------------------------------------------------------- */

static bool is_worse(const struct unit_result *before, const struct unit_result *after)
{
	return after->status > before->status || after->parse_errors > before->parse_errors ||
	       (after->io_error && !before->io_error);
}

/* All changed files of a unit that parses worse: which of them it is can't be told. */
static size_t judge_parses(struct fixer *fixer, const struct run_report *after)
{
	size_t frozen = 0;
	for (size_t u = 0; u < after->units.count && u < fixer->includes.count; u++) {
		const struct unit_result *unit = after->units.data[u];
		if (!is_worse(fixer->report.units.data[u], unit))
			continue;
		for (size_t i = 0; i < fixer->files.count; i++) {
			struct fixer_file *file = fixer->files.data[i];
			if (!is_in_play(file) || !fixer_unit_has(fixer, u, file->absolute))
				continue;
			fixer_problem(fixer, "%s: fixes taken back: with them, %s does not parse", file->path,
				unit->path);
			freeze(file);
			frozen++;
		}
	}
	return frozen;
}

/* ---- findings -------------------------------------------------------------------------------- */

/* How far a text has moved behind an edit: by that one and all before it. */
struct shift {
	uint32_t start, end;
	int64_t by;
};

typedef VEC(struct shift) shift_list;

static int compare_shifts(const void *left, const void *right)
{
	const struct shift *a = left, *b = right;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return (a->start > b->start) - (a->start < b->start);
}

/* In the order of the text. Edits that were made share no place, so equal ones are of one fix that several
 * findings ask for, and was made once. */
static void find_shifts(struct arena *arena, const struct fixer_file *file, shift_list *out)
{
	for (size_t i = 0; i < file->choices.count; i++) {
		const struct fix *fix = file->choices.data[i].fix;
		for (size_t k = 0; k < fix->edits.count; k++) {
			const struct edit *edit = &fix->edits.data[k];
			int64_t by = (int64_t)strlen(edit->text) - (edit->end - edit->start);
			struct shift shift = {edit->start, edit->end, by};
			vec_push(arena, out, shift);
		}
	}
	qsort(out->data, out->count, sizeof *out->data, compare_shifts);
	size_t kept = 0;
	int64_t sum = 0;
	for (size_t i = 0; i < out->count; i++) {
		struct shift shift = out->data[i];
		if (kept && out->data[kept - 1].start == shift.start && out->data[kept - 1].end == shift.end)
			continue;
		sum += shift.by;
		shift.by = sum;
		out->data[kept++] = shift;
	}
	out->count = kept;
}

/* Where a byte of the old text is in the new one: before what was put in its place, or behind it. */
static int64_t map_offset(const shift_list *shifts, uint32_t offset, bool behind)
{
	size_t low = 0, high = shifts->count; /* to the number of edits that count */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct shift *shift = &shifts->data[middle];
		if (behind ? shift->start <= offset : shift->end < offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return offset;
	const struct shift *last = &shifts->data[low - 1];
	return (last->end > offset ? last->end : offset) + last->by;
}

static bool is_chosen(const struct fixer_file *file, const struct finding *finding)
{
	for (size_t i = 0; i < file->choices.count; i++)
		if (file->choices.data[i].finding == finding)
			return true;
	return false;
}

static bool is_alike(const struct finding *a, const struct finding *b)
{
	return strcmp(a->code, b->code) == 0 && strcmp(a->span.path, b->span.path) == 0;
}

/* Findings of the same rule inside of a fixed one that had to wait for another round: they may come to stand
 * in its place. */
static size_t count_waiting(
	const struct fixer *fixer, const struct fixer_file *file, const struct finding *fixed)
{
	const finding_list *before = &fixer->report.findings;
	size_t count = 0;
	for (size_t i = 0; i < before->count; i++) {
		const struct finding *other = before->data[i];
		count += other != fixed && other->span.start.offset >= fixed->span.start.offset &&
			 other->span.end.offset <= fixed->span.end.offset && is_alike(other, fixed) &&
			 !is_chosen(file, other);
	}
	return count;
}

static bool is_still_there(const struct fixer *fixer, const struct fixer_file *file, const shift_list *shifts,
	const struct finding *fixed, const finding_list *after)
{
	int64_t first = map_offset(shifts, fixed->span.start.offset, false);
	int64_t last = map_offset(shifts, fixed->span.start.offset, true);
	size_t found = 0;
	for (size_t i = 0; i < after->count; i++) {
		int64_t at = after->data[i]->span.start.offset;
		found += at >= first && at <= last && is_alike(after->data[i], fixed);
	}
	return found && found > count_waiting(fixer, file, fixed);
}

static size_t judge_findings(struct fixer *fixer, const struct run_report *after)
{
	size_t frozen = 0;
	for (size_t i = 0; i < fixer->files.count; i++) {
		struct fixer_file *file = fixer->files.data[i];
		shift_list shifts = {0};
		if (is_in_play(file))
			find_shifts(fixer->arena, file, &shifts);
		for (size_t k = 0; is_in_play(file) && k < file->choices.count; k++) {
			const struct finding *fixed = file->choices.data[k].finding;
			if (!is_still_there(fixer, file, &shifts, fixed, &after->findings))
				continue;
			fixer_problem(fixer, "%s: fixes taken back: %s is still found in line %u", file->path,
				fixed->code, fixed->span.start.line);
			freeze(file);
			frozen++;
		}
	}
	return frozen;
}

size_t fixer_judge(struct fixer *fixer, const struct run_report *after)
{
	size_t frozen = judge_parses(fixer, after);
	return frozen ? frozen : judge_findings(fixer, after);
}
