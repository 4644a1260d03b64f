/* The text that names stand-ins: a functor where one is needed, then a line for each template that is left.
 */
#include "analyzer/frontend/standin.h"

#include <string.h>

/* What is called in the place of a functor is made from anything, and gives back its first argument, or zero.
 */
static const char functor[] =
	"struct " STANDIN_PREFIX "call { template <class... R> __host__ __device__ explicit " STANDIN_PREFIX
	"call(R...) {} template <class A, class... R> __host__ __device__ "
	"A operator()(A a, R...) const { return a; } template <class A = int> __host__ __device__ A "
	"operator()() const { return 0; } };\n";

static bool is_left(const struct standin *standin)
{
	return standin->at < standin->try_count;
}

static bool needs_functor(const standin_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_left(&list->data[i]) &&
			strstr(list->data[i].tries[list->data[i].at], STANDIN_PREFIX "call"))
			return true;
	return false;
}

const char *standin_text(struct arena *arena, const standin_list *list)
{
	const char *text = needs_functor(list) ? arena_printf(arena, "\n%s", functor) : "\n";
	size_t lines = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct standin *standin = &list->data[i];
		if (!is_left(standin))
			continue;
		text = arena_printf(arena, "%sstatic auto *const " STANDIN_PREFIX "%zu = &%s<%s>;\n", text, i,
			standin->name, standin->tries[standin->at]);
		lines++;
	}
	return lines ? text : NULL;
}

struct standin *standin_at(standin_list *list, size_t line)
{
	size_t at = needs_functor(list) ? 2 : 1;
	for (size_t i = 0; i < list->count; i++)
		if (is_left(&list->data[i]) && at++ == line)
			return &list->data[i];
	return NULL;
}
