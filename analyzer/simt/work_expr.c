/* How many instructions an expression becomes.
 *
 * What the compiler knows costs nothing, and neither does what is the same for the whole block, as it is
 * computed once or on the uniform path. A product that is added to costs nothing of its own (FMA, IMAD).
 * Library functions cost what their usual code has. */
#include "analyzer/simt/work.h"

#include "analyzer/simt/exec/exec.h"

static bool is_float(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT;
}

static enum simt_op op_of(const struct ir_type *type)
{
	return !is_float(type) ? SIMT_OP_INT : type->size == 8 ? SIMT_OP_FP64 : SIMT_OP_FP32;
}

static bool is_product(const struct ir_expr *expr)
{
	expr = ir_strip(expr);
	return expr->kind == IR_BINARY && expr->op == IR_OP_MUL;
}

static unsigned divide_cost(const struct ir_type *type, int64_t by)
{
	if (is_float(type))
		return type->size == 8 ? 24 : 8;
	if (by == 0)
		return 20;
	return by > 0 && (by & (by - 1)) == 0 ? 2 : 4;
}

static void arithmetic(struct simt *simt, enum ir_op op, const struct ir_expr *left,
	const struct ir_expr *right, const struct ir_type *type)
{
	enum simt_op kind = op_of(type);
	bool adds = op == IR_OP_ADD || op == IR_OP_SUB;
	if (op == IR_OP_DIV || op == IR_OP_REM) {
		simt_count(simt, kind, divide_cost(type, simt->divisor));
		if (is_float(type))
			simt_count(simt, SIMT_OP_SFU, 1);
		return;
	}
	if (adds && (is_product(left) || is_product(right)))
		return;
	simt_count(simt, kind, 1);
}

static void convert(struct simt *simt, const struct ir_type *from, const struct ir_type *to)
{
	bool changes = is_float(from) != is_float(to) || (is_float(from) && from->size != to->size);
	if (changes && (is_float(from) || is_float(to)))
		simt_count(simt, SIMT_OP_SFU, 1);
}

static void call(struct simt *simt, const struct ir_expr *expr)
{
	const struct cuda_function *row = ir_cuda(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	if (cuda_is_shuffle(row)) {
		simt_count(simt, SIMT_OP_SHUFFLE, type->size == 8 ? 2 : 1);
	} else if (row->collective == IR_REDUCE && row->op != CUDA_GROUP_COLLECTIVE) {
		/* a reduction takes as long as two shuffles: pairs/shuffle_tree.cu, 43 us on an H200, 41 so
		 */
		simt_count(simt, SIMT_OP_SHUFFLE, 2);
	} else if (row->op == CUDA_BLOCK_BARRIER || row->collective == IR_SYNCWARP ||
		   (row->collective == IR_BALLOT && row->op != CUDA_GROUP_COLLECTIVE)) {
		simt_count(simt, SIMT_OP_CONTROL, 1);
	} else {
		unsigned times = type->size == 8 && row->cost.fp > 1 ? 2 : 1;
		simt_count(simt, op_of(type), row->cost.fp * times);
		simt_count(simt, SIMT_OP_SFU, row->cost.sfu);
	}
}

void work_expr(struct simt *simt, const struct ir_expr *expr, const struct simt_value *value)
{
	simt_count(simt, SIMT_OP_STEP, 1);
	const struct ir_type *type = ir_type_value(expr->type);
	bool free_int = value->kind != SIMT_UNKNOWN && value_is_uniform(value) && !is_float(type);
	if (free_int || (value->kind == SIMT_REAL))
		return;
	switch (expr->kind) {
	case IR_BINARY: {
		if (expr->op == IR_OP_COMMA)
			return;
		bool compares = expr->op >= IR_OP_LT && expr->op <= IR_OP_NE;
		const struct ir_type *of = compares ? ir_type_value(expr->operands[0]->type) : type;
		if (of->kind == IR_TYPE_POINTER || of->kind == IR_TYPE_ARRAY)
			return;
		arithmetic(simt, expr->op, expr->operands[0], expr->operands[1], of);
		break;
	}
	case IR_ASSIGN:
		if (expr->op != IR_OP_NONE && type->kind != IR_TYPE_POINTER)
			arithmetic(simt, expr->op, expr->operands[0], expr->operands[1], type);
		break;
	case IR_UNARY:
		if (expr->op == IR_OP_BIT_NOT || (expr->op >= IR_OP_PRE_INC && type->kind != IR_TYPE_POINTER))
			simt_count(simt, op_of(type), 1);
		break;
	case IR_CONDITIONAL: simt_count(simt, SIMT_OP_INT, 1); break;
	case IR_CAST: convert(simt, ir_type_value(expr->operands[0]->type), type); break;
	case IR_CALL: call(simt, expr); break;
	default: break;
	}
}
