/* Configuration files: what each key takes, what is refused and how, which file holds, what extends what. */
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

#include "analyzer/base/folder_test.h"
#include "analyzer/config/config.h"

static const struct rule_option coalescing[] = {{"min-factor", OPTION_REAL, "1.5", "smallest ratio"},
	{"min-ways", OPTION_INT, "2", "smallest count"}, {"deep", OPTION_BOOL, "false", "look into calls"},
	{"name", OPTION_TEXT, "", "a name"}, {0}};
static const struct rule parse_error = {.code = "CU001", .name = "parse-error"};
static const struct rule uncoalesced = {
	.code = "CU101", .name = "uncoalesced-access", .severity = SEVERITY_WARNING, .options = coalescing};
static const struct rule misaligned = {.code = "CU102", .name = "misaligned-access", .strict_only = true};
static const struct rule maskless = {.code = "CU401", .name = "maskless-warp-intrinsic"};
static const struct rule *const registry[] = {&parse_error, &uncoalesced, &misaligned, &maskless, NULL};

struct fixture {
	struct arena *arena;
	const char *root; /* a new folder, the working directory */
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);
	fixture->arena = arena_new();
	fixture->root = folder_make(fixture->arena);
	*state = fixture;
	return chdir(fixture->root);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	int result = folder_delete(fixture->arena, fixture->root);
	arena_free(fixture->arena);
	free(fixture);
	return result;
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* The errors of a file, joined by " | "; "" when it is right. */
static const char *errors_of(const struct fixture *fixture, const char *path, const struct config **config)
{
	config_errors errors = {0};
	const char *joined = "";
	*config = config_load(fixture->arena, registry, path, NULL, &errors);
	assert_int_equal(*config == NULL, errors.count > 0);
	for (size_t i = 0; i < errors.count; i++) {
		assert_null(strchr(errors.data[i].text, '\n'));
		joined = arena_printf(fixture->arena, "%s%s%s", joined, i ? " | " : "", errors.data[i].text);
	}
	return joined;
}

static const struct config *load(const struct fixture *fixture, const char *text)
{
	const struct config *config;
	write_file("c.yml", text);
	assert_string_equal(errors_of(fixture, "c.yml", &config), "");
	return config;
}

/* Files and what is wrong with them. */
static const char *const wrong_files[][2] = {
	{"selct: [CU4]", "c.yml:1:1: unknown key 'selct' (did you mean 'select'?)"},
	{"[CU4]", "c.yml:1:1: a configuration is a map of keys, as 'select: [CU4]'"},
	{"select: {CU4: 1}", "c.yml:1:9: 'select' takes a rule or a list of such, and has a map"},
	{"select:\nignore: [[CU4]]",
		"c.yml:1:8: 'select' takes a rule or a list of such, and has no value | c.yml:2:10: 'ignore' "
		"takes a rule or a list of such, and this item has a list"},
	{"select: []", "c.yml:1:9: 'select' has an empty list: name something, or leave the key out"},
	{"select: [CU4, CU999]", "c.yml:1:15: unknown rule 'CU999' ('cudalint rules' lists them)"},
	{"ignore: maskles-warp-intrinsic", "c.yml:1:9: unknown rule 'maskles-warp-intrinsic' (did you mean "
					   "'maskless-warp-intrinsic'?)"},
	{"arch: [sm_90, sm_91x]", "c.yml:1:15: unknown architecture 'sm_91x' (did you mean 'sm_61'?)"},
	{"chip: h100", "c.yml:1:7: unknown chip 'h100' (did you mean 'h100-sxm'?)"},
	{"chip: [a100]", "c.yml:1:7: 'chip' takes a chip, and has a list"},
	{"exclude: 3",
		"c.yml:1:10: 'exclude' takes a glob, which 3 is not; if it is meant, put it in quotes"},
	{"exclude: [a, true, '3', 1.5]",
		"c.yml:1:14: 'exclude' takes a glob, which true is not; if it is meant, put it in quotes | c.yml:1:25: "
		"'exclude' takes a glob, which 1.5 is not; if it is meant, put it in quotes"},
	{"header-filter: 7",
		"c.yml:1:16: 'header-filter' takes a regular expression, which 7 is not; if it is meant, "
		"put it in quotes"},
	{"fail-on: fatal", "c.yml:1:10: 'fail-on' takes info, warning, error or never, and has 'fatal'"},
	{"incomplete: info", "c.yml:1:13: 'incomplete' takes warning or error, and has 'info'"},
	{"chip: h100\nselct: [CU4]\nfail-on: x",
		"c.yml:1:7: unknown chip 'h100' (did you mean 'h100-sxm'?) | c.yml:2:1: unknown key 'selct' (did you mean "
		"'select'?) | c.yml:3:10: 'fail-on' takes info, warning, error or never, and has 'x'"},
	{"cuda-path: nowhere", NULL},
	{"launch: {k: 64}", "c.yml:1:13: the launch '64' of 'k' is not GRID:BLOCK[:SMEM], as 64x64:32x8"},
	{"launch: {k: '1:2048'}", "c.yml:1:13: the launch '1:2048' of 'k' has a block that is not 1 to 1024 "
				  "threads, as 32x8 (z: to 64)"},
	{"launch: {k: {grid: 4}}", "c.yml:1:10: 'k' lacks 'block': threads of a block, as 256 or 32x8"},
	{"launch: {k: {block: 4, smem: 1x}}", "c.yml:1:30: 'smem' takes a whole number, and has '1x'"},
	{"launch: {k: {blok: 4}}", "c.yml:1:10: 'k' lacks 'block': threads of a block, as 256 or 32x8 | "
				   "c.yml:1:14: 'k' has no option 'blok' (did you mean 'block'?)"},
	{"launch: [k=1:32, k]", "c.yml:1:18: an item of 'launch' is not KERNEL=GRID:BLOCK[:SMEM], as "
				"transpose=64x64:32x8"},
	{"params: {k: {n: 1.5}}", "c.yml:1:17: 'n' takes a whole number, and has '1.5'"},
	{"params: {k: 3}", "c.yml:1:13: 'k' takes a map of parameters, and has a text"},
	{"params: {k.n: 3, k.n: 4}", "c.yml:1:18: 'k.n' is there twice, first in line 1"},
	{"params: [k.n=3, k.n=4]", "c.yml:1:17: 'k' is there twice, first in line 1"},
	{"rules: {CU101: error}", "c.yml:1:16: 'CU101' takes a map of options, and has a text"},
	{"rules: {CU1: {}}", "c.yml:1:9: 'CU1' is not one rule"},
	{"rules: {CU101: {severity: fatal}}",
		"c.yml:1:27: 'severity' takes info, warning or error, and has 'fatal'"},
	{"rules: {CU101: {min-fctor: 2}}",
		"c.yml:1:17: 'CU101' has no option 'min-fctor' (did you mean 'min-factor'?)"},
	{"rules: {CU401: {min-factor: 2}}",
		"c.yml:1:17: 'CU401' has no option 'min-factor' (one of severity)"},
	{"rules: {CU101: {min-factor: 1e999, min-ways: -1, deep: 1}}",
		"c.yml:1:29: 'min-factor' takes a number, and has '1e999' | c.yml:1:46: 'min-ways' takes a "
		"whole number, and has '-1' | c.yml:1:56: 'deep' takes true or false, and has '1'"},
	{"rules: {CU101: {}, uncoalesced-access: {}}", ""},
	{"rules: {CU101: {deep: true}, uncoalesced-access: {}}",
		"c.yml:1:30: 'CU101' is there twice, first in line 1"},
	{"per-file-ignores: {a.cu: CU4, 'b[': [CU1], c.cu: [CU8]}",
		"c.yml:1:31: 'b[' is no glob: a bracket is not closed, or stands wrong | c.yml:1:51: unknown "
		"rule 'CU8' ('cudalint rules' lists them)"},
	{"exclude: ['']", "c.yml:1:11: '' is no glob: it is empty"},
	{"header-filter: 'a('", "c.yml:1:16: 'a(' is no regular expression: missing closing parenthesis, at "
				"its character 3"},
	{"require-reason: yes", "c.yml:1:17: 'require-reason' takes true or false, and has 'yes'"},
	{"extends: strct", "c.yml:1:10: 'extends': no set and no file 'strct' (did you mean 'strict'?)"},
	{"extends: base/x.yml", "c.yml:1:10: 'extends': base/x.yml: No such file or directory"},
};

static void test_wrong_files(void **state)
{
	const struct fixture *fixture = *state;
	for (size_t i = 0; i < sizeof wrong_files / sizeof *wrong_files; i++) {
		const struct config *config;
		write_file("c.yml", wrong_files[i][0]);
		const char *errors = errors_of(fixture, "c.yml", &config);
		assert_string_equal(errors,
			wrong_files[i][1]
				? wrong_files[i][1]
				: arena_printf(fixture->arena,
					  "c.yml:1:12: 'cuda-path': no folder '%s/nowhere'", fixture->root));
	}
}

static void test_wrong_patterns(void **state)
{
	const struct fixture *fixture = *state;
	static const char *const cases[][2] = {
		{"patterns: {CU940: {name: a, pattern: x, message: m}}",
			"c.yml:1:12: 'CU940' is no code for a rule of your own: they are CU950 to CU999"},
		{"patterns: {CU950: {name: parse-error, pattern: '(', message: ''}}",
			"c.yml:1:26: 'parse-error' is the name of CU001 already | c.yml:1:48: '(' is no "
			"regular expression: missing closing parenthesis, at its character 2 | c.yml:1:62: a "
			"message is one line"},
		{"patterns: {CU950: {name: No, pattern: x*, message: m, severity: high}}",
			"c.yml:1:26: 'No' is no name for a rule: small letters, digits and '-', as no-printf "
			"| c.yml:1:39: 'x*' matches nothing at all, everywhere | c.yml:1:65: 'severity' "
			"takes info, warning or error, and has 'high'"},
		{"patterns: {CU950: {pattern: x}}", "c.yml:1:12: 'CU950' lacks 'name': the rule's name, as "
						    "no-printf | c.yml:1:12: 'CU950' lacks 'message': what a "
						    "finding says"},
		{"patterns: {CU950: {name: a, pattern: x, message: m}, CU951: {name: a, pattern: x, message: "
		 "m}}",
			"c.yml:1:68: 'a' is the name of CU950 already"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct config *config;
		write_file("c.yml", cases[i][0]);
		assert_string_equal(errors_of(fixture, "c.yml", &config), cases[i][1]);
	}
}

/* ---- values ----------------------------------------------------------------------------------- */

static const char *rules_on(const struct fixture *fixture, const struct config *config)
{
	const char *codes = "";
	const struct rule **rules = select_rules(fixture->arena, config->registry, &config->words, false);
	for (; *rules; rules++)
		codes = arena_printf(fixture->arena, "%s%s%s", codes, *codes ? " " : "", (*rules)->code + 2);
	return codes;
}

static void test_rules(void **state)
{
	const struct fixture *fixture = *state;
	static const char *const cases[][2] = {
		{"", "001 101 401"},
		{"ignore: CU4", "001 101"},
		{"select: [CU102]", "102"},
		{"extends: strict\nignore: [CU1]", "001 401"},
		{"extends: recommended\nselect: misaligned-access", "001 101 102 401"},
		{"extends: strict\nignore: [CU401]\nselect: [CU401]", "001 101 102"},
		{"ignore: [ALL]", ""},
		{"patterns: {CU950: {name: a, pattern: x, message: m}}", "001 101 401 950"},
		{"select: CU4\npatterns: {CU950: {name: a, pattern: x, message: m}}", "401 950"},
		{"ignore: a\npatterns: {CU950: {name: a, pattern: x, message: m}}", "001 101 401"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(rules_on(fixture, load(fixture, cases[i][0])), cases[i][1]);
}

static void test_settings(void **state)
{
	const struct fixture *fixture = *state;
	const struct config *config = load(fixture,
		"rules: {uncoalesced-access: {severity: error, min-factor: 2.5, min-ways: 4}}\n"
		"arch: [sm_90, sm_80, 90]\nchip: A100\ncuda-path: none\nrequire-reason: true\n");
	assert_int_equal(setting_find(&config->settings, "CU101", NULL)->severity, SEVERITY_ERROR);
	assert_string_equal(setting_find(&config->settings, "CU101", "min-factor")->text, "2.5");
	assert_null(setting_find(&config->settings, "CU101", "deep"));
	assert_null(setting_find(&config->settings, "CU401", NULL));
	assert_int_equal(config->archs.count, 2);
	assert_int_equal(config->archs.data[0], 80);
	assert_string_equal(config->chip, "a100");
	assert_string_equal(config->cuda_path, "none");
	assert_true(config->require_reason);
}

static void test_launches(void **state)
{
	const struct fixture *fixture = *state;
	static const char *const texts[] = {
		"launch: {k: '4x2:32x8:64'}\nparams: {k: {n: -3}}\n",
		"launch: {k: {grid: 4x2, block: 32x8, smem: 64}}\nparams: {k.n: -3}\n",
		"launch: [k=4x2:32x8:64]\nparams: [k.n=-3]\n",
	};
	for (size_t i = 0; i < 3; i++) {
		const struct launch_hints *hints = &load(fixture, texts[i])->hints;
		const struct launch_hint *hint = hints->launches.data;
		assert_int_equal(hints->launches.count, 1);
		assert_string_equal(hint->kernel, "k");
		assert_int_equal(hint->source, LAUNCH_CONFIG);
		assert_true(
			hint->grid_known && hint->grid[0] == 4 && hint->grid[1] == 2 && hint->grid[2] == 1);
		assert_true(hint->block_known && hint->block[0] == 32 && hint->block[1] == 8);
		assert_int_equal(hint->shared, 64);
		assert_int_equal(hints->params.count, 1);
		assert_string_equal(hints->params.data[0].param, "n");
		assert_int_equal(hints->params.data[0].value, -3);
	}
	const launch_promises *promises =
		&load(fixture, "assume: ['n % 32 == 0', 'a::k: width >= 4 && width <= n']")->hints.promises;
	assert_int_equal(promises->count, 2);
	assert_null(promises->data[0].kernel);
	assert_string_equal(promises->data[0].text, "n % 32 == 0");
	assert_string_equal(promises->data[1].kernel, "a::k");
	assert_string_equal(promises->data[1].text, "width >= 4 && width <= n");
	const struct launch_hints *hints = &load(fixture, "launch: {'a::k<int, 4>': {block: 64}}")->hints;
	assert_string_equal(hints->launches.data[0].kernel, "a::k<int, 4>");
	assert_false(hints->launches.data[0].grid_known);
	assert_int_equal(hints->launches.data[0].shared, -1);
}

static void test_files(void **state)
{
	const struct fixture *fixture = *state;
	const struct config *config =
		load(fixture, "exclude: [gen, src/*.cu]\n"
			      "per-file-ignores: {'tests/**': [CU1, maskless-warp-intrinsic]}\n"
			      "header-filter: '/include/.*\\.cuh$'\n");
	const char *root = fixture->root;
	struct arena *arena = fixture->arena;
	assert_true(config_excludes(config, arena_printf(arena, "%s/a/gen/x.cu", root)));
	assert_true(config_excludes(config, arena_printf(arena, "%s/src/x.cu", root)));
	assert_false(config_excludes(config, arena_printf(arena, "%s/lib/src/x.cu", root)));
	assert_false(config_excludes(config, "/src/x.cu"));
	const char *test = arena_printf(arena, "%s/tests/a/x.cu", root);
	assert_true(config_ignores(config, test, &uncoalesced));
	assert_true(config_ignores(config, test, &maskless));
	assert_false(config_ignores(config, test, &parse_error));
	assert_false(config_ignores(config, arena_printf(arena, "%s/x.cu", root), &maskless));
	assert_true(config_reports_header(config, "/opt/include/x.cuh", false));
	assert_false(config_reports_header(config, "/opt/include/x.h", true));
	assert_true(config_reports_header(config_default(arena, registry), "/x.h", true));
}

/* ---- several files ---------------------------------------------------------------------------- */

static const char *shown(const struct fixture *fixture, const struct config *config, bool why)
{
	struct buffer out = {0};
	config_show(fixture->arena, config, why, &out);
	const char *text = arena_strdup(fixture->arena, out.data);
	buffer_free(&out);
	return text;
}

static void test_extends(void **state)
{
	const struct fixture *fixture = *state;
	const struct config *config;
	mkdir("base", 0777);
	write_file("base/x.yml",
		"extends: y.yml\nignore: [CU401]\narch: [sm_80]\nexclude: [gen]\n"
		"rules: {CU101: {severity: error, min-ways: 8}}\nlaunch: {k: '1:32', j: '2:64'}\n");
	write_file("base/y.yml", "chip: a100\nexclude: [old]\n");
	config = load(fixture,
		"extends: [strict, base/x.yml]\nselect: [CU401]\narch: [sm_90]\nchip: h100-sxm\n"
		"rules: {CU101: {min-ways: 3}}\nlaunch: {k: {block: 64}}\nexclude: [tmp]\n");
	assert_string_equal(rules_on(fixture, config), "001 101 102 401");
	assert_string_equal(config->chip, "h100-sxm");
	assert_int_equal(config->archs.count, 1);
	assert_int_equal(config->archs.data[0], 90);
	assert_string_equal(setting_find(&config->settings, "CU101", "min-ways")->text, "3");
	assert_int_equal(setting_find(&config->settings, "CU101", NULL)->severity, SEVERITY_ERROR);
	assert_int_equal(config->hints.launches.count, 2);
	assert_false(config->hints.launches.data[1].grid_known);
	assert_true(config_excludes(config, arena_printf(fixture->arena, "%s/gen/x.cu", fixture->root)));
	assert_true(config_excludes(config, arena_printf(fixture->arena, "%s/tmp/x.cu", fixture->root)));
	assert_true(config_excludes(config, arena_printf(fixture->arena, "%s/old/x.cu", fixture->root)));
	assert_false(config_excludes(config, "/tmp/x.cu"));
	const char *text = shown(fixture, config, true);
	assert_non_null(strstr(text, "# base/x.yml:5:27"));
	assert_non_null(strstr(text, "# CU102 on  misaligned-access: 'strict' (c.yml:1:11)\n"));
}

static void test_cycles(void **state)
{
	const struct fixture *fixture = *state;
	const struct config *config;
	write_file("a.yml", "extends: b.yml");
	write_file("b.yml", "extends: [strict, ./c.yml]");
	write_file("c.yml", "extends: a.yml");
	assert_string_equal(errors_of(fixture, "a.yml", &config),
		"c.yml:1:10: 'extends' goes round: a.yml -> b.yml -> c.yml -> a.yml");
	write_file("a.yml", "extends: a.yml");
	assert_string_equal(
		errors_of(fixture, "a.yml", &config), "a.yml:1:10: 'extends' goes round: a.yml -> a.yml");
	for (int i = 0; i < 20; i++) { /* each twice: a million files, if one lets them */
		const char *name = arena_printf(fixture->arena, "d%d.yml", i);
		write_file(name, arena_printf(fixture->arena, "extends: [d%d.yml, d%d.yml]", i + 1, i + 1));
	}
	write_file("d20.yml", "");
	assert_non_null(strstr(errors_of(fixture, "d0.yml", &config), "'extends': more than 64 files"));
}

static void test_unreadable(void **state)
{
	const struct fixture *fixture = *state;
	const struct config *config;
	mkdir("d.yml", 0777);
	assert_string_equal(errors_of(fixture, "d.yml", &config), "d.yml: Is a directory");
	assert_string_equal(errors_of(fixture, "e.yml", &config),
		arena_printf(fixture->arena, "%s: No such file or directory", "e.yml"));
	char *text = arena_alloc(fixture->arena, 300001);
	memset(text, '#', 300000);
	write_file("f.yml", text);
	assert_string_equal(
		errors_of(fixture, "f.yml", &config), "f.yml: larger than 256 KB, which no configuration is");
}

static void test_the_nearest_holds(void **state)
{
	const struct fixture *fixture = *state;
	struct arena *arena = fixture->arena;
	const char *inner = arena_printf(arena, "%s/a/b", fixture->root);
	mkdir("a", 0777);
	mkdir("a/b", 0777);
	write_file(CONFIG_FILE, "");
	assert_string_equal(config_find(arena, inner), arena_printf(arena, "%s/" CONFIG_FILE, fixture->root));
	write_file("shared.yml", "extends: ./base.yml\nexclude: [gen/x.cu]\n");
	write_file("base.yml", "chip: a100\n");
	assert_int_equal(symlink("../shared.yml", "a/" CONFIG_FILE), 0);
	const char *nearest = config_find(arena, inner);
	assert_string_equal(nearest, arena_printf(arena, "%s/a/" CONFIG_FILE, fixture->root));
	const struct config *config;
	assert_string_equal(errors_of(fixture, nearest, &config), "");
	assert_string_equal(config->chip, "a100");
	assert_true(config_excludes(config, arena_printf(arena, "%s/a/gen/x.cu", fixture->root)));
	assert_false(config_excludes(config, arena_printf(arena, "%s/gen/x.cu", fixture->root)));
}

/* What is shown is a configuration that says the same. */
static void test_what_is_shown_can_be_read(void **state)
{
	const struct fixture *fixture = *state;
	const char *text =
		"extends: strict\nignore: [CU102]\narch: sm_90\nlaunch: {'k<int, 4>': '1:32', j: {block: "
		"64}}\nparams: {k: {n: 0x10}}\nrules: {CU101: {name: 'a \"b\" \\c', deep: true}}\n"
		"per-file-ignores: {'**/*.cu': [CU1]}\nexclude: ['*.gen.cu', '- x']\nheader-filter: "
		"'\\.h$'\npatterns: {CU950: {name: a, pattern: '\\bx', message: 'm: #'}}\n";
	const char *first = shown(fixture, load(fixture, text), false);
	assert_string_equal(shown(fixture, load(fixture, first), false), first);
	const char *none = shown(fixture, config_default(fixture->arena, registry), false);
	assert_string_equal(rules_on(fixture, load(fixture, none)), "001 101 401");
}

/* Whatever the settings are, they are refused with a place, or can be shown and read again. */
static void test_any_settings(void **state)
{
	(void)state;
	static const char *const pieces[] = {"extends: ", "select: ", "ignore: ", "arch: ", "chip: ",
		"cuda-path: ", "launch: ", "params: ", "rules: ", "per-file-ignores: ", "exclude: ",
		"header-filter: ", "require-reason: ", "patterns: ", "strict", "CU4", "CU101", "CU401",
		"sm_90", "a100", "none", "true", "k: ", "k.n: ", "64x2:32x8:1", "{grid: 4, block: 32}",
		"{block: 8}", "{n: 3}", "{severity: error}", "{min-ways: 3, deep: true}",
		"CU101: ", "CU950: ", "{name: a, pattern: x, message: m}", "'**/*.cu'", "'a\\b'",
		"\"\\t\\u00e9\"", ": ", "[", "]", "{", "}", ", ", "\n", "\n", "\n", "~", "-1", "0x10"};
	srand(1);
	size_t right = 0;
	for (int turn = 0; turn < 30000; turn++) {
		struct arena *arena = arena_new();
		config_errors errors = {0};
		const char *text = "";
		for (int i = rand() % 7; i > 0; i--)
			text = arena_printf(arena, "%s%s", text,
				pieces[(size_t)rand() % (sizeof pieces / sizeof *pieces)]);
		const struct config *config = config_from_text(arena, registry, "/c.yml", text, &errors);
		for (size_t i = 0; i < errors.count; i++)
			assert_int_equal(strncmp(errors.data[i].text, "/c.yml:", 7), 0);
		if (config) {
			const struct fixture here = {.arena = arena};
			const char *first = shown(&here, config, false);
			const struct config *again =
				config_from_text(arena, registry, "/c.yml", first, &errors);
			assert_non_null(again);
			assert_string_equal(shown(&here, again, false), first);
			right += *text != '\0';
		}
		arena_free(arena);
	}
	assert_true(right > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_wrong_files, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_wrong_patterns, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_rules, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_settings, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_launches, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_files, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_extends, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_cycles, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_unreadable, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_the_nearest_holds, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_what_is_shown_can_be_read, set_up, tear_down),
		cmocka_unit_test(test_any_settings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
