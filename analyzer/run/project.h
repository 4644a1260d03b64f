/* The units of a project tell each other of kernels that one defines and another launches.
 *
 * The project is the inputs of the run; with those of its other parts, with what a change leaves out, and
 * with the files of the compilation database. Units that aren't linted are looked at only where they mention
 * a name that one that is linted has a question about: then they are parsed for what they have to say, and no
 * more. So what is found in a unit is the same whichever others are linted with it. */
#ifndef CUDALINT_RUN_PROJECT_H
#define CUDALINT_RUN_PROJECT_H

#include "analyzer/run/plan.h"
#include "analyzer/run/workers.h"

/* A unit that may have something to say. */
struct project_unit {
	const char *path; /* as reported */
	struct run_unit_input input;
	struct unit_result *result; /* NULL: not looked at */
	bool is_own;                /* linted; the first units are the inputs, in their order */
};

struct project {
	struct plan *plan;
	VEC(struct project_unit) units;
};

/* The units of a run whose inputs have results, as far as they are linted here. */
struct project *project_open(struct plan *plan, struct unit_result *const *results);

/* Whether the project has more than the inputs. */
bool project_is_larger(const struct plan *plan);

/* Parses the others that may have something to say to those that are linted, and to those in turn. Returns 0,
 * or the signal that ended the run. */
int project_ask(struct project *project, const struct worker_limits *limits);

/* Sets what the facts of all units have to say to each. Returns how many are told something else than they
 * were linted with, and their numbers in `told`, which has room for all. */
size_t project_tell(struct project *project, size_t *told);

/* Parses those of them once more that aren't linted. As project_ask(). */
int project_parse(
	struct project *project, const size_t *units, size_t count, const struct worker_limits *limits);

/* The facts of results, of which NULL ones have none; `paths` as reported. In the arena. */
const struct project_index *project_index_of(
	struct arena *arena, struct unit_result *const *results, const char *const *paths, size_t count);

#endif
