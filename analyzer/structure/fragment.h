/* Fragments of matrices (nvcuda::wmma::fragment): their types, their elements, and where one is read that
 * nothing has filled yet. */
#ifndef CUDALINT_STRUCTURE_FRAGMENT_H
#define CUDALINT_STRUCTURE_FRAGMENT_H

#include "analyzer/ir/ir.h"

/* The fragment that a type is, or an array of or reference to; NULL: none, or one of a template's pattern.
 * Its arguments are use, m, n, k, element, and for some the layout. */
const struct ir_record *ir_fragment_of(const struct ir_type *type);

/* Whether elements of the two lie alike in the registers of a warp: they are of one type. */
bool ir_fragment_alike(const struct ir_record *a, const struct ir_record *b);

/* CUDA_MATRIX_A, CUDA_MATRIX_B or CUDA_ACCUMULATOR. */
enum cuda_family ir_fragment_use(const struct ir_record *fragment);

/* f in `f.x[i]`, where `index` is i; NULL: it isn't an element of a fragment. */
const struct ir_expr *ir_fragment_element(const struct ir_expr *expr, const struct ir_expr **index);

/* The first expression of `function` that reads the variable, a fragment or an array of them, before anything
 * can have written to it; NULL: none. What is written through a reference or an address that leaves counts as
 * written; a helper that reads its argument first counts as reading it. An array counts as a whole. */
const struct ir_expr *ir_fragment_unset_read(
	struct arena *arena, const struct ir_function *function, const struct ir_var *var);

#endif
