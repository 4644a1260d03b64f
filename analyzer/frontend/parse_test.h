/* Units for tests of what stands on the front end: parsed whole, or the test fails. Include after cmocka.h.
 */
#ifndef CUDALINT_FRONTEND_PARSE_TEST_H
#define CUDALINT_FRONTEND_PARSE_TEST_H

#include <string.h>

#include "analyzer/frontend/unit.h"

/* Parses a file of the test data or, where it isn't NULL, `text` under its name; precompiled headers are
 * shared. The unit has to be closed. */
static struct unit *parse_whole(struct arena *arena, const char *path, const char *text)
{
	struct unit *unit;
	char *error = NULL;
	struct unit_options options = {.path = path,
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = text ? strlen(text) : 0};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s: %s", path, error);
	if (unit->status != UNIT_OK)
		fail_msg("%s: %s", path, unit->errors.count ? unit->errors.data[0].message : "not parsed");
	return unit;
}

#endif
