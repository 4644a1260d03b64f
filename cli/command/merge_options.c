/* The options of `merge`: those of `check` that are about the result, and the files of the parts. */
#include "cli/command/check_options.h"

#include <errno.h>
#include <string.h>

enum { RESULT_GROUP = 4, ROWS = 64 };

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct check_options *options = state->input;
	int status;
	switch (key) {
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG: vec_push(options->arena, &options->stores, argument); return 0;
	default:
		status = check_options_set(options, key, argument);
		return status < 0 ? ARGP_ERR_UNKNOWN : status ? EINVAL : 0;
	}
}

/* What changes sources, and what tells of work, isn't for results that come from elsewhere. */
static bool is_result_option(const struct argp_option *row)
{
	bool is_fix = row->name && strstr(row->name, "fix");
	return row->group == RESULT_GROUP && row->key != KEY_TIMING && !is_fix;
}

int merge_options_read(struct check_options *out, int argc, char **argv)
{
	static const char doc[] =
		"Joins the results of 'cudalint check --shard=I/N' into one report: the one that a run over "
		"all files would have given. All parts have to be there, from the same options and "
		"files.\vExit status as of 'cudalint check'.";
	struct argp_option table[ROWS] = {{0}};
	size_t count = 0;
	const struct argp_option *row = check_options_table();
	for (; row->name || row->key || row->doc || row->group; row++)
		if (is_result_option(row) && count < ROWS - 2)
			table[count++] = *row;
	table[count] = (struct argp_option)OPTIONS_HELP_ROW;
	const struct argp argp = {table, parse, "STORE...", doc, NULL, NULL, NULL};
	out->fail_on = FAIL_ON_CONFIGURED;
	int status = options_parse(&argp, "cudalint merge", argc, argv, out);
	if (!status && !out->stores.count)
		return options_error("merge needs the files of all parts ('cudalint help merge')");
	return status;
}
