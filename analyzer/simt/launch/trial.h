/* Launches that are tried for what they would get wrong: each one that the host comes to, with its own
 * arguments, and with ordinary sizes in place of those that only the run knows. */
#ifndef CUDALINT_SIMT_TRIAL_H
#define CUDALINT_SIMT_TRIAL_H

#include "analyzer/simt/launch/launch.h"

/* Adds to `out` the tries of the host's launches at launch->site, at most a few. Sizes are chosen where they
 * decide how large the memory is that an argument leads to: all of these and no others, so that a number that
 * has to suit them without the source saying so stays unknown. They keep what conditions on the way say of
 * them. Only where the grid comes out as a number. */
void trial_launches(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, const struct simt_launch *launch, launch_list *out);

#endif
