/* Applying fixes: choose those that can stand together, then write the text once from front to back. */
#include "analyzer/finding/apply.h"

#include <string.h>
#include <xxhash.h>

/* An edit that will be made. */
struct chosen {
	const struct edit *edit;
	size_t fix; /* index in the list */
};

/* What will be made, in the order of the text. Chosen edits share no byte, so their ends ascend as their
 * starts do. */
struct plan {
	struct arena *arena;
	VEC(struct chosen) edits;
};

uint64_t fix_text_hash(const char *text, size_t size)
{
	uint64_t hash = XXH64(text, size, 0);
	return hash ? hash : 1;
}

const struct fix *fix_choose(const struct finding *finding, enum fix_safety safety)
{
	for (size_t i = 0; i < finding->fixes.count && !finding->suppressed; i++)
		if (finding->fixes.data[i].safety <= safety)
			return &finding->fixes.data[i];
	return NULL;
}

void fixes_gather(struct arena *arena, const finding_list *findings, enum fix_safety safety, fix_list *out)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct fix *fix = fix_choose(findings->data[i], safety);
		if (fix)
			vec_push(arena, out, fix);
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

bool fix_equal(const struct fix *a, const struct fix *b)
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

/* The first chosen edit that ends at or after `offset`: no earlier one can touch what begins there. */
static size_t first_near(const struct plan *plan, uint32_t offset)
{
	size_t low = 0, high = plan->edits.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (plan->edits.data[middle].edit->end < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool fits(const struct plan *plan, const struct fix *fix)
{
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		for (size_t k = first_near(plan, edit->start); k < plan->edits.count; k++) {
			const struct edit *other = plan->edits.data[k].edit;
			if (clash(edit, other))
				return false;
			if (other->start > edit->end)
				break;
		}
	}
	return true;
}

/* Puts an edit in its place: insertions before the replacement that starts there, else in the order of the
 * list. */
static void choose_edit(struct plan *plan, const struct edit *edit, size_t index)
{
	size_t at = first_near(plan, edit->start);
	while (at < plan->edits.count) {
		const struct edit *other = plan->edits.data[at].edit;
		if (other->start > edit->start || (other->start == edit->start && other->end > edit->end))
			break;
		at++;
	}
	struct chosen chosen = {.edit = edit, .fix = index};
	vec_push(plan->arena, &plan->edits, chosen);
	struct chosen *place = plan->edits.data + at;
	memmove(place + 1, place, (plan->edits.count - 1 - at) * sizeof *place);
	*place = chosen;
}

static void write_out(struct buffer *out, const struct plan *plan, const char *text, size_t size)
{
	size_t done = 0;
	for (size_t i = 0; i < plan->edits.count; i++) {
		const struct edit *edit = plan->edits.data[i].edit;
		buffer_add(out, text + done, edit->start - done);
		buffer_add_text(out, edit->text);
		done = edit->end;
	}
	buffer_add(out, text + done, size - done);
}

/* Whether an equal fix comes earlier in the list and was made. */
static bool already_made(const fix_list *fixes, const struct fix *fix, const struct plan *plan)
{
	const struct edit *first = &fix->edits.data[0];
	for (size_t k = first_near(plan, first->start); k < plan->edits.count; k++) {
		if (plan->edits.data[k].edit->start > first->start)
			break;
		if (fix_equal(fixes->data[plan->edits.data[k].fix], fix))
			return true;
	}
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
		for (size_t k = 0; made && k < fix->edits.count; k++)
			choose_edit(&plan, &fix->edits.data[k], i);
		if (!made && fix->edits.count)
			made = already_made(fixes, fix, &plan);
		if (applied)
			applied[i] = made;
		count += made;
	}
	write_out(out, &plan, text, size);
	arena_free(plan.arena);
	return count;
}
