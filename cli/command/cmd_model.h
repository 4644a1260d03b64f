/* `cudalint model`: the hardware tables, and the occupancy of a block that is described on the command line.
 */
#ifndef CUDALINT_CLI_CMD_MODEL_H
#define CUDALINT_CLI_CMD_MODEL_H

#include "model/model.h"

/* The command; argv[0] is "model". Returns the exit status. */
int cmd_model(int argc, char **argv);

/* The rest joins the files of this command. */

enum model_format {
	MODEL_FORMAT_TEXT,
	MODEL_FORMAT_JSON,
};

/* Reads the value of -f. Returns 0, or 2 after one line on stderr. */
int cmd_model_format(enum model_format *out, const char *text);

/* `cudalint model occupancy`; argv[0] is "occupancy". */
int cmd_model_occupancy(int argc, char **argv);

/* Prints one JSON object: all architectures and chips or, where not NULL, this architecture with its chips,
 * or this chip with its architecture. */
void cmd_model_print_json(const struct model_arch *arch, const struct model_chip *chip);

#endif
