/* Warp intrinsics whose first argument is a lane mask: what each of them does. */
#ifndef CUDALINT_IR_COLLECTIVE_H
#define CUDALINT_IR_COLLECTIVE_H

#include "analyzer/ir/ir.h"

enum ir_collective {
	IR_NO_COLLECTIVE,
	IR_SHUFFLE, /* from the lane that is named */
	IR_SHUFFLE_UP,
	IR_SHUFFLE_DOWN,
	IR_SHUFFLE_XOR,
	IR_BALLOT,
	IR_VOTE,  /* __all_sync, __any_sync, __uni_sync */
	IR_MATCH, /* __match_any_sync, __match_all_sync */
	IR_REDUCE,
	IR_SYNCWARP
};

/* What the call is; a function of the project that has such a name is none. */
enum ir_collective ir_collective_of(const struct ir_expr *expr);

#endif
