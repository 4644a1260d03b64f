/* What the nodes of a graph do that are added by hand: the structs that describe them are read as they are
 * when the node is added. */
#include "analyzer/host/walk.h"

enum { NODE_KERNEL = 0, NODE_COPY = 1, NODE_FILL = 2, NODE_ALLOC = 10, NODE_FREE = 11 };

struct reading {
	struct walk *walk;
	struct host_op *op;
	const struct ir_expr *expr;
};

/* A member's place; its object is NULL when there is no such member. */
static struct place part(
	const struct reading *reading, struct place of, const struct ir_type **type, const char *name)
{
	const struct ir_field *field = field_of(*type, name);
	*type = field ? field->type : NULL;
	return field ? place_at(reading->walk, of, field->offset) : (struct place){NULL, NULL};
}

static struct host_value read_part(
	const struct reading *reading, struct place of, const struct ir_type *type, const char *name)
{
	struct place place = part(reading, of, &type, name);
	return place.object ? place_read(reading->walk, place, type, NULL)
			    : host_value_number(reading->walk, 0);
}

static const struct host_sum *sum_part(
	const struct reading *reading, struct place of, const struct ir_type *type, const char *name)
{
	struct host_value value = read_part(reading, of, type, name);
	return host_value_as_sum(reading->walk, &value, reading->expr);
}

static bool is_at_most_one(const struct host_sum *sum)
{
	int64_t number;
	return host_sum_is_number(sum, &number) && number <= 1;
}

static struct host_access access_to(
	const struct reading *reading, const struct host_value *to, const struct host_sum *size, bool writes)
{
	return (struct host_access){.object = to->object,
		.offset = to->number,
		.size = size,
		.reads = !writes,
		.writes = writes,
		.expr = reading->expr};
}

static void set_accesses(const struct reading *reading, const struct host_access *list, size_t count)
{
	struct host_access *copy = ARENA_ARRAY(reading->walk->arena, struct host_access, count + 1);
	memcpy(copy, list, count * sizeof *list);
	reading->op->accesses = copy;
	reading->op->access_count = count;
}

/* cudaMemsetParams */
static void read_fill(const struct reading *reading, struct place place, const struct ir_type *type)
{
	struct host_sums *sums = reading->walk->sums;
	struct host_value to = read_part(reading, place, type, "dst");
	if (to.kind != HOST_POINTER)
		return;
	const struct host_sum *size = NULL;
	if (is_at_most_one(sum_part(reading, place, type, "height")))
		size = host_sum_op(sums, reading->expr, IR_OP_MUL, sum_part(reading, place, type, "width"),
			sum_part(reading, place, type, "elementSize"));
	struct host_access access = access_to(reading, &to, size, true);
	set_accesses(reading, &access, 1);
}

/* cudaMemcpy3DParms, of linear memory */
static void read_copy(const struct reading *reading, struct place place, const struct ir_type *type)
{
	const struct ir_type *from_type = type, *to_type = type, *extent_type = type;
	struct place from = part(reading, place, &from_type, "srcPtr"),
		     to = part(reading, place, &to_type, "dstPtr"),
		     extent = part(reading, place, &extent_type, "extent");
	struct host_access list[2];
	size_t count = 0;
	if (!from.object || !to.object || !extent.object)
		return;
	const struct host_sum *size = NULL;
	if (is_at_most_one(sum_part(reading, extent, extent_type, "height")) &&
		is_at_most_one(sum_part(reading, extent, extent_type, "depth")))
		size = sum_part(reading, extent, extent_type, "width");
	struct host_value target = read_part(reading, to, to_type, "ptr"),
			  source = read_part(reading, from, from_type, "ptr");
	if (target.kind == HOST_POINTER)
		list[count++] = access_to(reading, &target, size, true);
	if (source.kind == HOST_POINTER)
		list[count++] = access_to(reading, &source, size, false);
	set_accesses(reading, list, count);
}

/* cudaMemAllocNodeParams: the pointer is known as soon as the node is added. */
static void read_alloc(const struct reading *reading, struct place place, const struct ir_type *type)
{
	const struct ir_type *pointer_type = type;
	struct place pointer = part(reading, place, &pointer_type, "dptr");
	if (!pointer.object)
		return;
	struct host_object *memory = walk_object(reading->walk, HOST_DEVICE, reading->expr);
	memory->made_by = reading->op;
	memory->is_stream_ordered = true;
	memory->size = sum_part(reading, place, type, "bytesize");
	struct host_value value = host_value_pointer(reading->walk, memory);
	place_write(reading->walk, pointer, pointer_type, &value, NULL);
	reading->op->memory = memory;
}

void read_node(
	struct walk *walk, const struct host_value *params, const struct ir_type *type, struct host_op *op)
{
	const struct reading reading = {walk, op, op->expr};
	enum cuda_family family = type ? ir_cuda_type(type)->family : CUDA_NO_TYPE;
	if (params->kind != HOST_POINTER || !family)
		return;
	struct place place = host_value_place(walk, params);
	if (family == CUDA_ANY_NODE) {
		static const char *const parts[] = {
			[NODE_KERNEL] = "kernel", "memcpy", "memset", [NODE_ALLOC] = "alloc", "free"};
		int64_t kind;
		if (!host_sum_is_number(sum_part(&reading, place, type, "type"), &kind) || kind < 0 ||
			kind > NODE_FREE || !parts[kind])
			return;
		place = part(&reading, place, &type, parts[kind]);
		if (place.object && kind == NODE_COPY)
			place = part(&reading, place, &type, "copyParams");
		if (!place.object || !type->record)
			return;
		family = ir_cuda_type(type)->family;
	}
	if (family == CUDA_KERNEL_NODE) {
		struct host_value at = place_pointer(place);
		launch_of_node(walk, &at, type, op);
	} else if (family == CUDA_FILL_NODE) {
		read_fill(&reading, place, type);
	} else if (family == CUDA_COPY_NODE) {
		read_copy(&reading, place, type);
	} else if (family == CUDA_ALLOC_NODE) {
		read_alloc(&reading, place, type);
	} else if (family == CUDA_FREE_NODE) {
		struct host_value freed = read_part(&reading, place, type, "dptr");
		op->memory = freed.kind == HOST_POINTER ? freed.object : NULL;
	}
}
