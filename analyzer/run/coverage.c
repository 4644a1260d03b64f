/* Asking a report, and the includes of the units where it is about a header. */
#include "analyzer/run/coverage.h"

#include <string.h>
#include <sys/stat.h>

#include "analyzer/base/path.h"
#include "analyzer/engine/parse_report.h"
#include "analyzer/run/includers.h"

struct coverage {
	struct arena *arena;
	const struct run_options *options;
	const struct rule *const *registry;
	const struct run_report *report;
	VEC(const char *) units; /* of the report, in its order: absolute, links resolved */
	/* NULL: nobody has asked so far. Without units: the options are wrong. */
	const struct includers *linted; /* the run's inputs */
	const struct includers *all;    /* of the repository: slower to find */
};

struct coverage *coverage_new(struct arena *arena, const struct run_options *options,
	const struct rule *const *registry, const struct run_report *report)
{
	struct coverage *coverage = ARENA_NEW(arena, struct coverage);
	coverage->arena = arena;
	coverage->options = options;
	coverage->registry = registry;
	coverage->report = report;
	for (size_t i = 0; i < report->units.count; i++) {
		const char *path = path_absolute(arena, report->units.data[i]->path);
		vec_push(arena, &coverage->units, path);
	}
	return coverage;
}

/* ---- units ----------------------------------------------------------------------------------- */

static const struct unit_result *find_unit(const struct coverage *coverage, const char *path)
{
	for (size_t i = 0; i < coverage->units.count; i++)
		if (!strcmp(coverage->units.data[i], path))
			return coverage->report->units.data[i];
	return NULL;
}

/* Whether what could not be parsed is what the baseline knows. */
static bool is_known_damage(const struct coverage *coverage, const struct unit_result *unit)
{
	const finding_list *findings = &coverage->report->findings;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		if (!strcmp(finding->code, "CU001") && finding->baselined &&
			!strcmp(finding->span.path, unit->path))
			return true;
	}
	return false;
}

/* `path` is that of the file with the finding: the unit's own or a header's. */
static bool unit_covers(const struct coverage *coverage, const struct unit_result *unit, const char *path,
	const struct baseline_entry *entry)
{
	if (unit->io_error || !unit->rules || !unit->config)
		return false;
	if (unit->status != UNIT_OK && !is_known_damage(coverage, unit))
		return false;
	const struct rule *rule = run_find_rule(unit->rules, entry->code);
	return rule && !config_ignores(unit->config, path, rule);
}

/* ---- headers --------------------------------------------------------------------------------- */

static const struct includers *find_includers(const struct coverage *coverage, bool all)
{
	const char *fatal = NULL;
	struct includers *includers = ARENA_NEW(coverage->arena, struct includers);
	struct run_options *options = ARENA_NEW(coverage->arena, struct run_options);
	*options = *coverage->options;
	if (all) {
		options->paths = NULL;
		options->path_count = 0;
	}
	if (includers_find(coverage->arena, options, coverage->registry, includers, &fatal))
		includers->units.count = 0;
	return includers;
}

static bool includes(const struct includer *unit, const char *path)
{
	for (size_t i = 0; i < unit->headers.count; i++)
		if (!strcmp(unit->headers.data[i], path))
			return true;
	return false;
}

static bool is_included(const struct includers *includers, const char *path)
{
	for (size_t i = 0; i < includers->units.count; i++)
		if (includes(&includers->units.data[i], path))
			return true;
	return false;
}

static bool header_is_covered(struct coverage *coverage, const char *path, const struct baseline_entry *entry)
{
	if (!coverage->linted)
		coverage->linted = find_includers(coverage, false);
	if (!is_included(coverage->linted, path))
		return false;
	if (!coverage->all)
		coverage->all =
			coverage->options->path_count ? find_includers(coverage, true) : coverage->linted;
	for (size_t i = 0; i < coverage->all->units.count; i++) {
		const struct includer *includer = &coverage->all->units.data[i];
		if (!includes(includer, path))
			continue;
		const struct unit_result *unit = find_unit(coverage, includer->absolute);
		if (!unit || !unit_covers(coverage, unit, path, entry))
			return false;
	}
	return is_included(coverage->all, path);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Whether a file that isn't there would have been among the inputs. */
static bool was_input(const struct coverage *coverage, const char *path)
{
	const struct run_options *options = coverage->options;
	for (size_t i = 0; i < options->path_count; i++) {
		const char *folder = path_resolve(coverage->arena, options->paths[i]);
		size_t length = folder ? strcmp(folder, "/") == 0 ? 0 : strlen(folder) : 0;
		if (folder && path_is_folder(folder) && !strncmp(path, folder, length) && path[length] == '/')
			return true;
	}
	return options->path_count == 0;
}

static bool covers(void *context, const char *path, const struct baseline_entry *entry)
{
	struct coverage *coverage = context;
	struct stat status;
	bool is_garbled = strstr(entry->path, "\xef\xbf\xbd") != NULL; /* no path to look for */
	if (coverage->report->stopped_by || is_garbled || (entry->is_possible && !coverage->options->preview))
		return false;
	if (lstat(path, &status) != 0)
		return was_input(coverage, path);
	const struct unit_result *unit = find_unit(coverage, path);
	return unit ? unit_covers(coverage, unit, path, entry) : header_is_covered(coverage, path, entry);
}

struct baseline_judge coverage_judge(struct coverage *coverage)
{
	return (struct baseline_judge){.covers = covers, .context = coverage};
}
