/* Patches of every kind: which lines are new, what is refused and where, and that no bytes do harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/change/patch.h"

/* "a/x>b/x 3-5,9; ..." with marks: = exact, * binary, ! deleted. */
static const char *describe(struct arena *arena, const patch_list *list)
{
	char *text = arena_strdup(arena, "");
	for (size_t i = 0; i < list->count; i++) {
		const struct patch_file *file = &list->data[i];
		text = arena_printf(arena, "%s%s%s>%s%s%s%s", text, i ? "; " : "",
			file->old_path ? file->old_path : "", file->new_path ? file->new_path : "",
			file->is_exact ? "=" : "", file->is_binary ? "*" : "", file->is_deleted ? "!" : "");
		for (size_t k = 0; k < file->added.count; k++) {
			const struct line_range *range = &file->added.data[k];
			text = arena_printf(
				arena, "%s%s%u-%u", text, k ? "," : " ", range->first, range->last);
		}
	}
	return text;
}

static const char *parse(struct arena *arena, const char *text, size_t size)
{
	patch_list list = {0};
	char *error = NULL;
	return patch_parse(arena, "p", text, size, &list, &error) ? error : describe(arena, &list);
}

#define GIT "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n"

static const struct {
	const char *text, *expected;
} cases[] = {
	/* git, with any context */
	{GIT "@@ -1,0 +2 @@ f()\n+n\n@@ -7,2 +9,3 @@\n-o\n-o\n+n\n+n\n+n\n", "a/x>b/x 2-2,9-11"},
	{GIT "@@ -1,4 +1,5 @@\n a\n+n\n b\n-c\n+C\n d\n", "a/x>b/x 2-2,4-4"},
	{GIT "@@ -3,2 +2,0 @@\n-a\n-b\n", "a/x>b/x"},
	{GIT "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n\\ No newline at end of file\n",
		"a/x>b/x 1-1"},
	{GIT "@@ -1,3 +1,3 @@\n-- x\n---- x\n+++ y\n+- y\n z\n", "a/x>b/x 1-2"},
	/* blank context lines whose blank was lost, and lines that end as on Windows */
	{GIT "@@ -1,3 +1,4 @@\n\n+n\n\n\n", "a/x>b/x 2-2"},
	{"diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,3 @@\r\n a\r\n+n\r\n\r\n", "a/x>b/x 2-2"},
	{GIT "@@ -1 +1,2 @@\n a\n+no newline at the end of the patch", "a/x>b/x 2-2"},
	/* names */
	{"--- a/x y.cu\t\n+++ b/x y.cu\t\n@@ -0,0 +1 @@\n+n\n", "a/x y.cu>b/x y.cu 1-1"},
	{"diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n", "a/x y>b/x y"},
	{"diff --git a/a b a/a b/a b a/a\nold mode 100644\n", "a/a b a/a>b/a b a/a"},
	{"diff --git \"a/\\303\\244\\\"\\t.cu\" \"b/\\303\\244\\\"\\t.cu\"\n--- \"a/\\303\\244\\\"\\t.cu\"\n"
	 "+++ \"b/\\303\\244\\\"\\t.cu\"\n@@ -1 +1 @@\n-a\n+b\n",
		"a/\xc3\xa4\"\t.cu>b/\xc3\xa4\"\t.cu 1-1"},
	{"diff --git src/x src/x\n--- src/x\n+++ src/x\n@@ -0,0 +1 @@\n+n\n", "src/x>src/x 1-1"},
	{"diff --git i/x w/x\n--- i/x\n+++ w/x\n@@ -0,0 +1 @@\n+n\n", "i/x>w/x 1-1"},
	/* what git says besides lines */
	{"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", ">y="},
	{"diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to \"\\171\"\n--- a/x\n+++ b/y\n"
	 "@@ -2 +2 @@\n-a\n+b\n",
		"a/x>y= 2-2"},
	{"diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n",
		"a/n>b/n 1-2"},
	{"diff --git a/e b/e\nnew file mode 100644\nindex 0..e\n", "a/e>b/e"},
	{"diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
		"a/x>b/x!"},
	{"diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n" GIT, "a/x>b/x*; a/x>b/x"},
	{"diff --git a/x b/x\nGIT binary patch\nliteral 3\nKcmZQz\n\nliteral 0\nHc$@\n\n" GIT,
		"a/x>b/x*; a/x>b/x"},
	{"diff --git a/sub b/sub\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject "
	 "commit 2\n",
		"a/sub>b/sub 1-1"},
	/* merges */
	{"diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,3 -1,3 +1,4 @@@ f\n  a\n- b\n -c\n+ d\n "
	 "+e\n++f\n",
		"a/x>x= 2-4"},
	{"diff --combined x\n--- a/x\n+++ b/x\n@@@@ -1 -1 -1 +1 @@@@\n---a\n+++b\n", "a/x>x= 1-1"},
	/* other programs */
	{"--- old/x.cu\t2024-01-02 03:04:05.000000000 +0100\n+++ new/x.cu\t2024-01-02 03:04:06 +0100\n"
	 "@@ -1 +1,2 @@\n a\n+n\n--- old/y.cu\t2024\n+++ new/y.cu\t2024\n@@ -0,0 +1 @@\n+n\n",
		"old/x.cu>new/x.cu 2-2; old/y.cu>new/y.cu 1-1"},
	{"diff -ru old/x new/x\n--- old/x\t2024\n+++ new/x\t2024\n@@ -1 +1 @@\n-a\n+b\nOnly in new: z\n"
	 "Binary files old/b and new/b differ\n",
		"old/x>new/x 1-1"},
	{"Only in new: z\n", ""},
	/* lines of git's headers where no file is */
	{"diff --git a/x b/x\ndiff -u x y\nBinary files x and y differ\n", "a/x>b/x"},
	{"diff --cc x\ndiff -r 0123 y\ndeleted file mode 100644\nrename to z\n", ">x="},
	{"Index: src/x\n===================================================================\n"
	 "--- src/x\t(revision 7)\n+++ src/x\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n\nProperty changes on: "
	 "src/x\n"
	 "___________________________________________________________________\nAdded: svn:x\n"
	 "## -0,0 +1 ##\n+*\n\\ No newline at end of property\n",
		"src/x>src/x 1-1"},
	{"diff -r 0123 x\n--- a/x\tThu Jan 01 00:00:00 1970\n+++ b/x\tThu Jan 01\n@@ -1 +1 @@\n-a\n+b\n",
		"a/x>b/x 1-1"},
	/* mails and logs */
	{"From 1 Mon\nSubject: [PATCH]\n\n--- is a rule, @@ no hunk, + and - too\n+++\n---\n x | 2 +-\n\n" GIT
	 "@@ -1 +1 @@\n-a\n+b\n-- \n2.39.2\n\n",
		"a/x>b/x 1-1"},
	{"commit 1\n\n    diff --git in a message\n\n" GIT "@@ -1 +1 @@\n-a\n+b\n\ncommit 2\n",
		"a/x>b/x 1-1"},
	{"", ""},
	{" \r\n\t\n", ""},
	/* what is wrong, and where */
	{"int main() { return 0; }\n", "p:1: this is no unified diff"},
	{"*** x\t2024\n--- y\t2024\n***************\n", "p:1: this is no unified diff"},
	{"@@ -1 +1 @@\n-a\n+b\n", "p:1: no file names ('---' and '+++') before this hunk"},
	{"diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n",
		"p:2: no file names ('---' and '+++') before this hunk"},
	{GIT "@@ -1 +x @@\n", "p:5: not the header of a hunk: '@@ -LINE,COUNT +LINE,COUNT @@'"},
	{GIT "@@ -1 +1 @\n", "p:5: not the header of a hunk: '@@ -LINE,COUNT +LINE,COUNT @@'"},
	{GIT "@@ -1 +99999999999 @@\n", "p:5: not the header of a hunk: '@@ -LINE,COUNT +LINE,COUNT @@'"},
	{GIT "@@ -0 +0 @@\n-a\n+b\n", "p:5: this hunk begins with line 0, but lines are counted from 1"},
	{GIT "@@ -1,2 +1,2 @@\n a\n", "p:6: the patch ends inside a hunk"},
	{GIT "@@ -1,2 +1,2 @@\n a\ndiff --git a/y b/y\n",
		"p:7: a line of a hunk begins with ' ', '+' or '-'"},
	{GIT "@@ -1,2 +1 @@\n+a\n+b\n", "p:7: the hunk has more lines than its header says"},
	{GIT "@@ -1 +1 @@\n-a\n+b\n+c\n", "p:8: the hunk has more lines than its header says"},
	{"--- \"a/x\n+++ \"b/x\"\n", "p:1: a quoted name that isn't closed"},
	{"--- a/x\n+++ \"b/x\n", "p:2: a quoted name that isn't closed"},
};

static void reads_and_refuses(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(parse(arena, cases[i].text, strlen(cases[i].text)), cases[i].expected);
	arena_free(arena);
}

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Patches with a few bytes changed, dropped or doubled are read or refused with a place; whatever is read has
 * its lines in order. The text has no byte behind its end. */
static void takes_any_bytes(void **state)
{
	(void)state;
	static const char bytes[] = "@+- \n\r\t\"\\0179,ab/\xff";
	unsigned seed = 1, refused = 0, read = 0;
	for (unsigned turn = 0; turn < 40; turn++) {
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			struct arena *arena = arena_new();
			size_t size = strlen(cases[i].text), cut = size ? next(&seed) % size : 0;
			char *text = malloc(size + 1);
			memcpy(text, cases[i].text, size);
			for (unsigned k = next(&seed) % 4; size && k; k--)
				text[next(&seed) % size] = bytes[next(&seed) % (sizeof bytes - 1)];
			if (turn % 4 == 0)
				size = cut;
			char *exact = malloc(size ? size : 1);
			memcpy(exact, text, size);
			patch_list list = {0};
			char *error = NULL;
			if (patch_parse(arena, "p", exact, size, &list, &error)) {
				assert_int_equal(strncmp(error, "p:", 2), 0);
				refused++;
			} else {
				read++;
			}
			for (size_t f = 0; f < list.count; f++)
				for (size_t k = 0; k < list.data[f].added.count; k++)
					assert_true(list.data[f].added.data[k].first <=
						    list.data[f].added.data[k].last);
			free(exact);
			free(text);
			arena_free(arena);
		}
	}
	assert_true(refused > 100 && read > 100);
}

/* The number of lines of a text, and one of them with its end. */
static size_t pick_line(const char *text, unsigned which, const char **line, size_t *length)
{
	size_t count = 0;
	for (const char *at = text; *at; count++) {
		size_t size = strcspn(at, "\n");
		size += at[size] == '\n';
		if (count == which)
			*line = at, *length = size;
		at += size;
	}
	return count;
}

/* Lines of all of these, in any order: each may stand behind each. */
static void takes_any_lines(void **state)
{
	(void)state;
	unsigned seed = 7;
	size_t read = 0;
	for (unsigned turn = 0; turn < 20000; turn++) {
		struct arena *arena = arena_new();
		char *text = arena_strdup(arena, "");
		for (unsigned k = next(&seed) % 7 + 1; k; k--) {
			const char *from = cases[next(&seed) % (sizeof cases / sizeof *cases)].text;
			const char *line = "";
			size_t length = 0, count = pick_line(from, 0, &line, &length);
			if (count)
				pick_line(from, next(&seed) % (unsigned)count, &line, &length);
			text = arena_printf(arena, "%s%.*s", text, (int)length, line);
		}
		patch_list list = {0};
		char *error = NULL;
		read += patch_parse(arena, "p", text, strlen(text), &list, &error) == 0;
		arena_free(arena);
	}
	assert_true(read > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_and_refuses),
		cmocka_unit_test(takes_any_lines),
		cmocka_unit_test(takes_any_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
