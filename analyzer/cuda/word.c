/* Finds rows by name. */
#include "analyzer/cuda/word.h"

#include "analyzer/cuda/pattern.h"

static const struct cuda_word rows[] = {
#define WORD(name_, ...) {.name = name_, __VA_ARGS__},
#include "analyzer/cuda/words.def"
#undef WORD
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct cuda_word *cuda_word_find(const char *name)
{
	static const struct cuda_word none = {.name = ""};
	for (size_t i = 0; i < ROWS; i++)
		if (cuda_matches(name, rows[i].name))
			return &rows[i];
	return &none;
}

const char *cuda_config_field_name(enum cuda_config_field field)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].config == field)
			return rows[i].name;
	return "";
}
