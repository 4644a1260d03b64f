/* Baselines: what is accepted, what is stale, and that the file keeps its bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/finding/baseline.h"

struct fixture {
	struct arena *arena;
	char *root; /* a new folder, the working directory */
	struct baseline baseline;
	const char *covered; /* path of the files that a judge covers, or "*" */
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	char name[] = "/tmp/cudalint-baseline-XXXXXX";
	fixture->arena = arena_new();
	fixture->root = realpath(mkdtemp(name), NULL);
	*state = fixture;
	return chdir(fixture->root);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	char *command = arena_printf(fixture->arena, "rm -rf '%s'", fixture->root);
	int result = chdir("/") || system(command);
	arena_free(fixture->arena);
	free(fixture->root);
	free(fixture);
	return result;
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* A finding of the file `path`, told by one hex digit. */
static void add(struct fixture *fixture, finding_list *list, const char *path, char digit, unsigned ordinal)
{
	struct finding *finding = ARENA_NEW(fixture->arena, struct finding);
	finding->code = "CU101";
	finding->function = "f<int>";
	finding->span.path = path;
	finding->fingerprint = arena_printf(fixture->arena, "%c000000000000000", digit);
	if (ordinal > 1)
		finding->fingerprint = arena_printf(fixture->arena, "%s-%u", finding->fingerprint, ordinal);
	vec_push(fixture->arena, list, finding);
}

static void fill(struct fixture *fixture, const finding_list *list)
{
	char *error = NULL;
	assert_int_equal(baseline_new(fixture->arena, BASELINE_FILE, &fixture->baseline, &error), 0);
	for (size_t i = 0; i < list->count; i++)
		baseline_add(fixture->arena, &fixture->baseline, list->data[i]);
}

/* Writes, reads, and writes again: the bytes stay. Returns them. */
static const char *round_trip(struct fixture *fixture)
{
	struct buffer first = {0}, second = {0};
	char *error = NULL;
	assert_int_equal(baseline_write(fixture->arena, &fixture->baseline, &error), 0);
	if (baseline_read(fixture->arena, BASELINE_FILE, &fixture->baseline, &error))
		fail_msg("%s", error);
	assert_int_equal(buffer_read_file(&first, BASELINE_FILE, 1 << 20), 0);
	baseline_print(&fixture->baseline, &second);
	assert_string_equal(first.data, second.data);
	const char *text = arena_strdup(fixture->arena, first.data);
	buffer_free(&first);
	buffer_free(&second);
	return text;
}

static bool covers(void *context, const char *path, const struct baseline_entry *entry)
{
	const struct fixture *fixture = context;
	assert_non_null(strstr(path, fixture->root));
	return !strcmp(fixture->covered, "*") || !strcmp(fixture->covered, entry->path);
}

/* One letter for each finding: known or new; then how many are stale. */
static const char *match(struct fixture *fixture, const finding_list *list, const char *covered)
{
	struct baseline_judge judge = {covers, fixture};
	char *text = arena_strdup(fixture->arena, "");
	size_t stale = 0;
	fixture->covered = covered;
	baseline_match(fixture->arena, &fixture->baseline, list, &judge);
	baseline_judge_rest(fixture->arena, &fixture->baseline, &judge);
	for (size_t i = 0; i < list->count; i++)
		text = arena_printf(fixture->arena, "%s%c", text, list->data[i]->baselined ? 'k' : 'n');
	for (size_t i = 0; i < fixture->baseline.entries.count; i++)
		stale += baseline_stale(&fixture->baseline.entries.data[i]);
	return arena_printf(fixture->arena, "%s %zu", text, stale);
}

static void keeps_its_bytes(void **state)
{
	struct fixture *fixture = *state;
	finding_list list = {0};
	fill(fixture, &list);
	assert_string_equal(
		round_trip(fixture), "{\n  \"schema\": \"cudalint-baseline/1\",\n  \"findings\": []\n}\n");
	add(fixture, &list, "b.cu", '1', 1);
	add(fixture, &list, "a \"\xc3\xa4\".cu", '2', 1);
	add(fixture, &list, "b.cu", '0', 1);
	add(fixture, &list, "b.cu", '1', 2);
	add(fixture, &list, "\xff.cu", '1', 1);
	list.data[2]->function = NULL;
	list.data[2]->confidence = CONFIDENCE_POSSIBLE;
	list.data[1]->confidence = list.data[0]->confidence = CONFIDENCE_LIKELY;
	list.data[3]->confidence = list.data[4]->confidence = CONFIDENCE_PROVEN;
	fill(fixture, &list);
	assert_string_equal(round_trip(fixture),
		"{\n  \"schema\": \"cudalint-baseline/1\",\n  \"findings\": [\n"
		"    {\"path\": \"a \\\"\xc3\xa4\\\".cu\", \"code\": \"CU101\", \"function\": \"f\", "
		"\"fingerprint\": \"2000000000000000\"},\n"
		"    {\"path\": \"b.cu\", \"code\": \"CU101\", \"fingerprint\": \"0000000000000000\", "
		"\"confidence\": \"possible\"},\n"
		"    {\"path\": \"b.cu\", \"code\": \"CU101\", \"function\": \"f\", \"fingerprint\": "
		"\"1000000000000000\", \"count\": 2},\n"
		"    {\"path\": \"\xef\xbf\xbd.cu\", \"code\": \"CU101\", \"function\": \"f\", "
		"\"fingerprint\": \"1000000000000000\"}\n  ]\n}\n");
	assert_string_equal(match(fixture, &list, "*"), "kkkkk 0");
}

static void matches_in_place_first(void **state)
{
	struct fixture *fixture = *state;
	finding_list list = {0}, other = {0};
	add(fixture, &list, "a.cu", '1', 1);
	add(fixture, &list, "b.cu", '1', 1);
	write_file("a.cu", "");
	write_file("b.cu", "");
	write_file("copy.cu", "");
	fill(fixture, &list);
	/* a copy, before the others and in a run that covers all, is new */
	add(fixture, &other, "a.cu", '1', 1);
	add(fixture, &other, "a.cu", '1', 2);
	add(fixture, &other, "b.cu", '1', 1);
	add(fixture, &other, "copy.cu", '1', 1);
	assert_string_equal(match(fixture, &other, "*"), "knkn 0");
	/* a file that was renamed, or whose finding has moved */
	other.count = 0;
	add(fixture, &other, "b.cu", '1', 1);
	add(fixture, &other, "copy.cu", '1', 1);
	assert_string_equal(match(fixture, &other, "none"), "kn 0");
	assert_string_equal(match(fixture, &other, "*"), "kk 0");
	unlink("a.cu");
	assert_string_equal(match(fixture, &other, "none"), "kk 0");
	other.count = 0;
	add(fixture, &other, "copy.cu", '2', 1);
	assert_string_equal(match(fixture, &other, "b.cu"), "n 1");
	assert_string_equal(match(fixture, &other, "*"), "n 2");
}

static void changes_what_it_may(void **state)
{
	struct fixture *fixture = *state;
	finding_list list = {0}, other = {0};
	add(fixture, &list, "a.cu", '1', 1);
	add(fixture, &list, "a.cu", '1', 2);
	add(fixture, &list, "b.cu", '2', 1);
	add(fixture, &list, "gone.cu", '3', 1);
	write_file("a.cu", "");
	write_file("b.cu", "");
	fill(fixture, &list);
	round_trip(fixture);
	add(fixture, &other, "a.cu", '1', 1);
	add(fixture, &other, "renamed.cu", '3', 1);
	add(fixture, &other, "renamed.cu", '4', 1);
	assert_string_equal(match(fixture, &other, "a.cu"), "kkn 1");
	baseline_prune(&fixture->baseline);
	assert_int_equal(fixture->baseline.entries.count, 3);
	assert_int_equal(fixture->baseline.entries.data[0].count, 1);
	assert_string_equal(fixture->baseline.entries.data[2].path, "gone.cu");
	assert_string_equal(match(fixture, &other, "a.cu"), "kkn 0");
	baseline_update(fixture->arena, &fixture->baseline, &other);
	const char *text = round_trip(fixture);
	assert_non_null(strstr(text, "renamed.cu"));
	assert_null(strstr(text, "gone.cu"));
	assert_null(strstr(text, "4000000000000000"));
	assert_int_equal(fixture->baseline.entries.count, 3);
	assert_string_equal(match(fixture, &other, "*"), "kkn 1"); /* b.cu */
	baseline_update(fixture->arena, &fixture->baseline, &other);
	round_trip(fixture);
	assert_int_equal(fixture->baseline.entries.count, 2);
}

/* Paths are seen from the file's folder; a link to the file stays a link; a merge's twins count once. */
static void knows_places(void **state)
{
	struct fixture *fixture = *state;
	finding_list list = {0};
	char *error = NULL;
	struct stat status;
	mkdir("sub", 0777);
	add(fixture, &list, "a.cu", '1', 1);
	add(fixture, &list, "sub/b.cu", '1', 1);
	assert_int_equal(baseline_new(fixture->arena, "sub/base.json", &fixture->baseline, &error), 0);
	baseline_add(fixture->arena, &fixture->baseline, list.data[0]);
	baseline_add(fixture->arena, &fixture->baseline, list.data[1]);
	assert_string_equal(fixture->baseline.entries.data[0].path, "../a.cu");
	assert_string_equal(fixture->baseline.entries.data[1].path, "b.cu");
	write_file("sub/base.json", "");
	assert_int_equal(symlink("sub/base.json", "link.json"), 0);
	assert_int_equal(baseline_new(fixture->arena, "link.json", &fixture->baseline, &error), 0);
	baseline_add(fixture->arena, &fixture->baseline, list.data[0]);
	assert_int_equal(baseline_write(fixture->arena, &fixture->baseline, &error), 0);
	assert_int_equal(lstat("link.json", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(baseline_read(fixture->arena, "sub/base.json", &fixture->baseline, &error), 0);
	assert_int_equal(fixture->baseline.entries.count, 1);

	write_file(BASELINE_FILE,
		"{\"schema\": \"cudalint-baseline/1\", \"findings\": [{\"path\": \"a\", \"code\": \"CU101\", "
		"\"fingerprint\": \"1000000000000000\"}, {\"path\": \"a\", \"code\": \"CU101\", "
		"\"fingerprint\": \"1000000000000000\", \"count\": 3}]}");
	assert_int_equal(baseline_read(fixture->arena, BASELINE_FILE, &fixture->baseline, &error), 0);
	assert_int_equal(fixture->baseline.entries.count, 1);
	assert_int_equal(fixture->baseline.entries.data[0].count, 3);
}

/* Files with a few bytes changed or cut are read, or refused with their name. */
static void reads_any_bytes(void **state)
{
	struct fixture *fixture = *state;
	static const char bytes[] = "\n\"{}[]:,0a\\\xff<";
	finding_list list = {0};
	struct buffer good = {0};
	unsigned seed = 1, refused = 0, read = 0;
	add(fixture, &list, "a.cu", '1', 1);
	add(fixture, &list, "b.cu", '2', 1);
	add(fixture, &list, "b.cu", '2', 2);
	fill(fixture, &list);
	baseline_print(&fixture->baseline, &good);
	for (unsigned turn = 0; turn < 2000; turn++) {
		char *text = arena_strndup(fixture->arena, good.data, good.size), *error = NULL;
		for (unsigned k = 0; k < 1 + turn % 3; k++) {
			seed = seed * 1664525u + 1013904223u;
			text[(seed >> 8) % good.size] = bytes[(seed >> 4) % (sizeof bytes - 1)];
		}
		if (turn % 8 == 0)
			text[(seed >> 10) % good.size] = '\0';
		write_file(BASELINE_FILE, text);
		if (baseline_read(fixture->arena, BASELINE_FILE, &fixture->baseline, &error)) {
			assert_int_equal(strncmp(error, BASELINE_FILE ":", strlen(BASELINE_FILE) + 1), 0);
			assert_null(strchr(error, '\n'));
			refused++;
		} else {
			match(fixture, &list, "*");
			read++;
		}
	}
	buffer_free(&good);
	assert_true(refused > 100 && read > 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(keeps_its_bytes),
		TEST(matches_in_place_first),
		TEST(changes_what_it_may),
		TEST(knows_places),
		TEST(reads_any_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
