/* C++'s arithmetic on single values: promotions and the usual conversions, results that wrap to the width and
 * sign of their type, reals that are rounded to theirs. What folding and the host walk both compute with.
 *
 * An integer of less than 64 bits is its mathematical value; an unsigned one of 64 keeps its bits. */
#ifndef CUDALINT_VALUE_ARITHMETIC_H
#define CUDALINT_VALUE_ARITHMETIC_H

#include "analyzer/ir/ir.h"

struct fold_value {
	bool is_known, is_real;
	int64_t integer;
	double real;
};

/* Converts in place to an arithmetic or pointer type from another (NULL: signed); false when the type is none
 * or a real value doesn't fit it. */
bool fold_convert(const struct ir_type *to, const struct ir_type *from, struct fold_value *value);

/* op applied to two values of types `left` and `right`, after the usual arithmetic conversions. False where
 * the result is undefined: division by zero, shifts by the width or more. */
bool fold_binary(enum ir_op op, const struct ir_type *left, const struct ir_type *right,
	const struct fold_value *a, const struct fold_value *b, struct fold_value *out);
bool fold_unary(
	enum ir_op op, const struct ir_type *type, const struct fold_value *a, struct fold_value *out);

#endif
