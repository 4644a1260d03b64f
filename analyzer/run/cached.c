/* The result store at work; see cached.h.
 *
 * An entry serves when every file that its unit was read from has the digest that it had, when nothing is
 * where headers were looked for in vain, and when headers that are looked up by name are found where they
 * were. Nothing is forked for it, and no source is read that wasn't touched. */
#include "analyzer/run/cached.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/engine/wire.h"
#include "analyzer/frontend/reads.h"
#include "analyzer/run/unit_key.h"
#include "analyzer/store/own.h"
#include "analyzer/store/results.h"
#include "analyzer/store/secret.h"

/* A unit on its way into the store or out of it. */
struct place {
	const struct run_unit_input *unit;
	bool has_key;
	struct digest key, main_text;
	VEC(const struct file_state *) locals; /* what it includes, as far as that is the user's own */
	bool knows_locals;
};

struct cached {
	struct plan *plan;
	struct arena *arena;
	struct results *store;
	struct files *files;
	struct unit_keys *keys;
	struct place *places; /* of the inputs, in their order */
};

/* A call of cached_lint at work. */
struct work {
	struct cached *cached;
	const struct cached_batch *batch;
	struct place **places; /* one for each unit */
	size_t *missing;       /* units that are not in the store */
	size_t done, findings; /* those that are */
};

const char *cached_folder(struct arena *arena, const char *given)
{
	static const char name[] = ".cudalint-cache";
	if (given)
		return given;
	const char *here = path_resolve(arena, ".");
	if (!here)
		return name;
	const char *root = path_repository(arena, here);
	return path_display(arena, path_join(arena, root ? root : here, name));
}

struct cached *cached_open(struct plan *plan)
{
	bool is_useful = false;
	for (size_t i = 0; i < plan->inputs.count; i++)
		is_useful |= !plan->inputs.data[i].is_stdin;
	/* What unsaved texts give isn't kept. */
	is_useful &= plan->options->use_cache && !plan->options->buffer_count;
	struct unit_keys *keys = is_useful ? unit_keys_new(plan) : NULL;
	const char *problem = NULL, *folder = cached_folder(plan->arena, plan->options->cache_dir);
	struct digest_key key;
	if (!keys)
		return NULL;
	/* Whoever names a folder knows what it is. */
	bool is_own = plan->options->cache_dir || cache_is_own(plan->arena, folder, &problem);
	bool is_usable = is_own && secret_get(plan->arena, &key, &problem);
	if (!is_usable) {
		vec_push(plan->arena, &plan->report->warnings,
			arena_printf(plan->arena, "results are not kept: %s", problem));
		plan->report->is_storeless = true;
		return NULL;
	}
	struct cached *cached = ARENA_NEW(plan->arena, struct cached);
	cached->plan = plan;
	cached->arena = plan->arena;
	cached->keys = keys;
	cached->store = results_open(plan->arena, folder, &key);
	cached->files = files_new(plan->arena);
	cached->places = ARENA_ARRAY(plan->arena, struct place, plan->inputs.count);
	results_recall_files(cached->store, cached->files);
	return cached;
}

void cached_close(struct cached *cached)
{
	if (!cached)
		return;
	results_remember_files(cached->store, cached->files);
	results_close(cached->store, 0);
	files_free(cached->files);
	const char *problem = results_problem(cached->store);
	if (!problem)
		return;
	vec_push(cached->arena, &cached->plan->report->warnings, problem);
	cached->plan->report->is_storeless = results_is_closed(cached->store);
}

/* ---- out of the store ------------------------------------------------------------------------ */

static bool holds(struct cached *cached, const struct read_entry *entry)
{
	struct file_state *state = files_look(cached->files, entry->path);
	switch (entry->kind) {
	case READ_ABSENT: return !state->exists;
	case READ_PRESENT: return state->exists;
	default: return files_digest(cached->files, state) && digest_equal(state->digest, entry->digest);
	}
}

/* As the scan for includes names the main file. */
static const char *main_path(struct arena *arena, const struct unit_options *parse)
{
	return path_join(arena, parse->directory ? parse->directory : path_here(arena), parse->path);
}

static bool all_hold(struct cached *cached, const struct place *place, const struct reads *reads)
{
	const struct unit_options *parse = &place->unit->parse;
	for (size_t i = 0; i < reads->entries.count; i++)
		if (!holds(cached, &reads->entries.data[i]))
			return false;
	const char *from = reads->lookups.count ? main_path(reads->arena, parse) : NULL;
	for (size_t i = 0; i < reads->lookups.count; i++) {
		const struct read_lookup *lookup = &reads->lookups.data[i];
		const char *found = header_index_find(parse->index, lookup->name, from);
		if (!found != !lookup->found || (found && strcmp(found, lookup->found) != 0))
			return false;
	}
	return true;
}

static void note_locals(struct cached *cached, struct place *place, const struct reads *reads)
{
	place->knows_locals = true;
	for (size_t i = 0; i < reads->entries.count; i++) {
		const struct read_entry *entry = &reads->entries.data[i];
		if (entry->is_local)
			vec_push(cached->arena, &place->locals, files_look(cached->files, entry->path));
	}
}

static void find_key(struct cached *cached, struct place *place)
{
	if (place->unit->parse.contents)
		return;
	struct file_state *state = files_look(cached->files, main_path(cached->arena, &place->unit->parse));
	if (!files_digest(cached->files, state))
		return;
	place->has_key = true;
	place->main_text = state->digest;
	place->key = unit_key(cached->keys, place->unit, state->digest);
}

/* The stored result of a unit; NULL when there is none that still holds. */
static struct unit_result *fetch_one(struct cached *cached, struct place *place)
{
	struct results_entry entry;
	struct reads reads;
	struct unit_result *result = NULL;
	find_key(cached, place);
	if (!place->has_key)
		return NULL;
	struct arena *scratch = arena_new();
	if (results_get(cached->store, scratch, place->key, &entry) &&
		reads_read(scratch, entry.reads, entry.reads_size, &reads) && all_hold(cached, place, &reads))
		result = wire_read_unit(cached->arena, entry.result, entry.result_size);
	if (result) {
		note_locals(cached, place, &reads);
		results_touch(cached->store, place->key);
		result->is_stored = true;
		result->ms = result->parse_ms = result->lower_ms = result->rules_ms = 0;
	}
	arena_free(scratch);
	return result;
}

/* What was found of a unit comes with what it has to say. */
static struct unit_result *fetch(struct cached *cached, struct place *place)
{
	struct run_unit_input whole = *place->unit;
	struct place as_whole = {.unit = &whole};
	whole.facts_only = false;
	struct unit_result *result = place->unit->facts_only ? fetch_one(cached, &as_whole) : NULL;
	return result ? result : fetch_one(cached, place);
}

/* ---- into the store -------------------------------------------------------------------------- */

/* Adds the digests of the system's headers. False when the list isn't certain: then the result is of no use
 * later on. */
static bool complete(struct cached *cached, const struct place *place, struct reads *reads)
{
	bool has_main = false;
	for (size_t i = 0; i < reads->entries.count; i++) {
		struct read_entry *entry = &reads->entries.data[i];
		if (entry->kind == READ_ABSENT)
			continue;
		struct file_state *state = files_look(cached->files, entry->path);
		if (entry->kind == READ_TEXT) {
			files_learn(cached->files, entry->path, entry->digest);
			has_main |= digest_equal(entry->digest, place->main_text);
			continue;
		}
		if (!state->exists || files_is_fresh(cached->files, state))
			return false;
		if (entry->kind == READ_PRESENT)
			continue;
		if (!files_digest(cached->files, state))
			return false;
		entry->kind = READ_TEXT;
		entry->digest = state->digest;
	}
	return has_main;
}

static void keep(void *context, size_t index, const struct unit_result *result, const void *encoded,
	size_t size, const struct reads *reads)
{
	struct work *work = context;
	struct cached *cached = work->cached;
	struct place *place = work->places[work->missing[index]];
	if (!reads || !place->has_key || result->io_error)
		return;
	struct reads own = *reads;
	note_locals(cached, place, reads);
	if (!complete(cached, place, &own))
		return;
	struct buffer bytes = {0};
	reads_write(&bytes, &own);
	const struct results_entry entry = {encoded, bytes.data, size, bytes.size};
	results_put(cached->store, place->key, &entry);
	buffer_free(&bytes);
}

/* ---- a batch of units ------------------------------------------------------------------------ */

static void report_progress(void *context, size_t done, size_t total, size_t findings)
{
	const struct work *work = context;
	const struct worker_progress *progress = work->batch->progress;
	(void)total;
	progress->report(progress->context, work->done + done, work->batch->count, work->findings + findings);
}

static void report_found(void *context, const struct unit_result *result)
{
	const struct work *work = context;
	const struct worker_progress *progress = work->batch->progress;
	progress->found(progress->context, result);
}

/* Lints the units of work->missing, and puts their results where they belong. */
static int lint_missing(struct work *work, struct arena *arena, size_t count, struct unit_result **results)
{
	struct run_unit_input *units = ARENA_ARRAY(arena, struct run_unit_input, count + 1);
	struct unit_result **found = ARENA_ARRAY(arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++)
		units[i] = work->batch->units[work->missing[i]];
	struct worker_limits limits = *work->batch->limits;
	if (limits.jobs > count)
		limits.jobs = (unsigned)count;
	const struct worker_progress progress = {
		.report = work->batch->progress->report ? report_progress : NULL,
		.found = work->batch->progress->found ? report_found : NULL,
		.context = work};
	const struct worker_sink sink = {keep, work};
	int stopped_by = workers_run(arena, units, count, &limits, &progress, &sink, found);
	for (size_t i = 0; i < count; i++)
		results[work->missing[i]] = found[i];
	return stopped_by;
}

int cached_lint(struct cached *cached, struct arena *arena, const struct cached_batch *batch,
	struct unit_result **results)
{
	size_t count = batch->count, missing = 0;
	if (!cached)
		return workers_run(arena, batch->units, count, batch->limits, batch->progress, NULL, results);
	struct work work = {.cached = cached, .batch = batch};
	work.missing = ARENA_ARRAY(arena, size_t, count + 1);
	work.places = ARENA_ARRAY(arena, struct place *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct place *place =
			batch->inputs ? &cached->places[batch->inputs[i]] : ARENA_NEW(arena, struct place);
		work.places[i] = place;
		*place = (struct place){.unit = &batch->units[i]};
		results[i] = fetch(cached, place);
		if (!results[i]) {
			work.missing[missing++] = i;
			continue;
		}
		work.done++;
		work.findings += results[i]->findings.count;
		if (batch->progress->found)
			batch->progress->found(batch->progress->context, results[i]);
	}
	return missing ? lint_missing(&work, arena, missing, results) : 0;
}

int cached_includes(const struct cached *cached, size_t includer, size_t included)
{
	const struct place *place = cached ? &cached->places[includer] : NULL;
	if (!place || !place->knows_locals)
		return -1;
	const struct file_state *wanted =
		files_look(cached->files, cached->plan->inputs.data[included].absolute);
	for (size_t i = 0; i < place->locals.count; i++) {
		const struct file_state *local = place->locals.data[i];
		if (local->exists && wanted->exists && local->device == wanted->device &&
			local->status.inode == wanted->status.inode)
			return 1;
	}
	return 0;
}
