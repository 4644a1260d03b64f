/* A table of what clang-tidy, cppcheck, ruff, shellcheck and their kin call things. */
#include "cli/foreign.h"

#include <string.h>

static const struct {
	const char *name, *here;
} options[] = {
	/* which rules */
	{"checks", "here it is --select=LIST, as --select=CU1,bank-conflict"},
	{"enable", "here it is --select=LIST or --extend-select=LIST"},
	{"enable-all-checks", "here it is --select=ALL"},
	{"include", "here it is --select=LIST; an include folder goes behind '--', as -- -I include"},
	{"disable", "here it is --ignore=LIST"},
	{"suppress", "here it is --ignore=LIST"},
	{"suppressions-list", "here it is --ignore=LIST, or the key 'per-file-ignores' of .cudalint.yml"},
	{"extend-ignore", "here it is --ignore=LIST, which adds to the configuration"},
	{"per-file-ignores", "here it is the key 'per-file-ignores' of .cudalint.yml"},
	{"inline-suppr", "comments that silence findings always count"},
	{"list-checks", "here it is 'cudalint rules'"},
	{"rule", "here it is --explain=RULE"},
	/* which files */
	{"exclude", "here it is the key 'exclude' of .cudalint.yml; rules are left out with --ignore=LIST"},
	{"extend-exclude", "here it is the key 'exclude' of .cudalint.yml"},
	{"exclude-dir", "here it is the key 'exclude' of .cudalint.yml"},
	{"header-filter", "here it is the key 'header-filter' of .cudalint.yml"},
	{"exclude-header-filter", "here it is the key 'header-filter' of .cudalint.yml"},
	{"system-headers", "headers of the system and the toolkit are never reported"},
	{"line-filter", "here it is --diff[=REV], or --diff-file=PATCH"},
	{"project", "here it is -p DIR, the folder with the compile_commands.json"},
	{"build-path", "here it is -p DIR, the folder with the compile_commands.json"},
	{"ext", "files are found by their contents; name others one by one"},
	{"show-files", "here it is -v"},
	/* configuration */
	{"config-file", "here it is --config=FILE"},
	{"rcfile", "here it is --config=FILE"},
	{"isolated", "here it is --no-config"},
	{"norc", "here it is --no-config"},
	{"dump-config", "here it is 'cudalint config show'"},
	{"show-settings", "here it is 'cudalint config show'"},
	{"explain-config", "here it is 'cudalint config show --why'"},
	{"verify-config", "here it is 'cudalint config check'"},
	/* what a finding does */
	{"warnings-as-errors", "warnings make the exit status 1 as it is; here it is --fail-on=SEVERITY"},
	{"error-exitcode", "here it is --fail-on=SEVERITY"},
	{"exit-zero", "here it is --fail-on=never"},
	{"exit-non-zero-on-fix", "here it is --fix=diff, which exits with 1 if there is something to fix"},
	{"max-warnings", "here it is --fail-on=SEVERITY, or a baseline"},
	{"severity", "here it is --min-severity=SEVERITY"},
	{"errors-only", "here it is --min-severity=error"},
	{"allow-no-checks", "here it is --fail-on=never"},
	/* output */
	{"output-format", "here it is --format=FORMAT"},
	{"xml", "here it is --format=junit, or --format=sarif"},
	{"template", "here it is --format=FORMAT"},
	{"use-color", "here it is --color=WHEN"},
	{"no-color", "here it is --color=never"},
	{"silent", "here it is --quiet"},
	{"enable-check-profile", "here it is --timing"},
	{"benchmark", "here it is --timing"},
	{"show-source", "here it is --format=full"},
	/* fixes */
	{"fix-errors", "here it is --fix"},
	{"fix-only", "here it is --fix"},
	{"fix-notes", "here it is --fix --unsafe-fixes"},
	{"export-fixes", "here it is --format=diff=FILE"},
	{"add-noqa", "here it is --add-ignores"},
	{"add-nolint", "here it is --add-ignores"},
	/* work */
	{"target-version", "here it is --arch=LIST"},
	{"gpu-architecture", "here it is --arch=LIST"},
	{"extra-arg-before", "here it is --extra-arg=FLAG"},
	{"std", "flags of the compiler go behind '--', as -- -std=c++17"},
	{"cache-location", "here it is --cache-dir=DIR"},
	{"threads", "here it is --jobs=N"},
	{"max-file-size", "files over 5 MB are reported and left out"},
};

const char *foreign_option(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strncmp(options[i].name, name, length) == 0 && !options[i].name[length])
			return options[i].here;
	return NULL;
}

const char *foreign_flag(const char *word)
{
	static const char *const flags[] = {"-I", "-D", "-U", "-std", "-isystem", "-include", "-x", "-O",
		"-W", "-m", "-gencode", "-arch", "-Xcompiler", "-Xcudafe", "-rdc", "-ccbin"};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strncmp(word, flags[i], strlen(flags[i])) == 0)
			return "flags of the compiler go behind '--', as -- -I include";
	return NULL;
}
