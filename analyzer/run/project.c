/* Facts go round: all units at a time, so that nothing depends on which is linted first. */
#include "analyzer/run/project.h"

#include "analyzer/base/path.h"
#include "analyzer/run/cached.h"
#include "analyzer/run/mention.h"

/* Units that are parsed for others, at most: of names that are everywhere, the nearest. */
enum { MOST_ASKED = 64 };

const struct project_index *project_index_of(
	struct arena *arena, struct unit_result *const *results, const char *const *paths, size_t count)
{
	const struct project_facts **facts = ARENA_ARRAY(arena, const struct project_facts *, count + 1);
	for (size_t i = 0; i < count; i++)
		facts[i] = results[i] ? &results[i]->facts : NULL;
	return project_index_new(arena, facts, paths, count);
}

/* ---- which units there are ------------------------------------------------------------------- */

struct project *project_open(struct plan *plan, struct unit_result *const *results)
{
	struct project *project = ARENA_NEW(plan->arena, struct project);
	project->plan = plan;
	for (size_t i = 0; i < plan->inputs.count; i++) {
		struct project_unit unit = {
			plan->inputs.data[i].path, plan->units[i], results[i], results[i] != NULL};
		vec_push(plan->arena, &project->units, unit);
	}
	return project;
}

/* The run over the whole project, of which this one is a part: as told, or over the files of the databases
 * that serve its inputs. NULL: it is all there is. */
static const struct run_options *whole_options(const struct plan *plan)
{
	VEC(const char *) paths = {0};
	line_list unread = {0}; /* whose business that is, says so */
	if (plan->options->project)
		return plan->options->project;
	for (size_t i = 0; plan->options->path_count && i < plan->databases.count; i++) {
		const struct compdb *database = plan->databases.data[i].database;
		for (size_t k = 0; database && k < compdb_count(database); k++)
			if (path_is_file(compdb_file(database, k)))
				vec_push(plan->arena, &paths, compdb_file(database, k));
		for (size_t k = 0; database && k < compdb_other_count(database); k++)
			if (path_is_file(compdb_other(database, k)) &&
				inputs_is_linted(plan->arena, compdb_other(database, k), &unread))
				vec_push(plan->arena, &paths, compdb_other(database, k));
	}
	struct run_options *whole = ARENA_NEW(plan->arena, struct run_options);
	*whole = *plan->options;
	whole->paths = paths.data;
	whole->path_count = paths.count;
	return paths.count ? whole : NULL;
}

bool project_is_larger(const struct plan *plan)
{
	return whole_options(plan) != NULL;
}

/* Adds the units that this run doesn't lint. */
static void add_others(struct project *project)
{
	struct plan *own = project->plan;
	const struct run_options *options = whole_options(own);
	if (!options)
		return;
	struct plan *plan = ARENA_NEW(own->arena, struct plan);
	*plan = (struct plan){
		.arena = own->arena, .options = options, .report = ARENA_NEW(own->arena, struct run_report)};
	if (plan_make(plan, own->registry))
		return; /* what is wrong there is none of this run's business */
	for (size_t i = 0; i < plan->readable.count; i++)
		vec_push(own->arena, &project->plan->readable, plan->readable.data[i]);
	size_t before = project->units.count;
	for (size_t i = 0; i < plan->inputs.count; i++) {
		const char *path = plan->inputs.data[i].path;
		bool is_new = !plan->inputs.data[i].is_stdin;
		for (size_t k = 0; k < before && is_new; k++)
			is_new = strcmp(project->units.data[k].path, path) != 0;
		if (is_new)
			vec_push(own->arena, &project->units,
				(struct project_unit){path, plan->units[i], NULL, false});
	}
}

/* ---- who may have something to say ----------------------------------------------------------- */

int project_parse(
	struct project *project, const size_t *units, size_t count, const struct worker_limits *limits)
{
	struct arena *arena = project->plan->arena;
	const struct worker_progress silent = {0};
	struct run_unit_input *inputs = ARENA_ARRAY(arena, struct run_unit_input, count + 1);
	struct unit_result **found = ARENA_ARRAY(arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++) {
		inputs[i] = project->units.data[units[i]].input;
		inputs[i].facts_only = true;
	}
	struct cached_batch batch = {.units = inputs, .count = count, .limits = limits, .progress = &silent};
	int stopped_by = cached_lint(project->plan->cached, arena, &batch, found);
	for (size_t i = 0; i < count; i++)
		project->units.data[units[i]].result = found[i];
	return stopped_by;
}

/* Parses units that mention a name; returns how many those are. */
static size_t ask(struct project *project, const line_list *names, size_t most,
	const struct worker_limits *limits, int *stopped_by)
{
	struct arena *arena = project->plan->arena;
	struct mention *mention = mention_new(arena, names->data, names->count);
	size_t *asked = ARENA_ARRAY(arena, size_t, project->units.count + 1), count = 0;
	for (size_t i = 0; i < project->units.count && count < most; i++) {
		const struct project_unit *unit = &project->units.data[i];
		if (!unit->result && !unit->is_own && mention_in_unit(mention, &unit->input.parse))
			asked[count++] = i;
	}
	if (count)
		*stopped_by = project_parse(project, asked, count, limits);
	return count;
}

static const struct project_index *index_of(const struct project *project)
{
	struct arena *arena = project->plan->arena;
	size_t count = project->units.count;
	const char **paths = ARENA_ARRAY(arena, const char *, count + 1);
	struct unit_result **results = ARENA_ARRAY(arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++) {
		paths[i] = project->units.data[i].path;
		results[i] = project->units.data[i].result;
	}
	return project_index_of(arena, results, paths, count);
}

int project_ask(struct project *project, const struct worker_limits *limits)
{
	struct arena *arena = project->plan->arena;
	size_t questions = 0, left = MOST_ASKED;
	int stopped_by = 0;
	bool is_whole = false;
	while (!stopped_by && left) {
		const struct project_index *index = index_of(project);
		line_list names = {0};
		for (size_t i = 0; i < project->units.count; i++)
			project_index_questions(arena, index, i, &names);
		if (names.count == questions)
			break;
		questions = names.count;
		if (!is_whole)
			add_others(project);
		is_whole = true;
		left -= ask(project, &names, left, limits, &stopped_by);
	}
	return stopped_by;
}

/* ---- what is said ---------------------------------------------------------------------------- */

static bool is_same(const struct project_given *a, const struct project_given *b)
{
	static const struct project_given none;
	struct buffer one = {0}, other = {0};
	project_write_given(&one, a ? a : &none);
	project_write_given(&other, b ? b : &none);
	bool same = one.size == other.size && !memcmp(one.data, other.data, one.size);
	buffer_free(&one);
	buffer_free(&other);
	return same;
}

size_t project_tell(struct project *project, size_t *told)
{
	struct arena *arena = project->plan->arena;
	size_t count = project->units.count, found = 0;
	const struct project_index *index = index_of(project);
	for (size_t i = 0; i < count; i++) {
		struct project_unit *unit = &project->units.data[i];
		struct project_given *given = ARENA_NEW(arena, struct project_given);
		if (!unit->result || unit->result->io_error)
			continue;
		project_index_given(arena, index, i, given);
		if (is_same(given, unit->input.given))
			continue;
		unit->input.given = given;
		told[found++] = i;
	}
	return found;
}
