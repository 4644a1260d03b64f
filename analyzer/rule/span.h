/* From the IR's ranges to the resolved positions of findings. */
#ifndef CUDALINT_RULE_SPAN_H
#define CUDALINT_RULE_SPAN_H

#include "analyzer/finding/finding.h"
#include "analyzer/ir/ir.h"

/* The span of a place; a place outside the module's files gives an empty span in the main file's first line.
 */
struct span span_of_place(const struct ir_module *module, const struct ir_place *place);

/* Where a range is reported: `span`, and `expansion` when a macro's text is between. A macro of a system
 * header is reported where it is used. False when there is no place that may be reported. */
struct span_pair {
	struct span span, expansion;
	bool has_expansion;
};
bool span_resolve(const struct ir_module *module, struct ir_range range, struct span_pair *out);

/* Whether text can be rewritten at a range: it lies in one file outside of macro bodies. Arguments of a
 * macro, as in CHECK(cudaFree(p)), are where they are seen, so they can. */
bool span_is_editable(const struct ir_module *module, struct ir_range range, struct ir_place *place);

/* The module's main file, or NULL. */
const struct ir_file *span_main_file(const struct ir_module *module);

#endif
