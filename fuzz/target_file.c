/* Files of a project and of a run, as whoever made them left them. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/config/config.h"
#include "analyzer/config/document.h"
#include "analyzer/finding/baseline.h"
#include "analyzer/frontend/args/compdb.h"
#include "analyzer/frontend/reads.h"
#include "analyzer/run/shard_file.h"
#include "analyzer/store/results.h"
#include "fuzz/fuzz.h"
#include "fuzz/report.h"
#include "rules/registry.h"

/* A configuration with all that is asked of one. */
void fuzz_config(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct buffer shown = {0}, again = {0};
	const char *error = NULL, *text = fuzz_text(arena, data, size);
	config_errors errors = {0};
	config_document(arena, "/project/.cudalint.yml", text, size, &error);
	const struct config *config =
		config_from_text(arena, rules_registry, "/project/.cudalint.yml", text, &errors);
	FUZZ_CHECK(!config == (errors.count > 0));
	if (config) {
		config_excludes(config, "/project/a/b.cu");
		config_ignores(config, "/project/a/b.cu", rules_registry[0]);
		config_reports_header(config, "/project/a/b.cuh", true);
		config_show(arena, config, false, &shown);
		config_show(arena, config, true, &again);
	}
	buffer_free(&shown);
	buffer_free(&again);
	arena_free(arena);
}

static bool covers_all(void *context, const char *path, const struct baseline_entry *entry)
{
	(void)context;
	(void)path;
	return entry->count % 2;
}

/* Read, matched, and written again: what is written reads as the same. */
void fuzz_baseline(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct baseline baseline = {0}, second = {0};
	struct buffer out = {0}, again = {0};
	char *error = NULL;
	const finding_list none = {0};
	const struct baseline_judge judge = {covers_all, NULL};
	const char *path = arena_strdup(arena, fuzz_file("baseline.json", data, size));
	if (!baseline_read(arena, path, &baseline, &error)) {
		baseline_print(&baseline, &out);
		path = arena_strdup(arena, fuzz_file("again.json", (const uint8_t *)out.data, out.size));
		FUZZ_CHECK(!baseline_read(arena, path, &second, &error));
		baseline_print(&second, &again);
		FUZZ_CHECK(out.size == again.size && !memcmp(out.data, again.data, out.size));
		baseline_match(arena, &baseline, &none, &judge);
		baseline_judge_rest(arena, &baseline, &judge);
		baseline_prune(&baseline);
	} else {
		FUZZ_CHECK(error);
	}
	buffer_free(&out);
	buffer_free(&again);
	arena_free(arena);
}

void fuzz_compdb(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct compdb *db = NULL;
	struct args args;
	char *error = NULL;
	const char *from = NULL;
	const char *path = arena_strdup(arena, fuzz_file("compile_commands.json", data, size));
	if (!compdb_open(arena, path, &db, &error)) {
		for (size_t i = 0; i < compdb_count(db) && i < 20; i++)
			compdb_entry(arena, db, compdb_file(db, i), &args, &from, &error);
		compdb_entry(arena, db, "/project/other.cuh", &args, &from, &error);
	}
	arena_free(arena);
}

/* What a unit was read from. */
void fuzz_reads(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct buffer out = {0};
	struct reads reads;
	if (reads_read(arena, data, size, &reads)) {
		struct reads again;
		reads_write(&out, &reads);
		FUZZ_CHECK(reads_read(arena, out.data, out.size, &again));
		FUZZ_CHECK(again.entries.count == reads.entries.count);
	}
	buffer_free(&out);
	arena_free(arena);
}

/* A database that something else has written. Nothing that it holds was signed by us. */
void fuzz_store(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	const struct digest_key key = digest_key_of("fuzz", 4);
	const struct digest wanted = {1, 2};
	const struct results_entry entry = {"result", "reads", 6, 5};
	struct results_entry found;
	const char *folder = fuzz_folder();
	fuzz_file("results.db-wal", NULL, 0);
	fuzz_file("results.db", data, size);
	struct results *store = results_open(arena, folder, &key);
	FUZZ_CHECK(!results_get(store, arena, wanted, &found));
	struct files *files = files_new(arena);
	results_recall_files(store, files);
	results_touch(store, wanted);
	results_put(store, wanted, &entry);
	if (results_get(store, arena, wanted, &found))
		FUZZ_CHECK(found.result_size == 6 && !memcmp(found.result, "result", 6));
	results_count(store);
	files_free(files);
	results_close(store, 0);
	arena_free(arena);
}

/* A part of a run behind a header and with a digest that fit. */
void fuzz_shard(const uint8_t *data, size_t size)
{
	static const char magic[] = "cudalint results 1\n";
	struct arena *arena = arena_new();
	struct buffer bytes = {0};
	struct digest program = {1, 2};
	struct shard_file part;
	const char *error = NULL;
	buffer_add_text(&bytes, magic);
	bytes_put_required(&bytes, CUDALINT_VERSION);
	buffer_add(&bytes, &program, sizeof program);
	buffer_add(&bytes, &program, sizeof program);
	buffer_add(&bytes, data, size);
	struct digest check = digest_of(bytes.data, bytes.size);
	buffer_add(&bytes, &check, sizeof check);
	int failed = shard_file_take(arena, "a.store", bytes.data, bytes.size, &program, &part, &error);
	FUZZ_CHECK(!failed == !error);
	bool is_whole = !failed;
	for (size_t i = 0; is_whole && i < part.outcome.count; i++)
		is_whole = part.outcome.results[i] != NULL;
	if (is_whole) {
		struct run_report report = {0};
		outcome_join(&part.outcome, true, &report);
		report_print(arena, &report);
	}
	buffer_free(&bytes);
	arena_free(arena);
}
