/* Which parses a unit needs: one for each group of targets that `#if` on __CUDA_ARCH__ can't tell apart. */
#ifndef CUDALINT_ENGINE_ARCH_PASSES_H
#define CUDALINT_ENGINE_ARCH_PASSES_H

#include "analyzer/base/vec.h"

/* Targets that see the same source: `archs` ascending; the highest one is parsed for. */
struct arch_group {
	const int *archs;
	size_t count;
};

typedef VEC(struct arch_group) arch_group_list;

/* Splits `archs` (ascending) at the constants (as 80) that __CUDA_ARCH__ is compared with; the group of the
 * highest target comes first. */
void arch_groups(struct arena *arena, const int *archs, size_t count, const int *tests, size_t test_count,
	arch_group_list *out);

#endif
