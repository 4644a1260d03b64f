/* Predictions against what hardware counted: the patterns of model/measured are predicted in this process and
 * compared with the records of an H100 and an H200, line by line; the times of the pairs, those about atomics
 * among them, with the measured ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/run/predict.h"

/* What the record holds of one line of one launch. */
struct row {
	const char *file, *kernel;
	uint32_t line;
	int64_t grid[3], block[3];
	double sectors, ideal_sectors, wavefronts, ideal_wavefronts;
	bool is_foreign; /* in a header of the toolkit, where wrappers of atomics are */
};

struct record {
	struct arena *arena;
	VEC(struct row) rows;
};

struct score {
	size_t lines, exact, wrong;
};

/* At least so many of a hundred lines have to be exact: some kernels are there to show what the compiler may
 * do otherwise. */
enum { EXACT_PERCENT = 88 };

/* ---- the record ------------------------------------------------------------------------------ */

static void read_row(struct record *record, char *text)
{
	char *cell[16] = {NULL}, *rest = text;
	size_t count = 0;
	while (count < 16 && (cell[count] = strsep(&rest, "\t")))
		count++;
	if (count < 10 || strcmp(cell[0], "file") == 0)
		return;
	struct row row = {.file = arena_printf(record->arena, "%s", cell[0]),
		.kernel = arena_printf(record->arena, "%s", cell[2]),
		.line = (uint32_t)strtoul(cell[1], NULL, 10),
		.sectors = strtod(cell[4], NULL),
		.ideal_sectors = strtod(cell[5], NULL),
		.wavefronts = strtod(cell[6], NULL),
		.ideal_wavefronts = strtod(cell[7], NULL)};
	row.is_foreign = strncmp(row.file, "patterns/", 9) != 0;
	long long g[3], b[3];
	if (sscanf(cell[8], "%lld,%lld,%lld", &g[0], &g[1], &g[2]) != 3 ||
		sscanf(cell[9], "%lld,%lld,%lld", &b[0], &b[1], &b[2]) != 3)
		return;
	for (int dim = 0; dim < 3; dim++) {
		row.grid[dim] = g[dim];
		row.block[dim] = b[dim];
	}
	vec_push(record->arena, &record->rows, row);
}

static void read_record(struct record *record, const char *path)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	assert_non_null(in);
	for (ssize_t length; (length = getline(&line, &size, in)) > 0;) {
		if (line[length - 1] == '\n')
			line[length - 1] = 0;
		if (line[0] != '#')
			read_row(record, line);
	}
	free(line);
	fclose(in);
}

static bool is_of(const struct row *row, const struct predict_kernel *kernel)
{
	return strcmp(row->kernel, kernel->function->display) == 0 &&
	       memcmp(row->grid, kernel->launch.grid, sizeof row->grid) == 0 &&
	       memcmp(row->block, kernel->launch.block, sizeof row->block) == 0;
}

/* The row of a line; NULL: nothing was counted there. *foreign: the kernel has rows in other files. */
static const struct row *row_of(const struct record *record, const struct predict_kernel *kernel,
	const struct predict_line *line, bool *foreign)
{
	*foreign = false;
	for (size_t i = 0; i < record->rows.count; i++) {
		const struct row *row = &record->rows.data[i];
		if (!is_of(row, kernel))
			continue;
		*foreign |= row->is_foreign;
		if (row->line == line->line && strcmp(row->file, line->path) == 0)
			return row;
	}
	return NULL;
}

/* ---- prediction ------------------------------------------------------------------------------ */

static struct unit *parse(struct arena *arena, const char *path)
{
	struct unit *unit;
	char *error = NULL;
	const struct unit_options options = {.path = path,
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s: %s", path, error);
	return unit;
}

static void predict(
	struct arena *arena, const char *path, const char *chip, struct unit **unit, predict_list *out)
{
	const struct predict_options options = {.chip = model_chip_find(chip)};
	*unit = parse(arena, path);
	predict_module(arena, (*unit)->module, &options, out);
}

static bool agrees(const struct predict_counts *predicted, double count, double ideal)
{
	return fabs(predicted->count - count) < 0.5 && fabs(predicted->ideal - ideal) < 0.5;
}

static void compare_line(const struct record *record, const struct predict_kernel *kernel,
	const struct predict_line *line, struct score *score)
{
	static const struct row nothing;
	bool foreign;
	const struct row *row = row_of(record, kernel, line, &foreign);
	score->lines++;
	score->exact += line->exact;
	if (!line->exact || (!row && foreign))
		return;
	row = row ? row : &nothing;
	if (agrees(&line->global, row->sectors, row->ideal_sectors) &&
		agrees(&line->shared, row->wavefronts, row->ideal_wavefronts))
		return;
	score->wrong++;
	print_error("%s:%u %s: predicted %.0f/%.0f sectors, %.0f/%.0f wavefronts; counted %.0f/%.0f, "
		    "%.0f/%.0f\n",
		line->path, line->line, kernel->function->display, line->global.count, line->global.ideal,
		line->shared.count, line->shared.ideal, row->sectors, row->ideal_sectors, row->wavefronts,
		row->ideal_wavefronts);
}

static void compare_file(const struct record *record, const char *path, struct score *score)
{
	struct arena *arena = arena_new();
	struct unit *unit;
	predict_list kernels = {0};
	predict(arena, path, "h100-sxm", &unit, &kernels);
	for (size_t i = 0; i < kernels.count; i++)
		for (size_t k = 0; k < kernels.data[i]->lines.count; k++)
			if (strcmp(kernels.data[i]->lines.data[k].path, path) == 0)
				compare_line(record, kernels.data[i], &kernels.data[i]->lines.data[k], score);
	unit_close(unit);
	arena_free(arena);
}

static void test_patterns(void **state)
{
	(void)state;
	struct record record = {.arena = arena_new()};
	struct score score = {0};
	struct dirent **names;
	read_record(&record, "patterns-h100.tsv");
	read_record(&record, "patterns-h200.tsv"); /* of files that only this one has counted */
	int count = scandir("patterns", &names, NULL, alphasort);
	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		size_t length = strlen(names[i]->d_name);
		if (length > 3 && strcmp(names[i]->d_name + length - 3, ".cu") == 0)
			compare_file(
				&record, arena_printf(record.arena, "patterns/%s", names[i]->d_name), &score);
		free(names[i]);
	}
	free(names);
	arena_free(record.arena);
	print_message("%zu of %zu lines are exact (%.1f %%), %zu of them wrong\n", score.exact, score.lines,
		100.0 * (double)score.exact / (double)score.lines, score.wrong);
	assert_int_equal(score.wrong, 0);
	assert_true(score.exact * 100 >= score.lines * EXACT_PERCENT);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

enum { MAX_PAIRS = 96 };

/* What predicted speed-ups reach: factors of the measured ones. A pair without a prediction is beyond all. */
struct reached {
	double factor[MAX_PAIRS];
	size_t count;
};

static double time_of(const predict_list *kernels, const char *name, bool last)
{
	double us = 0;
	for (size_t i = 0; i < kernels->count; i++) {
		const struct predict_kernel *kernel = kernels->data[i];
		bool wanted = strcmp(kernel->function->name, name) == 0;
		if (wanted && kernel->price.known && (last || us == 0))
			us = kernel->price.time.seconds * 1e6;
	}
	return us;
}

/* Compares a pair of a folder with its row; false: it has no prediction. */
static bool compare_pair(const char *folder, const char *chip, char *text, struct reached *reached)
{
	struct arena *arena = arena_new();
	char *name = strsep(&text, "\t");
	double slow = strtod(strsep(&text, "\t"), NULL), fast = strtod(strsep(&text, "\t"), NULL);
	struct unit *unit;
	predict_list kernels = {0};
	predict(arena, arena_printf(arena, "%s/%s.cu", folder, name), chip, &unit, &kernels);
	double slow_us = time_of(&kernels, "slow", false), fast_us = time_of(&kernels, "fast", true);
	if (fast_us == 0) /* one kernel, launched in two ways */
		fast_us = time_of(&kernels, "slow", true);
	bool predicted = slow_us > 0 && fast_us > 0;
	double factor = predicted ? slow_us / fast_us / (slow / fast) : INFINITY;
	print_message("%-24s %9.1f of %9.1f us, %9.1f of %9.1f us: speed-up %7.2f of %7.2f, x %.2f\n", name,
		slow_us, slow, fast_us, fast, slow_us / fast_us, slow / fast, factor);
	reached->factor[reached->count++] = factor < 1 ? 1 / factor : factor;
	unit_close(unit);
	arena_free(arena);
	return predicted;
}

static int compare_factors(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

static size_t within(const struct reached *reached, double factor)
{
	size_t count = 0;
	while (count < reached->count && reached->factor[count] <= factor)
		count++;
	return count;
}

/* Pairs of host code have no kernels to compare. */
static bool is_row(const char *line)
{
	return line[0] != '#' && strncmp(line, "name\t", 5) != 0 && strncmp(line, "host_", 5) != 0;
}

/* Compares the pairs of a folder with their record; those without a prediction are counted, and beyond all.
 */
static size_t compare_pairs(const char *folder, const char *record, const char *chip, struct reached *reached)
{
	FILE *in = fopen(record, "r");
	char *line = NULL;
	size_t size = 0, unpredicted = 0;
	assert_non_null(in);
	while (getline(&line, &size, in) > 0 && reached->count < MAX_PAIRS)
		if (is_row(line))
			unpredicted += !compare_pair(folder, chip, line, reached);
	free(line);
	fclose(in);
	qsort(reached->factor, reached->count, sizeof *reached->factor, compare_factors);
	print_message("%zu pairs: %zu within 1.3, %zu within 2, median %.2f\n", reached->count,
		within(reached, 1.3), within(reached, 2), reached->factor[reached->count / 2]);
	return unpredicted;
}

static void test_pairs(void **state)
{
	(void)state;
	struct reached reached = {0};
	assert_int_equal(compare_pairs("pairs", "pairs-h100.tsv", "h100-sxm", &reached), 0);
	assert_true(within(&reached, 1.3) * 100 >= reached.count * 80);
	assert_int_equal(within(&reached, 2), reached.count);
	assert_true(reached.factor[reached.count / 2] < 1.2);
}

/* With those that were measured on this card alone. Three aren't predicted: what the device's heap takes
 * (device_heap), which sectors data asks for (gather), and the traffic of asynchronous copies
 * (staged_copy). */
static void test_pairs_h200(void **state)
{
	(void)state;
	struct reached reached = {0};
	assert_int_equal(compare_pairs("pairs", "pairs-h200.tsv", "h200", &reached), 0);
	assert_true(within(&reached, 1.3) * 100 >= reached.count * 80);
	assert_true(within(&reached, 2) + 3 >= reached.count);
}

/* Atomics, memory orders and fences. How often a thread waits for a lock or a flag, and how often a
 * compare-and-swap is tried, isn't in the source: five of them. */
static void compare_atomics(const char *record, const char *chip)
{
	struct reached reached = {0};
	size_t unpredicted = compare_pairs("atomics", record, chip, &reached);
	size_t predicted = reached.count - unpredicted;
	assert_true(unpredicted <= 5);
	assert_true(predicted >= 27);
	assert_true(within(&reached, 1.3) * 100 >= predicted * 80);
	assert_int_equal(within(&reached, 1.8), predicted);
}

static void test_atomics(void **state)
{
	(void)state;
	compare_atomics("atomics-h100.tsv", "h100-sxm");
	compare_atomics("atomics-h200.tsv", "h200");
}

static int set_up(void **state)
{
	(void)state;
	return chdir(CUDALINT_SOURCE_DIR "/model/measured");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patterns),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_pairs_h200),
		cmocka_unit_test(test_atomics),
	};
	return cmocka_run_group_tests(tests, set_up, NULL);
}
