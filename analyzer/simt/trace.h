/* What the abstract GPU saw, readable: one line an event, for `cudalint dev trace` and for tests. */
#ifndef CUDALINT_SIMT_TRACE_H
#define CUDALINT_SIMT_TRACE_H

#include <stdio.h>

#include "analyzer/simt/simt.h"

/* Executes every kernel of the module for its launches and prints the events. */
void simt_trace_module(
	FILE *stream, struct arena *arena, const struct ir_module *module, const struct launch_hints *hints);

#endif
