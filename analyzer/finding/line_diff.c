/* Comparing two texts by lines, as Myers does ("An O(ND) Difference Algorithm and Its Variations", 1986): the
 * shortest way from the start of both to their end is searched from both sides at once; where the two meet,
 * the texts are split, and each half is compared in the same manner. Memory is linear. */
#include "analyzer/finding/line_diff.h"

#include <stdlib.h>
#include <xxhash.h>

/* Beyond that many changed lines a part counts as rewritten: the search takes time in their square. */
enum { SEARCH_LIMIT = 4096 };

struct compare {
	const struct text_lines *old, *new;
	uint64_t *old_hashes, *new_hashes;
	bool *is_gone, *is_new;        /* per line */
	ptrdiff_t *forward, *backward; /* how far each diagonal got: indexed from their middle */
};

struct text_lines text_lines_split(struct arena *arena, const char *text, size_t size)
{
	VEC(size_t) starts = {0};
	size_t at = 0;
	while (at < size) {
		vec_push(arena, &starts, at);
		const char *newline = memchr(text + at, '\n', size - at);
		at = newline ? (size_t)(newline - text) + 1 : size;
	}
	vec_push(arena, &starts, size);
	return (struct text_lines){.text = text, .count = starts.count - 1, .starts = starts.data};
}

static uint64_t *hash_lines(struct arena *arena, const struct text_lines *lines)
{
	uint64_t *hashes = ARENA_ARRAY(arena, uint64_t, lines->count + 1);
	for (size_t i = 0; i < lines->count; i++)
		hashes[i] = XXH64(lines->text + lines->starts[i], lines->starts[i + 1] - lines->starts[i], 0);
	return hashes;
}

static bool same_line(const struct compare *compare, ptrdiff_t old, ptrdiff_t new)
{
	if (compare->old_hashes[old] != compare->new_hashes[new])
		return false;
	const size_t *a = compare->old->starts + old, *b = compare->new->starts + new;
	return a[1] - a[0] == b[1] - b[0] &&
	       memcmp(compare->old->text + a[0], compare->new->text + b[0], a[1] - a[0]) == 0;
}

/* A part of both texts, as lines. */
struct part {
	ptrdiff_t old_start, old_end, new_start, new_end;
};

/* Where a shortest way through the part crosses its middle. False when the search gets too long. */
static bool find_middle(
	const struct compare *compare, const struct part *part, ptrdiff_t *old, ptrdiff_t *new)
{
	ptrdiff_t n = part->old_end - part->old_start, m = part->new_end - part->new_start;
	ptrdiff_t delta = n - m, *forward = compare->forward, *backward = compare->backward;
	bool odd = delta % 2 != 0;
	forward[1] = backward[1] = 0;
	for (ptrdiff_t d = 0; d <= (n + m + 1) / 2 && d <= SEARCH_LIMIT; d++) {
		for (ptrdiff_t k = -d; k <= d; k += 2) {
			bool down = k == -d || (k != d && forward[k - 1] < forward[k + 1]);
			ptrdiff_t x = down ? forward[k + 1] : forward[k - 1] + 1, y = x - k;
			while (x < n && y < m && same_line(compare, part->old_start + x, part->new_start + y))
				x++, y++;
			forward[k] = x;
			ptrdiff_t other = delta - k; /* the same diagonal as seen from the end */
			if (odd && other >= -(d - 1) && other <= d - 1 && x + backward[other] >= n) {
				*old = part->old_start + x;
				*new = part->new_start + y;
				return true;
			}
		}
		for (ptrdiff_t k = -d; k <= d; k += 2) {
			bool up = k == -d || (k != d && backward[k - 1] < backward[k + 1]);
			ptrdiff_t x = up ? backward[k + 1] : backward[k - 1] + 1, y = x - k;
			while (x < n && y < m &&
				same_line(compare, part->old_end - 1 - x, part->new_end - 1 - y))
				x++, y++;
			backward[k] = x;
			ptrdiff_t other = delta - k;
			if (!odd && other >= -d && other <= d && x + forward[other] >= n) {
				*old = part->old_end - x;
				*new = part->new_end - y;
				return true;
			}
		}
	}
	return false;
}

static void mark_all(const struct compare *compare, const struct part *part)
{
	for (ptrdiff_t i = part->old_start; i < part->old_end; i++)
		compare->is_gone[i] = true;
	for (ptrdiff_t i = part->new_start; i < part->new_end; i++)
		compare->is_new[i] = true;
}

static void compare_part(const struct compare *compare, struct part part)
{
	while (part.old_start < part.old_end && part.new_start < part.new_end &&
		same_line(compare, part.old_start, part.new_start))
		part.old_start++, part.new_start++;
	while (part.old_start < part.old_end && part.new_start < part.new_end &&
		same_line(compare, part.old_end - 1, part.new_end - 1))
		part.old_end--, part.new_end--;
	ptrdiff_t old, new;
	if (part.old_start == part.old_end || part.new_start == part.new_end ||
		!find_middle(compare, &part, &old, &new)) {
		mark_all(compare, &part);
		return;
	}
	compare_part(compare, (struct part){part.old_start, old, part.new_start, new});
	compare_part(compare, (struct part){old, part.old_end, new, part.new_end});
}

static void gather_changes(struct arena *arena, const struct compare *compare, struct line_diff *out)
{
	size_t old = 0, new = 0;
	while (old < out->old.count || new < out->new.count) {
		struct line_change change = {.old_start = old, .new_start = new};
		while (old < out->old.count && compare->is_gone[old])
			old++;
		while (new < out->new.count && compare->is_new[new])
			new ++;
		change.old_end = old;
		change.new_end = new;
		if (change.old_start < old || change.new_start < new)
			vec_push(arena, &out->changes, change);
		else
			old++, new ++;
	}
}

void line_diff_make(struct arena *arena, const char *old, size_t old_size, const char *new, size_t new_size,
	struct line_diff *out)
{
	*out = (struct line_diff){
		.old = text_lines_split(arena, old, old_size), .new = text_lines_split(arena, new, new_size)};
	size_t both = out->old.count + out->new.count, width = 2 * (both + 2) + 1;
	if (width > 2 * SEARCH_LIMIT + 5)
		width = 2 * SEARCH_LIMIT + 5;
	struct compare compare = {.old = &out->old,
		.new = &out->new,
		.old_hashes = hash_lines(arena, &out->old),
		.new_hashes = hash_lines(arena, &out->new),
		.is_gone = ARENA_ARRAY(arena, bool, out->old.count + 1),
		.is_new = ARENA_ARRAY(arena, bool, out->new.count + 1),
		.forward = ARENA_ARRAY(arena, ptrdiff_t, width) + width / 2,
		.backward = ARENA_ARRAY(arena, ptrdiff_t, width) + width / 2};
	compare_part(&compare,
		(struct part){.old_end = (ptrdiff_t)out->old.count, .new_end = (ptrdiff_t)out->new.count});
	gather_changes(arena, &compare, out);
}

uint32_t line_diff_before(const struct line_diff *diff, uint32_t line)
{
	size_t at = line ? line - 1 : 0, shift_old = 0, shift_new = 0;
	for (size_t i = 0; i < diff->changes.count; i++) {
		const struct line_change *change = &diff->changes.data[i];
		if (at < change->new_start)
			break;
		if (at < change->new_end) {
			size_t offset = at - change->new_start, size = change->old_end - change->old_start;
			if (size == 0)
				return (uint32_t)(change->old_start ? change->old_start : 1);
			return (uint32_t)(change->old_start + (offset < size ? offset : size - 1) + 1);
		}
		shift_old = change->old_end;
		shift_new = change->new_end;
	}
	return (uint32_t)(at - shift_new + shift_old + 1);
}
