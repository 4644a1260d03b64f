/* CU137 pitch-misuse: the pitch of cudaMallocPitch, which counts bytes, used as a number of elements in the
 * kernel: `image[row * pitch + column]` on a `float *`.
 *
 * The launch shows it: one argument is the memory, another one the pitch that came with it, or they are
 * members of a struct. A pitch that was divided by the element's size is another number, and silent. Also the
 * width used where the rows were copied with their pitch, unless the two may well be the same. Also copies
 * and fills that are told the pitch as the width, and the width as the pitch; rows that are wider than their
 * pitch in other ways are CU135's.
 */
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"
#include "rules/memory/common/allocation.h"

#include <string.h>

/* What a kernel is given: a parameter, or a member of one that is a struct. */
struct slot {
	const struct ir_var *param;
	int64_t offset; /* -1: the parameter itself */
	const struct host_value *value;
};

struct slots {
	VEC(struct slot) all;
};

struct search {
	const struct slot *image, *number;
	const struct ir_expr *found;
};

static bool is_slot(const struct ir_expr *expr, const struct slot *slot)
{
	int64_t offset = 0;
	expr = ir_look_through(expr);
	bool is_member = expr->kind == IR_MEMBER;
	while (expr->kind == IR_MEMBER && !expr->is_arrow && expr->member.field && expr->operand_count) {
		offset += expr->member.field->offset;
		expr = ir_strip_casts(expr->operands[0]);
	}
	return expr->kind == IR_VAR && expr->var == slot->param &&
	       (is_member ? offset == slot->offset : slot->offset < 0);
}

/* Whether a number has a row's start in it: something times the pitch, or the width. */
static bool counts_rows(const struct ir_expr *expr, const struct slot *number)
{
	expr = ir_look_through(expr);
	if (expr->kind != IR_BINARY)
		return false;
	if (expr->op == IR_OP_MUL)
		return is_slot(expr->operands[0], number) || is_slot(expr->operands[1], number);
	if (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB)
		return counts_rows(expr->operands[0], number) || counts_rows(expr->operands[1], number);
	return false;
}

static void look(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	bool is_index = expr->kind == IR_INDEX;
	bool is_sum = expr->kind == IR_BINARY && expr->op == IR_OP_ADD;
	if ((!is_index && !is_sum) || search->found)
		return;
	/* of bytes it may be right: the cast stands between the memory and the sum */
	const struct ir_expr *base = ir_strip(expr->operands[0]);
	const struct ir_type *type = ir_type_value(expr->operands[0]->type);
	if (type->element && type->element->size > 1 && is_slot(base, search->image) &&
		counts_rows(expr->operands[1], search->number))
		search->found = expr;
}

static const char *name_of(struct pass *pass, const struct slot *slot)
{
	const struct ir_type *type = ir_type_value(slot->param->type);
	for (size_t i = 0; slot->offset >= 0 && type->record && i < type->record->field_count; i++)
		if (type->record->fields[i].offset == slot->offset)
			return arena_printf(
				pass->arena, "%s.%s", slot->param->name, type->record->fields[i].name);
	return slot->param->name;
}

/* What the memory that a slot points to has for elements; NULL: bytes, or not known. */
static const struct ir_type *element_of(const struct slot *slot)
{
	const struct ir_type *type = ir_type_value(slot->param->type);
	for (size_t i = 0; slot->offset >= 0 && type->record && i < type->record->field_count; i++)
		if (type->record->fields[i].offset == slot->offset) {
			type = ir_type_value(type->record->fields[i].type);
			break;
		}
	return type->kind == IR_TYPE_POINTER && type->element && type->element->size > 1 ? type->element
											 : NULL;
}

static bool find(const struct host_op *op, struct search *search)
{
	const struct ir_visitor visitor = {.expr = look};
	if (search->image->param->is_assigned || search->number->param->is_assigned)
		return false;
	ir_walk_function(op->launch->kernel, &visitor, search);
	return search->found != NULL;
}

static void check_pitch(
	struct pass *pass, const struct host_op *op, const struct slot *image, const struct slot *pitch)
{
	const struct ir_type *element = element_of(image);
	struct search search = {image, pitch, NULL};
	if (!element || !find(op, &search) || allocation_is_told(pass, search.found->range))
		return;
	struct finding *finding = pass_report(pass, search.found->range,
		"`%s` counts bytes, but `%s` is indexed in elements of %lld: rows lie %lld times too far apart; use "
		"`(%s *)((char *)%s + row * %s)`",
		name_of(pass, pitch), name_of(pass, image), (long long)element->size,
		(long long)element->size, element->name, name_of(pass, image), name_of(pass, pitch));
	finding->function = op->launch->kernel->display;
	allocation_related(pass, finding, image->value->object);
	pass_related(pass, finding, op->range, "the launch");
}

/* The value of an argument by its role in the call; NULL: it has none. */
static const struct host_value *value_of(const struct host_op *op, char role)
{
	const char *at = strchr(op->call->roles, role);
	size_t index = at ? (size_t)(at - op->call->roles) : op->value_count;
	return index < op->value_count ? &op->values[index] : NULL;
}

/* A copy or fill that takes the memory for rows with its pitch; NULL: none, and nobody minds the pitch. */
static const struct host_op *pitched_use(const struct host_trace *trace, const struct host_object *object)
{
	static const char sides[][2] = {{'d', 'q'}, {'r', 'Q'}};
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool is_rows = (op->kind == HOST_COPY || op->kind == HOST_MEMSET) && op->call && !op->launch;
		for (size_t k = 0; is_rows && k < 2; k++) {
			const struct host_value *memory = value_of(op, sides[k][0]),
						*step = value_of(op, sides[k][1]);
			if (memory && step && memory->kind == HOST_POINTER && memory->object == object &&
				step->kind == HOST_NUMBER && step->number == object->pitch)
				return op;
		}
	}
	return NULL;
}

enum { LEAST_ALIGNMENT = 32, USUAL_ALIGNMENT = 512 }; /* of a pitch, in bytes */

/* The kernel takes rows to be as far apart as they are wide. */
static void check_width(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct slot *image, const struct slot *width)
{
	const struct ir_type *element = element_of(image);
	const struct host_object *object = image->value->object;
	struct search search = {image, width, NULL};
	int64_t row;
	bool is_known = host_sum_is_number(object->row, &row);
	if (!element || object->row == object->pitch || (is_known && row % USUAL_ALIGNMENT == 0))
		return;
	const struct host_sum *bytes = host_sum_op(trace->sums, NULL, IR_OP_MUL, width->value->number,
		host_sum_number(trace->sums, element->size));
	const struct host_op *pitched = bytes == object->row ? pitched_use(trace, object) : NULL;
	if (!pitched || !find(op, &search) || allocation_is_told(pass, search.found->range))
		return;
	struct finding *finding = pass_report(pass, search.found->range,
		"rows of `%s` lie a pitch apart, which is %s %s, but are taken to lie `%s` elements apart: hand the "
		"kernel the pitch, and use `(%s *)((char *)%s + row * pitch)`",
		name_of(pass, image), is_known && row % LEAST_ALIGNMENT ? "more than" : "mostly more than",
		is_known ? arena_printf(pass->arena, "the %lld bytes of a row", (long long)row) : "the width",
		name_of(pass, width), element->name, name_of(pass, image));
	if (!is_known || row % LEAST_ALIGNMENT == 0)
		finding->confidence = CONFIDENCE_LIKELY;
	finding->function = op->launch->kernel->display;
	allocation_related(pass, finding, object);
	pass_related(pass, finding, pitched->range, "copied with its pitch here");
	pass_related(pass, finding, op->range, "the launch");
}

static void collect(struct pass *pass, const struct host_launch *launch, struct slots *slots)
{
	for (size_t i = 0; i < launch->arg_count && i < launch->kernel->param_count; i++)
		vec_push(pass->arena, &slots->all,
			(struct slot){launch->kernel->params[i], -1, &launch->args[i]});
	for (size_t i = 0; i < launch->member_count; i++) {
		const struct host_member *member = &launch->members[i];
		if (member->is_sure && member->arg < launch->kernel->param_count)
			vec_push(pass->arena, &slots->all,
				(struct slot){
					launch->kernel->params[member->arg], member->offset, &member->value});
	}
}

static bool is_pitched(const struct slot *slot)
{
	return slot->value->kind == HOST_POINTER && slot->value->object->pitch && slot->value->object->row;
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	struct slots slots = {0};
	collect(pass, op->launch, &slots);
	for (size_t i = 0; i < slots.all.count; i++) {
		const struct slot *image = &slots.all.data[i];
		for (size_t k = 0; is_pitched(image) && k < slots.all.count; k++) {
			const struct slot *number = &slots.all.data[k];
			if (number->value->kind != HOST_NUMBER)
				continue;
			if (number->value->number == image->value->object->pitch)
				check_pitch(pass, op, image, number);
			else
				check_width(pass, trace, op, image, number);
		}
	}
}

/* One side of a copy: its memory, and the bytes from row to row that the call is told of it. */
static void check_copy(struct pass *pass, const struct host_op *op, char memory, char step)
{
	const struct host_value *image = value_of(op, memory), *line = value_of(op, step),
				*width = value_of(op, 'W');
	if (!image || image->kind != HOST_POINTER || !image->object->pitch || !image->object->row || !line ||
		line->kind != HOST_NUMBER || !width || width->kind != HOST_NUMBER)
		return;
	const struct host_object *object = image->object;
	if (object->pitch == object->row || width->number != object->pitch || line->number != object->row ||
		allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"`%s` is told the pitch of its memory as the width of a row, and the width as the pitch: swap the two",
		op->callee);
	allocation_related(pass, finding, object);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_LAUNCH && op->launch && op->launch->kernel)
			check(pass, trace, op);
		if ((op->kind == HOST_COPY || op->kind == HOST_MEMSET) && op->call && !op->launch) {
			check_copy(pass, op, 'd', 'q');
			check_copy(pass, op, 'r', 'Q');
		}
	}
}

const struct rule rule_pitch_misuse = {
	.code = "CU137",
	.name = "pitch-misuse",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Pitch in bytes used as elements",
	.hooks = {.host = on_host},
};
