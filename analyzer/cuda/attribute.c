/* Finds rows. */
#include "analyzer/cuda/attribute.h"

#include <stddef.h>
#include <string.h>

static const struct cuda_attribute rows[] = {
#define ATTRIBUTE(id_, name_, ...) {.id = id_, .name = name_, .member = __VA_ARGS__},
#include "analyzer/cuda/attributes.def"
#undef ATTRIBUTE
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct cuda_attribute *cuda_attribute_of_id(int64_t id)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].id == id)
			return &rows[i];
	return NULL;
}

const struct cuda_attribute *cuda_attribute_of_member(const char *member)
{
	for (size_t i = 0; i < ROWS; i++)
		if (!strcmp(rows[i].member, member))
			return &rows[i];
	return NULL;
}

const struct cuda_attribute *cuda_attribute_of_function(int64_t function_id)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].function_id && rows[i].function_id == function_id)
			return &rows[i];
	return NULL;
}
