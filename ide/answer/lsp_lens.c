/* What a kernel would cost, beside its name: as a code lens above or as an inlay hint behind. */
#include "ide/answer/lsp_lens.h"

#include <string.h>

#include "ide/protocol/lsp_json.h"

const char *lsp_lens_text(struct arena *arena, const json_t *prediction, const json_t *kernel)
{
	const char *fails = lsp_json_string(kernel, "fails", NULL);
	const char *limiter = lsp_json_string(kernel, "limiter", NULL);
	if (limiter && strcmp(limiter, "shared") == 0)
		limiter = "shared memory";
	const json_t *occupancy = json_object_get(kernel, "occupancy");
	const json_t *time = json_object_get(kernel, "time_us");
	if (fails)
		return arena_printf(arena, "this launch fails: %s", fails);
	const char *text = "";
	if (json_is_number(occupancy))
		text = arena_printf(arena, "occupancy %.0f %%%s%s%s", 100 * json_number_value(occupancy),
			limiter ? " (" : "", limiter ? limiter : "", limiter ? ")" : "");
	if (json_is_number(time))
		text = arena_printf(arena, "%s%sest. %.3g us on %s", text, *text ? ", " : "",
			json_number_value(time), lsp_json_string(prediction, "chip", "the chip"));
	return *text ? text : NULL;
}

/* A kernel once for each launch: the first that says something, and how many there are. */
static bool is_first(const json_t *kernels, size_t index)
{
	int64_t start = lsp_json_integer(json_array_get(kernels, index), "name_start", -1);
	for (size_t i = 0; i < index; i++)
		if (lsp_json_integer(json_array_get(kernels, i), "name_start", -1) == start)
			return false;
	return start >= 0;
}

static struct lsp_position position_at(
	const struct lsp_server *server, struct lsp_file *file, const json_t *kernel, const char *name)
{
	const struct lsp_lines *lines = lsp_document_lines(file->document);
	return lsp_position_of(lines, (size_t)lsp_json_integer(kernel, name, 0), server->client.encoding);
}

static json_t *lens(
	const struct lsp_server *server, struct lsp_file *file, const json_t *kernel, const char *text)
{
	struct lsp_range range = {position_at(server, file, kernel, "name_start"),
		position_at(server, file, kernel, "name_end")};
	return json_pack("{sos{sossso}}", "range", lsp_json_of_range(range), "command", "title",
		lsp_json_text(text), "command", "", "arguments", json_array());
}

static json_t *hint(
	const struct lsp_server *server, struct lsp_file *file, const json_t *kernel, const char *text)
{
	return json_pack("{sososb}", "position",
		lsp_json_of_position(position_at(server, file, kernel, "name_end")), "label",
		lsp_json_text(text), "paddingLeft", 1);
}

typedef json_t *maker(
	const struct lsp_server *server, struct lsp_file *file, const json_t *kernel, const char *text);

static json_t *each_kernel(struct lsp_server *server, struct lsp_file *file, maker *make)
{
	struct arena *arena = arena_new();
	json_t *list = json_array();
	const json_t *prediction = file && file->result ? file->result->prediction : NULL;
	const json_t *kernels = json_object_get(prediction, "kernels");
	for (size_t i = 0; i < json_array_size(kernels); i++) {
		const json_t *kernel = json_array_get(kernels, i);
		const char *text = is_first(kernels, i) ? lsp_lens_text(arena, prediction, kernel) : NULL;
		if (text)
			json_array_append_new(list, make(server, file, kernel, text));
	}
	arena_free(arena);
	return list;
}

json_t *lsp_lenses(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	(void)params;
	return each_kernel(server, file, lens);
}

json_t *lsp_inlay_hints(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	json_t *all = each_kernel(server, file, hint);
	struct lsp_range range;
	if (!lsp_json_range(json_object_get(params, "range"), &range))
		return all;
	for (size_t i = json_array_size(all); i-- > 0;) {
		int64_t line = lsp_json_integer(json_array_get(all, i), "position.line", 0);
		if (line < range.start.line || line > range.end.line)
			json_array_remove(all, i);
	}
	return all;
}
