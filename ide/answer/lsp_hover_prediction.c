/* What a profiler would count, in a hover: on a line with accesses their sectors and wavefronts, on a shared
 * array what its uses sum to, on a launch or a kernel's name occupancy, waves and time. */
#include "ide/answer/lsp_hover.h"

#include <ctype.h>
#include <string.h>

#include "ide/answer/lsp_lens.h"
#include "ide/protocol/lsp_json.h"

static bool is_at(const struct hover *hover, const json_t *value, const char *from, const char *to)
{
	int64_t start = lsp_json_integer(value, from, -1), end = lsp_json_integer(value, to, -1);
	return start >= 0 && (size_t)start <= hover->offset && hover->offset <= (size_t)end;
}

static const char *shape(struct arena *arena, const json_t *extents)
{
	int64_t n[3] = {1, 1, 1};
	for (size_t i = 0; i < 3; i++)
		n[i] = json_integer_value(json_array_get(extents, i));
	if (n[2] != 1)
		return arena_printf(
			arena, "%lldx%lldx%lld", (long long)n[0], (long long)n[1], (long long)n[2]);
	if (n[1] != 1)
		return arena_printf(arena, "%lldx%lld", (long long)n[0], (long long)n[1]);
	return arena_printf(arena, "%lld", (long long)n[0]);
}

static void add_launch_line(struct hover *hover, const json_t *kernel)
{
	struct arena *arena = hover->texts.arena;
	const json_t *grid = json_object_get(kernel, "grid");
	buffer_printf(&hover->text, "`%s`", lsp_json_string(kernel, "kernel", "kernel"));
	if (grid)
		buffer_printf(&hover->text, ", grid %s", shape(arena, grid));
	buffer_printf(&hover->text, ", block %s (%s)\n\n", shape(arena, json_object_get(kernel, "block")),
		lsp_json_string(kernel, "source", "assumed"));
}

static void add_launch(struct hover *hover, const json_t *prediction, const json_t *kernel)
{
	const char *text = lsp_lens_text(hover->texts.arena, prediction, kernel);
	const json_t *waves = json_object_get(kernel, "waves");
	add_launch_line(hover, kernel);
	if (text)
		buffer_printf(&hover->text, "- %s\n", text);
	if (json_object_get(kernel, "blocks_per_sm"))
		buffer_printf(&hover->text, "- %lld blocks per SM\n",
			(long long)lsp_json_integer(kernel, "blocks_per_sm", 0));
	if (json_is_number(waves))
		buffer_printf(&hover->text, "- %.3g waves\n", json_number_value(waves));
	if (json_object_get(kernel, "bound"))
		buffer_printf(&hover->text, "- bound by %s\n", lsp_json_string(kernel, "bound", ""));
	buffer_add_text(&hover->text, "\n");
}

static void add_counts(struct hover *hover, const json_t *line, const char *what)
{
	struct arena *arena = hover->texts.arena;
	const json_t *count = json_object_get(line, what);
	const json_t *ideal = json_object_get(line, arena_printf(arena, "ideal_%s", what));
	const json_t *each = json_object_get(line, arena_printf(arena, "%s_each", what));
	const json_t *ideal_each = json_object_get(line, arena_printf(arena, "ideal_%s_each", what));
	if (count)
		buffer_printf(&hover->text, "- %s: %lld, ideally %lld\n", what,
			(long long)json_integer_value(count), (long long)json_integer_value(ideal));
	else if (each)
		buffer_printf(&hover->text, "- %s per request: %.3g, ideally %.3g\n", what,
			json_number_value(each), json_number_value(ideal_each));
}

static void add_line(struct hover *hover, const json_t *kernel, const json_t *line)
{
	add_launch_line(hover, kernel);
	if (json_object_get(line, "requests"))
		buffer_printf(&hover->text, "- requests to global memory: %lld\n",
			(long long)lsp_json_integer(line, "requests", 0));
	add_counts(hover, line, "sectors");
	add_counts(hover, line, "wavefronts");
	if (json_object_get(line, "unknown"))
		buffer_printf(&hover->text, "- not known: %s\n", lsp_json_string(line, "unknown", ""));
	if (!json_is_true(json_object_get(line, "exact")))
		buffer_add_text(&hover->text, "- rests on assumptions, or the compiler may change it\n");
	buffer_add_text(&hover->text, "\n");
}

/* ---- shared arrays --------------------------------------------------------------------------- */

static bool is_word_at(const struct lsp_lines *lines, size_t at, const char *word, size_t length)
{
	bool begins = at == 0 || !(isalnum((unsigned char)lines->text[at - 1]) || lines->text[at - 1] == '_');
	return begins && at + length <= lines->size && memcmp(lines->text + at, word, length) == 0 &&
	       !(at + length < lines->size &&
		       (isalnum((unsigned char)lines->text[at + length]) || lines->text[at + length] == '_'));
}

static bool line_has_word(const struct lsp_lines *lines, uint32_t line, const char *word)
{
	size_t start, end, length = strlen(word);
	lsp_line_bytes(lines, line, &start, &end);
	for (size_t at = start; at < end; at++)
		if (is_word_at(lines, at, word, length))
			return true;
	return false;
}

/* The identifier under the cursor, if its line declares shared memory; else NULL. Only the text is there: the
 * language's word is looked for in it. */
static const char *shared_array_at(const struct hover *hover)
{
	const struct lsp_lines *lines = hover->lines;
	size_t start = hover->offset, end = hover->offset;
	while (start && (isalnum((unsigned char)lines->text[start - 1]) || lines->text[start - 1] == '_'))
		start--;
	while (end < lines->size && (isalnum((unsigned char)lines->text[end]) || lines->text[end] == '_'))
		end++;
	const char *word = arena_strndup(hover->texts.arena, lines->text + start, end - start);
	bool is_name = *word && strcmp(word, "__shared__") != 0;
	return is_name && line_has_word(lines, hover->line, "__shared__") ? word : NULL;
}

/* Whether the function of that name is the one around the cursor. */
static bool is_in_kernel(const struct hover *hover, const json_t *kernel)
{
	const json_t *functions = json_object_get(hover->file->result->outline, "functions");
	for (size_t i = 0; i < json_array_size(functions); i++) {
		const json_t *function = json_array_get(functions, i);
		if (lsp_json_integer(function, "name_start", -1) ==
				lsp_json_integer(kernel, "name_start", -2) &&
			is_at(hover, function, "start", "end"))
			return true;
	}
	return false;
}

/* All accesses to the array on lines that name it: what they sum to. */
static void add_array(struct hover *hover, const json_t *kernel, const char *name)
{
	const json_t *lines = json_object_get(kernel, "lines");
	int64_t count = 0, ideal = 0;
	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *line = json_array_get(lines, i);
		uint32_t number = (uint32_t)lsp_json_integer(line, "line", 1) - 1;
		if (!line_has_word(hover->lines, number, name))
			continue;
		count += lsp_json_integer(line, "wavefronts", 0);
		ideal += lsp_json_integer(line, "ideal_wavefronts", 0);
	}
	if (!count)
		return;
	add_launch_line(hover, kernel);
	buffer_printf(&hover->text, "- wavefronts on the lines that use `%s`: %lld, ideally %lld\n", name,
		(long long)count, (long long)ideal);
	if (json_object_get(kernel, "shared_bytes"))
		buffer_printf(&hover->text, "- shared memory of a block: %lld bytes\n",
			(long long)lsp_json_integer(kernel, "shared_bytes", 0));
	buffer_add_text(&hover->text, "\n");
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static void add_mark(struct hover *hover, const struct proof_mark *mark)
{
	static const char *const signs[] = {
		[PROOF_PROVEN] = "\xe2\x9c\x93", [PROOF_REFUTED] = "\xe2\x9c\x97", [PROOF_UNDECIDED] = "?"};
	buffer_add_text(&hover->text, "For every size:\n\n");
	for (int i = 0; i < PROOF_PROPERTIES; i++) {
		buffer_printf(&hover->text, "- %s %s: %s", signs[mark->verdicts[i]],
			proof_property_name((enum proof_property)i), proof_verdict_name(mark->verdicts[i]));
		buffer_printf(&hover->text, "%s%s\n", mark->reasons[i] ? ": " : "",
			mark->reasons[i] ? mark->reasons[i] : "");
	}
	buffer_add_text(&hover->text, "\n");
}

/* Once for each kernel, of whose launches the first is told of. */
static void add_proofs(struct hover *hover, const json_t *kernel)
{
	const struct lsp_result *result = hover->file->result;
	const char *name = lsp_json_string(kernel, "kernel", "");
	int64_t line = lsp_json_integer(kernel, "line", 0);
	lsp_proof_want(hover->texts.server, hover->file);
	if (!result->has_proofs) {
		if (hover->file->proof.process.pid)
			buffer_add_text(&hover->text, "For every size: being looked for\n\n");
		return;
	}
	for (size_t i = 0; i < result->proofs.count; i++)
		if (result->proofs.data[i].line == line && !strcmp(result->proofs.data[i].kernel, name)) {
			add_mark(hover, &result->proofs.data[i]);
			return;
		}
}

void lsp_hover_prediction(struct hover *hover)
{
	const json_t *prediction = hover->file->result ? hover->file->result->prediction : NULL;
	const json_t *kernels = json_object_get(prediction, "kernels");
	const char *array = shared_array_at(hover);
	bool has_proofs = false;
	for (size_t i = 0; i < json_array_size(kernels); i++) {
		const json_t *kernel = json_array_get(kernels, i), *lines = json_object_get(kernel, "lines");
		if (array && is_in_kernel(hover, kernel))
			add_array(hover, kernel, array);
		if (is_at(hover, kernel, "site_start", "site_end") ||
			is_at(hover, kernel, "name_start", "name_end"))
			add_launch(hover, prediction, kernel);
		if (!has_proofs && is_at(hover, kernel, "name_start", "name_end")) {
			add_proofs(hover, kernel);
			has_proofs = true;
		}
		for (size_t k = 0; k < json_array_size(lines); k++)
			if (lsp_json_integer(json_array_get(lines, k), "line", 0) == hover->line + 1)
				add_line(hover, kernel, json_array_get(lines, k));
	}
}
