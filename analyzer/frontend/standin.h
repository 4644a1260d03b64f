/* Arguments for templates that nobody instantiates in a unit, of kernels and of host functions that launch: a
 * header-only library's, or those whose launches stand elsewhere.
 *
 * What is executed is an instantiation, so the unit is parsed once more with a few lines behind its text,
 * each of which names a template with arguments that its body gives reason to take: float for a type, a
 * block's width for what multiplies blockIdx.x, four for the elements of a vector. Where these don't compile,
 * others are tried, and at last the pattern stays as it is written. For host functions no number is made up:
 * it might be one that the launch isn't made for. What is found in what only these instantiate is at most
 * likely. */
#ifndef CUDALINT_FRONTEND_STANDIN_H
#define CUDALINT_FRONTEND_STANDIN_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"

/* How variables are called that hold the address of such a function. */
#define STANDIN_PREFIX "cudalint_standin_"

/* One template, with the arguments to try one after the other. */
struct standin {
	const char *name; /* "::space::kernel" */
	const char *tries[3];
	unsigned try_count, at; /* `at` is tried next; try_count: none is left */
};

typedef VEC(struct standin) standin_list;

/* The lines for a file of so many bytes that ends with, or without, a newline; NULL: there is nothing to try.
 */
const char *standin_text(struct arena *arena, const standin_list *list);

/* The one that a line of that text, from 0 on, is about; NULL: none. */
struct standin *standin_at(standin_list *list, size_t line);

#endif
