/* For every size: a proof or a witness. Asks of each kernel whether threads race, whether an access can pass
 * the end of its memory, whether a barrier is met by a part of the block, and whether an index can overflow.
 *
 * An answer holds under the facts that are listed with it. "Proven" means that the solver found that no
 * numbers at all make it fail; "refuted" that numbers were found, without anything that only data knows;
 * everything else is undecided, and says why. */
#ifndef CUDALINT_PROOF_PROVE_H
#define CUDALINT_PROOF_PROVE_H

#include "analyzer/base/lines.h"
#include "analyzer/ir/ir.h"
#include "analyzer/simt/launch/launch.h"
#include "analyzer/solver/solver.h"

enum proof_property { PROOF_RACE, PROOF_BOUNDS, PROOF_BARRIER, PROOF_OVERFLOW, PROOF_PROPERTIES };

enum proof_verdict { PROOF_PROVEN, PROOF_REFUTED, PROOF_UNDECIDED };

struct proof_options {
	const struct launch_hints *hints;
	const project_uses *elsewhere; /* launches that other units make; NULL: none */
	launch_promises promises;
	uint64_t steps;  /* the solver's, for one question */
	uint64_t budget; /* and for one kernel's properties, each */
};

struct proof_answer {
	enum proof_verdict verdict;
	const char *reason;  /* one line: the witness, or what isn't decided; NULL: proven */
	const char *decides; /* of an undecided one: the fact that would; NULL: none is known */
	const struct ir_expr *site, *other; /* where it is; NULL: nowhere */
};

struct proof_kernel {
	const struct ir_function *kernel;
	const struct ir_launch *launch; /* that it is asked for; NULL: none is known */
	line_list facts;                /* under which it holds */
	struct proof_answer answers[PROOF_PROPERTIES];
	uint64_t questions;
	double milliseconds;
};

typedef VEC(struct proof_kernel) proof_kernels;

const char *proof_property_name(enum proof_property property); /* "race-free" */
const char *proof_verdict_name(enum proof_verdict verdict);

/* Answers for the kernels of a unit; `name`: only for the one of this name (plain, qualified or full; NULL:
 * all). Without a solver everything that a question would be needed for is undecided. */
void proof_module(struct arena *arena, const struct ir_module *module, const char *name,
	const struct proof_options *options, struct solver *solver, proof_kernels *out);

/* One line for each promise that no kernel of the unit can take along: it names what none has, or isn't a
 * condition. Those of a whole project needn't. */
void proof_promises_check(struct arena *arena, const struct ir_module *module,
	const struct proof_options *options, line_list *lines);

#endif
