/* Device functions that no kernel of the unit calls: in headers, libraries and snippets. */
#ifndef CUDALINT_SIMT_LONE_H
#define CUDALINT_SIMT_LONE_H

#include "analyzer/ir/query.h"
#include "analyzer/simt/launch/launch.h"

/* Whether a function is one to be executed on its own: no kernel reaches it, no other such function calls it,
 * and lanes may have to do with each other in it. */
bool simt_lone(const struct ir_query *query, const struct ir_function *function);

/* One warp, arguments unknown. */
struct simt_launch simt_lone_launch(struct arena *arena, const struct ir_function *function);

/* Whether a parameter's name says that it is the thread's index: tid, lane_id, threadId. */
bool simt_names_thread(const struct ir_var *param);

#endif
