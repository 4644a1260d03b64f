/* Under which key the result of a unit is stored: a digest of everything that decides it, besides the files
 * that it is read from and the text of its main file, which come in separately. */
#ifndef CUDALINT_RUN_UNIT_KEY_H
#define CUDALINT_RUN_UNIT_KEY_H

#include "analyzer/base/digest.h"
#include "analyzer/run/plan.h"

struct unit_keys;

/* What all units of a run share. NULL when the program can't tell what it is itself made of: then nothing may
 * be stored. */
struct unit_keys *unit_keys_new(const struct plan *plan);

/* The key of a unit whose main file has that digest. */
struct digest unit_key(struct unit_keys *keys, const struct run_unit_input *input, struct digest main_text);

/* The digest of the running program's file. False when it can't be read. */
bool unit_key_program(struct digest *out);

/* Appends what a configuration says, less the folders that it lies in. */
void unit_key_put_config(struct buffer *out, const struct config *config);

/* Appends hints from outside; NULL: none. */
void unit_key_put_hints(struct buffer *out, const struct launch_hints *hints);

#endif
