/* Launches and parameter values given from outside, as text: on the command line and in source comments. */
#ifndef CUDALINT_SIMT_HINT_H
#define CUDALINT_SIMT_HINT_H

#include "analyzer/simt/launch/launch.h"

/* Each returns false, with what is wrong as the end of a sentence in *problem ("..., as
 * transpose=64x64:32x8"), when the text isn't one. Strings are copied to the arena. */

/* "transpose=64x64:32x8" or "transpose=64x64:32x8:4096" */
bool launch_hint_read(struct arena *arena, const char *text, struct launch_hint *out, const char **problem);

/* "transpose.width=1024" */
bool param_hint_read(struct arena *arena, const char *text, struct param_hint *out, const char **problem);

/* What follows `cudalint: launch` in a comment, to the end of its line: "transpose grid=64x64 block=32x8
 * smem=4096"; only the block has to be there. Text from "--" or "//" on is a remark. */
bool launch_hint_read_comment(
	struct arena *arena, const char *text, size_t size, struct launch_hint *out, const char **problem);

/* The first lines of a file as GPUVerify's and Faial's examples have them: "//--blockDim=[16,16]
 * --gridDim=32". Holds for every kernel of the file. */
bool launch_hint_read_header(const char *text, size_t size, struct launch_hint *out);

#endif
