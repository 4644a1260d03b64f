/* Grouping targets. Whatever operator a test uses, two targets on the same side of its constant see the same
 * text; a target that equals the constant is on neither side. */
#include "analyzer/engine/arch_passes.h"

#include <stdbool.h>

static int side(int arch, int test)
{
	return (arch > test) - (arch < test);
}

static bool same_text(int a, int b, const int *tests, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (side(a, tests[i]) != side(b, tests[i]))
			return false;
	return true;
}

void arch_groups(struct arena *arena, const int *archs, size_t count, const int *tests, size_t test_count,
	arch_group_list *out)
{
	size_t end = count;
	while (end > 0) {
		size_t start = end - 1;
		while (start > 0 && same_text(archs[start - 1], archs[end - 1], tests, test_count))
			start--;
		struct arch_group group = {.archs = archs + start, .count = end - start};
		vec_push(arena, out, group);
		end = start;
	}
}
