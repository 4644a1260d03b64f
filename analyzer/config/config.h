/* Settings from `.cudalint.yml`: found, read, checked, and asked for.
 *
 * The file nearest to an input, from its folder upward, is the only one that holds for it, besides those that
 * it extends. All globs are meant from its folder, other paths from the folder of the file they are in.
 * Everything is checked when it is read, so that a settings object has nothing wrong in it. */
#ifndef CUDALINT_CONFIG_CONFIG_H
#define CUDALINT_CONFIG_CONFIG_H

#include "analyzer/base/buffer.h"
#include "analyzer/config/item.h"
#include "analyzer/config/regex.h"
#include "analyzer/config/select.h"
#include "analyzer/config/setting.h"
#include "analyzer/simt/launch/launch.h"

#define CONFIG_FILE ".cudalint.yml"

/* A rule of the user's: what is wrong is told by a pattern. */
struct config_pattern {
	struct rule rule; /* first member: the registry points to it */
	const struct regex *regex;
	const char *message;
};

struct config_file_ignore {
	const struct regex *glob;
	const char *word; /* a code, prefix, name or set */
};

/* The default of `min-time-us`. */
#define CONFIG_MIN_TIME_US 0.1

struct config {
	const char *path;                   /* as reported; NULL: no file, everything has its default */
	const char *base;                   /* absolute: the folder that globs are meant from */
	item_list items;                    /* of the file and of those it extends */
	const struct rule *const *registry; /* that of the program, then the user's rules */
	select_list words;                  /* never empty */
	VEC(int) archs;                     /* ascending; empty: not configured */
	const char *arch_suffixes;          /* "90a 100f": those of `archs` that have one; NULL: none */
	const char *chip, *cuda_path;       /* NULL: not configured */
	struct launch_hints hints;
	setting_list settings;
	VEC(struct config_file_ignore) file_ignores;
	VEC(const struct regex *) exclude; /* globs */
	const struct regex *header_filter; /* NULL: not configured */
	bool require_reason;
	bool tolerates_incomplete; /* a file that nobody has looked at is a warning, and doesn't count */
	int fail_on;               /* enum severity; SEVERITY_ERROR + 1: never; -1: not configured */
	double min_time_us;        /* of a launch that a warning has to save */
	VEC(const struct config_pattern *) patterns;
};

/* The defaults. */
const struct config *config_default(struct arena *arena, const struct rule *const *registry);

/* The configuration file that holds for files in `folder` (absolute): its path, or NULL. */
const char *config_find(struct arena *arena, const char *folder);

/* Reads a file and those it extends. Globs are meant from `base` (absolute) or, with NULL, from its folder.
 * NULL when something is wrong: then `errors` has a line for each thing, with its place. */
const struct config *config_load(struct arena *arena, const struct rule *const *registry, const char *path,
	const char *base, config_errors *errors);

/* The same for a text that stands for the file `path` (absolute). */
const struct config *config_from_text(struct arena *arena, const struct rule *const *registry,
	const char *path, const char *text, config_errors *errors);

/* Whether `exclude` names a file, given by its absolute path. */
bool config_excludes(const struct config *config, const char *absolute);

/* Whether `per-file-ignores` leaves a rule out in a file. */
bool config_ignores(const struct config *config, const char *absolute, const struct rule *rule);

/* Whether `header-filter` finds a header; without one: `otherwise`. */
bool config_reports_header(const struct config *config, const char *absolute, bool otherwise);

/* The architecture or chip of that name, or NULL with *problem ("unknown chip 'x' (did you mean 'y'?)"). */
const struct model_arch *config_find_arch(struct arena *arena, const char *name, const char **problem);
/* A list of architectures with suffixes ("90a 100f"; NULL: empty) and one more, where that has one. */
const char *config_add_suffix(struct arena *arena, const char *suffixes, const char *name);
const struct model_chip *config_find_chip(struct arena *arena, const char *name, const char **problem);

/* The settings as a configuration file of their own (show.c). With `why`, remarks tell where each comes from,
 * and for each rule what turns it on or off. */
void config_show(struct arena *arena, const struct config *config, bool why, struct buffer *out);

/* A file to start from, for `config init` (template.c). */
void config_template(struct buffer *out);

/* A JSON schema of configuration files, for editors (schema.c); to be freed. */
char *config_schema(const struct rule *const *registry);

#endif
