/* The solver: whether a set of conditions can hold at all, and with which numbers.
 *
 * It is Z3 in a process of its own, which is made while nothing else has happened yet and is copied for each
 * question: so an answer depends on its question alone, and a question that runs wild loses nothing else.
 * libz3 is loaded when that process starts; the program builds and runs without it. */
#ifndef CUDALINT_SOLVER_SOLVER_H
#define CUDALINT_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/arena.h"

struct solver;

enum solver_answer {
	SOLVER_NEVER,  /* they can't hold */
	SOLVER_HOLDS,  /* they can */
	SOLVER_UNKNOWN /* not decided within the steps, or no answer */
};

/* Starts the process. Call it early: what it holds is copied for each question. NULL: there is no solver, and
 * *why says so in a line that lives as long as the program. */
struct solver *solver_start(const char **why);

/* Ends the process; NULL is fine. */
void solver_stop(struct solver *solver);

/* Version of the library, "4.8.12.0". */
const char *solver_version(const struct solver *solver);

/* Asks. `text` declares and asserts in SMT-LIB 2, without check-sat; `wanted` is the space-separated names of
 * integers whose numbers are given back when the conditions hold, in *numbers, one for each name in order
 * (NULL: they can't be told; numbers beyond 64 bits can't); both may be NULL. `steps` is the budget, in Z3's
 * own steps (3 million take about a second): the same on every machine. */
enum solver_answer solver_ask(struct solver *solver, struct arena *arena, const char *text,
	const char *wanted, uint64_t steps, const int64_t **numbers);

/* Questions asked so far, and the milliseconds that they took. */
uint64_t solver_questions(const struct solver *solver);
double solver_milliseconds(const struct solver *solver);

#endif
