/* The keys of a configuration file: one table, from which reading, messages, `config show` and the JSON
 * schema follow. */
#ifndef CUDALINT_CONFIG_KEYS_H
#define CUDALINT_CONFIG_KEYS_H

#include <stddef.h>

#include "analyzer/finding/rule.h"

/* How a key's values are laid out. */
enum config_shape {
	CONFIG_VALUE, /* chip: a100 */
	CONFIG_LIST,  /* select: [CU4, CU201], or one word */
	CONFIG_LISTS, /* per-file-ignores: {tests: [CU1]} */
	CONFIG_GROUPS /* params: {transpose: {width: 1024}} */
};

/* What one value is. */
enum config_type {
	CONFIG_BASE, /* a set or a file */
	CONFIG_RULE, /* a set, a prefix of codes, a code or a name */
	CONFIG_ARCH,
	CONFIG_CHIP,
	CONFIG_PATH,
	CONFIG_BOOL,
	CONFIG_GLOB,
	CONFIG_REGEX,
	CONFIG_NUMBER,
	CONFIG_REAL,
	CONFIG_SEVERITY,
	CONFIG_FAIL_ON,    /* a severity, or never */
	CONFIG_INCOMPLETE, /* warning or error */
	CONFIG_EXTENTS,    /* 64x8 */
	CONFIG_LAUNCH,     /* 64x64:32x8 */
	CONFIG_TEXT
};

/* An option of a group whose options are always the same. */
struct config_option {
	const char *name; /* NULL ends the list */
	enum config_type type;
	bool is_required;
	const char *help;
};

enum config_key_id {
	CONFIG_KEY_EXTENDS,
	CONFIG_KEY_SELECT,
	CONFIG_KEY_IGNORE,
	CONFIG_KEY_ARCH,
	CONFIG_KEY_CHIP,
	CONFIG_KEY_CUDA_PATH,
	CONFIG_KEY_LAUNCH,
	CONFIG_KEY_PARAMS,
	CONFIG_KEY_ASSUME,
	CONFIG_KEY_RULES,
	CONFIG_KEY_PER_FILE_IGNORES,
	CONFIG_KEY_EXCLUDE,
	CONFIG_KEY_HEADER_FILTER,
	CONFIG_KEY_REQUIRE_REASON,
	CONFIG_KEY_MIN_TIME_US,
	CONFIG_KEY_FAIL_ON,
	CONFIG_KEY_INCOMPLETE,
	CONFIG_KEY_PATTERNS,
	CONFIG_KEY_COUNT
};

struct config_key {
	const char *name;
	enum config_shape shape;
	enum config_type type; /* of the values; of CONFIG_GROUPS without `options`: of each */
	const char *group;     /* what a name stands for in LISTS and GROUPS: "kernel" */
	const struct config_option
		*options; /* of each group; NULL: any name (params) or the rule's (rules) */
	bool is_whole;    /* what extends another file replaces a list or a group, and adds nothing to it */
	const char *fallback; /* what holds without the key, in words */
	const char *help;
};

/* In the order of config_key_id, which is that of `config show`. */
extern const struct config_key config_keys[CONFIG_KEY_COUNT];

/* "a rule", "an architecture as sm_90": what a value has to be, for messages. */
const char *config_type_name(enum config_type type);

/* The type of a rule's option. */
enum config_type config_option_type(enum option_kind kind);

#endif
