/* Formulas of kernels in the style of books (testdata/formulas): those that comments demand are found, and
 * every one that is found gives what executing a launch counts, at sizes that it wasn't made from. Those of
 * model/measured are compared with what a GPU counted, at three sizes each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/run/predict.h"

enum { TIMES = 12 };

struct fixture {
	struct arena *arena;
	struct unit *unit;
	predict_list kernels;
	struct buffer source;
};

static bool look_at(struct fixture *fixture, const char *path)
{
	char *error = NULL;
	const struct unit_options parse = {.path = path,
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE};
	const struct predict_options options = {.chip = model_chip_find("h100-sxm"), .formulas = true};
	*fixture = (struct fixture){.arena = arena_new()};
	if (unit_parse(fixture->arena, &parse, &fixture->unit, &error) ||
		buffer_read_file(&fixture->source, parse.path, 1 << 20))
		return false;
	predict_module(fixture->arena, fixture->unit->module, &options, &fixture->kernels);
	return true;
}

static void close_fixture(struct fixture *fixture)
{
	buffer_free(&fixture->source);
	unit_close(fixture->unit);
	arena_free(fixture->arena);
}

static int set_up(void **state)
{
	static struct fixture fixture;
	*state = &fixture;
	return look_at(&fixture, CUDALINT_TESTDATA "/formulas/lines.cu") ? 0 : -1;
}

static int tear_down(void **state)
{
	close_fixture(*state);
	return 0;
}

/* The comment of a line of the source, copied; NULL: it has none. */
static char *comment_of(const struct fixture *fixture, uint32_t number)
{
	const char *line = fixture->source.data;
	for (uint32_t i = 1; i < number && line; i++) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	if (!line)
		return NULL;
	size_t length = strcspn(line, "\n");
	char *copy = arena_printf(fixture->arena, "%.*s", (int)length, line);
	char *comment = strstr(copy, "// ");
	return comment ? comment + 3 : NULL;
}

static const struct fit_value *value_named(const struct predict_line *line, const char *name)
{
	if (strcmp(name, "requests") == 0)
		return line->global.requests_formula;
	if (strcmp(name, "sectors") == 0)
		return line->global.count_formula;
	assert_string_equal(name, "wavefronts");
	return line->shared.count_formula;
}

static void demand(const struct fixture *fixture, const struct predict_kernel *kernel,
	const struct predict_line *line, char *wanted)
{
	if (strcmp(wanted, "none") == 0) {
		if (line->global.requests_formula || line->global.count_formula || line->shared.count_formula)
			fail_msg("line %u has a formula", line->line);
		return;
	}
	while (wanted) {
		char *next = strstr(wanted, "; "), *text = strstr(wanted, ": ");
		if (next) {
			*next = 0;
			next += 2;
		}
		assert_non_null(text);
		*text = 0;
		const struct fit_value *value = value_named(line, wanted);
		if (!value)
			fail_msg("line %u: no formula of %s: %s", line->line, wanted,
				line->no_formula ? line->no_formula : "");
		const char *found = formula_text(fixture->arena, value->formula, kernel->subject->names);
		if (strcmp(found, text + 2) != 0)
			fail_msg("line %u: %s are %s", line->line, wanted, found);
		wanted = next;
	}
}

static void comments_are_met(void **state)
{
	const struct fixture *fixture = *state;
	size_t count = 0;
	for (size_t i = 0; i < fixture->kernels.count; i++) {
		const struct predict_kernel *kernel = fixture->kernels.data[i];
		for (size_t k = 0; k < kernel->lines.count; k++) {
			char *wanted = comment_of(fixture, kernel->lines.data[k].line);
			count += wanted != NULL;
			if (wanted)
				demand(fixture, kernel, &kernel->lines.data[k], wanted);
		}
	}
	assert_true(count > 30);
}

static bool is_count(const struct predict_kernel *kernel, const struct fit_value *value, const int64_t *sizes,
	bool known, double count, const char *name)
{
	if (!value || !known || !predict_holds(kernel->subject, value, sizes))
		return false;
	double said = formula_value(value->formula, sizes);
	if (fabs(said - count) > 1e-3)
		fail_msg("%s of %s at %lld, %lld, %lld: %.0f, the formula says %.3f", name,
			kernel->function->name, (long long)sizes[0], (long long)sizes[1], (long long)sizes[2],
			count, said);
	return true;
}

static size_t compare(const struct predict_kernel *kernel, const struct predict_line *line,
	const struct predict_line *there, const int64_t *sizes)
{
	const struct predict_counts *global = &line->global, *shared = &line->shared;
	bool known = there->global.known;
	return (size_t)is_count(kernel, global->requests_formula, sizes, there->global.requests_known,
		       there->global.requests, "requests") +
	       is_count(kernel, global->count_formula, sizes, known, there->global.count, "sectors") +
	       is_count(kernel, global->ideal_formula, sizes, known, there->global.ideal, "ideal sectors") +
	       is_count(kernel, shared->count_formula, sizes, there->shared.known, there->shared.count,
		       "wavefronts") +
	       is_count(kernel, shared->ideal_formula, sizes, there->shared.known, there->shared.ideal,
		       "ideal wavefronts");
}

/* Small sizes, multiples, and sizes of several blocks; a product that is executed in a short time. */
static void draw(const struct formula_subject *subject, uint64_t *seed, int64_t *sizes)
{
	double all = 1;
	for (size_t i = 0; i < subject->count; i++) {
		*seed = *seed * UINT64_C(6364136223846793005) + 1;
		uint64_t random = *seed >> 33;
		int64_t value = (int64_t)(random / 8 % (all > 2000 ? 60 : random % 2 ? 1500 : 150)) + 1;
		sizes[i] = random % 8 < 4 ? value : (value + 31) / 32 * 32;
		all *= (double)sizes[i];
	}
}

static size_t check_kernel(const struct fixture *fixture, const struct predict_kernel *kernel, uint64_t *seed)
{
	static const struct predict_line nothing = {
		.global = {.known = true, .requests_known = true}, .shared = {.known = true}};
	const struct predict_options options = {.chip = NULL};
	struct predict_kernel one = {
		.function = kernel->function, .path = kernel->path, .line = kernel->line};
	int64_t sizes[FORMULA_MOST_SIZES] = {0};
	struct arena *arena = arena_new();
	size_t checked = 0;
	draw(kernel->subject, seed, sizes);
	bool there = subject_launch(arena, kernel->subject, sizes, &one.launch);
	if (there)
		predict_execute(arena, fixture->unit->module, &options, &one);
	for (size_t i = 0; there && i < kernel->lines.count; i++) {
		const struct predict_line *line = &kernel->lines.data[i], *same = &nothing;
		for (size_t k = 0; k < one.lines.count; k++)
			if (one.lines.data[k].line == line->line &&
				strcmp(one.lines.data[k].path, line->path) == 0)
				same = &one.lines.data[k];
		checked += compare(kernel, line, same, sizes);
	}
	arena_free(arena);
	return checked;
}

static void formulas_are_what_is_counted(void **state)
{
	const struct fixture *fixture = *state;
	uint64_t seed = 7;
	size_t checked = 0;
	for (size_t i = 0; i < fixture->kernels.count; i++)
		for (int k = 0; k < TIMES; k++)
			checked += check_kernel(fixture, fixture->kernels.data[i], &seed);
	print_message("%zu counts are what formulas say\n", checked);
	assert_true(checked > 500);
}

/* What a launch of numbers is too large to be executed for, its formulas say. */
static void launches_are_filled_in(void **state)
{
	const struct fixture *fixture = *state;
	struct launch_hint launch = {.kernel = "triangle",
		.source = LAUNCH_COMMAND_LINE,
		.grid = {40, 1, 1},
		.block = {256, 1, 1},
		.grid_known = true,
		.block_known = true,
		.shared = -1};
	struct param_hint param = {.kernel = "triangle", .param = "n", .value = 10240};
	struct launch_hints hints = {{0}, {0}, {0}};
	vec_push(fixture->arena, &hints.launches, launch);
	vec_push(fixture->arena, &hints.params, param);
	const struct predict_options options = {
		.chip = model_chip_find("h100-sxm"), .formulas = true, .hints = &hints};
	predict_list kernels = {0};
	predict_module(fixture->arena, fixture->unit->module, &options, &kernels);
	for (size_t i = 0; i < kernels.count; i++) {
		const struct predict_kernel *kernel = kernels.data[i];
		if (strcmp(kernel->function->name, "triangle") != 0)
			continue;
		assert_int_equal(kernel->lines.count, 1);
		assert_true(kernel->lines.data[0].global.requests_known);
		assert_true(
			fabs(kernel->lines.data[0].global.requests - 320 * (10240 - 16 * 320 + 16.0)) < 0.5);
		return;
	}
	fail_msg("the kernel isn't there");
}

/* ---- what a GPU counted -------------------------------------------------------------------------- */

/* A line of one launch of the record. */
struct row {
	char kernel[64];
	uint32_t line;
	int64_t sizes[3]; /* n, m, k */
	double counts[4]; /* sectors, ideal; wavefronts, ideal */
};

struct score {
	size_t equal, exact, wrong;
};

static bool read_row(const char *text, struct row *out)
{
	char file[64], grid[32], block[32], ops[256];
	double executed, global, requests, local;
	long long n, m, k;
	if (sscanf(text,
		    "%63[^\t]\t%" SCNu32
		    "\t%63[^\t]\t%lf\t%lf\t%lf\t%lf\t%lf\t%31[^\t]\t%31[^\t]\t%lf\t%lf\t%lf\t%"
		    "255[^\t]\t%lld %lld %lld",
		    file, &out->line, out->kernel, &executed, &out->counts[0], &out->counts[1],
		    &out->counts[2], &out->counts[3], grid, block, &global, &requests, &local, ops, &n, &m,
		    &k) != 17)
		return false;
	out->sizes[0] = n;
	out->sizes[1] = m;
	out->sizes[2] = k;
	return true;
}

/* The sizes of a kernel for a run of the program: by their names there. False: one has another. */
static bool take_sizes(const struct formula_subject *subject, const struct row *row, int64_t *out)
{
	static const char *const names[3] = {"n", "m", "k"};
	for (size_t i = 0; i < subject->count; i++) {
		int at = 0;
		while (at < 3 && strcmp(subject->names[i], names[at]) != 0)
			at++;
		bool is_grid = subject->sizes[i].origin == SUBJECT_GRID;
		if (at == 3 && !is_grid)
			return false;
		out[i] = is_grid ? 2 : row->sizes[at];
	}
	return true;
}

static void compare_counted(const struct predict_kernel *kernel, const struct predict_line *line,
	const struct row *row, struct score *score)
{
	const struct fit_value *values[4] = {line->global.count_formula, line->global.ideal_formula,
		line->shared.count_formula, line->shared.ideal_formula};
	int64_t sizes[FORMULA_MOST_SIZES];
	if (!take_sizes(kernel->subject, row, sizes))
		return;
	for (int i = 0; i < 4; i++) {
		if (!values[i] || !predict_holds(kernel->subject, values[i], sizes))
			continue;
		double said = formula_value(values[i]->formula, sizes);
		bool equal = fabs(said - row->counts[i]) < 0.5;
		score->equal += equal;
		score->exact += equal && line->exact_formula;
		if (equal || !line->exact_formula)
			continue;
		score->wrong++;
		print_error("%s:%u at %lld, %lld, %lld: counted %.0f, the formula says %.0f\n", row->kernel,
			row->line, (long long)row->sizes[0], (long long)row->sizes[1],
			(long long)row->sizes[2], row->counts[i], said);
	}
}

static void exact_formulas_are_what_a_gpu_counts(void **state)
{
	struct fixture fixture;
	struct score score = {0};
	struct row row;
	char *text = NULL;
	size_t size = 0;
	FILE *in = fopen(CUDALINT_SOURCE_DIR "/model/measured/formulas-h200.tsv", "r");
	(void)state;
	assert_non_null(in);
	assert_true(look_at(&fixture, CUDALINT_SOURCE_DIR "/model/measured/formulas/books.cu"));
	while (getline(&text, &size, in) > 0) {
		if (!read_row(text, &row))
			continue;
		for (size_t i = 0; i < fixture.kernels.count; i++) {
			const struct predict_kernel *kernel = fixture.kernels.data[i];
			for (size_t k = 0;
				strcmp(kernel->function->name, row.kernel) == 0 && k < kernel->lines.count;
				k++)
				if (kernel->lines.data[k].line == row.line)
					compare_counted(kernel, &kernel->lines.data[k], &row, &score);
		}
	}
	print_message(
		"%zu counts are what a GPU counted, %zu of them said to be exact; %zu of those are wrong\n",
		score.equal, score.exact, score.wrong);
	free(text);
	fclose(in);
	close_fixture(&fixture);
	assert_int_equal(score.wrong, 0);
	assert_true(score.exact > 250);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_are_met),
		cmocka_unit_test(formulas_are_what_is_counted),
		cmocka_unit_test(launches_are_filled_in),
		cmocka_unit_test(exact_formulas_are_what_a_gpu_counts),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
