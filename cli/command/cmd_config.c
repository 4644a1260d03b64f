/* `cudalint config`: what is configured and why, whether it is right, a file to start from, and a schema for
 * editors. */
#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/config/config.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_WHY = 256, KEY_CONFIG_FILE, KEY_NO_FILE };

struct request {
	struct arena *arena;
	VEC(const char *) paths;
	const char *config_path;
	bool why, no_config;
};

static const struct argp_option show_table[] = {
	{"why", KEY_WHY, NULL, 0, "Say where each setting comes from, and what turns each rule on or off", 0},
	{"config", KEY_CONFIG_FILE, "FILE", 0, "Look at this file instead of the nearest " CONFIG_FILE, 0},
	{"no-config", KEY_NO_FILE, NULL, 0, "Look at no file: show the defaults", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static const struct argp_option plain_table[] = {
	OPTIONS_HELP_ROW,
	{0},
};

static const char show_doc[] =
	"Shows the settings that hold for a file or folder (default: the current folder), as a configuration "
	"file that extends no other.\vThe " CONFIG_FILE
	" nearest to a file, from its folder upward, is the only one that holds for it.";

static const char check_doc[] =
	"Checks configuration files; by default the one that holds for the current folder. Prints a line for "
	"each mistake.\vExit status: 0 all are right, 2 otherwise.";

static const char init_doc[] =
	"Writes a " CONFIG_FILE
	" into a folder (default: the current one) that has none: every key with what it is "
	"for and an example, all but one as comments.";

static const char schema_doc[] = "Prints a JSON schema of configuration files, for editors.";

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	switch (key) {
	case KEY_WHY: request->why = true; return 0;
	case KEY_CONFIG_FILE: request->config_path = argument; return 0;
	case KEY_NO_FILE: request->no_config = true; return 0;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG: vec_push(request->arena, &request->paths, argument); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static void message(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

/* Reads a configuration; NULL after a line for each mistake. */
static const struct config *load(struct request *request, const char *path, const char *base)
{
	config_errors errors = {0};
	const struct config *config = config_load(request->arena, rules_registry, path, base, &errors);
	for (size_t i = 0; i < errors.count; i++)
		message(errors.data[i].text);
	return config;
}

/* The configuration file that holds for a file or folder; NULL: none. Sets *missing when there is no such
 * place. */
static const char *find(struct request *request, const char *path, bool *missing)
{
	struct stat status;
	const char *real = path_resolve(request->arena, path);
	*missing = !real || stat(real, &status) != 0;
	if (*missing)
		return NULL;
	return config_find(
		request->arena, S_ISDIR(status.st_mode) ? real : path_parent(request->arena, real));
}

static int show(struct request *request)
{
	const char *place = request->paths.count ? request->paths.data[0] : ".", *path;
	const struct config *config = NULL;
	bool missing;
	if (request->paths.count > 1)
		return options_error("config show takes one file or folder");
	path = find(request, place, &missing);
	if (missing)
		return options_error("%s: %s", place, strerror(errno));
	if (request->no_config)
		config = config_default(request->arena, rules_registry);
	else if (request->config_path)
		config = load(request, request->config_path, path_resolve(request->arena, "."));
	else
		config = path ? load(request, path, NULL) : config_default(request->arena, rules_registry);
	if (!config)
		return STATUS_USAGE;
	struct buffer out = {0};
	config_show(request->arena, config, request->why, &out);
	fwrite(out.data, 1, out.size, stdout);
	buffer_free(&out);
	return STATUS_OK;
}

/* One file, or the one that holds for a folder. */
static int check_one(struct request *request, const char *path)
{
	if (path_is_folder(path)) {
		bool missing;
		const char *found = find(request, path, &missing);
		if (!found)
			return options_error("%s: no " CONFIG_FILE " here or above", path);
		path = found;
	}
	const struct config *config = load(request, path, NULL);
	if (!config)
		return STATUS_USAGE;
	text_write(stdout, config->path);
	puts(": no mistakes");
	return STATUS_OK;
}

static int check(struct request *request)
{
	int status = STATUS_OK;
	if (!request->paths.count)
		return check_one(request, ".");
	for (size_t i = 0; i < request->paths.count; i++)
		if (check_one(request, request->paths.data[i]))
			status = STATUS_USAGE;
	return status;
}

/* A file that is there stays as it is. */
static int init(struct request *request)
{
	const char *folder = request->paths.count ? request->paths.data[0] : ".";
	if (request->paths.count > 1)
		return options_error("config init takes one folder");
	const char *path = path_display(request->arena,
		path_join(request->arena, path_absolute(request->arena, folder), CONFIG_FILE));
	struct stat status;
	struct buffer out = {0};
	if (!lstat(path, &status))
		return options_error("cannot write '%s': it is there already", path);
	config_template(&out);
	int error = file_put(path, out.data, out.size);
	buffer_free(&out);
	if (error)
		return options_error("cannot write '%s': %s", path, strerror(error));
	text_write(stdout, path);
	puts(": written");
	return STATUS_OK;
}

static int schema(struct request *request)
{
	if (request->paths.count)
		return options_error("config schema takes no arguments");
	char *text = config_schema(rules_registry);
	puts(text);
	free(text);
	return STATUS_OK;
}

/* ---- the words behind config ------------------------------------------------------------------ */

struct subcommand {
	const char *name, *title;
	struct argp argp;
	int (*run)(struct request *request);
};

static const struct subcommand subcommands[] = {
	{"show", "cudalint config show", {show_table, parse, "[FILE]", show_doc, NULL, NULL, NULL}, show},
	{"check", "cudalint config check", {plain_table, parse, "[FILE...]", check_doc, NULL, NULL, NULL},
		check},
	{"init", "cudalint config init", {plain_table, parse, "[FOLDER]", init_doc, NULL, NULL, NULL}, init},
	{"schema", "cudalint config schema", {plain_table, parse, "", schema_doc, NULL, NULL, NULL}, schema},
};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands };

static int run_subcommand(const struct subcommand *subcommand, int argc, char **argv)
{
	struct request request = {.arena = arena_new()};
	int status = options_parse(&subcommand->argp, subcommand->title, argc, argv, &request);
	if (!status)
		status = subcommand->run(&request);
	arena_free(request.arena);
	return status;
}

int cmd_config(int argc, char **argv)
{
	const char *names[SUBCOMMAND_COUNT];
	const struct options_words words = {.command = "config",
		.words = names,
		.count = SUBCOMMAND_COUNT,
		.usage = "Usage: cudalint config show [FILE] [--why] [--config=FILE] [--no-config]\n"
			 "       cudalint config check [FILE...]\n"
			 "       cudalint config init [FOLDER]\n"
			 "       cudalint config schema\n\n"
			 "Shows the settings that hold for a file, and with --why where each comes from; "
			 "checks\n"
			 "configuration files (" CONFIG_FILE
			 "); writes one to start from; prints a JSON schema of "
			 "them.",
		.hint = "'cudalint config show' shows what is configured, 'config check' looks for mistakes, "
			"'config init' writes a file to start from, 'config schema' prints a schema"};
	for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
		names[i] = subcommands[i].name;
	int status;
	size_t index = options_word(&words, argc, argv, &status);
	return index < SUBCOMMAND_COUNT ? run_subcommand(&subcommands[index], argc - 1, argv + 1) : status;
}
