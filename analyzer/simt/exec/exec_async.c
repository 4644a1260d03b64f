/* Asynchronous copies: from where to where, by whom, and what they complete on. What they store isn't
 * followed; that it isn't there yet is read from the log.
 *
 * A pipeline is kept as a number in the first bytes of its object, whatever its real layout is, so that it
 * is known again where it was moved or passed on. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

#include "analyzer/value/fold.h"

enum { SLOT = 8, MAX_OPERANDS = 16 };

static const struct ir_type number_type = {.kind = IR_TYPE_INT, .size = SLOT, .align = SLOT, .name = ""};

/* ---- pipelines ------------------------------------------------------------------------------- */

static struct simt_place pipeline_place(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	if (type->kind == IR_TYPE_POINTER)
		return place_of_pointer(simt, exec_expr(simt, expr));
	return exec_place(simt, expr);
}

static const struct ir_type *pipeline_type(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->kind == IR_TYPE_POINTER && type->element ? type->element : type;
}

/* NULL: not known which. */
static const struct simt_pipeline *pipeline_of(struct simt *simt, const struct ir_expr *expr)
{
	struct simt_place place = pipeline_place(simt, expr);
	int64_t number;
	if (!place.object || place.offset->kind == SIMT_UNKNOWN || place.object->is_lost)
		return NULL;
	const struct simt_value *value = object_load(simt, place.object, place.offset, &number_type);
	if (!value_constant(value, &number) || number < 1 || number > (int64_t)simt->pipelines.count)
		return NULL;
	return simt->pipelines.data[number - 1];
}

/* Producers and consumers: by a role of each thread, or the first so many threads produce. */
static void set_roles(struct simt *simt, const struct ir_expr *by, struct simt_pipeline *pipeline)
{
	const struct simt_value *value = exec_expr(simt, by);
	bool is_count = ir_type_value(by->type)->kind != IR_TYPE_ENUM;
	pipeline->roles_known = value_is_known(value) && value->kind == SIMT_INT;
	for (unsigned lane = 0; pipeline->roles_known && lane < simt->lanes; lane++) {
		int64_t number = value_lane(value, lane);
		bool produces = is_count ? lane < number : number == 0;
		mask_add(produces ? &pipeline->producers : &pipeline->consumers, lane);
	}
}

static const struct simt_value *make_pipeline(struct simt *simt, const struct ir_expr *expr)
{
	enum { STATE = 1, ROLE = 2 };
	const struct ir_type *type = ir_type_value(expr->type);
	struct simt_pipeline *pipeline = ARENA_NEW(simt->arena, struct simt_pipeline);
	pipeline->site = expr;
	pipeline->is_thread = ir_is_thread_pipeline(type);
	for (size_t i = 0; i < expr->operand_count && i < ROLE; i++)
		exec_expr(simt, expr->operands[i]);
	if (expr->operand_count > STATE) {
		const struct ir_type *state = ir_type_value(expr->operands[STATE]->type)->element;
		const struct ir_record *record = state ? ir_type_value(state)->record : NULL;
		if (record && record->arg_count > 1 && record->args[1].is_value)
			pipeline->stages = record->args[1].value;
	}
	if (expr->operand_count > ROLE) {
		set_roles(simt, expr->operands[ROLE], pipeline);
	} else {
		pipeline->roles_known = true;
		pipeline->producers = pipeline->consumers = simt->active.may;
	}
	vec_push(simt->arena, &simt->pipelines, pipeline);
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	value->kind = SIMT_RECORD;
	value->object = object_new(simt, SIMT_LOCAL, "pipeline", type->size);
	object_store(simt, value->object, value_int(simt, 0), SLOT,
		value_int(simt, (int64_t)simt->pipelines.count));
	return value;
}

/* ---- what an operation is done to ------------------------------------------------------------ */

static void set_place(
	struct simt *simt, struct simt_address *out, const struct simt_value *address, int64_t offset)
{
	struct simt_place place = place_of_pointer(simt, address);
	if (!place.object || place.object->may_alias || place.object->either[0])
		return;
	out->object = place.object;
	if (offset && place.offset->kind == SIMT_INT)
		place = place_moved(simt, place, value_int(simt, offset));
	if (place.offset->kind == SIMT_INT)
		out->offset = place.offset;
}

/* Of a size that isn't known, what the address points to is copied at least. */
static void set_bytes(struct simt *simt, const struct ir_async_op *op, struct simt_async *out)
{
	const struct ir_barrier_number *bytes = &op->bytes;
	int64_t number = bytes->number;
	out->bytes_known = bytes->is_given &&
			   (!bytes->expr || value_constant(exec_expr(simt, bytes->expr), &number)) &&
			   number > 0;
	out->bytes = number * op->unit;
	if (out->bytes_known)
		return;
	const struct ir_type *element = op->to ? ir_type_value(ir_strip_casts(op->to)->type)->element : NULL;
	while (element && element->kind == IR_TYPE_ARRAY)
		element = element->element;
	out->bytes = element && element->size > 0 ? element->size : 1;
}

/* `to`: the address where it is evaluated; NULL: it isn't yet. */
static struct simt_async *async_new(
	struct simt *simt, const struct ir_async_op *op, const struct simt_value *to)
{
	struct simt_async *out = ARENA_NEW(simt->arena, struct simt_async);
	struct ir_async_op *kept = ARENA_NEW(simt->arena, struct ir_async_op);
	*kept = *op;
	out->op = kept;
	if (op->to) {
		set_place(simt, &out->to, to ? to : exec_expr(simt, op->to), op->offset);
		set_bytes(simt, op, out);
	}
	out->group = op->group ? exec_group_size(op->group) : SIMT_GROUP_THREAD;
	out->bound = op->barrier != NULL;
	if (op->barrier && ir_is_barrier_type(op->barrier->type)) {
		struct simt_place place = exec_place(simt, op->barrier);
		out->barrier.object = place.object;
		out->barrier.offset = place.object && place.offset->kind == SIMT_INT ? place.offset : NULL;
	} else if (op->barrier) {
		set_place(simt, &out->barrier, exec_expr(simt, op->barrier), op->barrier_offset);
	}
	out->in_pipeline = op->pipeline != NULL;
	out->is_shared = op->pipeline && !ir_is_thread_pipeline(pipeline_type(op->pipeline));
	out->pipeline = op->pipeline ? pipeline_of(simt, op->pipeline) : NULL;
	out->prior = -1;
	if (op->prior.is_given && !op->prior.expr)
		out->prior = op->prior.number;
	else if (op->prior.expr && !value_constant(exec_expr(simt, op->prior.expr), &out->prior))
		out->prior = -1;
	return out;
}

/* Threads that share a pipeline wait for each other in it. */
static void tell(struct simt *simt, const struct ir_expr *site, const struct ir_stmt *stmt,
	const struct simt_async *async)
{
	const struct ir_async_op *op = async->op;
	bool shares = async->is_shared && op->action != IR_ASYNC_COPY && op->action != IR_ASYNC_MAKE;
	exec_event(simt, (struct simt_event){.kind = shares ? SIMT_OTHER_BARRIER : SIMT_ASYNC,
				 .site = site,
				 .stmt = stmt,
				 .name = site ? ir_callee_name(site) : "",
				 .async = async});
	simt->epoch++;
}

/* ---- calls ----------------------------------------------------------------------------------- */

void exec_async_copy(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *const *values, size_t count)
{
	struct ir_async_op op;
	if (!ir_async_op(expr, &op) || op.action != IR_ASYNC_COPY)
		return;
	const struct simt_value *to = NULL;
	for (size_t i = 0; i < count; i++)
		if (expr->operands[i] == op.to)
			to = values[i];
	tell(simt, expr, NULL, async_new(simt, &op, to));
}

void exec_async_wait(struct simt *simt, const struct ir_expr *expr)
{
	struct ir_async_op op;
	if (ir_async_op(expr, &op))
		tell(simt, expr, NULL, async_new(simt, &op, NULL));
}

bool exec_async(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	struct ir_async_op op;
	if (!ir_async_op(expr, &op))
		return false;
	*result = value_int(simt, 0);
	if (op.action == IR_ASYNC_MAKE) {
		*result = make_pipeline(simt, expr);
		return true;
	}
	if (op.action != IR_ASYNC_COPY) {
		for (size_t i = 0; i < expr->operand_count; i++)
			if (expr->operands[i] != op.pipeline)
				exec_expr(simt, expr->operands[i]);
		tell(simt, expr, NULL, async_new(simt, &op, NULL));
		return true;
	}
	const struct simt_value *values[MAX_OPERANDS];
	size_t count = expr->operand_count < MAX_OPERANDS ? expr->operand_count : MAX_OPERANDS;
	for (size_t i = 0; i < count; i++) {
		if (expr->operands[i] == op.pipeline) {
			values[i] = NULL;
			continue;
		}
		values[i] = exec_expr(simt, expr->operands[i]);
		exec_demand(simt, expr, i, values[i]);
	}
	exec_async_copy(simt, expr, values, count);
	return true;
}

bool exec_async_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct simt_asm *assembly = exec_read_asm(simt, stmt);
	ir_async_ops copies = assembly->copies;
	bool only_copies = assembly->only_copies && copies.count;
	for (size_t i = 0; i < copies.count; i++)
		tell(simt, NULL, stmt, async_new(simt, &copies.data[i], NULL));
	return only_copies;
}
