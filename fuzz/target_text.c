/* Texts that come with a project: patches, comments, PTX, flags, patterns, globs. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/change/change.h"
#include "analyzer/config/regex.h"
#include "analyzer/finding/comments.h"
#include "analyzer/finding/line_diff.h"
#include "analyzer/frontend/args/args.h"
#include "analyzer/ir/ptx.h"
#include "analyzer/simt/launch/hint.h"
#include "analyzer/suppress/directive.h"
#include "analyzer/suppress/suppress.h"
#include "fuzz/fuzz.h"
#include "ide/analysis/lsp_quick_text.h"
#include "rules/registry.h"

/* Hunks may come in any order. */
static void check_file(const struct patch_file *file)
{
	for (size_t i = 0; i < file->added.count; i++) {
		FUZZ_CHECK(file->added.data[i].first > 0);
		FUZZ_CHECK(file->added.data[i].last >= file->added.data[i].first);
	}
}

void fuzz_patch(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	patch_list files = {0};
	char *error = NULL;
	const char *text = fuzz_text(arena, data, size);
	int failed = patch_parse(arena, "a.patch", text, size, &files, &error);
	FUZZ_CHECK(!failed == !error);
	for (size_t i = 0; !failed && i < files.count; i++)
		check_file(&files.data[i]);
	arena_free(arena);
}

static void check_comments(const char *text, size_t size, const comment_list *comments)
{
	size_t end = 0;
	(void)text;
	for (size_t i = 0; i < comments->count; i++) {
		const struct comment *comment = &comments->data[i];
		FUZZ_CHECK(comment->offset >= end && comment->size >= 2);
		end = (size_t)comment->offset + comment->size;
		FUZZ_CHECK(end <= size);
	}
}

/* Comments, the directives in them, and what they silence. */
void fuzz_suppress(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	comment_list comments = {0};
	directive_list directives = {0};
	finding_list findings = {0};
	struct launch_hint hint = {0};
	const char *problem = NULL, *text = fuzz_text(arena, data, size);
	comments_find(arena, text, size, &comments);
	check_comments(text, size, &comments);
	for (size_t i = 0; i < comments.count; i++)
		directive_find(arena, text, &comments.data[i], &directives);
	FUZZ_CHECK(strlen(comments_blank(arena, text, size)) <= size);
	comments_erase(arena, text, size);
	struct suppressions *set = suppress_new(arena, rules_registry, rules_registry);
	suppress_add_file(set, "a.cu", text, size, true);
	if (size & 1)
		suppress_require_reasons(set);
	suppress_apply(set, &findings, true);
	for (size_t i = 0; i < findings.count; i++) {
		FUZZ_CHECK(findings.data[i]->span.start.offset <= findings.data[i]->span.end.offset);
		FUZZ_CHECK(findings.data[i]->span.end.offset <= size);
	}
	launch_hint_read_comment(arena, text, size, &hint, &problem);
	launch_hint_read_header(text, size, &hint);
	arena_free(arena);
}

void fuzz_ptx(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct ptx_code code = {0};
	ptx_parse(arena, fuzz_text(arena, data, size), &code);
	for (size_t i = 0; i < code.instructions.count; i++) {
		const struct ptx_instruction *instruction = &code.instructions.data[i];
		FUZZ_CHECK(instruction->begin <= instruction->end && instruction->end <= size);
		FUZZ_CHECK(instruction->opcode_count > 0);
	}
	for (size_t i = 0; i < code.labels.count; i++)
		FUZZ_CHECK(code.labels.data[i].index <= code.instructions.count);
	arena_free(arena);
}

static void translate(struct arena *arena, const char *text, enum words_style style)
{
	struct words words = {0}, items = {0};
	struct args args = {0};
	struct arch_list archs = {0};
	char *error = NULL;
	words_split(arena, text, style, &words);
	args_translate(arena, "/nowhere", (int)words.count, words.data, &args, &error);
	error = NULL;
	args_extend(arena, (int)words.count, words.data, &args, &error);
	for (size_t i = 0; i < args.archs.count; i++)
		FUZZ_CHECK(i == 0 || args.archs.data[i - 1] < args.archs.data[i]);
	words_split_list(arena, text, &items);
	error = NULL;
	args_parse_arch_list(arena, text, &archs, &error);
}

/* A command of a build. The words after --options-file and @ name files: none that is read is there. */
void fuzz_flags(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	const char *text = fuzz_text(arena, data, size);
	struct launch_hint launch;
	struct param_hint param;
	const char *problem = NULL;
	translate(arena, text, WORDS_SHELL);
	translate(arena, text, WORDS_NVCC);
	launch_hint_read(arena, text, &launch, &problem);
	param_hint_read(arena, text, &param, &problem);
	arena_free(arena);
}

static void search(const struct regex *regex, const char *text, size_t size)
{
	size_t at = 0, begin = 0, end = 0;
	for (int turns = 0; turns < 50 && at <= size; turns++) {
		if (regex_search(regex, text, size, at, &begin, &end) != REGEX_FOUND)
			return;
		FUZZ_CHECK(begin >= at && begin <= end && end <= size);
		at = end > begin ? end : end + 1;
	}
}

/* A pattern, a zero, and a text. */
void fuzz_regex(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	const uint8_t *second;
	size_t first, rest;
	const char *problem = NULL;
	fuzz_split(data, size, &first, &second, &rest);
	const struct regex *regex = regex_compile(arena, fuzz_text(arena, data, first), &problem);
	FUZZ_CHECK(!regex == !!problem);
	if (regex) {
		regex_matches_empty(regex);
		search(regex, fuzz_text(arena, second, rest), rest);
	}
	arena_free(arena);
}

/* A glob, a zero, and a path. */
void fuzz_glob(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	const uint8_t *second;
	size_t first, rest;
	const char *problem = NULL;
	fuzz_split(data, size, &first, &second, &rest);
	const struct regex *glob = regex_glob(arena, fuzz_text(arena, data, first), &problem);
	FUZZ_CHECK(!glob == !!problem);
	if (glob)
		regex_glob_matches(glob, fuzz_text(arena, second, rest));
	arena_free(arena);
}

/* Two texts, and what leads from one to the other. */
void fuzz_texts(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct line_diff diff = {0};
	struct buffer out = {0};
	patch_list files = {0};
	char *error = NULL;
	const uint8_t *second;
	size_t first, rest;
	fuzz_split(data, size, &first, &second, &rest);
	const char *old = fuzz_text(arena, data, first), *new = fuzz_text(arena, second, rest);
	struct lsp_edit edit = lsp_edit_between(old, first, new, rest);
	FUZZ_CHECK(edit.start <= edit.old_end && edit.old_end <= first && edit.new_end <= rest);
	lsp_text_same_code(arena, old, first, new, rest);
	lsp_text_speaks_to_us(new, rest, edit.start, edit.new_end);
	lsp_text_is_directive(new, rest, edit.start, edit.new_end);
	line_diff_make(arena, old, first, new, rest, &diff);
	for (uint32_t line = 0; line < 8; line++)
		line_diff_before(&diff, line);
	line_diff_unified(&diff, "a/x.cu", "b/x.cu", &out);
	/* What we write we can read. */
	FUZZ_CHECK(!out.size || !patch_parse(arena, "a.patch", out.data, out.size, &files, &error));
	buffer_free(&out);
	arena_free(arena);
}
