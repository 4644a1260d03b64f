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

/* Those that the asked-for kind of fix would fix, and those that only an unsafe one would. */
static void count_fixable(const struct out *out, size_t *fixable, size_t *unsafe)
{
	*fixable = *unsafe = 0;
	for (size_t i = 0; i < out->findings->count; i++) {
		const struct finding *finding = out->findings->data[i];
		bool is_safe = fix_choose(finding, FIX_SAFE) != NULL, has_fix = finding->fixes.count > 0;
		*fixable += is_safe || (has_fix && out->unsafe_fixes);
		*unsafe += !is_safe && has_fix && !out->unsafe_fixes;
	}
	if (out->fixes) /* whatever could be done has been, or is shown */
		*fixable = 0;
}

const char *out_fixable(const struct out *out)
{
	size_t fixable, unsafe;
	count_fixable(out, &fixable, &unsafe);
	const char *option = out->unsafe_fixes ? "--fix --unsafe-fixes" : "--fix";
	if (fixable && unsafe)
		return arena_printf(out->arena, "%zu fixable with %s, %zu more with --unsafe-fixes", fixable,
			option, unsafe);
	if (fixable)
		return arena_printf(out->arena, "%zu fixable with %s", fixable, option);
	if (unsafe)
		return arena_printf(out->arena, "%zu fixable with --fix --unsafe-fixes", unsafe);
	return NULL;
}

/* ---- the line at the end --------------------------------------------------------------------- */

static int compare_paths(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* How many different paths there are; sorts them. */
static size_t count_paths(const char **paths, size_t count)
{
	size_t different = 0;
	if (count)
		qsort(paths, count, sizeof *paths, compare_paths);
	for (size_t i = 0; i < count; i++)
		different += !i || strcmp(paths[i - 1], paths[i]) != 0;
	return different;
}

struct out_files out_files(const struct out *out)
{
	size_t found = out->findings->count, units = out->report->units.count;
	const char **paths = ARENA_ARRAY(out->arena, const char *, found + units + 1);
	for (size_t i = 0; i < found; i++)
		paths[i] = out->findings->data[i]->span.path;
	struct out_files files = {.with_findings = count_paths(paths, found)};
	for (size_t i = 0; i < units; i++)
		paths[found + i] = out->report->units.data[i]->path;
	files.all = count_paths(paths, found + units);
	return files;
}

/* "7 errors, 3 warnings", or NULL. */
static const char *severities(const struct out *out)
{
	static const char *const nouns[] = {"info", "warning", "error"};
	struct out_counts counts = out_count(out->findings);
	const char *text = NULL;
	for (int severity = SEVERITY_ERROR; severity >= SEVERITY_INFO; severity--) {
		size_t count = counts.of[severity];
		const char *part = text_count(out->arena, count, nouns[severity]);
		if (count)
			text = text ? arena_printf(out->arena, "%s, %s", text, part) : part;
	}
	return text;
}

/* Files that could be read and were lost all the same: nobody has looked at them. */
static size_t count_lost(const struct out *out)
{
	size_t lost = 0;
	for (size_t i = 0; i < out->report->units.count; i++) {
		const struct unit_result *unit = out->report->units.data[i];
		lost += unit->status == UNIT_FAILED && !unit->io_error;
	}
	return lost;
}

static size_t count_unread(const struct out *out)
{
	size_t unread = 0;
	for (size_t i = 0; i < out->report->units.count; i++)
		unread += out->report->units.data[i]->io_error != NULL;
	return unread;
}

static void print_clean(const struct out *out, size_t unseen)
{
	const struct run_report *report = out->report;
	size_t kernels = 0;
	for (size_t i = 0; i < report->units.count; i++)
		kernels += report->units.data[i]->kernels;
	const char *files = text_count(out->arena, report->units.count, "file");
	if (!report->units.count)
		fputs("No file was checked", out->stream);
	else if (unseen || report->stopped_by)
		fprintf(out->stream, "No findings in %s", files);
	else
		fprintf(out->stream, "All checks passed: %s, %s", files,
			text_count(out->arena, kernels, "kernel"));
}

void out_summary(const struct out *out)
{
	const char *found = severities(out), *fixable = out_fixable(out);
	struct out_files files = out_files(out);
	size_t unread = count_unread(out), lost = count_lost(out);
	if (found && files.with_findings == files.all)
		fprintf(out->stream, "Found %s in %s", found, text_count(out->arena, files.all, "file"));
	else if (found)
		fprintf(out->stream, "Found %s in %zu of %zu files", found, files.with_findings, files.all);
	else
		print_clean(out, unread + lost);
	if (unread)
		fprintf(out->stream, "; %zu could not be read", unread);
	if (lost)
		fprintf(out->stream, "; %zu could not be analysed", lost);
	if (out->report->stopped_by)
		fputs("; stopped before the end", out->stream);
	if (fixable)
		fprintf(out->stream, "; %s", fixable);
	if (out->report->suppressed)
		fprintf(out->stream, "; %zu suppressed", out->report->suppressed);
	if (out->report->baselined)
		fprintf(out->stream, "; %zu in the baseline", out->report->baselined);
	fputc('\n', out->stream);
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
		statistics.data[at].fixable +=
			fix_choose(finding, out->unsafe_fixes ? FIX_UNSAFE : FIX_SAFE) != NULL;
	}
	if (statistics.count)
		qsort(statistics.data, statistics.count, sizeof *statistics.data, compare_statistics);
	bool any = false;
	for (size_t i = 0; i < statistics.count; i++)
		any |= statistics.data[i].fixable > 0;
	for (size_t i = 0; i < statistics.count; i++) {
		const struct statistic *statistic = &statistics.data[i];
		const char *mark = statistic->fixable == statistic->count ? "[*] "
				   : statistic->fixable                   ? "[-] "
									  : "[ ] ";
		fprintf(out->stream, "%6zu  %s%s%s  %s%s\n", statistic->count, out->paint->code,
			statistic->code, out->paint->reset, any ? mark : "", statistic->rule);
	}
	if (any)
		fprintf(out->stream, "[*] fixable with %s, [-] some of them\n",
			out->unsafe_fixes ? "--fix --unsafe-fixes" : "--fix");
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
	size_t all = out->report->units.count, count = 0, shared = 0;
	const struct unit_result **units = ARENA_ARRAY(out->arena, const struct unit_result *, all + 1);
	double total = 0, parse = 0, lower = 0, rules = 0;
	for (size_t i = 0; i < all; i++) {
		const struct unit_result *unit = out->report->units.data[i];
		if (unit->is_stored)
			continue;
		units[count++] = unit;
		shared += unit->used_preamble;
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
	if (shared)
		fprintf(out->stream, "%zu of %zu file%s began with precompiled headers of the project\n",
			shared, count, count == 1 ? "" : "s");
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
