/* Headers that no source includes: libraries of headers are linted, too. */
#ifndef CUDALINT_RUN_HEADERS_H
#define CUDALINT_RUN_HEADERS_H

#include "analyzer/run/inputs.h"

/* Whether a file is a header that a folder is linted for: .cuh, and others that have to do with CUDA. No link
 * that leads out of the repository is one. */
bool header_is_linted(const struct input *input);

/* Adds to the inputs those of `headers` that are linted for their own sake: header_is_linted(), and neither
 * an input nor another such header includes them, by the look of their text. Of headers that include each
 * other the first is taken. `headers` are all that there are in the folders, others among them: what they
 * include counts as included by who includes them. */
void headers_add(struct arena *arena, const input_list *headers, input_list *inputs);

#endif
