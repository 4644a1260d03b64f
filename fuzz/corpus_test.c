/* Every target over its corpus: what was found once is looked at again in every run of the tests. Arguments
 * choose targets; without any, all. `corpus_test TARGET FILE...` takes files from elsewhere. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"

struct entry {
	const char *name;
	fuzz_target *run;
};

static const struct entry entries[] = {
#define TARGET(name) {#name, fuzz_##name},
#include "fuzz/targets.def"
#undef TARGET
};

enum { LARGEST = 1024 * 1024 };

/* The whole, and some beginnings of it: what was cut off is the commonest damage. */
static void replay(const struct entry *entry, const char *path)
{
	struct buffer text = {0};
	assert_int_equal(buffer_read_file(&text, path, LARGEST), 0);
	const uint8_t *bytes = text.data ? (const uint8_t *)text.data : (const uint8_t *)"";
	entry->run(bytes, text.size);
	for (size_t part = 1; part < 8 && entry->run != fuzz_source; part++)
		entry->run(bytes, text.size * part / 8);
	buffer_free(&text);
}

static int replay_folder(const struct entry *entry)
{
	struct arena *arena = arena_new();
	const char *folder = path_join(arena, CUDALINT_SOURCE_DIR "/fuzz/corpus", entry->name);
	DIR *dir = opendir(folder);
	int count = 0;
	for (const struct dirent *file; dir && (file = readdir(dir));) {
		if (file->d_name[0] == '.')
			continue;
		replay(entry, path_join(arena, folder, file->d_name));
		count++;
	}
	if (dir)
		closedir(dir);
	arena_free(arena);
	return count;
}

static void test_corpus(void **state)
{
	assert_true(replay_folder(*state) > 0);
}

/* Mutations stay within the room that they are given, and do change something. */
static void test_mutations(void **state)
{
	(void)state;
	enum { ROOM = 400 };
	uint8_t text[ROOM + 1];
	size_t size = 0, changed = 0;
	text[ROOM] = 0xa5;
	for (uint64_t seed = 1; seed <= 2000; seed++) {
		struct mutation_random random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
		uint8_t before[ROOM];
		size_t old = size;
		memcpy(before, text, ROOM);
		size = mutate_source(&random, text, size, ROOM);
		assert_true(size <= ROOM && text[ROOM] == 0xa5);
		changed += size != old || memcmp(before, text, size) != 0;
	}
	assert_true(changed > 1000);
}

static const struct entry *entry_named(const char *name)
{
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		if (!strcmp(entries[i].name, name))
			return &entries[i];
	fprintf(stderr, "corpus_test: there is no target '%s'\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	enum { COUNT = sizeof entries / sizeof *entries };
	struct CMUnitTest tests[COUNT + 1] = {cmocka_unit_test(test_mutations)};
	if (argc > 2) {
		for (int i = 2; i < argc; i++)
			replay(entry_named(argv[1]), argv[i]);
		return 0;
	}
	for (size_t i = 0; i < COUNT; i++)
		tests[i + 1] = (struct CMUnitTest){.name = entries[i].name,
			.test_func = test_corpus,
			.initial_state = (void *)(uintptr_t)(argc > 1 ? entry_named(argv[1]) : &entries[i])};
	if (argc > 1)
		tests[0] = tests[1];
	return _cmocka_run_group_tests("replay", tests, argc > 1 ? 1 : COUNT + 1, NULL, NULL);
}
