/* The end of every command: was the output written? */
#include "cli/cli.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Why standard output could not be written: an errno value, -1 where it isn't known; 0: it could. */
static int write_error(void)
{
	bool failed = ferror(stdout) != 0;
	errno = 0;
	if (fflush(stdout) == 0 && !failed)
		return 0;
	/* An earlier write has failed, and its reason is forgotten: fail once more. */
	if (errno == 0 && write(STDOUT_FILENO, "\n", 1) >= 0)
		errno = 0;
	return errno ? errno : -1;
}

bool cli_is_reader_gone(void)
{
	return write_error() == EPIPE;
}

int cli_finish(int status)
{
	int error = write_error();
	/* A reader that has gone away, as `head` does, wanted no more. */
	if (!error || error == EPIPE)
		return status;
	options_error("cannot write to standard output: %s", error > 0 ? strerror(error) : "write error");
	return status == STATUS_INTERNAL ? status : STATUS_USAGE;
}
