/* Parses for tests of the front end, whatever comes of them. Include after cmocka.h. */
#ifndef CUDALINT_FRONTEND_PARSED_TEST_H
#define CUDALINT_FRONTEND_PARSED_TEST_H

#include "analyzer/frontend/unit.h"

struct parsed {
	struct arena *arena;
	struct unit *unit;
};

static struct parsed parse(struct unit_options options)
{
	struct parsed parsed = {.arena = arena_new()};
	char *error = NULL;
	options.arch = options.arch ? options.arch : 90;
	options.headers_dir = CUDALINT_SOURCE_HEADERS;
	if (unit_parse(parsed.arena, &options, &parsed.unit, &error))
		fail_msg("%s", error);
	return parsed;
}

static inline struct parsed parse_text(const char *text, size_t size)
{
	return parse((struct unit_options){.path = "text.cu",
		.contents = text,
		.contents_size = size,
		.cache_dir = CUDALINT_TEST_CACHE});
}

static void done(struct parsed *parsed)
{
	unit_close(parsed->unit);
	arena_free(parsed->arena);
}

#endif
