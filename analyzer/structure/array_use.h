/* How the code of a unit uses an array: by full subscripts only, or in ways that see its layout. */
#ifndef CUDALINT_STRUCTURE_ARRAY_USE_H
#define CUDALINT_STRUCTURE_ARRAY_USE_H

#include "analyzer/ir/ir.h"

/* Extents of an array type: 2 for float[32][33], 0 for no array. */
unsigned ir_extents(const struct ir_type *type);

/* The innermost array of an array type (float[33]), or NULL. */
const struct ir_type *ir_innermost_array(const struct ir_type *type);

/* Whether every use of the array names one element with as many subscripts as it has extents, and takes no
 * address of it: then nothing depends on how elements are laid out. */
bool ir_is_only_indexed(const struct ir_module *module, const struct ir_var *var);

#endif
