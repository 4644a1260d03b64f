/* Applying fixes: choose those that can stand together, then write the text once from front to back. */
#include "analyzer/finding/apply.h"

#include <stdlib.h>
#include <string.h>

/* An edit that will be made, and its rank among those at the same place. */
struct chosen {
	const struct edit *edit;
	size_t fix, order;
};

struct plan {
	struct arena *arena;
	VEC(struct chosen) edits;
};

void fixes_gather(struct arena *arena, const finding_list *findings, enum fix_safety safety, fix_list *out)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		if (finding->suppressed)
			continue;
		for (size_t k = 0; k < finding->fixes.count; k++) {
			if (finding->fixes.data[k].safety > safety)
				continue;
			vec_push(arena, out, &finding->fixes.data[k]);
			break;
		}
	}
}

/* Replacements clash where they share a byte; an insertion with what encloses it and with another one at its
 * place. */
static bool clash(const struct edit *a, const struct edit *b)
{
	if (a->start == a->end && b->start == b->end)
		return a->start == b->start;
	return a->start < b->end && b->start < a->end;
}

static bool same_fix(const struct fix *a, const struct fix *b)
{
	if (a->edits.count != b->edits.count)
		return false;
	for (size_t i = 0; i < a->edits.count; i++) {
		const struct edit *x = &a->edits.data[i], *y = &b->edits.data[i];
		if (x->start != y->start || x->end != y->end || strcmp(x->text, y->text) != 0 ||
			strcmp(x->path, y->path) != 0)
			return false;
	}
	return true;
}

static bool is_sound(const struct fix *fix, const char *path, size_t size)
{
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		if (strcmp(edit->path, path) != 0 || edit->start > edit->end || edit->end > size)
			return false;
		for (size_t k = 0; k < i; k++) {
			const struct edit *other = &fix->edits.data[k];
			if (edit->start < other->end && other->start < edit->end)
				return false;
		}
	}
	return fix->edits.count > 0;
}

static bool fits(const struct plan *plan, const struct fix *fix)
{
	for (size_t i = 0; i < fix->edits.count; i++)
		for (size_t k = 0; k < plan->edits.count; k++)
			if (clash(&fix->edits.data[i], plan->edits.data[k].edit))
				return false;
	return true;
}

static void choose(struct plan *plan, const struct fix *fix, size_t index)
{
	for (size_t i = 0; i < fix->edits.count; i++) {
		struct chosen chosen = {
			.edit = &fix->edits.data[i], .fix = index, .order = plan->edits.count};
		vec_push(plan->arena, &plan->edits, chosen);
	}
}

static int compare_chosen(const void *left, const void *right)
{
	const struct chosen *a = left, *b = right;
	if (a->edit->start != b->edit->start)
		return a->edit->start < b->edit->start ? -1 : 1;
	if (a->edit->end != b->edit->end)
		return a->edit->end < b->edit->end ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void write_out(struct buffer *out, struct plan *plan, const char *text, size_t size)
{
	size_t done = 0;
	if (plan->edits.count)
		qsort(plan->edits.data, plan->edits.count, sizeof *plan->edits.data, compare_chosen);
	for (size_t i = 0; i < plan->edits.count; i++) {
		const struct edit *edit = plan->edits.data[i].edit;
		buffer_add(out, text + done, edit->start - done);
		buffer_add_text(out, edit->text);
		done = edit->end;
	}
	buffer_add(out, text + done, size - done);
}

/* Whether an equal fix comes earlier in the list and was made. */
static bool already_made(const fix_list *fixes, size_t index, const struct plan *plan)
{
	for (size_t k = 0; k < plan->edits.count; k++)
		if (same_fix(fixes->data[plan->edits.data[k].fix], fixes->data[index]))
			return true;
	return false;
}

size_t fixes_apply(struct buffer *out, const char *path, const char *text, size_t size, const fix_list *fixes,
	bool *applied)
{
	struct plan plan = {.arena = arena_new()};
	size_t count = 0;
	for (size_t i = 0; i < fixes->count; i++) {
		const struct fix *fix = fixes->data[i];
		bool made = is_sound(fix, path, size) && fits(&plan, fix);
		if (made)
			choose(&plan, fix, i);
		else if (fix->edits.count)
			made = already_made(fixes, i, &plan);
		if (applied)
			applied[i] = made;
		count += made;
	}
	write_out(out, &plan, text, size);
	arena_free(plan.arena);
	return count;
}
