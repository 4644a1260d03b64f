/* Attributes of launches: which member of `val` goes with an id, and what values it takes. attributes.def has
 * a row for each. */
#ifndef CUDALINT_CUDA_ATTRIBUTE_H
#define CUDALINT_CUDA_ATTRIBUTE_H

#include <stdbool.h>
#include <stdint.h>

struct cuda_attribute {
	int64_t id;         /* cudaLaunchAttributeID */
	const char *name;   /* of the enumerator, behind cudaLaunchAttribute */
	const char *member; /* of cudaLaunchAttributeValue */
	bool is_cluster;    /* three extents, of which none is 0 */
	/* a number that has a range: from `least` to `most`, `range` in words, and what becomes of others */
	const char *range, *outcome;
	int64_t least, most;
	bool is_clamped;    /* the nearest one in the range is taken for others */
	bool is_percentage; /* of bytes, for which they might be taken */
	int function_id;    /* cudaFuncAttribute, CUfunction_attribute of the same meaning; 0: none */
};

/* NULL: not known. */
const struct cuda_attribute *cuda_attribute_of_id(int64_t id);
const struct cuda_attribute *cuda_attribute_of_member(const char *member);
const struct cuda_attribute *cuda_attribute_of_function(int64_t function_id);

#endif
