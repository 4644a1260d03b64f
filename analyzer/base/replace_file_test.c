/* Replacing files: what is kept, what is refused, and what a kill or a full disk leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/replace_file.h"

static char folder[64];

static int set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/cudalint-replace-XXXXXX");
	return mkdtemp(folder) ? chdir(folder) : -1;
}

static int tear_down(void **state)
{
	(void)state;
	char command[256];
	snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -rf '%s'", folder, folder);
	return chdir("/") || system(command);
}

static void write_file(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	fclose(file);
}

static void expect_file(const char *path, const char *text, size_t size)
{
	struct buffer read = {0};
	assert_int_equal(buffer_read_file(&read, path, 64 << 20), 0);
	assert_int_equal(read.size, size);
	assert_memory_equal(read.data, text, size);
	buffer_free(&read);
}

static size_t count_entries(void)
{
	DIR *dir = opendir(".");
	size_t count = 0;
	assert_non_null(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count - 2; /* . and .. */
}

static const char *absolute(const char *name, char *path, size_t size)
{
	char here[2048];
	char *real = realpath(getcwd(here, sizeof here), NULL);
	snprintf(path, size, "%s/%s", real, name);
	free(real);
	return path;
}

static int replace(const char *name, const char *data, size_t size)
{
	char path[4096];
	return file_replace(absolute(name, path, sizeof path), NULL, data, size);
}

static void test_replaced(void **state)
{
	(void)state;
	struct stat status;
	write_file("a", "old", 3);
	chmod("a", 0754);
	assert_int_equal(replace("a", "n\0w!", 4), 0);
	expect_file("a", "n\0w!", 4);
	assert_int_equal(stat("a", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0754);
	assert_int_equal(replace("a", "", 0), 0);
	expect_file("a", "", 0);
	assert_int_equal(count_entries(), 1);
}

/* A link is no way to a file: whoever put it there may not have been us. */
static void test_links(void **state)
{
	(void)state;
	struct stat status;
	mkdir("b", 0777);
	write_file("a", "old", 3);
	write_file("b/c", "old", 3);
	assert_int_equal(symlink("a", "soft"), 0);
	assert_int_equal(symlink("b", "folder"), 0);
	assert_int_equal(link("a", "hard"), 0);
	assert_int_equal(replace("soft", "new", 3), ESTALE);
	assert_int_equal(replace("folder/c", "new", 3), ENOTDIR);
	assert_int_equal(lstat("soft", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	expect_file("a", "old", 3);
	expect_file("b/c", "old", 3);
	assert_int_equal(replace("a", "new", 3), 0);
	expect_file("a", "new", 3);
	expect_file("hard", "old", 3);
	assert_int_equal(count_entries(), 5);
}

static void test_expected(void **state)
{
	(void)state;
	char path[4096];
	const struct file_text old = {"old", 3}, none = {"", 0};
	write_file("a", "old", 3);
	assert_int_equal(file_replace(absolute("a", path, sizeof path), &none, "new", 3), ESTALE);
	expect_file("a", "old", 3);
	assert_int_equal(file_replace(path, &old, "new!", 4), 0);
	expect_file("a", "new!", 4);
	assert_int_equal(file_replace(path, &old, "newer", 5), ESTALE);
	expect_file("a", "new!", 4);
	assert_int_equal(file_replace("a", NULL, "new", 3), EINVAL); /* no absolute path */
	assert_int_equal(count_entries(), 1);
}

static void test_refused(void **state)
{
	(void)state;
	assert_int_equal(replace("nowhere", "new", 3), ENOENT);
	mkdir("b", 0777);
	assert_int_equal(replace("b", "new", 3), EINVAL);
	assert_int_equal(count_entries(), 1);
	if (geteuid() == 0)
		return; /* everything is allowed to root */
	write_file("b/c", "old", 3);
	chmod("b/c", 0444);
	assert_int_equal(file_is_replaceable("b/c"), EACCES);
	assert_int_equal(replace("b/c", "new", 3), EACCES);
	chmod("b/c", 0644);
	chmod("b", 0555);
	assert_int_equal(replace("b/c", "new", 3), EACCES);
	expect_file("b/c", "old", 3);
}

static void test_no_space(void **state)
{
	(void)state;
	struct rlimit before, small;
	char text[4096] = "x";
	write_file("a", "old", 3);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	small = before;
	small.rlim_cur = 1000;
	setrlimit(RLIMIT_FSIZE, &small);
	int error = replace("a", text, sizeof text);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(error, EFBIG);
	expect_file("a", "old", 3);
	assert_int_equal(count_entries(), 1);
}

/* Killed at any time, the file is one of the two, whole. */
static void test_killed(void **state)
{
	(void)state;
	enum { SIZE = 300000, TURNS = 25 };
	char *texts[2] = {malloc(SIZE), malloc(SIZE)};
	memset(texts[0], 'a', SIZE);
	memset(texts[1], 'b', SIZE);
	write_file("a", texts[0], SIZE);
	for (int turn = 0; turn < TURNS; turn++) {
		pid_t child = fork();
		for (int i = 0; child == 0; i++)
			replace("a", texts[i % 2], SIZE);
		struct timespec pause = {.tv_nsec = 1000000L + turn * 217000L};
		nanosleep(&pause, NULL);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		struct buffer read = {0};
		assert_int_equal(buffer_read_file(&read, "a", 64 << 20), 0);
		assert_int_equal(read.size, SIZE);
		assert_memory_equal(read.data, texts[read.data[0] == 'b'], SIZE);
		buffer_free(&read);
	}
	free(texts[0]);
	free(texts[1]);
}

static void test_put(void **state)
{
	(void)state;
	struct stat status, before;
	mode_t mask = umask(027);
	assert_int_equal(file_put("new", "text", 4), 0);
	umask(mask);
	expect_file("new", "text", 4);
	assert_int_equal(stat("new", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0640);
	chmod("new", 0604);
	assert_int_equal(symlink("new", "link"), 0);
	assert_int_equal(symlink("made", "to_nothing"), 0);
	assert_int_equal(file_put("link", "more", 4), 0);
	assert_int_equal(file_put("./to_nothing", "made", 4), 0);
	expect_file("new", "more", 4);
	expect_file("made", "made", 4);
	assert_int_equal(lstat("link", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(stat("new", &before), 0);
	assert_int_equal(before.st_mode & 07777, 0604);
	assert_int_equal(file_put("/dev/null", "gone", 4), 0);
	assert_int_equal(count_entries(), 4);
}

static void test_put_refused(void **state)
{
	(void)state;
	mkdir("b", 0777);
	assert_int_equal(file_put("b", "new", 3), EISDIR);
	assert_int_equal(file_put("c/", "new", 3), EISDIR);
	assert_int_equal(file_put("", "new", 3), ENOENT);
	assert_int_equal(file_put("nowhere/c", "new", 3), ENOENT);
	assert_int_equal(file_can_be_put("nowhere/c"), ENOENT);
	assert_int_equal(file_can_be_put("b/c"), 0);
	assert_int_equal(count_entries(), 1);
	if (geteuid() == 0)
		return; /* everything is allowed to root */
	write_file("b/c", "old", 3);
	chmod("b", 0555);
	assert_int_equal(file_can_be_put("b/d"), EACCES);
	assert_int_equal(file_put("b/c", "new!", 4), 0); /* as it is */
	expect_file("b/c", "new!", 4);
	chmod("b/c", 0444);
	assert_int_equal(file_can_be_put("b/c"), EACCES);
	assert_int_equal(file_put("b/c", "new", 3), EACCES);
}

/* Neither a file that was there nor a new one is left half-written. */
static void test_put_no_space(void **state)
{
	(void)state;
	struct rlimit before, small;
	char text[4096] = "x";
	write_file("a", "old", 3);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	small = before;
	small.rlim_cur = 1000;
	setrlimit(RLIMIT_FSIZE, &small);
	int error = file_put("a", text, sizeof text), other = file_put("b", text, sizeof text);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(error, EFBIG);
	assert_int_equal(other, EFBIG);
	expect_file("a", "old", 3);
	assert_int_equal(count_entries(), 1);
	assert_int_equal(file_put("/dev/full", text, sizeof text), ENOSPC);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {TEST(test_replaced), TEST(test_links), TEST(test_expected),
		TEST(test_refused), TEST(test_no_space), TEST(test_killed), TEST(test_put),
		TEST(test_put_refused), TEST(test_put_no_space)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
