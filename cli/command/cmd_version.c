/* `cudalint version`: the program, and the parser it stands on. */
#include "analyzer/frontend/unit.h"
#include "cli/cli.h"
#include "cli/options.h"

#include <stdio.h>

int cmd_version(int argc, char **argv)
{
	if (argc > 1)
		return options_error("version takes no arguments, '%s' is one too many", argv[1]);
	struct arena *arena = arena_new();
	printf("cudalint %s (%s)\n", CUDALINT_VERSION, unit_parser_version(arena));
	arena_free(arena);
	return STATUS_OK;
}
