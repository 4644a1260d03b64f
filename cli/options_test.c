/* Tests of options and suggestions, on a table with every kind of row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analyzer/base/suggest.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct argp_option table[] = {
	{NULL, 0, NULL, 0, "A heading", 0},
	{"regs", 'r', "N", 0, "", 0},
	{"fix", 300, "HOW", OPTION_ARG_OPTIONAL, "", 0},
	{"quiet", 'q', NULL, 0, "", 0},
	{"verbose", 'v', NULL, 0, "", 0},
	{"fail-on", 301, "LEVEL", 0, "", 0},
	{"fail-at", 0, NULL, OPTION_ALIAS, NULL, 0},
	{"secret", 302, NULL, OPTION_HIDDEN, "", 0},
	{"note", 0, NULL, OPTION_DOC, "", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static char message[512];

/* Checks one command line, given as words, and leaves what went to stderr in `message`. */
static int check(const char *const *words)
{
	char *argv[16] = {"command"};
	int argc = 1;
	while (words[argc - 1]) {
		argv[argc] = (char *)(uintptr_t)words[argc - 1];
		argc++;
	}
	fflush(stderr);
	int saved = dup(STDERR_FILENO);
	FILE *file = tmpfile();
	assert_non_null(file);
	assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
	int status = options_check(table, argc, argv);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	message[fread(message, 1, sizeof(message) - 1, file)] = '\0';
	fclose(file);
	return status;
}

#define CHECK(...) check((const char *const[]){__VA_ARGS__, NULL})

static void accepts_what_the_table_has(void **state)
{
	(void)state;
	assert_int_equal(CHECK("--regs", "64", "file.cu", "-q"), 0);
	assert_int_equal(CHECK("--regs=64", "-r64", "-r", "64"), 0);
	assert_int_equal(CHECK("-qvr64", "-qvr", "--bogus"), 0); /* the last is the value of r */
	assert_int_equal(CHECK("--regs", "--bogus"), 0);
	assert_int_equal(CHECK("--fix", "--fix=diff", "-h", "--help"), 0);
	assert_int_equal(CHECK("--fail-at=error", "--fail-on", "error", "--secret"), 0);
	assert_int_equal(CHECK("-", "--", "--bogus", "-x"), 0);
	assert_int_equal(CHECK("--regs="), 0);
	assert_string_equal(message, "");
}

static void rejects_with_one_line(void **state)
{
	(void)state;
	assert_int_equal(CHECK("--regz=3"), 2);
	assert_string_equal(message, "cudalint: unknown option '--regz' (did you mean '--regs'?)\n");
	assert_int_equal(CHECK("--verb"), 2);
	assert_string_equal(message, "cudalint: unknown option '--verb' (did you mean '--verbose'?)\n");
	assert_int_equal(CHECK("--bogus"), 2);
	assert_string_equal(message, "cudalint: unknown option '--bogus'\n");
	assert_int_equal(CHECK("--checks=CU1"), 2);
	assert_string_equal(message,
		"cudalint: unknown option '--checks': here it is --select=LIST, as --select=CU1,bank-conflict\n");
	assert_int_equal(CHECK("-Iinclude"), 2);
	assert_string_equal(message,
		"cudalint: unknown option '-Iinclude': flags of the compiler go behind '--', as -- -I include\n");
	assert_int_equal(CHECK("-I", "include"), 2);
	assert_string_equal(message,
		"cudalint: unknown option '-I': flags of the compiler go behind '--', as -- -I include\n");
	assert_int_equal(CHECK("--secre"), 2);
	assert_string_equal(message, "cudalint: unknown option '--secre'\n");
	assert_int_equal(CHECK("--note"), 2);
	assert_int_equal(CHECK("-qx"), 2);
	assert_string_equal(message, "cudalint: unknown option '-x'\n");
	assert_int_equal(CHECK("-fail-on=info"), 2);
	assert_string_equal(message, "cudalint: unknown option '-fail-on' (did you mean '--fail-on'?)\n");
	assert_int_equal(CHECK("--quiet=1"), 2);
	assert_string_equal(message, "cudalint: option '--quiet' takes no value\n");
	assert_int_equal(CHECK("--fail-at"), 2);
	assert_string_equal(message, "cudalint: option '--fail-at' needs a value (--fail-at=LEVEL)\n");
	assert_int_equal(CHECK("-qr"), 2);
	assert_string_equal(message, "cudalint: option '-r' needs a value (-r N)\n");
	assert_int_equal(CHECK("--=x"), 2);
	assert_int_equal(CHECK("--regs", "1", "--", "-q") + CHECK("\xff", "-\xff"), 2);
}

static void numbers(void **state)
{
	(void)state;
	int64_t value = -7;
	assert_int_equal(options_number(&value, "--n", "0", 0, 10), 0);
	assert_int_equal(value, 0);
	assert_int_equal(options_number(&value, "--n", "9223372036854775807", 0, INT64_MAX), 0);
	assert_true(value == INT64_MAX);
	static const char *const wrong[] = {"", "-1", "+1", " 1", "1 ", "1x", "0x10", "11", "1e1",
		"9223372036854775808", "99999999999999999999999999", "\xd9\xa3"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(options_number(&value, "--n", wrong[i], 0, 10), 2);
	assert_int_equal(options_number(&value, "--n", "0", 1, 10), 2);
	assert_true(value == INT64_MAX);
}

static void suggestions(void **state)
{
	(void)state;
	static const char *const words[] = {
		"check", "explain", NULL, "bank-conflict", "uncoalesced-access", "sm_90", ""};
	size_t n = sizeof(words) / sizeof(words[0]);
	assert_string_equal(suggest_nearest("chekc", words, n), "check");
	assert_string_equal(suggest_nearest("CHECK", words, n), "check");
	assert_string_equal(suggest_nearest("bankconflicts", words, n), "bank-conflict");
	assert_string_equal(suggest_nearest("uncoal", words, n), "uncoalesced-access");
	assert_string_equal(suggest_nearest("sm90", words, n), "sm_90");
	assert_null(suggest_nearest("", words, n));
	assert_null(suggest_nearest("banana", words, n));
	assert_null(suggest_nearest("check", words, 0));
	char huge[300];
	memset(huge, 'c', sizeof(huge) - 1);
	huge[sizeof(huge) - 1] = '\0';
	assert_null(suggest_nearest(huge, words, n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepts_what_the_table_has),
		cmocka_unit_test(rejects_with_one_line),
		cmocka_unit_test(numbers),
		cmocka_unit_test(suggestions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
