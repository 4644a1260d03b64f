/* What is said about a run as a whole: summary, statistics, timing. */
#include "analyzer/finding/apply.h"
#include "cli/out/out.h"
#include "cli/page/pages.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>

struct out_counts out_count(const finding_list *findings)
{
	struct out_counts counts = {{0}};
	for (size_t i = 0; i < findings->count; i++)
		counts.of[findings->data[i]->severity]++;
	return counts;
}

void out_fixable(const struct out *out)
{
	size_t safe = 0, unsafe = 0;
	for (size_t i = 0; i < out->findings->count; i++) {
		const struct finding *finding = out->findings->data[i];
		bool is_safe = fix_choose(finding, FIX_SAFE) != NULL;
		safe += is_safe;
		unsafe += !is_safe && finding->fixes.count > 0;
	}
	if (out->fixes) /* whatever could be done has been, or is shown */
		safe = 0;
	const char *option = out->unsafe_fixes ? "--fix --unsafe-fixes" : "--fix";
	if (out->unsafe_fixes) {
		safe += out->fixes ? 0 : unsafe;
		unsafe = 0;
	}
	if (safe)
		fprintf(out->stream, "%zu can be fixed with %s", safe, option);
	if (unsafe)
		fprintf(out->stream,
			safe ? ", %zu more with --unsafe-fixes"
			     : "%zu can be fixed with --fix --unsafe-fixes",
			unsafe);
	if (safe || unsafe)
		fputs(".\n", out->stream);
}

void out_summary(const struct out *out)
{
	struct out_counts counts = out_count(out->findings);
	static const char *const nouns[] = {"info", "warning", "error"};
	const char *parts[3];
	size_t part_count = 0;
	for (int severity = SEVERITY_ERROR; severity >= SEVERITY_INFO; severity--) {
		if (counts.of[severity])
			parts[part_count++] = text_count(out->arena, counts.of[severity], nouns[severity]);
	}
	fputs(part_count ? "Found " : "No findings", out->stream);
	for (size_t i = 0; i < part_count; i++)
		fprintf(out->stream, "%s%s", i == 0 ? "" : i + 1 == part_count ? " and " : ", ", parts[i]);
	fprintf(out->stream, " in %s", text_count(out->arena, out->report->units.count, "file"));
	if (out->report->suppressed)
		fprintf(out->stream, " (%zu suppressed%s", out->report->suppressed,
			out->report->baselined ? "" : ")");
	if (out->report->baselined)
		fprintf(out->stream, "%s%zu in the baseline)", out->report->suppressed ? ", " : " (",
			out->report->baselined);
	fputs(".\n", out->stream);
	out_fixable(out);
}

/* ---- statistics ------------------------------------------------------------------------------ */

struct statistic {
	const char *code, *rule;
	size_t count, fixable;
};

static int compare_statistics(const void *left, const void *right)
{
	const struct statistic *a = left, *b = right;
	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return strcmp(a->code, b->code);
}

void out_statistics(const struct out *out)
{
	VEC(struct statistic) statistics = {0};
	for (size_t i = 0; i < out->findings->count; i++) {
		const struct finding *finding = out->findings->data[i];
		size_t at = 0;
		while (at < statistics.count && strcmp(statistics.data[at].code, finding->code) != 0)
			at++;
		if (at == statistics.count)
			vec_push(out->arena, &statistics,
				(struct statistic){finding->code, finding->rule, 0, 0});
		statistics.data[at].count++;
		statistics.data[at].fixable += finding->fixes.count > 0;
	}
	if (statistics.count)
		qsort(statistics.data, statistics.count, sizeof *statistics.data, compare_statistics);
	for (size_t i = 0; i < statistics.count; i++) {
		const struct statistic *statistic = &statistics.data[i];
		fprintf(out->stream, "%6zu  %s%s%s  %s", statistic->count, out->paint->code, statistic->code,
			out->paint->reset, statistic->rule);
		if (statistic->fixable)
			fprintf(out->stream, " (%zu with a fix)", statistic->fixable);
		fputc('\n', out->stream);
	}
}

/* ---- timing ---------------------------------------------------------------------------------- */

static int compare_units(const void *left, const void *right)
{
	const struct unit_result *a = *(const struct unit_result *const *)left;
	const struct unit_result *b = *(const struct unit_result *const *)right;
	return (a->ms < b->ms) - (a->ms > b->ms);
}

static int compare_times(const void *left, const void *right)
{
	const struct rule_time *a = left, *b = right;
	return a->ms != b->ms ? (a->ms < b->ms) - (a->ms > b->ms) : strcmp(a->code, b->code);
}

/* All units' times together, the rules that took longest first. */
static struct run_times sum_times(struct arena *arena, const struct unit_result *const *units, size_t count)
{
	struct run_times sum = {0};
	for (size_t i = 0; i < count; i++) {
		const struct run_times *times = &units[i]->times;
		sum.kernels_ms += times->kernels_ms;
		sum.host_ms += times->host_ms;
		for (size_t k = 0; k < times->rules.count; k++) {
			size_t at = 0;
			while (at < sum.rules.count &&
				strcmp(sum.rules.data[at].code, times->rules.data[k].code) != 0)
				at++;
			if (at == sum.rules.count)
				vec_push(arena, &sum.rules, times->rules.data[k]);
			else
				sum.rules.data[at].ms += times->rules.data[k].ms;
		}
	}
	if (sum.rules.count)
		qsort(sum.rules.data, sum.rules.count, sizeof *sum.rules.data, compare_times);
	return sum;
}

void out_timing(const struct out *out)
{
	enum { SLOWEST = 10, SLOWEST_RULES = 15 };
	size_t all = out->report->units.count, count = 0;
	const struct unit_result **units = ARENA_ARRAY(out->arena, const struct unit_result *, all + 1);
	double total = 0, parse = 0, lower = 0, rules = 0;
	for (size_t i = 0; i < all; i++) {
		const struct unit_result *unit = out->report->units.data[i];
		if (unit->is_stored)
			continue;
		units[count++] = unit;
		total += unit->ms;
		parse += unit->parse_ms;
		lower += unit->lower_ms;
		rules += unit->rules_ms;
	}
	if (count)
		qsort(units, count, sizeof *units, compare_units);
	if (count < all)
		fprintf(out->stream, "%zu of %zu file%s from the cache\n", all - count, all,
			all == 1 ? "" : "s");
	fprintf(out->stream, "time in workers: %.0f ms (parse %.0f, lower %.0f, rules %.0f)\n", total, parse,
		lower, rules);
	struct run_times times = sum_times(out->arena, units, count);
	fprintf(out->stream, "%8.1f ms  executing kernels\n%8.1f ms  walking host code\n", times.kernels_ms,
		times.host_ms);
	for (size_t i = 0; i < times.rules.count && i < SLOWEST_RULES && times.rules.data[i].ms >= 0.05; i++)
		fprintf(out->stream, "%8.1f ms  %s\n", times.rules.data[i].ms, times.rules.data[i].code);
	for (size_t i = 0; i < count && i < SLOWEST; i++) {
		fprintf(out->stream, "%8.1f ms  ", units[i]->ms);
		text_write(out->stream, units[i]->path);
		fputc('\n', out->stream);
	}
}
