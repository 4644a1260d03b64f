/* What is proven of the kernels in testdata/proof: golden files, and what must never be said whatever they
 * hold. CUDALINT_UPDATE=1 rewrites the golden files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "analyzer/base/golden_test.h"
#include "analyzer/frontend/parse_test.h"
#include "analyzer/proof/prove.h"
#include "analyzer/simt/launch/promise.h"

static struct solver *solver;

static void prove(struct arena *arena, const struct unit *unit, proof_kernels *out)
{
	struct proof_options options = {.steps = 3000000, .budget = 60000000};
	for (size_t i = 0; i < unit->module->files.count; i++)
		if (!unit->module->files.data[i].is_system && unit->module->files.data[i].text)
			launch_promises_find(arena, unit->module->files.data[i].text, &options.promises);
	proof_module(arena, unit->module, NULL, &options, solver, out);
}

/* A kernel that is called right isn't refuted, and one that is called racy isn't proven. */
static void check_name(const struct proof_kernel *kernel)
{
	enum proof_verdict verdict = kernel->answers[PROOF_RACE].verdict;
	if (!strncmp(kernel->kernel->name, "right", 5) && verdict == PROOF_REFUTED)
		fail_msg("%s is refuted: %s", kernel->kernel->name, kernel->answers[PROOF_RACE].reason);
	if (!strncmp(kernel->kernel->name, "racy", 4) && verdict == PROOF_PROVEN)
		fail_msg("%s is proven", kernel->kernel->name);
}

static void print_proofs(FILE *stream, struct arena *arena, const char *path)
{
	struct unit *unit = parse_whole(arena, path, NULL);
	proof_kernels kernels = {0};
	prove(arena, unit, &kernels);
	for (size_t i = 0; i < kernels.count; i++) {
		const struct proof_kernel *kernel = &kernels.data[i];
		check_name(kernel);
		fprintf(stream, "%s\n", kernel->kernel->display);
		for (int k = 0; k < PROOF_PROPERTIES; k++)
			fprintf(stream, "\t%s: %s%s%s\n", proof_property_name((enum proof_property)k),
				proof_verdict_name(kernel->answers[k].verdict),
				kernel->answers[k].reason ? ": " : "",
				kernel->answers[k].reason ? kernel->answers[k].reason : "");
	}
	unit_close(unit);
}

static void golden_proofs(void **state)
{
	(void)state;
	golden_folder("proof", "proof", print_proofs, 4);
}

/* ---- without a solver ------------------------------------------------------------------------- */

static void without(void **state)
{
	(void)state;
	struct solver *kept = solver;
	struct arena *arena = arena_new();
	solver = NULL;
	struct unit *unit = parse_whole(arena, "none.cu",
		"__global__ void plain(int *y) { y[threadIdx.x] = threadIdx.x; }\n"
		"__global__ void racy(int *y) { y[threadIdx.x / 2] = threadIdx.x; }\n");
	proof_kernels kernels = {0};
	prove(arena, unit, &kernels);
	assert_int_equal(kernels.count, 2);
	/* that the one's threads are apart follows from its form alone */
	assert_int_equal(kernels.data[0].answers[PROOF_RACE].verdict, PROOF_PROVEN);
	assert_int_equal(kernels.data[1].answers[PROOF_RACE].verdict, PROOF_UNDECIDED);
	unit_close(unit);
	arena_free(arena);
	solver = kept;
}

/* ---- promises --------------------------------------------------------------------------------- */

static enum proof_verdict with_promise(const char *text, size_t *wrong)
{
	struct arena *arena = arena_new();
	struct unit *unit = parse_whole(arena, "promise.cu",
		"__global__ void k(int *y, int pitch) { int i = threadIdx.x; y[i / 4 * pitch + i % 4] = i; }\n");
	struct proof_options options = {.steps = 3000000, .budget = 60000000};
	struct launch_promise promise;
	launch_promise_read(arena, text, "test", &promise);
	vec_push(arena, &options.promises, promise);
	proof_kernels kernels = {0};
	line_list lines = {0};
	proof_promises_check(arena, unit->module, &options, &lines);
	*wrong = lines.count;
	proof_module(arena, unit->module, NULL, &options, solver, &kernels);
	enum proof_verdict verdict = kernels.data[0].answers[PROOF_RACE].verdict;
	unit_close(unit);
	arena_free(arena);
	return verdict;
}

static void promises(void **state)
{
	(void)state;
	size_t wrong;
	assert_int_equal(with_promise("pitch >= 4", &wrong), PROOF_PROVEN);
	assert_int_equal(wrong, 0);
	assert_int_equal(with_promise("!(pitch < 2 * 2) || pitch == 4 && 1 != 2", &wrong), PROOF_PROVEN);
	assert_int_equal(with_promise("pitch % 4 == 0 && pitch - 1 > 0", &wrong), PROOF_PROVEN);
	assert_int_equal(with_promise("pitch >= 3", &wrong), PROOF_REFUTED);
	assert_int_equal(with_promise("blockDim.x <= 4", &wrong), PROOF_PROVEN);
	assert_int_equal(wrong, 0);
	static const char *const bad[] = {
		"width >= 4", "pitch >=", "pitch >= 4)", "(pitch >= 4", "", "pitch $ 3", "y > 1"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(with_promise(bad[i], &wrong), PROOF_REFUTED);
		if (!wrong)
			fail_msg("'%s' is taken for a promise", bad[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_proofs),
		cmocka_unit_test(without),
		cmocka_unit_test(promises),
	};
	const char *why;
	solver = solver_start(&why);
	if (!solver)
		return 0; /* the library isn't there: nothing is proven without it */
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	solver_stop(solver);
	return failed;
}
