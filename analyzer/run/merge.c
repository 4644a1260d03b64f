/* Joining the parts of a run: they have to be all there, once each, and of one run. */
#include "analyzer/run/merge.h"

#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/run/shard_file.h"

enum { LARGEST_TEXT = 64 * 1024 * 1024 };

/* Parts by their numbers. */
struct merge {
	struct arena *arena;
	struct shard_file *parts; /* as given */
	size_t count;
	const struct shard_file **ordered; /* by number, from 1 on */
};

/* What keeps a part from being joined with the first one; NULL: nothing. */
static const char *misfit(struct arena *arena, const struct shard_file *first, const struct shard_file *part)
{
	if (part->shards != first->shards)
		return arena_printf(arena, "'%s' is one of %u parts, '%s' one of %u", first->path,
			first->shards, part->path, part->shards);
	if (!digest_equal(part->run, first->run) || part->outcome.count != first->outcome.count)
		return arena_printf(arena, "'%s' and '%s' are of runs with other options or other files",
			first->path, part->path);
	return NULL;
}

static const char *order(struct merge *merge)
{
	struct arena *arena = merge->arena;
	const struct shard_file *first = &merge->parts[0];
	if (first->shards > 1000000)
		return arena_printf(arena, "'%s' is damaged", first->path);
	merge->ordered = ARENA_ARRAY(arena, const struct shard_file *, (size_t)first->shards + 1);
	for (size_t i = 0; i < merge->count; i++) {
		const struct shard_file *part = &merge->parts[i];
		const char *problem = misfit(arena, first, part);
		if (problem)
			return problem;
		const struct shard_file **place = &merge->ordered[part->shard];
		if (*place)
			return arena_printf(arena, "'%s' and '%s' both hold part %u of %u", (*place)->path,
				part->path, part->shard, part->shards);
		*place = part;
	}
	for (unsigned i = 1; i <= first->shards; i++)
		if (!merge->ordered[i])
			return arena_printf(arena, "part %u of %u is missing", i, first->shards);
	return NULL;
}

/* Where the sources are at hand, what a part says of them has to be so. */
static const char *check_texts(struct arena *arena, const struct shard_file *part)
{
	const char *problem = NULL;
	for (size_t i = 0; i < part->texts.count && !problem; i++) {
		const struct run_text *text = &part->texts.data[i];
		struct buffer here = {0};
		if (path_is_file(text->path) && buffer_read_file(&here, text->path, LARGEST_TEXT) == 0 &&
			(here.size != text->size || (here.size && memcmp(here.data, text->data, here.size))))
			problem = arena_printf(arena, "'%s' was made from another '%s' than the one here",
				part->path, text->path);
		buffer_free(&here);
	}
	return problem;
}

/* The first part gives what all have in common. */
static const char *join(struct merge *merge, struct run_report *report)
{
	unsigned shards = merge->parts[0].shards;
	const char *problem = NULL;
	struct outcome outcome = merge->ordered[1]->outcome;
	for (unsigned k = 2; k <= shards; k++) {
		const struct outcome *part = &merge->ordered[k]->outcome;
		for (size_t i = 0; i < outcome.count; i++)
			if (part->results[i])
				outcome.results[i] = part->results[i];
		for (size_t i = 0; i < part->fragments.count; i++)
			vec_push(merge->arena, &outcome.fragments, part->fragments.data[i]);
	}
	for (size_t i = 0; i < outcome.count; i++)
		if (!outcome.results[i])
			return arena_printf(merge->arena, "no part holds '%s'", outcome.paths[i]);
	for (size_t i = 0; i < outcome.warnings.count; i++)
		vec_push(merge->arena, &report->warnings, outcome.warnings.data[i]);
	for (unsigned k = 1; k <= shards; k++)
		if ((problem = check_texts(merge->arena, merge->ordered[k])))
			return problem;
	for (unsigned k = 1; k <= shards; k++)
		for (size_t i = 0; i < merge->ordered[k]->texts.count; i++)
			vec_push(merge->arena, &report->texts, merge->ordered[k]->texts.data[i]);
	outcome_join(&outcome, true, report);
	return NULL;
}

int run_merge(struct arena *arena, const char *const *paths, size_t count, struct run_report *report)
{
	struct merge merge = {.arena = arena, .count = count};
	merge.parts = ARENA_ARRAY(arena, struct shard_file, count + 1);
	for (size_t i = 0; i < count; i++)
		if (shard_file_read(arena, paths[i], &merge.parts[i], &report->fatal))
			return 2;
	report->fatal = order(&merge);
	if (!report->fatal)
		report->fatal = join(&merge, report);
	return report->fatal ? 2 : 0;
}
