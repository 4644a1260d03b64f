/* JSON values that several outputs share. */
#include "cli/out/json_value.h"
#include "cli/text.h"

#include <math.h>

json_t *json_value_text(struct arena *arena, const char *text)
{
	return json_string_nocheck(text_valid(arena, text ? text : ""));
}

void json_value_set_text(struct arena *arena, json_t *object, const char *key, const char *text)
{
	if (text)
		json_object_set_new(object, key, json_value_text(arena, text));
}

json_t *json_value_integer(uint64_t value)
{
	return json_integer((json_int_t)value);
}

/* Whole numbers without a point. */
static json_t *number(double value)
{
	if (fabs(value) < 1e15 && value == floor(value))
		return json_integer((json_int_t)value);
	return json_real(value);
}

static json_t *extents(const int64_t values[3])
{
	json_t *array = json_array();
	for (int i = 0; i < 3; i++)
		json_array_append_new(array, json_integer(values[i]));
	return array;
}

static void set_launch(struct arena *arena, json_t *object, const struct finding_launch *launch)
{
	if (!launch->source)
		return;
	json_t *value = json_object();
	if (launch->grid_known)
		json_object_set_new(value, "grid", extents(launch->grid));
	if (launch->block_known)
		json_object_set_new(value, "block", extents(launch->block));
	json_value_set_text(arena, value, "source", launch->source);
	json_object_set_new(object, "launch", value);
}

static void set_cost(struct arena *arena, json_t *object, const struct cost *cost)
{
	if (!cost->metric)
		return;
	json_t *value = json_object();
	json_value_set_text(arena, value, "metric", cost->metric);
	json_object_set_new(value, "value", number(cost->value));
	if (cost->has_ideal)
		json_object_set_new(value, "ideal", number(cost->ideal));
	if (cost->has_requests)
		json_object_set_new(value, "requests_per_warp", number(cost->requests_per_warp));
	if (cost->has_time)
		json_object_set_new(value, "time_us", number(cost->time_us));
	if (cost->has_speedup)
		json_object_set_new(value, "speedup", number(cost->speedup));
	json_value_set_text(arena, value, "chip", cost->chip);
	json_value_set_text(arena, value, "assumed", cost->assumed);
	json_object_set_new(object, "cost", value);
}

void json_value_set_facts(struct arena *arena, json_t *object, const struct finding *finding)
{
	if (finding->archs.count) {
		json_t *archs = json_array();
		for (size_t i = 0; i < finding->archs.count; i++)
			json_array_append_new(archs, json_sprintf("sm_%d", finding->archs.data[i]));
		json_object_set_new(object, "archs", archs);
	}
	if (finding->instances > 1)
		json_object_set_new(object, "instances", json_value_integer(finding->instances));
	set_launch(arena, object, &finding->launch);
	set_cost(arena, object, &finding->cost);
}
