/* What the walk through host code knows of launches: shapes that come through variables, members, helpers and
 * loops, and arguments. */
#ifndef CUDALINT_SIMT_GIVEN_H
#define CUDALINT_SIMT_GIVEN_H

#include "analyzer/simt/launch/launch.h"

typedef VEC(const struct ir_launch *) launch_sites;

/* Launches of the kernel that don't name it in the source: through a pointer or a helper; NULL among them
 * stands for nodes of graphs. */
void given_unnamed(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, launch_sites *out);

/* Whether the host came to that launch in the source, in a walk that wasn't given up. */
bool given_is_at(const struct host_launch_use *use, const struct ir_launch *site);

/* `launch` with what one launch of the host adds to it: `given`, which is that of `use` or the same with
 * other numbers, under the conditions on the way there. */
struct simt_launch given_added(struct arena *arena, const struct ir_function *kernel,
	const struct simt_launch *launch, const struct host_launch *given, const struct host_launch_use *use);

/* The launches that the one at launch->site is, as far as is known from its source: one for each block that
 * the host comes there with. What it is known to have stays; grid, shared memory and arguments are added
 * where they are the same whenever the host comes. At least one. */
void given_launches(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, const struct simt_launch *launch, launch_list *out);

#endif
