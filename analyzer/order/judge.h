/* Whether two accesses can both happen, and how sure it is that they conflict. */
#ifndef CUDALINT_ORDER_JUDGE_H
#define CUDALINT_ORDER_JUDGE_H

#include "analyzer/order/log.h"

/* Of two threads of one block that touch one address, `first` earlier in the log. */
enum sync_belief sync_judge(const struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane);
/* The same, of atomic updates in one turn of a loop and reads in a later one, too. */
enum sync_belief sync_judge_mixed(const struct sync_log *log, const struct sync_op *first,
	unsigned first_lane, const struct sync_op *second, unsigned second_lane);
/* Whether both threads store the same, or may well do so. */
bool sync_same_value(const struct simt_access *first, unsigned first_lane, const struct simt_access *second,
	unsigned second_lane);

/* Whether conditions say that one thread doesn't get to the one place when the other gets to the other. */
bool sync_excluded(const struct simt_path *first, unsigned first_lane, const struct simt_path *second,
	unsigned second_lane);
/* The same of threads of two blocks. */
bool sync_blocks_excluded(const struct simt *simt, const struct simt_path *first, unsigned first_lane,
	const struct simt_path *second, unsigned second_lane);
/* Whether a path takes the same side of a node's condition. */
bool sync_depends_on(const struct simt_path *path, const struct simt_path *node);
/* Whether the threads that get there have one number between two of their own, with one of the ends and
 * without the other: `before[t] <= k && k < before[t + 1]`. Of numbers that rise or fall from thread to
 * thread, as sums over a histogram do, a single thread has it so. */
bool sync_is_bracketed(const struct simt_path *path);
/* Whether data decides which lanes get there. */
bool sync_by_data(const struct simt_path *path);

/* Whether a name has one of these words, in any case; NULL ends them. Very long names, which generators make,
 * say nothing. */
bool sync_name_says(const char *name, const char *const *words);

#endif
