/* Planning: every unit's possible beginnings are found (frontend/preamble.h). Of those that several units
 * have the one is taken that saves most: what all that use it needn't parse, less what it costs to make; and
 * so on with what is left, until none saves anything. */
#include "analyzer/run/preambles.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/preamble.h"

/* Sizes in bytes of text. One is made by parsing it and writing it, which takes about as long once more. What
 * is shorter than LEAST is parsed in less time than a precompiled header takes to load. CCCL as a toolkit has
 * it comes to some megabytes. */
enum { LEAST = 48 * 1024, CCCL_BYTES = 3 * 1024 * 1024, MOST_WEIGHED = 256 };
static const double making = 1.4;

/* ---- the units' beginnings ------------------------------------------------------------------- */

/* A beginning that a unit has. */
struct had {
	const char *context; /* flags: only with the same ones is it the same */
	const char *text;
	size_t unit, depth;
};

/* A beginning, with the units that have it: had[first] to had[first + count - 1]. */
struct candidate {
	size_t first, count, depth;
	uint64_t units; /* a digest of which they are */
	bool is_there;  /* it was precompiled before */
	struct unit_preamble *preamble;
	size_t bytes;
};

struct planning {
	struct arena *arena;
	struct run_unit_input *units;
	size_t count;
	VEC(struct had) had;
	VEC(struct candidate) candidates;
	line_list kept; /* names of texts in the folder of preambles */
};

static bool is_forced_in(const struct unit_options *options)
{
	static const char *const flags[] = {"-include", "-imacros", "-D__CUDA"};
	for (size_t i = 0; i < options->flag_count; i++)
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
			if (strncmp(options->flags[i], flags[k], strlen(flags[k])) == 0)
				return true;
	return false;
}

static bool may_share(const struct run_unit_input *unit)
{
	const struct unit_options *parse = &unit->parse;
	return parse->cache_dir && !parse->contents && !parse->buffer_count && !unit->refused &&
	       !is_forced_in(parse);
}

static struct includes_query query_of(struct arena *arena, const struct unit_options *parse)
{
	return (struct includes_query){
		.path = path_normalize(
			arena, path_join(arena, parse->directory ? parse->directory : path_here(arena),
				       parse->path)),
		.flags = parse->flags,
		.flag_count = parse->flag_count,
		.headers_dir = parse->headers_dir,
		.index = parse->index};
}

static const char *context_of(struct arena *arena, const struct run_unit_input *unit)
{
	struct buffer text = {0};
	for (size_t i = 0; i < unit->parse.flag_count; i++)
		buffer_printf(&text, "%s\n", unit->parse.flags[i]);
	buffer_printf(&text, "%s\n%d", unit->parse.directory ? unit->parse.directory : "", unit->parse.torch);
	const char *context = arena_strdup(arena, text.data);
	buffer_free(&text);
	return context;
}

static void find_all(struct planning *planning)
{
	struct preamble_files *files = preamble_files_new(planning->arena);
	for (size_t i = 0; i < planning->count; i++) {
		preamble_cuts cuts = {0};
		if (!may_share(&planning->units[i]))
			continue;
		const struct includes_query query = query_of(planning->arena, &planning->units[i].parse);
		const char *context = context_of(planning->arena, &planning->units[i]);
		preamble_find(planning->arena, &query, files, &cuts);
		for (size_t k = 0; k < cuts.count; k++) {
			struct had had = {context, cuts.data[k].text, i, k};
			vec_push(planning->arena, &planning->had, had);
		}
	}
}

static int by_text(const void *a, const void *b)
{
	const struct had *left = a, *right = b;
	int order = strcmp(left->text, right->text);
	if (!order)
		order = strcmp(left->context, right->context);
	return order ? order : (left->unit > right->unit) - (left->unit < right->unit);
}

/* ---- what there is --------------------------------------------------------------------------- */

static const char *text_name(struct arena *arena, const char *text)
{
	struct digest digest = digest_of(text, strlen(text));
	return arena_printf(arena, "%016llx", (unsigned long long)digest.low);
}

static void list_kept(struct planning *planning)
{
	const struct unit_options *parse = &planning->units[planning->had.data[0].unit].parse;
	DIR *dir = opendir(unit_preambles_folder(planning->arena, parse->cache_dir));
	for (const struct dirent *entry; dir && (entry = readdir(dir));)
		if (strcmp(path_extension(entry->d_name), "h") == 0)
			vec_push(planning->arena, &planning->kept,
				arena_strdup(planning->arena, entry->d_name));
	if (dir)
		closedir(dir);
}

static bool is_kept(const struct planning *planning, const char *name)
{
	for (size_t i = 0; i < planning->kept.count; i++)
		if (strncmp(planning->kept.data[i], name, strlen(name)) == 0)
			return true;
	return false;
}

/* ---- which are worth it ---------------------------------------------------------------------- */

/* False: it can't be shared, or isn't worth it. */
static bool weigh(struct planning *planning, struct candidate *candidate)
{
	struct arena *arena = planning->arena;
	const struct had *had = &planning->had.data[candidate->first];
	const struct unit_options *parse = &planning->units[had->unit].parse;
	const struct includes_query query = query_of(arena, parse);
	struct preamble_weight weight;
	if (!preamble_weigh(arena, &query, had->text, &weight))
		return false;
	candidate->bytes = weight.bytes + (weight.lacks_cccl ? CCCL_BYTES : 0);
	struct unit_preamble *preamble = ARENA_NEW(arena, struct unit_preamble);
	preamble->text = had->text;
	preamble->dirs = weight.dirs;
	preamble->files = weight.files;
	preamble->name = arena_printf(arena, "%s-%016llx%016llx", text_name(arena, had->text),
		(unsigned long long)weight.key.high, (unsigned long long)weight.key.low);
	candidate->preamble = preamble;
	candidate->is_there &= is_kept(planning, preamble->name);
	return candidate->bytes >= LEAST && (candidate->count > 1 || candidate->is_there);
}

static uint64_t mix(uint64_t value)
{
	value = (value ^ value >> 31) * UINT64_C(0x9E3779B97F4A7C15);
	return value ^ value >> 29;
}

static void gather_candidates(struct planning *planning)
{
	const struct had *had = planning->had.data;
	for (size_t first = 0, next; first < planning->had.count; first = next) {
		struct candidate candidate = {.first = first, .depth = had[first].depth};
		for (next = first; next < planning->had.count && !strcmp(had[next].text, had[first].text) &&
				   !strcmp(had[next].context, had[first].context);
			next++)
			candidate.units += mix(had[next].unit + 1);
		candidate.count = next - first;
		candidate.is_there = is_kept(planning, text_name(planning->arena, had[first].text));
		if (candidate.count > 1 || candidate.is_there)
			vec_push(planning->arena, &planning->candidates, candidate);
	}
}

/* The deepest of those that the same units have come first, and those that most have. */
static int by_units(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	if (left->count != right->count)
		return left->count < right->count ? 1 : -1;
	if (left->units != right->units)
		return left->units < right->units ? 1 : -1;
	if (left->depth != right->depth)
		return left->depth < right->depth ? 1 : -1;
	return (left->first > right->first) - (left->first < right->first);
}

static void weigh_all(struct planning *planning)
{
	size_t kept = 0, weighed = 0;
	qsort(planning->candidates.data, planning->candidates.count, sizeof *planning->candidates.data,
		by_units);
	for (size_t i = 0; i < planning->candidates.count && weighed < MOST_WEIGHED; i++) {
		struct candidate candidate = planning->candidates.data[i];
		bool is_deepest = !kept || planning->candidates.data[kept - 1].units != candidate.units ||
				  planning->candidates.data[kept - 1].count != candidate.count;
		if (!is_deepest && !candidate.is_there)
			continue;
		weighed++;
		if (weigh(planning, &candidate))
			planning->candidates.data[kept++] = candidate;
	}
	planning->candidates.count = kept;
}

/* What the units that have it needn't parse any more, less what it costs. */
static double saved_by(
	const struct planning *planning, const struct candidate *candidate, const size_t *saved)
{
	double sum = candidate->is_there ? 0 : -making * (double)candidate->bytes;
	for (size_t i = 0; i < candidate->count; i++) {
		size_t before = saved[planning->had.data[candidate->first + i].unit];
		if (candidate->bytes > before)
			sum += (double)(candidate->bytes - before);
	}
	return sum;
}

static void assign(struct planning *planning)
{
	size_t *saved = ARENA_ARRAY(planning->arena, size_t, planning->count + 1);
	for (;;) {
		struct candidate *best = NULL;
		double most = 0;
		for (size_t i = 0; i < planning->candidates.count; i++) {
			struct candidate *candidate = &planning->candidates.data[i];
			double gain = saved_by(planning, candidate, saved);
			if (gain <= most)
				continue;
			best = candidate;
			most = gain;
		}
		if (!best)
			return;
		for (size_t i = 0; i < best->count; i++) {
			size_t unit = planning->had.data[best->first + i].unit;
			if (best->bytes <= saved[unit])
				continue;
			saved[unit] = best->bytes;
			planning->units[unit].parse.preamble = best->preamble;
		}
		best->is_there = true;
	}
}

void preambles_plan(struct arena *arena, struct run_unit_input *units, size_t count)
{
	struct planning planning = {.arena = arena, .units = units, .count = count};
	find_all(&planning);
	if (!planning.had.count)
		return;
	qsort(planning.had.data, planning.had.count, sizeof *planning.had.data, by_text);
	list_kept(&planning);
	gather_candidates(&planning);
	if (!planning.candidates.count)
		return;
	weigh_all(&planning);
	assign(&planning);
}
