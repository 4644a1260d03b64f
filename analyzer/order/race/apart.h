/* Memory of which each lane has words of its own: no two lanes ever meet there. */
#ifndef CUDALINT_ORDER_APART_H
#define CUDALINT_ORDER_APART_H

#include "analyzer/order/log.h"
#include "analyzer/order/shadow.h"

struct apart;

/* Looks through a log's accesses of objects that are stored to. Lives in the log's arena. */
struct apart *apart_new(const struct sync_log *log);
/* Goes to the words that an access touches, as shadow_walk does, but not to those that one lane has for
 * itself: these are only counted. False when there is no room. */
bool apart_walk(const struct apart *apart, struct shadow *shadow, const struct simt_access *access,
	uint32_t op, shadow_visit *visit, void *context);

#endif
