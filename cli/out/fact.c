/* Launches, metrics, numbers and times in words. */
#include "cli/out/fact.h"
#include "analyzer/base/buffer.h"

#include <inttypes.h>
#include <string.h>

static const char *take(struct arena *arena, struct buffer *text)
{
	const char *copy = arena_strndup(arena, text->size ? text->data : "", text->size);
	buffer_free(text);
	return copy;
}

static void add_extents(struct buffer *out, const int64_t extents[3])
{
	buffer_printf(out, "%" PRId64, extents[0]);
	int last = extents[2] != 1 ? 2 : extents[1] != 1 ? 1 : 0;
	for (int i = 1; i <= last; i++)
		buffer_printf(out, "x%" PRId64, extents[i]);
}

const char *fact_launch(struct arena *arena, const struct finding_launch *launch)
{
	struct buffer out = {0};
	if (!launch->source || (!launch->grid_known && !launch->block_known))
		return NULL;
	if (launch->grid_known) {
		buffer_add_text(&out, "grid ");
		add_extents(&out, launch->grid);
	}
	if (launch->block_known) {
		buffer_add_text(&out, launch->grid_known ? ", block " : "block ");
		add_extents(&out, launch->block);
	}
	buffer_add_text(&out, " (");
	for (const char *c = launch->source; *c; c++)
		buffer_add(&out, *c == '-' ? " " : c, 1);
	buffer_add_text(&out, ")");
	return take(arena, &out);
}

const char *fact_metric(struct arena *arena, const char *metric)
{
	struct buffer out = {0};
	for (; *metric; metric++) {
		bool per = strncmp(metric, "_per_", 5) == 0;
		buffer_add(&out, per ? "/" : *metric == '_' ? " " : metric, 1);
		metric += per ? 4 : 0;
	}
	return take(arena, &out);
}

const char *fact_number(struct arena *arena, double number)
{
	return arena_printf(arena, number < 10000 ? "%.4g" : "%.0f", number);
}

const char *fact_archs(struct arena *arena, const struct finding *finding)
{
	struct buffer out = {0};
	for (size_t i = 0; i < finding->archs.count; i++)
		buffer_printf(&out, "%ssm_%d", i ? ", " : "", finding->archs.data[i]);
	return take(arena, &out);
}

/* Three digits without an exponent; a number from 1000 on in full. */
static const char *digits(struct arena *arena, double number)
{
	return arena_printf(arena, number < 999.5 ? "%.3g" : "%.0f", number);
}

const char *fact_time(struct arena *arena, double us)
{
	if (us >= 999500)
		return arena_printf(arena, "%s s", digits(arena, us / 1e6));
	if (us >= 999.5)
		return arena_printf(arena, "%s ms", digits(arena, us / 1e3));
	if (us < 0.01)
		return "under 0.01 \xc2\xb5s";
	return arena_printf(arena, "%s \xc2\xb5s", digits(arena, us));
}
