/* Sites: what an execution of a kernel amounts to, per place in the source.
 *
 * A site is one expression that accesses memory, or one branch. Its counts are over the whole launch where
 * the grid is known, else over one block, in Nsight Compute's units. Rules and `predict` read sites; they
 * never see single events. */
#ifndef CUDALINT_SITE_SITE_H
#define CUDALINT_SITE_SITE_H

#include "analyzer/order/sync.h"
#include "analyzer/simt/simt.h"
#include "analyzer/simt/work.h"
#include "analyzer/site/ordered.h"

/* Sums over all requests: instructions of a warp with at least one lane that accesses. */
struct simt_counts {
	double requests;
	double lanes;                         /* accesses */
	double sectors, ideal_sectors, lines; /* global and generic */
	double whole_ideal;                   /* ideal_sectors, had it been the whole vector */
	double wavefronts, ideal_wavefronts;  /* shared */
	double constant_requests;             /* constant: one per distinct address */
	double local_sectors;
	double l1_wavefronts; /* global, generic and local: cycles of L1 */
	double atomic_passes; /* global atomics: operations that L2 does one after the other */
	double unknown;       /* requests whose addresses aren't known */
	/* atomics (contention.h): requests whose lanes, two or more, are served one after the other at one
	 * address; these lanes; what the memory does for them */
	double met_requests, met_lanes, met_passes;
	double grid_lanes; /* threads that come to an address which is one for the whole grid */
	/* additions to shared memory that are loops around a compare-and-swap: the most lanes of the block at
	 * one word, summed up over the blocks' executions */
	double retries;
};

/* The part of the counts that the compiler does away with: loads of what the lane has in a register, or has
 * just stored there. */
struct simt_spared {
	double requests;
	double sectors, ideal_sectors;
	double wavefronts, ideal_wavefronts;
};

void spared_add(struct simt_spared *to, const struct simt_spared *more);

/* What of a site counts in the line of another expression: that of a call which leads there. */
struct simt_share {
	const struct ir_expr *at;
	struct simt_spared counted, pending;
};

/* One request: the lanes' byte offsets from the object's start. Unknown uniform parts are left out. */
struct simt_sample {
	uint64_t offset[SIMT_WARP];
	uint32_t shift; /* that a block's index adds to all of them, modulo a sector or a word */
	uint32_t active;
	unsigned warp;
	unsigned count, ideal; /* sectors, wavefronts or constant requests, by the site's space */
};

enum { SIMT_TOUCHED = 32 };

/* An address that is no multiple of what it must be. */
struct simt_misfit {
	bool found;
	bool certain;     /* whichever of the lanes that may get there do */
	bool by_distance; /* lanes that are apart by no multiple; which of them is off depends on the start */
	unsigned lane, rest; /* else: a lane of its warp, and by how many bytes it is off */
};

struct simt_site {
	const struct ir_expr *expr;
	const struct ir_function *function;
	enum simt_access_kind kind;
	enum simt_space space;
	unsigned size;                    /* bytes per lane */
	const struct simt_object *object; /* of the first access; NULL: unknown */
	bool one_object;                  /* all accesses were to it */
	/* likewise, or to what the same parameter points to: offsets are from one start */
	bool one_start;
	bool one_memory; /* likewise, or to the same allocation: objects are made anew for each box */
	struct simt_counts counts, pending;
	/* the part of them that no instruction is executed for */
	struct simt_spared spared, pending_spared;
	struct simt_mask met; /* of the current box: lanes that grid_lanes has counted */
	bool met_again;       /* some thread came to it more than once */
	bool met_moves;       /* the turn of a loop is in such an address, or may be */
	const char *why;      /* why some address isn't known; NULL: all are */
	bool unknown_varies;  /* such addresses may differ between the lanes of a warp */
	unsigned assumptions; /* SIMT_ASSUMED_*, of all accesses together */
	bool in_symbolic_loop;
	bool result_used; /* of an atomic, by some lane */
	bool is_volatile;
	bool exact;   /* every count follows from the source */
	bool repeats; /* a lane gets there more than once */
	/* some of it may stay in a register; and more accesses than are remembered lie between two of it */
	bool is_held, is_far;
	const struct ir_stmt *loop; /* around the last access; NULL: none */
	unsigned turns;             /* of such a loop, the most that were made */
	uint64_t number;            /* of the last access, for exact.c */
	/* an inlined function begins with it: it counts where that is called (exact_lines.h) */
	bool opens;
	VEC(struct simt_share) shares; /* all of it, then */
	/* a copy of a whole record that is stored somewhere else next: the compiler loads it there */
	const struct ir_expr *moved_to;
	bool in_parts;   /* but not when members of the copy are used too */
	unsigned vector; /* a load of a member of a vector of so many bytes; 0: it isn't */
	/* all members are loaded here, by one instruction; or there */
	bool is_whole;
	const struct simt_site *merged_into;
	struct simt_sample worst; /* the request furthest from its ideal */
	bool has_stride;
	int64_t stride;  /* bytes between neighbouring lanes, where that is the same in every request */
	bool is_uniform; /* every request goes to one address */
	/* offsets of the first active lane without what symbols add, each once: all, or the first ones */
	int64_t touched[SIMT_TOUCHED];
	unsigned touched_count;
	struct simt_misfit misfit; /* addresses that are no multiple of size */
	struct {
		const int64_t *lanes;
		struct simt_mask may;
		unsigned least, most;
	} extent; /* of the last request: the lanes that add least and most to it. Loops move all alike */
	int64_t low, high; /* byte offsets touched, high exclusive, where in_bounds_known */
	bool bounds_known;
	/* the part of them that some lane of some block certainly touches; low >= high: none */
	int64_t sure_low, sure_high;
	unsigned low_lane, high_lane; /* that touch the ends */
	int64_t low_block[3], high_block[3];
	bool any_block; /* shared memory: the offset grows with blockIdx, without end where the grid is
			   unknown */
	/* by dimension: every thread of the launch accesses, at an address that grows by so many bytes with
	 * its global index; 0: no */
	int64_t global_step[3];
	/* likewise, where each block goes to so many elements that lie one behind the other, and the next
	 * block to those behind them, whichever of its threads do; 0: no */
	int64_t tile[3];
	/* an access at the same index that is kept below a size, in that dimension of the grid, as this one
	 * isn't; NULL: there is none */
	const struct ir_expr *kept_elsewhere;
	int kept_dim;
	const struct simt_wrap *wrapped; /* a 32-bit operation in the address that overflows; NULL: none */
	uint64_t order;                  /* first execution */
};

struct simt_branch_site {
	const struct ir_stmt *stmt; /* or NULL, then expr */
	const struct ir_expr *expr;
	const struct ir_function *function;
	double warps, split_warps; /* executions by a warp; those in which lanes went both ways */
	double idle; /* lanes that wait while the other side runs, summed over split executions */
	double pending_warps, pending_split, pending_idle;
	/* In steps of the execution times lanes: what the sides do, and what lanes of split warps wait
	 * meanwhile. */
	double work, waiting, pending_work, pending_waiting;
	/* In steps times warps: what split warps run on a side, and what as few warps would that its lanes
	 * fill. Only sides whose lanes have others between them. */
	double spread, filled, pending_spread, pending_filled;
	uint64_t longest,
		others; /* steps of the longest side where warps split, and of all others together */
	bool open;      /* some lanes weren't decided */
	struct simt_mask yes, no; /* of the last execution with a split */
};

/* An instruction, other than a counted access, whose address must be a multiple of `align`: a copy that
 * doesn't go through registers, a load of a matrix. */
struct simt_demand {
	const struct ir_expr *expr;      /* the address */
	const struct ir_expr *call;      /* that is given it; NULL: inline assembly */
	const struct ir_bulk_copy *copy; /* NULL: it is none */
	const struct ir_function *function;
	const struct simt_object *object; /* NULL: unknown */
	unsigned align;
	unsigned assumptions;
	struct simt_misfit misfit;
};

/* Shared memory that threads have written, and that a bulk copy reads with no proxy fence on the way. */
struct simt_handoff {
	const struct ir_expr *from; /* the address that the copy is given */
	const struct ir_bulk_copy *copy;
	const struct ir_expr *write;
	const struct ir_function *function; /* that copies */
	const struct simt_object *object;
	bool certain; /* both happen, if one of them does */
	unsigned assumptions;
};

/* Two lanes of a warp that give what all have to give alike. */
struct simt_discord {
	bool found;
	bool certain; /* the two certainly differ; else they do unless some number that isn't known is 0 */
	unsigned lanes[2];
	int64_t by; /* where certain: bytes of pointers, else the difference of the numbers */
	unsigned assumptions;
};

/* What a whole warp does together on a matrix, in one place of the source. */
struct simt_warp_site {
	const struct ir_expr *expr; /* NULL: inline assembly */
	const struct ir_stmt *stmt;
	const struct ir_function *function;
	const char *name;
	/* a warp that certainly gets there in part, if at all; 0: none was seen */
	uint32_t part;
	unsigned warp;
	uint32_t missing; /* lanes of it that there are, and that don't get there */
	bool certain;     /* some lane of it does get there */
	unsigned assumptions;
	int64_t pitch,
		pitch_unit; /* distance of lines in elements, no multiple of the unit; 0: none was seen */
	struct simt_misfit misfit; /* if the object starts at a multiple of 32 bytes */
	const struct simt_object *object;
	struct simt_discord discord[SIMT_GIVEN_COUNT]; /* by enum simt_given */
};

/* A shared array, and whether threads share anything of it. */
struct simt_array {
	const struct ir_var *var;
	int64_t bytes;
	bool is_private; /* no element is touched by two threads, and all addresses are known */
	unsigned loads, stores;
	uint16_t *owner; /* of each byte: 0 none, else the thread's index + 1 */
};

/* Shared memory that a thread certainly reads and no thread of its block writes. */
struct simt_unwritten {
	const struct ir_var *var;
	const struct ir_expr *expr; /* that reads */
	const struct ir_function *function;
	unsigned lane;
	int64_t byte;   /* from the start of the variable; unless is_whole */
	bool is_whole;  /* nobody writes any of it */
	bool is_summed; /* but adds to it: `+=`, atomics */
};

/* A loop that goes on until a number is reached that has overflowed, or counts with one. */
struct simt_bound {
	const struct ir_stmt *loop;
	const struct ir_function *function;
	const struct simt_wrap *wrap;
};

/* An event that orders threads or may, or that does something to a barrier, in the order of execution. */
struct simt_logged {
	struct simt_event event;
	unsigned box;  /* of blocks that behave alike */
	bool together; /* all lanes that may be there are, or none of them */
};

/* Everything about one kernel and one launch. */
struct simt_report {
	const struct ir_function *kernel;
	const struct simt_launch *launch;
	struct simt_result result;
	VEC(struct simt_site *) sites; /* in order of first execution */
	VEC(struct simt_branch_site *) branches;
	VEC(struct simt_ordered *) ordered; /* what orders memory; libcu++'s atomics */
	double barriers;                    /* per block */
	struct simt_work work;
	VEC(struct simt_array) arrays; /* shared ones with a name */
	VEC(struct simt_unwritten) unwritten;
	VEC(struct simt_bound) bounds; /* one for each number */
	struct sync_report sync;
	VEC(struct simt_logged) log; /* what orders threads, and what is done to barriers */
	unsigned boxes;              /* of blocks, in the log */
	size_t log_begin;            /* of the current box */
	bool log_is_cut;
	VEC(struct simt_demand) demands;
	VEC(struct simt_warp_site) warp_sites;
	VEC(struct simt_handoff) handoffs;
	struct simt_estimate *estimate; /* made when a price is asked for: price/estimate.h */
};

/* Executes a kernel and sums up; where that takes too long with all that the host gives it, with less
 * (report->launch is then launch->plainer). Everything lies in `arena`; `scratch` may be freed afterwards
 * only if the report is no longer used either. */
struct simt_report *simt_execute(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch);

/* The same counts, for who asks for nothing else: report->sync and report->log stay empty. */
struct simt_report *simt_execute_counts(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch);

const char *simt_space_name(enum simt_space space);

#endif
