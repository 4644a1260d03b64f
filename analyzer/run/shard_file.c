/* Writing and reading parts of a run; see shard_file.h. A line of text, then bytes (base/bytes.h), then a
 * digest of all that stands before. */
#include "analyzer/run/shard_file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/bytes.h"
#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/engine/wire.h"
#include "analyzer/run/cached.h"
#include "analyzer/run/plan_config.h"
#include "analyzer/run/unit_key.h"
#include "analyzer/store/own.h"
#include "analyzer/store/database.h"

static const char magic[] = "cudalint results 1\n";

enum { LARGEST_FILE = INT32_MAX, LARGEST_TEXT = 5 * 1024 * 1024, LARGEST_SOURCE = 64 * 1024 * 1024 };

/* ---- what identifies a run ------------------------------------------------------------------- */

static void put_words(struct buffer *out, const char *const *words, size_t count)
{
	bytes_put_unsigned(out, count);
	for (size_t i = 0; i < count; i++)
		bytes_put_text(out, words[i]);
}

static void put_options(struct buffer *out, const struct run_options *options)
{
	put_words(out, options->flags, options->flag_count);
	put_words(out, options->extra_args, options->extra_arg_count);
	for (size_t i = 0; i < options->arch_count; i++)
		bytes_put_signed(out, options->archs[i]);
	bytes_put_text(out, options->arch_suffixes);
	bytes_put_text(out, options->chip);
	bytes_put_signed(out, options->cuda_version);
	bytes_put_unsigned(out, options->torch);
	bytes_put_text(out, options->select);
	bytes_put_text(out, options->ignore);
	bytes_put_text(out, options->extend_select);
	bytes_put_bool(out, options->no_config);
	bytes_put_bool(out, options->preview);
	bytes_put_bool(out, options->path_count == 0);
	unit_key_put_hints(out, options->hints);
}

/* The same on all machines that have the same files, wherever these lie. */
static struct digest run_digest(const struct plan *plan)
{
	struct buffer bytes = {0};
	put_options(&bytes, plan->options);
	for (size_t i = 0; i < plan->inputs.count; i++) {
		const struct input *input = &plan->inputs.data[i];
		struct buffer text = {0};
		bool is_read = buffer_read_file(&text, input->absolute, LARGEST_SOURCE) == 0;
		struct digest digest = digest_strong(text.data, text.size);
		buffer_free(&text);
		bytes_put_text(&bytes, input->path);
		bytes_put_bool(&bytes, is_read);
		buffer_add(&bytes, &digest, sizeof digest);
		bytes_put_signed(&bytes, plan->units[i].target.cuda_version);
	}
	for (size_t i = 0; i < plan->configs.count; i++)
		unit_key_put_config(&bytes, plan->configs.data[i]->config);
	struct digest digest = digest_strong(bytes.data, bytes.size);
	buffer_free(&bytes);
	return digest;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_result(struct buffer *out, const struct unit_result *result)
{
	struct buffer encoded = {0};
	wire_write_unit(&encoded, result);
	bytes_put_block(out, encoded.data, encoded.size);
	buffer_free(&encoded);
}

static void put_hints(struct buffer *out, const struct outcome_hints *place)
{
	const struct launch_hints *hints = place->hints;
	size_t launches = hints ? hints->launches.count : 0, params = hints ? hints->params.count : 0;
	bytes_put_required(out, place->launch_origin);
	bytes_put_required(out, place->param_origin);
	bytes_put_unsigned(out, place->config == SIZE_MAX ? 0 : place->config + 1);
	bytes_put_unsigned(out, launches);
	for (size_t i = 0; i < launches; i++)
		bytes_put_required(out, hints->launches.data[i].kernel);
	bytes_put_unsigned(out, params);
	for (size_t i = 0; i < params; i++) {
		bytes_put_required(out, hints->params.data[i].kernel);
		bytes_put_required(out, hints->params.data[i].param);
	}
}

static void add_path(struct arena *arena, line_list *paths, const char *path)
{
	for (size_t i = 0; i < paths->count; i++)
		if (!strcmp(paths->data[i], path))
			return;
	vec_push(arena, paths, path);
}

/* Reports show lines of the files that findings are in, and machines that join may not have them. */
static void gather_paths(struct arena *arena, const struct unit_result *result, line_list *paths)
{
	for (size_t i = 0; result && i < result->findings.count; i++) {
		const struct finding *finding = result->findings.data[i];
		add_path(arena, paths, finding->span.path);
		if (finding->has_expansion)
			add_path(arena, paths, finding->expansion.path);
		for (size_t k = 0; k < finding->related.count; k++)
			add_path(arena, paths, finding->related.data[k].span.path);
		for (size_t k = 0; k < finding->fixes.count; k++)
			for (size_t e = 0; e < finding->fixes.data[k].edits.count; e++)
				add_path(arena, paths, finding->fixes.data[k].edits.data[e].path);
	}
}

static void put_texts(struct buffer *out, const struct plan *plan, const struct outcome *outcome)
{
	line_list paths = {0};
	for (size_t i = 0; i < outcome->count; i++)
		gather_paths(plan->arena, outcome->results[i], &paths);
	for (size_t i = 0; i < outcome->fragments.count; i++)
		gather_paths(plan->arena, outcome->fragments.data[i].result, &paths);
	bytes_put_unsigned(out, paths.count);
	for (size_t i = 0; i < paths.count; i++) {
		struct buffer text = {0};
		bool is_stdin =
			plan->options->stdin_name && !strcmp(paths.data[i], plan->options->stdin_name);
		bytes_put_required(out, paths.data[i]);
		if (is_stdin)
			buffer_add(&text, plan->options->stdin_text, plan->options->stdin_size);
		bool is_read = is_stdin || buffer_read_file(&text, paths.data[i], LARGEST_TEXT) == 0;
		bytes_put_bool(out, is_read);
		bytes_put_block(out, text.data, is_read ? text.size : 0);
		buffer_free(&text);
	}
}

static void put_outcome(struct buffer *out, const struct outcome *outcome)
{
	size_t own = 0;
	bytes_put_unsigned(out, outcome->count);
	for (size_t i = 0; i < outcome->count; i++) {
		bytes_put_required(out, outcome->paths[i]);
		bytes_put_unsigned(out, outcome->configs[i]);
		own += outcome->results[i] != NULL;
	}
	bytes_put_unsigned(out, own);
	for (size_t i = 0; i < outcome->count; i++) {
		if (!outcome->results[i])
			continue;
		bytes_put_unsigned(out, i);
		put_result(out, outcome->results[i]);
	}
	bytes_put_unsigned(out, outcome->fragments.count);
	for (size_t i = 0; i < outcome->fragments.count; i++) {
		bytes_put_unsigned(out, outcome->fragments.data[i].index);
		bytes_put_unsigned(out, outcome->fragments.data[i].includer);
		put_result(out, outcome->fragments.data[i].result);
	}
	bytes_put_unsigned(out, outcome->hints.count);
	for (size_t i = 0; i < outcome->hints.count; i++)
		put_hints(out, &outcome->hints.data[i]);
	bytes_put_unsigned(out, outcome->warnings.count);
	for (size_t i = 0; i < outcome->warnings.count; i++)
		bytes_put_required(out, outcome->warnings.data[i]);
}

void shard_file_write(const struct plan *plan, const struct outcome *outcome, const char **error)
{
	const struct run_options *options = plan->options;
	struct digest program = {0}, run = run_digest(plan);
	const char *path = options->store_path;
	int number = 0;
	if (!path) {
		const char *folder = cached_folder(plan->arena, options->cache_dir);
		path = arena_printf(
			plan->arena, "%s/shard-%u-of-%u.store", folder, options->shard, options->shards);
		const char *problem = NULL;
		if (!options->cache_dir && !cache_is_own(plan->arena, folder, &problem)) {
			*error = arena_printf(plan->arena, "cannot write '%s': %s", path, problem);
			return;
		}
		number = database_make_folder(plan->arena, folder);
	}
	struct buffer bytes = {0};
	unit_key_program(&program);
	buffer_add_text(&bytes, magic);
	bytes_put_required(&bytes, CUDALINT_VERSION);
	buffer_add(&bytes, &program, sizeof program);
	buffer_add(&bytes, &run, sizeof run);
	bytes_put_unsigned(&bytes, options->shard);
	bytes_put_unsigned(&bytes, options->shards);
	put_outcome(&bytes, outcome);
	put_texts(&bytes, plan, outcome);
	struct digest check = digest_of(bytes.data, bytes.size);
	buffer_add(&bytes, &check, sizeof check);
	if (!number)
		number = file_put(path, bytes.data, bytes.size);
	if (number)
		*error = arena_printf(plan->arena, "cannot write '%s': %s", path, strerror(number));
	buffer_free(&bytes);
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct digest get_digest(struct bytes_reader *reader)
{
	struct digest digest = {0};
	if ((size_t)(reader->end - reader->at) < sizeof digest) {
		bytes_fail(reader);
		return digest;
	}
	memcpy(&digest, reader->at, sizeof digest);
	reader->at += sizeof digest;
	return digest;
}

static struct unit_result *get_result(struct bytes_reader *reader)
{
	size_t size = 0;
	const void *encoded = bytes_get_block(reader, &size);
	struct unit_result *result = reader->failed ? NULL : wire_read_unit(reader->arena, encoded, size);
	if (!result)
		bytes_fail(reader);
	return result;
}

static void get_hints(struct bytes_reader *reader, struct outcome_hints *place)
{
	struct launch_hints *hints = ARENA_NEW(reader->arena, struct launch_hints);
	place->launch_origin = bytes_get_required(reader);
	place->param_origin = bytes_get_required(reader);
	size_t config = (size_t)bytes_get_unsigned(reader, UINT32_MAX);
	place->config = config ? config - 1 : SIZE_MAX;
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct launch_hint hint = {.kernel = bytes_get_required(reader)};
		vec_push(reader->arena, &hints->launches, hint);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct param_hint hint = {.kernel = bytes_get_required(reader)};
		hint.param = bytes_get_required(reader);
		vec_push(reader->arena, &hints->params, hint);
	}
	place->hints = hints;
}

static void get_results(struct bytes_reader *reader, struct outcome *outcome)
{
	uint64_t last = outcome->count ? outcome->count - 1 : 0;
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		size_t index = (size_t)bytes_get_unsigned(reader, last);
		outcome->results[index] = get_result(reader);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct outcome_fragment fragment = {.index = (size_t)bytes_get_unsigned(reader, last)};
		fragment.includer = (size_t)bytes_get_unsigned(reader, last);
		fragment.result = get_result(reader);
		vec_push(reader->arena, &outcome->fragments, fragment);
	}
}

static void get_outcome(struct bytes_reader *reader, struct outcome *outcome)
{
	size_t count = bytes_get_count(reader);
	outcome->arena = reader->arena;
	outcome->count = count;
	outcome->paths = ARENA_ARRAY(reader->arena, const char *, count + 1);
	outcome->configs = ARENA_ARRAY(reader->arena, size_t, count + 1);
	outcome->results = ARENA_ARRAY(reader->arena, struct unit_result *, count + 1);
	for (size_t i = 0; i < count; i++) {
		outcome->paths[i] = bytes_get_required(reader);
		outcome->configs[i] = (size_t)bytes_get_unsigned(reader, UINT32_MAX);
	}
	get_results(reader, outcome);
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct outcome_hints place = {0};
		get_hints(reader, &place);
		vec_push(reader->arena, &outcome->hints, place);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		const char *warning = bytes_get_required(reader);
		vec_push(reader->arena, &outcome->warnings, warning);
	}
}

static void get_texts(struct bytes_reader *reader, struct shard_file *out)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct run_text text = {.path = bytes_get_required(reader)};
		bool is_read = bytes_get_bool(reader);
		size_t size = 0;
		const void *data = bytes_get_block(reader, &size);
		if (!is_read || reader->failed)
			continue;
		text.data = arena_strndup(reader->arena, "", 0);
		if (size)
			text.data = memcpy(arena_alloc(reader->arena, size + 1), data, size);
		text.size = size;
		vec_push(reader->arena, &out->texts, text);
	}
}

static const char *read_bytes(
	struct bytes_reader *reader, const struct digest *program, struct shard_file *out)
{
	size_t header = sizeof magic - 1, size = (size_t)(reader->end - reader->at);
	struct digest check;
	if (size < header || memcmp(reader->at, magic, header) != 0)
		return "is not a file of results that --shard or --store wrote";
	if (size < header + sizeof check)
		return "is damaged";
	reader->end -= sizeof check;
	memcpy(&check, reader->end, sizeof check);
	if (!digest_equal(check, digest_of(reader->at, size - sizeof check)))
		return "is damaged";
	reader->at += header;
	const char *version = bytes_get_required(reader);
	out->program = get_digest(reader);
	if (strcmp(version, CUDALINT_VERSION) != 0)
		return arena_printf(
			reader->arena, "was written by cudalint %s, this is %s", version, CUDALINT_VERSION);
	if (!digest_equal(*program, out->program))
		return "was written by another build of cudalint";
	out->run = get_digest(reader);
	out->shard = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	out->shards = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	get_outcome(reader, &out->outcome);
	get_texts(reader, out);
	bool is_whole = !reader->failed && reader->at == reader->end;
	return is_whole && out->shard && out->shard <= out->shards ? NULL : "is damaged";
}

int shard_file_take(struct arena *arena, const char *path, const void *data, size_t size,
	const struct digest *program, struct shard_file *out, const char **error)
{
	const unsigned char *bytes = data;
	struct bytes_reader reader = {arena, bytes, bytes + size, false};
	*out = (struct shard_file){.path = path};
	const char *problem = size ? read_bytes(&reader, program, out) : "is empty";
	if (problem)
		*error = arena_printf(arena, "'%s' %s", path, problem);
	return problem ? -1 : 0;
}

int shard_file_read(struct arena *arena, const char *path, struct shard_file *out, const char **error)
{
	struct buffer bytes = {0};
	int number = path_is_folder(path) ? EISDIR : buffer_read_file(&bytes, path, LARGEST_FILE);
	struct digest program = {0};
	int failed = -1;
	*out = (struct shard_file){.path = path};
	unit_key_program(&program);
	if (number)
		*error = arena_printf(arena, "cannot read '%s': %s", path, strerror(number));
	else
		failed = shard_file_take(arena, path, bytes.data, bytes.size, &program, out, error);
	buffer_free(&bytes);
	return failed;
}
