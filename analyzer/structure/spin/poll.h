/* What a waiting loop does besides polling, also in the functions that it calls. */
#ifndef CUDALINT_STRUCTURE_POLL_H
#define CUDALINT_STRUCTURE_POLL_H

#include "analyzer/operation/order.h"
#include "analyzer/structure/spin/spin.h"

/* How the polled memory is read. */
enum ir_poll_kind {
	IR_POLL_PLAIN,    /* a load that the compiler may do once */
	IR_POLL_VOLATILE, /* of a volatile object */
	IR_POLL_CACHED,   /* __ldcg and its kin */
	IR_POLL_ATOMIC
};

struct ir_poll {
	enum ir_poll_kind kind;
	struct ir_atomic atomic;      /* of IR_POLL_ATOMIC */
	struct ir_range fence;        /* the first fence in the loop; end 0: none */
	const char *fence_name;       /* for people */
	bool sleeps;                  /* __nanosleep */
	bool works;                   /* writes memory, loops, calls what isn't known, holds other assembly */
	bool has_other_atomic;        /* reads something else atomically */
	const struct ir_expr *access; /* that polls; NULL: assembly */
	bool is_poll_last; /* the condition of the loop polls: nothing in its body comes after the last poll
			    */
};

/* Of a wait that is written in a loop; false for a waiting call, and for one that is only seen at a call. */
bool ir_poll_of(const struct ir_spin *spin, struct ir_poll *out);

/* Whether the only thing that keeps the loop from polling at full speed is a fence that orders nothing. */
bool ir_poll_fences_to_pause(const struct ir_poll *poll);

#endif
