/* Windows of memory with a policy for the L2 cache: cudaAccessPolicyWindow, as it is when it is set. */
#include "analyzer/host/walk.h"

static struct host_value read_field(
	struct walk *walk, struct place window, const struct ir_type *type, const char *name)
{
	const struct ir_field *field = field_of(type, name);
	if (!field)
		return host_value_sum(host_sum_fresh(walk->sums, NULL));
	return place_read(walk, place_at(walk, window, field->offset), field->type, NULL);
}

static bool is_number(const struct host_value *value, int64_t *number)
{
	return value->kind == HOST_NUMBER && host_sum_is_number(value->number, number);
}

const struct host_window *read_window(struct walk *walk, struct place value, const struct ir_type *type)
{
	const struct ir_field *field = field_of(type, "accessPolicyWindow");
	if (!field)
		return NULL;
	struct place place = place_at(walk, value, field->offset);
	struct host_window *window = ARENA_NEW(walk->arena, struct host_window);
	struct host_value base = read_field(walk, place, field->type, "base_ptr"),
			  bytes = read_field(walk, place, field->type, "num_bytes"),
			  ratio = read_field(walk, place, field->type, "hitRatio"),
			  hit = read_field(walk, place, field->type, "hitProp"),
			  miss = read_field(walk, place, field->type, "missProp");
	int64_t number;
	window->object = base.kind == HOST_POINTER ? base.object : NULL;
	window->bytes = host_value_as_sum(walk, &bytes, NULL);
	window->ratio_known = ratio.kind == HOST_REAL || is_number(&ratio, &number);
	if (window->ratio_known)
		window->ratio = ratio.kind == HOST_REAL ? ratio.real : (double)number;
	window->hit_known = is_number(&hit, &window->hit);
	window->miss_known = is_number(&miss, &window->miss);
	return window;
}
