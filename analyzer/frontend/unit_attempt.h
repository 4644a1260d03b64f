/* One parse of a unit and its lowering; unit.c says how many there are, and of which text. */
#ifndef CUDALINT_FRONTEND_UNIT_ATTEMPT_H
#define CUDALINT_FRONTEND_UNIT_ATTEMPT_H

#include "analyzer/frontend/lower/lower.h"
#include "analyzer/frontend/pch.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/frontend/unit_preamble.h"

/* What one parse is made with besides the options. */
struct unit_attempt {
	const struct includes *includes;
	enum pch_level level;
	const char *front; /* text to be included in front of the file, or NULL */
	bool invents;      /* whether there are declarations in it */
	bool may_share;    /* the preamble of the options serves, if there is one */
};

struct unit_front {
	struct unit_attempt attempt;
	CXIndex index;
	struct unit_pool *pool;    /* or NULL */
	unsigned long long key;    /* in the pool, where the parse goes when the unit is closed, ... */
	bool is_kept;              /* ...if it does */
	bool is_update;            /* of a parse that was in the pool */
	preamble_cursors preamble; /* what the shared preamble declares, where it was used */
	struct lower lower;
};

const char *unit_absolute_path(struct arena *arena, const char *path, const char *directory);

/* NULL and one line in *error when libclang gives nothing. */
struct unit *unit_parse_at(struct arena *arena, const struct unit_options *options,
	const struct unit_attempt *attempt, char **error);

/* Whether more parses than one are wanted. */
bool unit_may_try(const struct unit_options *options);

#endif
