/* Lines of a text; see lines.h. */
#include "analyzer/base/lines.h"

void lines_find(struct arena *arena, const char *text, size_t size, line_starts *out)
{
	vec_push(arena, out, 0);
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\n' || (text[i] == '\r' && !(i + 1 < size && text[i + 1] == '\n')))
			vec_push(arena, out, (uint32_t)i + 1);
}

size_t lines_at(const line_starts *lines, size_t offset)
{
	size_t low = 0, high = lines->count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (lines->data[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}
