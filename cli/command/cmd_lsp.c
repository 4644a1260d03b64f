/* `cudalint lsp`: the language server (ide/) on standard input and output. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/page/page_view.h"
#include "cli/page/pages.h"
#include "ide/lsp.h"
#include "rules/registry.h"

#include <errno.h>
#include <unistd.h>

enum { KEY_NO_CACHE = 256, KEY_CACHE_DIR, KEY_STDIO };

static const struct argp_option table[] = {
	{"stdio", KEY_STDIO, NULL, 0, "Speak on standard input and output (what is done anyway)", 1},
	{"no-cache", KEY_NO_CACHE, NULL, 0, "Neither read nor write the cache", 1},
	{"cache-dir", KEY_CACHE_DIR, "DIR", 0, "Where the cache is", 1},
	{"help", 'h', NULL, 0, "Show this help", 2},
	{0},
};

static const char doc[] =
	"Runs the language server, for editors. It speaks the Language Server Protocol on standard input and "
	"output until it is told to exit. What it is to do is said by the editor's settings (section "
	"\"cudalint\") and by the .cudalint.yml of each file.\vExit status: 0 after an orderly shutdown, 1 "
	"when the editor has gone without one, 2 for wrong usage.";

static const char *page(struct arena *arena, const struct rule *rule)
{
	const char *text = pages_text(rule);
	return text ? page_for_reading(arena, page_with_options(arena, rule, text), rule->code, true) : NULL;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct lsp_options *options = state->input;
	switch (key) {
	case KEY_STDIO: return 0;
	case KEY_NO_CACHE: options->no_cache = true; return 0;
	case KEY_CACHE_DIR: options->cache_dir = argument; return 0;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG: return options_error("lsp takes no file: '%s'", argument) ? EINVAL : 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

int cmd_lsp(int argc, char **argv)
{
	static const struct argp argp = {table, parse, NULL, doc, NULL, NULL, NULL};
	struct lsp_options options = {.in = STDIN_FILENO,
		.out = STDOUT_FILENO,
		.registry = rules_registry,
		.page = page,
		.address = pages_site_address};
	int status = options_parse(&argp, "cudalint lsp", argc, argv, &options);
	return status ? status : lsp_run(&options);
}
