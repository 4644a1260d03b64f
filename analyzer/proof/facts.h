/* What is known before a kernel runs: the launch's shape, its arguments, the sizes of its arrays. */
#ifndef CUDALINT_PROOF_FACTS_H
#define CUDALINT_PROOF_FACTS_H

#include "analyzer/proof/prove.h"
#include "analyzer/proof/symbolic/symbolic.h"

/* An argument, or a member of one, that leads to memory. */
struct fact_memory {
	const struct ir_var *param;
	int64_t offset; /* of the member */
	const struct host_object *object;
	const struct term *start;  /* bytes from the object's start; NULL: unknown */
	const struct term *extent; /* bytes from there on; NULL: unknown */
};

struct fact_number {
	const struct ir_var *param;
	int64_t offset;
	const struct term *term;
};

struct facts {
	struct terms *terms;
	const struct ir_function *kernel;
	struct sym_launch launch;
	const struct ir_launch *site;
	term_list shape; /* relations of the launch's extents to a thread's place, for each thread */
	term_list given; /* of the arguments */
	line_list texts; /* all of them, for people */
	VEC(struct fact_memory) memories;
	VEC(struct fact_number) numbers;
	VEC(const struct host_atom *) atoms; /* of host code, and what stands for them */
	VEC(const struct term *) atom_terms;
};

/* Facts for one of the host's launches (`use` NULL: none is known), and what hints say in its place. */
struct facts *facts_new(struct terms *terms, const struct ir_function *kernel,
	const struct host_launch_use *use, const struct launch_hints *hints);

/* Takes a promise along; false: it names something that the kernel doesn't have, or isn't understood. */
bool facts_promise(struct facts *facts, const struct launch_promise *promise);

#endif
