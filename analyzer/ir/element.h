/* What stands at an offset of an object, as source text would name it. */
#ifndef CUDALINT_IR_ELEMENT_H
#define CUDALINT_IR_ELEMENT_H

#include "analyzer/ir/ir.h"

/* `tile[3][4]`, `args.first`: the array element or the member that begins at `offset` bytes, or holds it, of
 * an object of this name and type; not inside of anything smaller than `size` bytes. Only the name where the
 * type doesn't tell. */
const char *ir_element_name(
	struct arena *arena, const char *name, const struct ir_type *type, int64_t offset, int64_t size);

/* The same for what a pointer of this name leads to, whose elements have the type: `list->head`, `rows[3]`.
 */
const char *ir_pointee_name(
	struct arena *arena, const char *name, const struct ir_type *element, int64_t offset, int64_t size);

/* The member of a class that lies at an offset, or around it; NULL: none. */
const struct ir_field *ir_field_at(const struct ir_type *type, int64_t offset);

/* An item of braces, and where in an object of `type` (a record or an array) it goes: also `.member = value`.
 */
struct ir_list_item {
	const struct ir_expr *value;
	const struct ir_type *type;
	int64_t offset;
};

/* False where that isn't known: then nothing can be said of the item. */
bool ir_list_item(
	const struct ir_expr *list, size_t index, const struct ir_type *type, struct ir_list_item *out);

/* The two sides of an index expression, whichever is written first (`2[array]`). Returns the type of `*base`.
 */
const struct ir_type *ir_index_sides(
	const struct ir_expr *expr, const struct ir_expr **base, const struct ir_expr **index);

/* The scalar of the object that begins at an offset; NULL: there is none. */
const struct ir_type *ir_scalar_at(const struct ir_type *type, int64_t offset);

#endif
