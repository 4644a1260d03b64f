/* CU101 uncoalesced-access: a warp's request touches more sectors than its bytes need.
 *
 * Silent where lanes lie side by side and are merely off the sector grid (CU102), and for members of aligned
 * records that are read together, which the compiler turns into one wide access. Requests whose addresses
 * come from memory can't be counted: `possible`. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

#include <stdlib.h>

enum { WIDEST = 16 };

/* Whether the compiler merges the accesses to the members of a record into one: they need the alignment. */
static bool is_merged(
	const struct simt_report *report, const struct simt_site *site, const struct simt_pattern *pattern)
{
	const struct ir_type *record = pattern->record;
	if (!pattern->member || record->align < 2 || record->size > WIDEST || !site->has_stride ||
		llabs(site->stride) != record->size)
		return false;
	/* what is only read may be read along, what isn't written must not be */
	int64_t used = simt_stride_bytes_used(report, site);
	if (record->align < 8 && record->align != record->size)
		return false;
	return site->kind == SIMT_STORE ? used == record->size : 4 * used >= 3 * record->size;
}

/* Neighbouring lanes go to neighbouring records. */
static bool is_record_walk(const struct simt_site *site, const struct simt_pattern *pattern)
{
	return pattern->record && site->has_stride && llabs(site->stride) == pattern->record->size;
}

static bool could_be_vector(const struct ir_type *record)
{
	return (record->size == 8 || record->size == WIDEST) && record->align < record->size &&
	       !record->record->is_system;
}

static bool is_uncoalesced(const struct pass *pass, const struct simt_report *report,
	const struct simt_site *site, const struct simt_pattern *pattern)
{
	double factor = pass_option_real(pass, "min-factor");
	if (site->counts.ideal_sectors <= 0 || site->counts.sectors < factor * site->counts.ideal_sectors)
		return false;
	if (site->has_stride && llabs(site->stride) <= (int64_t)site->size)
		return false;
	/* the same lanes, each stretch of them moved to the start of a sector */
	if (pattern->aligned < factor * site->worst.ideal)
		return false;
	return !is_merged(report, site, pattern);
}

static const char *distance(
	const struct pass *pass, const struct simt_site *site, const struct simt_pattern *pattern)
{
	struct arena *arena = pass->arena;
	const char *term = pass_short_text(pass, pattern->term),
		   *factor = pass_short_text(pass, pattern->factor);
	int64_t constant;
	if (pattern->factor && ir_fold_int(pattern->factor, &constant))
		factor = NULL; /* not what is unknown */
	if (site->assumptions & SIMT_ASSUMED_APART && factor)
		return term ? arena_printf(arena,
				      "neighbouring lanes are a row apart: `%s` grows by `%s` elements per "
				      "lane",
				      term, factor)
			    : arena_printf(arena, "neighbouring lanes are `%s` elements apart", factor);
	if (site->assumptions & SIMT_ASSUMED_APART)
		return "neighbouring lanes are an unknown distance apart";
	if (!site->has_stride)
		return arena_printf(arena, "the lanes' bytes lie in %u separate places", pattern->runs);
	long long stride = (long long)site->stride;
	if (is_record_walk(site, pattern) && pattern->member)
		return arena_printf(arena, "stride of %lld bytes between lanes: member `%s` of `%s`", stride,
			pattern->member->name, pattern->record->record->name);
	if (is_record_walk(site, pattern))
		return arena_printf(arena, "stride of %lld bytes between lanes: `%s`, member by member",
			stride, pattern->record->record->name);
	const struct ir_type *unit = pattern->unit ? ir_type_value(pattern->unit) : NULL;
	if (!term || !unit || unit->size <= 0 || stride % unit->size)
		return arena_printf(arena, "stride of %lld bytes between lanes", stride);
	long long by = stride / (long long)unit->size;
	return arena_printf(arena, "stride of %lld bytes between lanes: `%s` grows by %lld %s%s per lane",
		stride, term, by,
		unit->size == 1                ? "byte"
		: unit->kind == IR_TYPE_ARRAY  ? "row"
		: unit->kind == IR_TYPE_RECORD ? "record"
					       : "element",
		llabs(by) == 1 ? "" : "s");
}

/* Another access of the kernel goes along rows where this one goes down columns, as a transpose does. */
static bool is_transpose(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		struct simt_pattern pattern;
		if (other->space != SIMT_GLOBAL || other->kind == site->kind ||
			other->object == site->object || !other->has_stride ||
			llabs(other->stride) != (int64_t)other->size)
			continue;
		simt_describe(&pattern, report, other);
		if (pattern.others & DEPENDS_ROW)
			return true;
	}
	return false;
}

static const char *advice(const struct pass *pass, const struct simt_report *report,
	const struct simt_site *site, const struct simt_pattern *pattern)
{
	unsigned used = simt_stride_bytes_used(report, site);
	bool row_by_thread = pattern->others & DEPENDS_ROW;
	if (is_record_walk(site, pattern) && could_be_vector(pattern->record) &&
		4 * (int64_t)used >= 3 * pattern->record->size)
		return arena_printf(pass->arena, "as alignas(%lld) the record is one access",
			(long long)pattern->record->size);
	if (is_record_walk(site, pattern))
		return "a structure of arrays puts the same member of all lanes side by side";
	if (used > site->size && used == llabs(site->stride) && used <= WIDEST && !(used & (used - 1)))
		return arena_printf(
			pass->arena, "each lane uses %u bytes in a row: access them as one vector", used);
	if (row_by_thread && is_transpose(report, site))
		return "stage the tile in shared memory, so that loads and stores both go along rows";
	if (row_by_thread)
		return "swap the indexes, so that threadIdx.x goes along the row";
	if (pattern->runs > 1 && pattern->run_bytes > site->size)
		return "make the rows of the block at least a sector (32 bytes) long, better a warp";
	if (pattern->others & DEPENDS_TURN)
		return "each lane walks a row of its own: let the lanes of a warp share a row, or transpose "
		       "the array";
	return "let neighbouring lanes access neighbouring elements";
}

static const char *kind_name(const struct simt_report *report, const struct simt_site *site)
{
	const struct simt_site *twin = simt_site_twin(report, site);
	if (site->kind >= SIMT_ATOMIC)
		return "atomic on";
	if (twin && twin->kind <= SIMT_STORE)
		return "load and store of";
	return site->kind == SIMT_LOAD ? "load of" : "store to";
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct simt_pattern pattern;
	simt_describe(&pattern, report, site);
	const char *base = pass_site_name(pass, report, site);
	if (site->counts.requests > 0 && site->counts.unknown >= site->counts.requests &&
		site->unknown_varies) {
		struct finding *finding = pass_report(pass, site->expr->range,
			"data-dependent %s `%s`: each lane of a request may touch a sector of its own",
			kind_name(report, site), base);
		pass_cost(pass, finding, site);
		finding->confidence = CONFIDENCE_POSSIBLE;
		return;
	}
	const struct simt_site *twin = simt_site_twin(report, site);
	bool second = twin && twin->order < site->order && twin->space == site->space &&
		      twin->worst.count >= site->worst.count;
	if (second || !is_uncoalesced(pass, report, site, &pattern))
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"uncoalesced %s `%s`: %u sectors per request where %u would do (%s); %s",
		kind_name(report, site), base, site->worst.count, site->worst.ideal,
		distance(pass, site, &pattern), advice(pass, report, site, &pattern));
	pass_cost(pass, finding, site);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->space == SIMT_GLOBAL)
			on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_uncoalesced_access = {
	.code = "CU101",
	.name = "uncoalesced-access",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Warp request that touches more sectors than its bytes need",
	.options =
		(const struct rule_option[]){{"min-factor", OPTION_REAL, "1.5",
						     "smallest ratio of sectors to ideal that is reported"},
			{0}},
	.hooks = {.execution = on_execution},
};
