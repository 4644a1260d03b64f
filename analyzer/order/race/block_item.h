/* What blocks do in global memory, kept for the comparison with other blocks: shared by block_item.c, which
 * keeps it, block_reach.c, which tells who gets there, and block_pair.c, which compares. */
#ifndef CUDALINT_ORDER_BLOCK_ITEM_H
#define CUDALINT_ORDER_BLOCK_ITEM_H

#include "analyzer/order/race/block_number.h"
#include "analyzer/order/race/block_pair.h"
#include "analyzer/order/shadow.h"

enum { BLOCK_PAIR_SLOTS = 1024 };

/* One access of a run. */
struct block_item {
	struct sync_op op;             /* its access; of an atomic object, one made of its event */
	const struct simt_object *rep; /* the object, the same in all runs */
	uint32_t interval;             /* barriers of the grid before it */
	bool is_ordered;               /* its block may have looked before at what others tell */
	bool is_narrow;                /* an atomic of block scope */
	const struct ir_expr *expr;    /* then: what to report */
};

struct block_run {
	struct simt_box box;
	struct block_view view;
	VEC(struct block_item) items;
	VEC(struct block_item) picks; /* atomic additions to elements that data picks, each place once */
};

/* One block's execution of an item. */
struct block_touch {
	const struct block_run *run;
	const struct block_item *item;
	int64_t block[3];
};

struct block_pairs {
	struct arena *arena;
	VEC(struct block_run *) runs;
	VEC(const struct simt_object *) objects, dropped; /* dropped: of which not all accesses are kept */
	VEC(struct block_touch) touches;
	struct shadow *shadow;
	struct sync_log *log;
	size_t visits, more; /* more: comparisons of items that were compared often */
	bool uses[3];        /* blockIdx in a dimension is in some address or condition */
	struct {
		const struct block_item *a, *b;
		unsigned times;
		bool is_told;
	} compared[BLOCK_PAIR_SLOTS];
	bool full;
};

/* Whether two runs mean one object. */
bool block_same_object(const struct simt_object *a, const struct simt_object *b);

enum block_reach { BLOCK_NEVER, BLOCK_MAYBE, BLOCK_SURE };

/* Whether a lane of a block gets there: BLOCK_MAYBE where data decides, or a number is singled out. */
enum block_reach block_reach_of(const struct block_view *view, const struct simt_path *path, unsigned lane);
/* Plain stores of one block to what others, as data have it, add to. */
void block_picked_compare(struct block_pairs *pairs);
/* How sure two accesses of which each gets there so surely are a conflict. */
enum sync_belief block_belief_of(const struct block_pairs *pairs, const struct block_touch *a,
	enum block_reach one, enum block_reach other, bool locked);
/* Whether blockIdx is in a number; `computed`: other than multiplied by known ones. */
bool block_has_index(
	const struct block_run *run, const struct simt_value *value, bool computed, unsigned nesting);
void block_add_conflict(struct block_pairs *pairs, const struct block_touch *a, unsigned a_lane,
	const struct block_touch *b, unsigned b_lane, enum sync_belief belief);
/* The numbers of the block that does it. */
struct block_view block_view_of(const struct block_touch *touch);
/* Whether what two blocks need of the launch's numbers can't be had together. */
bool block_excludes(
	const struct block_touch *a, unsigned a_lane, const struct block_touch *b, unsigned b_lane);

#endif
