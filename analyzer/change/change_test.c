/* Changes of real files: names in patches, and git run for real. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/base/buffer.h"
#include "analyzer/change/change.h"
#include "analyzer/change/git.h"
#include "analyzer/change/git_run.h"
#include "analyzer/store/revision.h"

struct fixture {
	struct arena *arena;
	char *root; /* a new folder, the working directory */
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	char name[] = "/tmp/cudalint-change-XXXXXX";
	fixture->arena = arena_new();
	fixture->root = realpath(mkdtemp(name), NULL);
	*state = fixture;
	static const char *const settings[][2] = {{"GIT_CONFIG_NOSYSTEM", "1"},
		{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_AUTHOR_NAME", "a"}, {"GIT_AUTHOR_EMAIL", "a@b"},
		{"GIT_COMMITTER_NAME", "a"}, {"GIT_COMMITTER_EMAIL", "a@b"}};
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		setenv(settings[i][0], settings[i][1], 1);
	unsetenv("GIT_DIR");
	return chdir(fixture->root);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	char *command = arena_printf(fixture->arena, "rm -rf '%s'", fixture->root);
	int result = chdir("/") || system(command);
	arena_free(fixture->arena);
	free(fixture->root);
	free(fixture);
	return result;
}

static void shell(const char *command)
{
	if (system(command))
		fail_msg("%s", command);
}

/* "src/a.cu 1-2,4; b.cu *" with paths from the root; or what is wrong. */
static const char *describe(const struct fixture *fixture, const struct change *change)
{
	char *text = arena_strdup(fixture->arena, "");
	for (size_t i = 0; i < change->files.count; i++) {
		const struct change_file *file = &change->files.data[i];
		assert_int_equal(strncmp(file->path, fixture->root, strlen(fixture->root)), 0);
		assert_ptr_equal(change_find(change, file->path), file);
		text = arena_printf(fixture->arena, "%s%s%s%s", text, i ? "; " : "",
			file->path + strlen(fixture->root) + 1, file->is_whole ? " *" : "");
		for (size_t k = 0; k < file->lines.count; k++) {
			const struct line_range *range = &file->lines.data[k];
			text = arena_printf(
				fixture->arena, "%s%s%u-%u", text, k ? "," : " ", range->first, range->last);
		}
	}
	return text;
}

static const char *of_patch(const struct fixture *fixture, const char *text)
{
	struct change change = {0};
	char *error = NULL;
	if (change_from_patch(fixture->arena, "p", text, strlen(text), &change, &error))
		return error;
	const char *files = describe(fixture, &change);
	return change.missing ? arena_printf(fixture->arena, "%s (%zu missing)", files, change.missing)
			      : files;
}

static const char *of_git(const struct fixture *fixture, const char *revision)
{
	struct change change = {0};
	char *error = NULL;
	if (change_from_git(fixture->arena, revision, &change, &error))
		return error;
	return describe(fixture, &change);
}

#define HUNK "@@ -1 +1,2 @@\n a\n+n\n"

static void finds_files(void **state)
{
	struct fixture *fixture = *state;
	shell("mkdir -p .git src/a b && touch src/a.cu src/a/x.cu b/x.cu a.cu && ln -s src/a.cu link.cu");
	static const char *const cases[][2] = {
		{"diff --git a/src/a.cu b/src/a.cu\n--- a/src/a.cu\n+++ b/src/a.cu\n" HUNK, "src/a.cu 2-2"},
		{"diff --git b/x.cu b/x.cu\n--- b/x.cu\n+++ b/x.cu\n" HUNK, "b/x.cu 2-2"},
		{"diff --git a/a.cu b/a.cu\n--- /dev/null\n+++ b/a.cu\n@@ -0,0 +1 @@\n+n\n", "a.cu 1-1"},
		{"--- /old/src/a.cu\n+++ /new/src/a.cu\n" HUNK, "src/a.cu 2-2"},
		{"--- x/y/src/a/x.cu\n+++ z/src/a/x.cu\n" HUNK, "src/a/x.cu 2-2"},
		{"diff --git a/old.cu b/src/a.cu\nrename from old.cu\nrename to src/a.cu\n", "src/a.cu"},
		/* no path is guessed behind git's prefix */
		{"diff --git a/no/src/a.cu b/no/src/a.cu\n--- a/no/src/a.cu\n+++ b/no/src/a.cu\n" HUNK,
			" (1 missing)"},
		{"diff --git a/link.cu b/link.cu\n--- a/link.cu\n+++ b/link.cu\n" HUNK, " (1 missing)"},
		{"diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
			""},
		/* two hunks in disorder, and the same file again */
		{"--- a.cu\n+++ a.cu\n@@ -8 +8 @@\n-a\n+b\n@@ -2 +2 @@\n-a\n+b\n--- a.cu\n+++ a.cu\n@@ -3 +3 "
		 "@@\n-a\n+b\n",
			"a.cu 2-3,8-8"},
		{"diff --git a/a.cu b/a.cu\nBinary files a/a.cu and b/a.cu differ\n", "a.cu *"},
		{"--- a.cu\n+++ a.cu\n@@ -1 +1 @@\n a", "a.cu"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(of_patch(fixture, cases[i][0]), cases[i][1]);
	assert_int_equal(chdir("src"), 0); /* from the top before from here; from here, too */
	assert_string_equal(of_patch(fixture, "--- a/a.cu\n+++ b/a.cu\n" HUNK), "a.cu 2-2");
	assert_string_equal(of_patch(fixture, "--- a/x.cu\n+++ a/x.cu\n" HUNK), "src/a/x.cu 2-2");
}

static void touches_lines(void **state)
{
	struct fixture *fixture = *state;
	struct change_file file = {0};
	vec_push(fixture->arena, &file.lines, (struct line_range){3, 4});
	vec_push(fixture->arena, &file.lines, (struct line_range){9, 9});
	assert_false(change_touches(&file, 1, 2));
	assert_true(change_touches(&file, 1, 3));
	assert_true(change_touches(&file, 4, 7));
	assert_false(change_touches(&file, 5, 8));
	assert_true(change_touches(&file, 1, 20));
	file.is_whole = true;
	assert_true(change_touches(&file, 5, 8));
}

static void asks_git(void **state)
{
	struct fixture *fixture = *state;
	assert_non_null(strstr(of_git(fixture, NULL), "not a git repository"));
	shell("git init -q . && printf '1\\n2\\n3\\n4\\n5\\n' >a.cu && mkdir d");
	assert_string_equal(of_git(fixture, NULL), "a.cu *");
	shell("git add . && printf '6\\n' >>a.cu");
	assert_string_equal(of_git(fixture, NULL), "a.cu 1-6");
	shell("git add . && git commit -qm 1 && printf '1\\nx\\n2\\n4\\n5\\n6\\n' >a.cu && touch "
	      "'d/n\xc3\xa4 w.cu'");
	assert_string_equal(of_git(fixture, NULL), "a.cu 2-2; d/n\xc3\xa4 w.cu *");
	assert_int_equal(chdir("d"), 0);
	assert_string_equal(of_git(fixture, "HEAD"), "a.cu 2-2; d/n\xc3\xa4 w.cu *");
	assert_int_equal(chdir(".."), 0);
	assert_string_equal(of_git(fixture, "nowhere"), "git: bad revision 'nowhere'");
	assert_string_equal(of_git(fixture, "--output=x"), "'--output=x' is no revision");
	shell("git add . && git commit -qm 2 && git mv a.cu b.cu && sed -i '1i y' b.cu");
	/* what a range added, where it is now: behind a line more, in a file of another name */
	assert_string_equal(of_git(fixture, "HEAD~1..HEAD"), "b.cu 3-3; d/n\xc3\xa4 w.cu");
	assert_string_equal(of_git(fixture, "HEAD~1..."), "b.cu 3-3; d/n\xc3\xa4 w.cu");
	shell("sed -i '/x/d' b.cu");
	assert_string_equal(of_git(fixture, "HEAD~1..HEAD"), "b.cu; d/n\xc3\xa4 w.cu");
	shell("rm b.cu");
	assert_string_equal(of_git(fixture, "HEAD~1..HEAD"), "d/n\xc3\xa4 w.cu");
}

/* A merge that is under way has several old files. */
static void asks_git_in_a_merge(void **state)
{
	struct fixture *fixture = *state;
	shell("git init -q -b m . && printf '1\\n2\\n3\\n' >a.cu && git add . && git commit -qm 1 && git "
	      "checkout -qb o && sed -i 's/2/o/' a.cu && git commit -qam 2 && git checkout -q m && sed -i "
	      "'s/2/m/' a.cu && git commit -qam 3 && ! git merge o >/dev/null 2>&1");
	assert_string_equal(of_git(fixture, NULL), "a.cu 2-2,4-6");
}

static void says_why_git_fails(void **state)
{
	struct fixture *fixture = *state;
	const char *const arguments[] = {"no-such-word", NULL};
	struct buffer out = {0};
	char *error = NULL;
	const struct git_call call = {.arguments = arguments};
	assert_int_equal(git_run(fixture->arena, &call, &out, &error), -1);
	assert_non_null(strstr(error, "no-such-word"));
	char *path = arena_strdup(fixture->arena, getenv("PATH"));
	setenv("PATH", fixture->root, 1);
	assert_string_equal(of_git(fixture, NULL), "git is not installed");
	FILE *file = fopen("git", "w");
	fputs("#!/bin/sh\nkill -9 $$\n", file);
	fclose(file);
	chmod("git", 0755);
	assert_string_equal(of_git(fixture, NULL), "git ended with signal 9");
	setenv("PATH", path, 1);
	buffer_free(&out);
}

/* Everything that a configuration can have git run for a question of ours leaves a mark; git by itself does.
 */
#define HOSTILE                                                                                              \
	"git config core.fsmonitor 'touch \"$MARKS\"/fsmonitor; false' && "                                  \
	"git config filter.f.clean 'touch \"$MARKS\"/clean; cat' && git config filter.f.required true && "   \
	"git config filter.a.b.process 'touch \"$MARKS\"/process; false' && "                                \
	"git config diff.d.textconv 'touch \"$MARKS\"/textconv; cat' && "                                    \
	"git config diff.e.command 'touch \"$MARKS\"/command; true' && "                                     \
	"git config diff.external 'touch \"$MARKS\"/external; true' && "                                     \
	"git config core.pager 'touch \"$MARKS\"/pager; cat' && git config pager.diff true && "              \
	"mkdir -p .git/hooks hooks && printf '#!/bin/sh\ntouch \"$MARKS\"/hook\n' "                          \
	">hooks/post-index-change && chmod +x hooks/post-index-change && git config core.hooksPath hooks"

static size_t count_marks(const struct fixture *fixture)
{
	char *command = arena_printf(fixture->arena, "ls \"$MARKS\" >'%s/list'", fixture->root);
	shell(command);
	struct buffer list = {0};
	size_t count = 0;
	assert_int_equal(
		buffer_read_file(&list, arena_printf(fixture->arena, "%s/list", fixture->root), 1 << 16), 0);
	for (size_t i = 0; i < list.size; i++)
		count += list.data[i] == '\n';
	buffer_free(&list);
	return count;
}

static void runs_no_program(void **state)
{
	struct fixture *fixture = *state;
	struct revision revision;
	shell("mkdir marks r r/d");
	setenv("MARKS", arena_printf(fixture->arena, "%s/marks", fixture->root), 1);
	assert_int_equal(chdir("r"), 0);
	shell("git init -q . && printf '1\n' >a.cu && cp a.cu b.cu && cp a.cu c.cu && cp a.cu d.cu && printf "
	      "'a.cu filter=f diff=d\nb.cu filter=a.b\nc.cu diff=e\n' >.gitattributes && git add . && git "
	      "commit -qm 1 && for f in ?.cu; do printf '2\n' >>$f; done && " HOSTILE);
	assert_int_equal(count_marks(fixture), 0);
	assert_string_equal(of_git(fixture, NULL),
		"r/a.cu 2-2; r/b.cu 2-2; r/c.cu 2-2; r/d.cu 2-2; r/hooks/post-index-change *");
	assert_non_null(of_git(fixture, "HEAD..HEAD"));
	assert_true(revision_of(fixture->arena, "d", &revision));
	assert_true(revision.is_dirty);
	assert_int_equal(count_marks(fixture), 0);
	shell("git status >/dev/null 2>&1; git diff >/dev/null 2>&1 || true");
	assert_true(count_marks(fixture) >= 3); /* they would be */
	shell("git config 'filter.x=y.clean' true");
	assert_string_equal(
		of_git(fixture, NULL), "git: a filter with '=' in its name can't be switched off");
}

/* A folder that a repository brings along and that looks like a bare repository, and variables of a hook. */
static void takes_no_other_repository(void **state)
{
	struct fixture *fixture = *state;
	struct revision revision;
	shell("mkdir marks && git init -q . && printf '1\n' >a.cu && git add a.cu && git commit -qm 1 && git "
	      "clone -q --bare . bare && touch bare/k.cu && printf '[core]\nrepositoryformatversion = "
	      "0\nbare = false\nworktree = .\n"
	      "fsmonitor = touch %s/marks/bare; false\n' \"$PWD\" >bare/config");
	setenv("MARKS", arena_printf(fixture->arena, "%s/marks", fixture->root), 1);
	assert_int_equal(chdir("bare"), 0);
	assert_non_null(of_git(fixture, NULL));
	revision_of(fixture->arena, ".", &revision);
	assert_int_equal(count_marks(fixture), 0);
	shell("git status >/dev/null 2>&1 || true");
	assert_int_equal(count_marks(fixture), 1);
	assert_int_equal(chdir(".."), 0);
	shell("rm -rf bare list marks && printf '2\n' >>a.cu");
	setenv("GIT_DIR", "/nowhere", 1);
	setenv("GIT_INDEX_FILE", "/nowhere", 1);
	setenv("GIT_EXTERNAL_DIFF", "false", 1);
	assert_string_equal(of_git(fixture, NULL), "a.cu 2-2");
	unsetenv("GIT_DIR");
	unsetenv("GIT_INDEX_FILE");
	unsetenv("GIT_EXTERNAL_DIFF");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(finds_files),
		TEST(touches_lines),
		TEST(asks_git),
		TEST(asks_git_in_a_merge),
		TEST(runs_no_program),
		TEST(takes_no_other_repository),
		TEST(says_why_git_fails),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
