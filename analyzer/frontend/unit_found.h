/* What was found to be missing in front of a unit, and parses that begin with it. */
#ifndef CUDALINT_FRONTEND_UNIT_FOUND_H
#define CUDALINT_FRONTEND_UNIT_FOUND_H

#include "analyzer/frontend/omitted.h"
#include "analyzer/frontend/repair.h"
#include "analyzer/frontend/standin.h"
#include "analyzer/frontend/unit_attempt.h"

struct unit_found {
	const char *guard; /* the macro that had to be defined, or NULL */
	struct omitted omitted;
	struct repair repair;
	standin_list standins; /* of templates that nobody instantiates */
	size_t error_count;    /* that are left with all of it */
};

/* A copy: what is found grows. */
struct unit_found *unit_found_keep(struct arena *arena, const struct unit_found *found);

/* Whether it is more than stand-ins; NULL: nothing. */
bool unit_found_has_front(const struct unit_found *found);

/* A parse with that in front, else as `first`, which is told of it. NULL: libclang gives nothing. */
struct unit *unit_found_parse(struct arena *arena, const struct unit_options *options,
	const struct unit_attempt *first, const struct unit_found *found);

#endif
