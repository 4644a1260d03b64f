/* -f diff: the fixes as a unified diff, for `git apply` and `patch -p1` in the folder where cudalint ran.
 * Files outside of it have absolute paths behind the prefix: `patch -p1 -d /` finds them. */
#include "cli/out/out.h"

#include "analyzer/finding/line_diff.h"

void out_diff(const struct out *out)
{
	struct buffer text = {0};
	for (size_t i = 0; out->fixes && i < out->fixes->files.count; i++) {
		const struct fixed_file *file = &out->fixes->files.data[i];
		const char *slash = file->path[0] == '/' ? "" : "/";
		struct line_diff diff;
		line_diff_make(
			out->arena, file->before, file->before_size, file->after, file->after_size, &diff);
		line_diff_unified(&diff, arena_printf(out->arena, "a%s%s", slash, file->path),
			arena_printf(out->arena, "b%s%s", slash, file->path), &text);
		fwrite(text.data, 1, text.size, out->stream);
		buffer_free(&text);
	}
}
