/* The end of every command: was the output written? */
#include "cli/cli.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cli_finish(int status)
{
	bool failed = ferror(stdout) != 0;
	errno = 0;
	if (fflush(stdout) == 0 && !failed)
		return status;
	/* An earlier write has failed, and its reason is forgotten: fail once more. */
	if (errno == 0 && write(STDOUT_FILENO, "\n", 1) >= 0)
		errno = 0;
	/* A reader that has gone away knows it already. */
	if (errno != EPIPE)
		options_error("cannot write to standard output: %s", errno ? strerror(errno) : "write error");
	return status == STATUS_INTERNAL ? status : STATUS_USAGE;
}
