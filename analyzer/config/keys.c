/* The table of keys. */
#include "analyzer/config/keys.h"

static const struct config_option launch_options[] = {
	{"grid", CONFIG_EXTENTS, false, "blocks, as 64, 64x64 or 64x8x2"},
	{"block", CONFIG_EXTENTS, true, "threads of a block, as 256 or 32x8"},
	{"smem", CONFIG_NUMBER, false, "bytes of dynamic shared memory"},
	{0},
};

static const struct config_option pattern_options[] = {
	{"name", CONFIG_TEXT, true, "the rule's name, as no-printf"},
	{"pattern", CONFIG_REGEX, true,
		"regular expression (PCRE2), looked for in code without comments and texts"},
	{"message", CONFIG_TEXT, true, "what a finding says"},
	{"severity", CONFIG_SEVERITY, false, "info, warning or error; without it warning"},
	{0},
};

const struct config_key config_keys[CONFIG_KEY_COUNT] = {
	[CONFIG_KEY_EXTENDS] = {"extends", CONFIG_LIST, CONFIG_BASE, NULL, NULL, false, "nothing",
		"Where these settings start: a set of rules (recommended, strict, all) or another file"},
	[CONFIG_KEY_SELECT] = {"select", CONFIG_LIST, CONFIG_RULE, NULL, NULL, false, "recommended",
		"Rules to run, besides those that `extends` brings: codes, prefixes (CU4), names, sets"},
	[CONFIG_KEY_IGNORE] = {"ignore", CONFIG_LIST, CONFIG_RULE, NULL, NULL, false, "none",
		"Rules to leave out"},
	[CONFIG_KEY_ARCH] = {"arch", CONFIG_LIST, CONFIG_ARCH, NULL, NULL, true,
		"those of the build, else sm_80, sm_90", "Target architectures"},
	[CONFIG_KEY_CHIP] = {"chip", CONFIG_VALUE, CONFIG_CHIP, NULL, NULL, false, "one per architecture",
		"Chip that findings are priced on"},
	[CONFIG_KEY_CUDA_PATH] = {"cuda-path", CONFIG_VALUE, CONFIG_PATH, NULL, NULL, false, "searched",
		"CUDA toolkit; none: bundled declarations only"},
	[CONFIG_KEY_LAUNCH] = {"launch", CONFIG_GROUPS, CONFIG_LAUNCH, "kernel", launch_options, true,
		"launch sites, __launch_bounds__, else 256 threads",
		"Launch to assume for a kernel: GRID:BLOCK[:SMEM], or grid, block and smem"},
	[CONFIG_KEY_PARAMS] = {"params", CONFIG_GROUPS, CONFIG_NUMBER, "kernel", NULL, false,
		"those of launch sites", "Values of a kernel's integer parameters"},
	[CONFIG_KEY_ASSUME] = {"assume", CONFIG_LIST, CONFIG_TEXT, NULL, NULL, false, "none",
		"What holds of kernels' parameters and launches, as 'n % 32 == 0' or 'transpose: width >= 4'"},
	[CONFIG_KEY_RULES] = {"rules", CONFIG_GROUPS, CONFIG_TEXT, "rule", NULL, false, "the rules' own",
		"Severity and options of a rule"},
	[CONFIG_KEY_PER_FILE_IGNORES] = {"per-file-ignores", CONFIG_LISTS, CONFIG_RULE, "glob", NULL, false,
		"none", "Rules to leave out in the files that a glob matches"},
	[CONFIG_KEY_EXCLUDE] = {"exclude", CONFIG_LIST, CONFIG_GLOB, NULL, NULL, false, "none",
		"Files and folders (globs) that are neither linted nor reported in, unless named one by one"},
	[CONFIG_KEY_HEADER_FILTER] = {"header-filter", CONFIG_VALUE, CONFIG_REGEX, NULL, NULL, false,
		"headers of the repository and beside the inputs",
		"Regular expression (PCRE2): headers in whose path it is found are reported, and no others"},
	[CONFIG_KEY_REQUIRE_REASON] = {"require-reason", CONFIG_VALUE, CONFIG_BOOL, NULL, NULL, false,
		"false", "Whether a suppression without a reason is reported (CU003)"},
	[CONFIG_KEY_MIN_TIME_US] = {"min-time-us", CONFIG_VALUE, CONFIG_REAL, NULL, NULL, false, "0.1",
		"Microseconds of a known launch: a warning that would save less is an info"},
	[CONFIG_KEY_FAIL_ON] = {"fail-on", CONFIG_VALUE, CONFIG_FAIL_ON, NULL, NULL, false, "warning",
		"Severity from which on a finding makes the exit status 1, or never; --fail-on outranks it"},
	[CONFIG_KEY_INCOMPLETE] = {"incomplete", CONFIG_VALUE, CONFIG_INCOMPLETE, NULL, NULL, false, "error",
		"What a file is that could not be analysed at all (CU001): an error, or a warning that doesn't count "
		"for the exit status"},
	[CONFIG_KEY_PATTERNS] = {"patterns", CONFIG_GROUPS, CONFIG_TEXT, "code", pattern_options, true,
		"none", "Rules of your own, by code (CU950 to CU999)"},
};

const char *config_type_name(enum config_type type)
{
	static const char *const names[] = {
		[CONFIG_BASE] = "a set of rules or a file",
		[CONFIG_RULE] = "a rule",
		[CONFIG_ARCH] = "an architecture",
		[CONFIG_CHIP] = "a chip",
		[CONFIG_PATH] = "a folder",
		[CONFIG_BOOL] = "true or false",
		[CONFIG_GLOB] = "a glob",
		[CONFIG_REGEX] = "a regular expression",
		[CONFIG_NUMBER] = "a whole number",
		[CONFIG_REAL] = "a number",
		[CONFIG_SEVERITY] = "info, warning or error",
		[CONFIG_FAIL_ON] = "info, warning, error or never",
		[CONFIG_INCOMPLETE] = "warning or error",
		[CONFIG_EXTENTS] = "one to three numbers, as 32x8",
		[CONFIG_LAUNCH] = "a launch",
		[CONFIG_TEXT] = "a text",
	};
	return names[type];
}

enum config_type config_option_type(enum option_kind kind)
{
	static const enum config_type types[] = {[OPTION_INT] = CONFIG_NUMBER,
		[OPTION_REAL] = CONFIG_REAL,
		[OPTION_BOOL] = CONFIG_BOOL,
		[OPTION_TEXT] = CONFIG_TEXT};
	return types[kind];
}
