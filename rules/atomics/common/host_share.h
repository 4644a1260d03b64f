/* Memory of the host that a kernel is given, and what the host does to it while the launch may still run:
 * what the rules about scopes share.
 *
 * By the abstract host (analyzer/host): a place is a parameter of a kernel, or a __managed__ variable. */
#ifndef CUDALINT_RULES_HOST_SHARE_H
#define CUDALINT_RULES_HOST_SHARE_H

#include "analyzer/rule/rule.h"

struct host_share {
	const struct ir_function *kernel;
	const struct ir_var *var; /* the parameter, or the __managed__ variable */
	bool is_host_memory;      /* managed, pinned or registered in every launch that was walked */
	bool is_unseen;           /* of some launch isn't known where the memory comes from */
	bool may_touch;           /* code that isn't seen was handed it, or the host touches it meanwhile */
	/* what the host does while a launch may run: by atomics and volatile accesses, which are meant to
	 * talk to the kernel; plain_reads: in whatever way */
	bool reads, writes, plain_reads;
	bool is_given; /* whoever launches comes to that touch, or the other way round */
	struct ir_range launch, touch;
};

struct host_shares {
	VEC(struct host_share *) list;
	VEC(const struct ir_launch *) walked;
};

/* In a host hook. */
void host_shares_add(struct pass *pass, struct host_shares *shares, struct host_trace *trace,
	const struct host_order *order);

/* The launches in functions with parse errors, which aren't walked: read as they stand. What is known of them
 * is only whether the function may touch the memory at all. */
void host_shares_add_damaged(struct pass *pass, struct host_shares *shares);

/* NULL: no launch that was walked. */
const struct host_share *host_share_of(
	const struct host_shares *shares, const struct ir_function *kernel, const struct ir_var *var);

/* Whether all launches of the kernel in the unit were walked, and there are some. */
bool host_share_is_complete(
	const struct pass *pass, const struct host_shares *shares, const struct ir_function *kernel);

/* Where an expression in device code starts: parameters of kernels and __managed__ variables, through the
 * calls that lead there. */
struct host_share_place {
	const struct ir_function *kernel; /* NULL: a __managed__ variable, of any kernel */
	const struct ir_var *var;
};

struct host_share_places {
	VEC(struct host_share_place) list;
	bool is_open; /* it may start elsewhere, too */
};

void host_share_find_places(struct pass *pass, const struct ir_function *function, const struct ir_expr *expr,
	struct host_share_places *out);

#endif
