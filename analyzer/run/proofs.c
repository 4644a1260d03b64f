/* Marks; see proofs.h. A process for some of the files each, with a pipe for its marks. */
#include "analyzer/run/proofs.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/base/bytes.h"
#include "analyzer/engine/hints.h"
#include "analyzer/run/confine.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/told.h"

struct proof_effort proof_effort_short(void)
{
	return (struct proof_effort){.steps = 1000000, .budget = 3000000};
}

enum proof_verdict proof_mark_verdict(const struct proof_mark *mark)
{
	enum proof_verdict all = PROOF_PROVEN;
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		if (mark->verdicts[i] == PROOF_REFUTED)
			return PROOF_REFUTED;
		if (mark->verdicts[i] == PROOF_UNDECIDED)
			all = PROOF_UNDECIDED;
	}
	return all;
}

/* ---- one file -------------------------------------------------------------------------------- */

static void add_mark(struct arena *arena, const struct ir_module *module, const struct proof_kernel *proof,
	proof_marks *out)
{
	struct ir_place place;
	struct proof_mark mark = {.kernel = arena_strdup(arena, proof->kernel->display)};
	if (!ir_locate(module, proof->kernel->name_range, NULL, &place) || place.file >= module->files.count)
		return;
	mark.path = arena_strdup(arena, module->files.data[place.file].path);
	mark.line = place.line;
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		const struct proof_answer *answer = &proof->answers[i];
		mark.verdicts[i] = answer->verdict;
		mark.reasons[i] = answer->reason ? arena_strdup(arena, answer->reason) : NULL;
	}
	vec_push(arena, out, mark);
}

/* The solver is there before rights are given up. */
void proofs_of_file(struct arena *arena, const struct run_options *options,
	const struct rule *const *registry, const struct proof_effort *effort, proof_marks *out)
{
	struct run_report report = {0};
	struct plan plan = {.arena = arena, .options = options, .report = &report};
	struct unit *unit = NULL;
	char *error;
	const char *why;
	if (plan_make(&plan, registry) || plan.inputs.count != 1)
		return;
	struct solver *solver = solver_start(&why);
	bool is_parsed = !told_fill(&plan) && !confine_to_plan(&plan) &&
			 !run_parse(arena, &plan.units[0], &unit, &error);
	if (is_parsed) {
		const struct project_given *given = plan.units[0].given;
		struct proof_options proving = {.hints = hints_gather(arena, unit, plan.units[0].hints),
			.elsewhere = given ? &given->uses : NULL,
			.steps = effort->steps,
			.budget = effort->budget};
		proof_kernels kernels = {0};
		proving.promises = proving.hints->promises;
		proof_module(arena, unit->module, NULL, &proving, solver, &kernels);
		for (size_t i = 0; i < kernels.count; i++)
			add_mark(arena, unit->module, &kernels.data[i], out);
		unit_close(unit);
	}
	solver_stop(solver);
}

/* ---- as bytes -------------------------------------------------------------------------------- */

void proofs_write(struct buffer *out, const proof_marks *marks)
{
	bytes_put_unsigned(out, marks->count);
	for (size_t i = 0; i < marks->count; i++) {
		const struct proof_mark *mark = &marks->data[i];
		bytes_put_required(out, mark->kernel);
		bytes_put_required(out, mark->path);
		bytes_put_unsigned(out, mark->line);
		for (int k = 0; k < PROOF_PROPERTIES; k++) {
			bytes_put_unsigned(out, mark->verdicts[k]);
			bytes_put_text(out, mark->reasons[k]);
		}
	}
}

bool proofs_read(struct arena *arena, const void *data, size_t size, proof_marks *out)
{
	struct bytes_reader reader = {arena, data, (const unsigned char *)data + size, false};
	size_t count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct proof_mark mark = {.kernel = bytes_get_required(&reader)};
		mark.path = bytes_get_required(&reader);
		mark.line = (uint32_t)bytes_get_unsigned(&reader, UINT32_MAX);
		for (int k = 0; k < PROOF_PROPERTIES; k++) {
			mark.verdicts[k] = (enum proof_verdict)bytes_get_unsigned(&reader, PROOF_UNDECIDED);
			mark.reasons[k] = bytes_get_text(&reader);
		}
		vec_push(arena, out, mark);
	}
	return !reader.failed;
}

/* ---- many files ------------------------------------------------------------------------------ */

struct prover {
	pid_t pid;
	int fd;
};

/* One file in a process, as that gives up its rights for good. */
static bool start(struct prover *prover, const struct run_options *options,
	const struct rule *const *registry, const char *path, const struct proof_effort *effort)
{
	int ends[2];
	if (pipe(ends))
		return false;
	prover->pid = fork();
	if (prover->pid == 0) {
		struct arena *arena = arena_new();
		struct run_options own = *options;
		struct buffer bytes = {0};
		proof_marks marks = {0};
		close(ends[0]);
		own.paths = &path;
		own.path_count = 1;
		proofs_of_file(arena, &own, registry, effort, &marks);
		proofs_write(&bytes, &marks);
		_exit(buffer_write_fd(&bytes, ends[1]) != 0);
	}
	close(ends[1]);
	prover->fd = ends[0];
	if (prover->pid < 0)
		close(ends[0]);
	return prover->pid > 0;
}

static void finish(struct arena *arena, struct prover *prover, proof_marks *out)
{
	struct buffer bytes = {0};
	int error = buffer_read_fd(&bytes, prover->fd, SIZE_MAX);
	close(prover->fd);
	while (waitpid(prover->pid, NULL, 0) < 0 && errno == EINTR)
		;
	size_t before = out->count;
	if (error || !bytes.size || !proofs_read(arena, bytes.data, bytes.size, out))
		out->count = before;
	buffer_free(&bytes);
	prover->pid = 0;
}

void proofs_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	const char *const *paths, size_t count, const struct proof_effort *effort, proof_marks *out)
{
	enum { MOST_JOBS = 64 };
	struct prover provers[MOST_JOBS] = {{0}};
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t jobs = options->jobs ? options->jobs : cores > 0 ? (size_t)cores : 1;
	jobs = jobs < MOST_JOBS ? jobs : MOST_JOBS;
	/* in turn, so that marks are in the order of the paths */
	for (size_t i = 0; i < count + jobs; i++) {
		struct prover *prover = &provers[i % jobs];
		if (prover->pid > 0)
			finish(arena, prover, out);
		if (i >= count || !start(prover, options, registry, paths[i], effort))
			prover->pid = 0;
	}
}
