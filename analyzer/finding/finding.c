/* Copying findings between arenas, and merging the many sightings of one defect into one finding. */
#include "analyzer/finding/finding.h"
#include "analyzer/finding/picture/picture.h"

#include <stdlib.h>
#include <string.h>

const char *severity_name(enum severity severity)
{
	switch (severity) {
	case SEVERITY_INFO: return "info";
	case SEVERITY_WARNING: return "warning";
	case SEVERITY_ERROR: return "error";
	}
	return "info";
}

const char *confidence_name(enum confidence confidence)
{
	switch (confidence) {
	case CONFIDENCE_POSSIBLE: return "possible";
	case CONFIDENCE_LIKELY: return "likely";
	case CONFIDENCE_PROVEN: return "proven";
	}
	return "possible";
}

/* ---- copying --------------------------------------------------------------------------------- */

static const char *copy_text(struct arena *arena, const char *text)
{
	return text ? arena_strdup(arena, text) : NULL;
}

static struct span copy_span(struct arena *arena, const struct span *span)
{
	return (struct span){copy_text(arena, span->path), span->start, span->end};
}

static struct fix copy_fix(struct arena *arena, const struct fix *fix)
{
	struct fix copy = {
		.title = copy_text(arena, fix->title), .safety = fix->safety, .text_hash = fix->text_hash};
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		const char *path = copy_text(arena, edit->path), *text = copy_text(arena, edit->text);
		vec_push(arena, &copy.edits, (struct edit){path, edit->start, edit->end, text});
	}
	return copy;
}

struct finding *finding_copy(struct arena *arena, const struct finding *finding)
{
	struct finding *copy = ARENA_NEW(arena, struct finding);
	*copy = *finding;
	copy->code = copy_text(arena, finding->code);
	copy->rule = copy_text(arena, finding->rule);
	copy->message = copy_text(arena, finding->message);
	copy->span = copy_span(arena, &finding->span);
	copy->expansion = copy_span(arena, &finding->expansion);
	copy->function = copy_text(arena, finding->function);
	copy->kernel = copy_text(arena, finding->kernel);
	copy->side = copy_text(arena, finding->side);
	copy->object = copy_text(arena, finding->object);
	copy->launch.source = copy_text(arena, finding->launch.source);
	copy->cost.metric = copy_text(arena, finding->cost.metric);
	copy->cost.chip = copy_text(arena, finding->cost.chip);
	copy->cost.assumed = copy_text(arena, finding->cost.assumed);
	copy->picture = picture_copy(arena, finding->picture);
	copy->fingerprint = copy_text(arena, finding->fingerprint);
	copy->assumed_symbol = copy_text(arena, finding->assumed_symbol);
	copy->assumed_path = copy_text(arena, finding->assumed_path);
	copy->suppressor.path = copy_text(arena, finding->suppressor.path);

	memset(&copy->archs, 0, sizeof copy->archs);
	for (size_t i = 0; i < finding->archs.count; i++)
		vec_push(arena, &copy->archs, finding->archs.data[i]);
	memset(&copy->related, 0, sizeof copy->related);
	for (size_t i = 0; i < finding->related.count; i++) {
		const struct related *related = &finding->related.data[i];
		struct related note = {copy_span(arena, &related->span), copy_text(arena, related->message)};
		vec_push(arena, &copy->related, note);
	}
	memset(&copy->fixes, 0, sizeof copy->fixes);
	for (size_t i = 0; i < finding->fixes.count; i++)
		vec_push(arena, &copy->fixes, copy_fix(arena, &finding->fixes.data[i]));
	return copy;
}

/* ---- merging --------------------------------------------------------------------------------- */

static int compare_text(const char *a, const char *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

static int compare_number(double a, double b)
{
	return (a > b) - (a < b);
}

static int compare_span(const struct span *a, const struct span *b)
{
	int order = compare_text(a->path, b->path);
	if (!order)
		order = compare_number(a->start.line, b->start.line);
	if (!order)
		order = compare_number(a->start.column, b->start.column);
	if (!order)
		order = compare_number(a->start.offset, b->start.offset);
	if (!order)
		order = compare_number(a->end.offset, b->end.offset);
	return order;
}

static int compare_launch(const struct finding_launch *a, const struct finding_launch *b)
{
	int order = compare_text(a->source, b->source);
	for (int i = 0; !order && i < 3; i++) {
		order = compare_number((double)a->grid[i], (double)b->grid[i]);
		if (!order)
			order = compare_number((double)a->block[i], (double)b->block[i]);
	}
	return order;
}

/* Whether two sightings in one range are the same instance (seen by two passes or in two units), not two
 * instances of one defect. Also the last part of the sort order, so that equal sightings are neighbours. */
static int compare_instance(const struct finding *a, const struct finding *b)
{
	int order = compare_text(a->message, b->message);
	if (!order)
		order = compare_text(a->function, b->function);
	if (!order)
		order = compare_number(a->has_expansion, b->has_expansion);
	if (!order && a->has_expansion)
		order = compare_span(&a->expansion, &b->expansion);
	if (!order)
		order = compare_launch(&a->launch, &b->launch);
	return order;
}

/* Same code, same range, same fate: what merges into one finding. */
static int compare_defect(const struct finding *a, const struct finding *b)
{
	int order = compare_span(&a->span, &b->span);
	if (!order)
		order = compare_text(a->code, b->code);
	if (!order)
		order = compare_number(a->suppressed, b->suppressed);
	return order;
}

static bool is_told(const struct finding *finding)
{
	return finding->cost.has_time && !finding->cost.assumed;
}

int finding_compare_badness(const struct finding *a, const struct finding *b)
{
	int order = compare_number(b->severity, a->severity);
	if (!order)
		order = compare_number(b->confidence, a->confidence);
	if (!order) /* what a launch really costs says more */
		order = compare_number(is_told(b), is_told(a));
	if (!order)
		order = compare_number(
			b->cost.has_time ? b->cost.time_us : 0, a->cost.has_time ? a->cost.time_us : 0);
	if (!order)
		order = compare_number(
			b->cost.metric ? b->cost.value : 0, a->cost.metric ? a->cost.value : 0);
	return order;
}

/* Equal sightings of two units may differ in whose launch they hold for. */
static int compare_related(const struct finding *a, const struct finding *b)
{
	int order = compare_number((double)a->related.count, (double)b->related.count);
	for (size_t i = 0; !order && i < a->related.count; i++) {
		order = compare_span(&a->related.data[i].span, &b->related.data[i].span);
		if (!order)
			order = compare_text(a->related.data[i].message, b->related.data[i].message);
	}
	return order;
}

static int compare_findings(const void *left, const void *right)
{
	const struct finding *a = *(const struct finding *const *)left;
	const struct finding *b = *(const struct finding *const *)right;
	int order = compare_defect(a, b);
	if (!order)
		order = compare_instance(a, b);
	if (!order)
		order = finding_compare_badness(a, b);
	for (size_t i = 0; !order && i < a->archs.count && i < b->archs.count; i++)
		order = compare_number(a->archs.data[i], b->archs.data[i]);
	if (!order)
		order = compare_number((double)a->archs.count, (double)b->archs.count);
	if (!order)
		order = picture_compare(a->picture, b->picture);
	return order ? order : compare_related(a, b);
}

static void add_arch(struct arena *arena, struct finding *finding, int arch)
{
	size_t at = 0;
	while (at < finding->archs.count && finding->archs.data[at] < arch)
		at++;
	if (at < finding->archs.count && finding->archs.data[at] == arch)
		return;
	vec_push(arena, &finding->archs, arch);
	int *archs = finding->archs.data;
	memmove(archs + at + 1, archs + at, (finding->archs.count - 1 - at) * sizeof *archs);
	archs[at] = arch;
}

/* What is also found elsewhere holds whoever outranks the assumption. */
static void merge_assumed(struct finding *kept, const struct finding *other)
{
	if (compare_text(kept->assumed_symbol, other->assumed_symbol) == 0 &&
		compare_text(kept->assumed_path, other->assumed_path) == 0)
		return;
	kept->assumed_symbol = kept->assumed_path = NULL;
}

/* Merges the findings [0, count), all of one defect and in sort order, into the worst; the first of equals.
 */
static struct finding *merge_group(struct arena *arena, struct finding **group, size_t count)
{
	struct finding *worst = group[0];
	unsigned instances = 0;
	for (size_t i = 0; i < count;) {
		unsigned here = 1;
		size_t same = i;
		for (; same < count && compare_instance(group[i], group[same]) == 0; same++) {
			if (group[same]->instances > here)
				here = group[same]->instances;
			if (finding_compare_badness(group[same], worst) < 0)
				worst = group[same];
		}
		instances += here;
		i = same;
	}
	for (size_t i = 0; i < count; i++) {
		bool adds = group[i] != worst && group[i]->severity == worst->severity;
		for (size_t k = 0; adds && k < group[i]->archs.count; k++)
			add_arch(arena, worst, group[i]->archs.data[k]);
		merge_assumed(worst, group[i]);
	}
	worst->instances = instances;
	return worst;
}

static bool is_same_access(const struct finding *a, const struct finding *b)
{
	return a->access && a->access == b->access && a->span.start.line == b->span.start.line &&
	       a->suppressed == b->suppressed && compare_text(a->span.path, b->span.path) == 0 &&
	       compare_text(a->code, b->code) == 0 && compare_text(a->function, b->function) == 0;
}

/* The compiler does once what is written twice on a line. */
static void merge_accesses(struct arena *arena, finding_list *list)
{
	size_t kept = 0, line = 0; /* where the findings of the current line begin */
	for (size_t i = 0; i < list->count; i++) {
		struct finding *finding = list->data[i];
		if (kept && (list->data[kept - 1]->span.start.line != finding->span.start.line ||
				    compare_text(list->data[kept - 1]->span.path, finding->span.path) != 0))
			line = kept;
		size_t same = line;
		while (same < kept && !is_same_access(list->data[same], finding))
			same++;
		if (same == kept) {
			list->data[kept++] = finding;
			continue;
		}
		merge_assumed(list->data[same], finding);
		merge_assumed(finding, list->data[same]);
		if (finding_compare_badness(finding, list->data[same]) < 0)
			list->data[same] = finding;
		else if (finding->severity == list->data[same]->severity)
			for (size_t k = 0; k < finding->archs.count; k++)
				add_arch(arena, list->data[same], finding->archs.data[k]);
	}
	list->count = kept;
}

void finding_merge(struct arena *arena, finding_list *list)
{
	if (list->count == 0)
		return;
	qsort(list->data, list->count, sizeof *list->data, compare_findings);
	size_t kept = 0;
	for (size_t i = 0, end; i < list->count; i = end) {
		for (end = i + 1; end < list->count && compare_defect(list->data[i], list->data[end]) == 0;)
			end++;
		list->data[kept++] = merge_group(arena, list->data + i, end - i);
	}
	list->count = kept;
	merge_accesses(arena, list);
}
