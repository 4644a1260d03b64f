/* Entries of several findings. */
#include "cli/out/group.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_NAMED = 12 };

/* A finding on its way into an entry. */
struct member {
	struct finding *finding;
	size_t place; /* in the list of findings */
};

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* Zero: the same rule, object, and kernel. */
static int compare_cause(const struct member *a, const struct member *b)
{
	const struct finding *one = a->finding, *other = b->finding;
	int order = strcmp(one->code, other->code);
	if (!order)
		order = compare_text(one->object, other->object);
	if (!order)
		order = compare_text(one->kernel, other->kernel);
	if (!order)
		order = compare_text(one->function, other->function);
	return order ? order : strcmp(one->span.path, other->span.path);
}

static int compare_members(const void *left, const void *right)
{
	const struct member *a = left, *b = right;
	int order = compare_cause(a, b);
	return order ? order : (a->place > b->place) - (a->place < b->place);
}

/* An entry whose lead is at that place in the list of findings. */
struct placed {
	struct out_group group;
	size_t place;
};

static int compare_placed(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;
	return (a->place > b->place) - (a->place < b->place);
}

static struct placed make_group(struct arena *arena, const struct member *members, size_t count)
{
	const struct member *lead = members;
	for (size_t i = 1; i < count; i++)
		if (finding_compare_badness(members[i].finding, lead->finding) < 0)
			lead = &members[i];
	struct placed placed = {{.lead = lead->finding}, lead->place};
	for (size_t i = 0; i < count; i++)
		if (&members[i] != lead)
			vec_push(arena, &placed.group.more, members[i].finding);
	return placed;
}

out_group_list out_groups(const struct out *out, const finding_list *findings)
{
	out_group_list groups = {0};
	VEC(struct placed) placed = {0};
	struct member *members = ARENA_ARRAY(out->arena, struct member, findings->count + 1);
	for (size_t i = 0; i < findings->count; i++)
		members[i] = (struct member){findings->data[i], i};
	if (findings->count)
		qsort(members, findings->count, sizeof *members, compare_members);
	for (size_t i = 0, end; i < findings->count; i = end) {
		bool joins = members[i].finding->object && members[i].finding->function && !out->verbose;
		for (end = i + 1; joins && end < findings->count; end++)
			if (compare_cause(&members[i], &members[end]) != 0)
				break;
		vec_push(out->arena, &placed, make_group(out->arena, members + i, end - i));
	}
	if (placed.count)
		qsort(placed.data, placed.count, sizeof *placed.data, compare_placed);
	for (size_t i = 0; i < placed.count; i++)
		vec_push(out->arena, &groups, placed.data[i].group);
	return groups;
}

static int compare_lines(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return (a > b) - (a < b);
}

/* The lines of the others, each once. */
static size_t list_lines(struct arena *arena, const struct out_group *group, const uint32_t **out)
{
	VEC(uint32_t) lines = {0};
	for (size_t i = 0; i < group->more.count; i++) {
		uint32_t line = group->more.data[i]->span.start.line;
		if (line != group->lead->span.start.line)
			vec_push(arena, &lines, line);
	}
	/* a list that isn't in the order of places has some twice */
	size_t kept = 0;
	if (lines.count)
		qsort(lines.data, lines.count, sizeof *lines.data, compare_lines);
	for (size_t i = 0; i < lines.count; i++)
		if (!kept || lines.data[kept - 1] != lines.data[i])
			lines.data[kept++] = lines.data[i];
	*out = lines.data;
	return kept;
}

const char *out_group_more(struct arena *arena, const struct out_group *group)
{
	const uint32_t *lines;
	size_t count = list_lines(arena, group, &lines), named = count > LINES_NAMED ? LINES_NAMED : count;
	const char *text =
		arena_printf(arena, "%zu more of `%s` in %s", group->more.count, group->lead->object,
			count == 0   ? "this line"
			: count == 1 ? "line"
				     : "lines");
	for (size_t i = 0; i < named; i++) {
		const char *between = !i ? "" : i + 1 == count ? " and" : ",";
		text = arena_printf(arena, "%s%s %u", text, between, (unsigned)lines[i]);
	}
	return count > named ? arena_printf(arena, "%s and %zu others", text, count - named) : text;
}
