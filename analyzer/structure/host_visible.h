/* Memory that host threads or other devices may touch while a kernel runs, as far as a unit shows: managed,
 * pinned, mapped and pageable memory, and what the host itself does to atomic objects.
 *
 * Objects are told apart by type, not by address: an allocation of a type, or of a record that holds one,
 * counts for every object of it that a kernel is given. What is allocated as `void` or bytes counts for all.
 */
#ifndef CUDALINT_STRUCTURE_HOST_VISIBLE_H
#define CUDALINT_STRUCTURE_HOST_VISIBLE_H

#include "analyzer/ir/query.h"

struct ir_host_visible;

struct ir_host_visible *ir_host_visible_new(struct arena *arena, const struct ir_module *module);

/* Whether an object of that type (references, pointers and arrays are looked through) may be. */
bool ir_may_be_host_visible(const struct ir_host_visible *visible, const struct ir_type *type);

/* Whether the unit allocates or declares anything that is. */
bool ir_any_host_visible(const struct ir_host_visible *visible);

/* Whether the unit works with several devices: peer access, IPC, NVSHMEM, multicast. */
bool ir_has_peers(const struct ir_host_visible *visible);

/* Whether blocks of a cluster reach into each other's shared memory. */
bool ir_shares_across_blocks(const struct ir_host_visible *visible);

/* Who owns what an operation is on. */
enum ir_owner {
	IR_OWNER_UNSEEN, /* a caller that the unit doesn't show, or the host by a kernel's argument */
	IR_OWNER_DEVICE, /* a __device__ variable */
	IR_OWNER_BLOCK,  /* a __shared__ variable */
	IR_OWNER_THREAD, /* a local */
	IR_OWNER_HOST    /* a __managed__ variable */
};

/* The owner of the object that `expr` names in `function`, through the calls that lead there: HOST when any
 * of them says so, else UNSEEN when any isn't seen, else the widest. *var is the variable when there is only
 * one. */
enum ir_owner ir_owner_of(const struct ir_query *query, const struct ir_function *function,
	const struct ir_expr *expr, const struct ir_var **var);

#endif
