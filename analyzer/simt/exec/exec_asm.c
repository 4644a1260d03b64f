/* Inline assembly as a statement: what it orders, reads and writes. What the instructions are is told by
 * those who know them: exec_ptx.c and exec_ptx_access.c, exec_async.c, exec_barrier.c. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

/* Assembly that reads and writes registers only orders nothing. */
static void report_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	const char *text = stmt->assembly->text ? stmt->assembly->text : "";
	unsigned mentions = stmt->assembly->mentions;
	struct simt_event event = {.kind = SIMT_OPAQUE, .stmt = stmt, .name = "", .scope = SIMT_SCOPE_SYSTEM};
	bool is_atomic = exec_read_asm(simt, stmt)->is_atomic;
	if (mentions & CUDA_ASM_FENCE)
		event.kind = SIMT_FENCE;
	else if (mentions & CUDA_ASM_BARRIER)
		event.kind = SIMT_OTHER_BARRIER;
	else if (!strchr(text, '[') && !(mentions & CUDA_ASM_SYNC))
		return;
	if (is_atomic && event.kind == SIMT_FENCE) { /* it is both */
		exec_event(simt, event);
		event.kind = SIMT_OPAQUE;
	}
	if (is_atomic)
		exec_asm_subject(simt, stmt, &event);
	exec_event(simt, event);
}

/* Programmatic dependent launch. */
static void report_grid_control(struct simt *simt, const struct ir_stmt *stmt)
{
	if (stmt->assembly->mentions & CUDA_ASM_GRID_WAIT)
		exec_event(simt, (struct simt_event){.kind = SIMT_GRID_WAIT, .stmt = stmt, .name = ""});
	if (stmt->assembly->mentions & CUDA_ASM_GRID_TRIGGER)
		exec_event(simt, (struct simt_event){.kind = SIMT_GRID_TRIGGER, .stmt = stmt, .name = ""});
}

/* What assembly computes: the same where its operands are, if those are plain variables and it doesn't read
 * memory or special registers. */
static const struct simt_value *asm_result(struct simt *simt, const struct ir_asm *assembly)
{
	const char *text = assembly->text ? assembly->text : "[", *why = "inline assembly";
	const struct simt_value *varying = value_unknown(simt, true, why);
	const struct simt_value *out = value_unknown(simt, false, why);
	if (strchr(text, '[') || strstr(text, "%%") || (assembly->mentions & CUDA_ASM_SYNC))
		return varying;
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		const struct ir_expr *expr = operand->expr ? ir_strip_casts(operand->expr) : NULL;
		if (operand->is_output && operand->constraint && !strchr(operand->constraint, '+'))
			continue;
		if (!expr || (expr->kind != IR_VAR && expr->kind != IR_INT))
			return varying;
		out = value_unknown_of(simt, out, exec_expr(simt, expr), why);
	}
	return out;
}

/* What an instruction takes and gives, where that lies in memory: it is loaded before and stored behind it.
 * A name is a register. */
static bool is_in_memory(const struct ir_expr *operand)
{
	const struct ir_expr *expr = ir_strip_casts(operand);
	return expr->kind == IR_INDEX || expr->kind == IR_MEMBER ||
	       (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF);
}

static void load_asm_inputs(struct simt *simt, const struct ir_asm *assembly)
{
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		bool is_read =
			!operand->is_output || (operand->constraint && strchr(operand->constraint, '+'));
		if (operand->expr && is_read && is_in_memory(operand->expr))
			exec_expr(simt, operand->expr);
	}
}

/* Inline assembly writes its outputs; the rest of memory it may touch isn't followed anyway. */
void exec_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct ir_asm *assembly = stmt->assembly;
	if (exec_collective_asm(simt, stmt))
		return;
	report_grid_control(simt, stmt);
	bool is_followed = exec_async_asm(simt, stmt);
	is_followed |= exec_asm_accesses(simt, stmt);
	if (!exec_barrier_asm(simt, stmt) && !is_followed)
		report_asm(simt, stmt);
	exec_asm_demand(simt, stmt);
	exec_asm_warp_op(simt, stmt);
	load_asm_inputs(simt, assembly);
	const char *reads = exec_read_asm(simt, stmt)->reads;
	const struct simt_value *copied = reads ? exec_special_register(simt, reads) : NULL;
	const struct simt_value *result = asm_result(simt, assembly);
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		if (!operand->expr || !operand->is_output)
			continue;
		const struct simt_value *value = copied ? value_convert(simt, copied, operand->expr->type)
						 : assembly->mentions & CUDA_ASM_LANE
							 ? exec_special_register(simt, "%laneid")
							 : result;
		exec_store(simt, exec_place(simt, operand->expr), operand->expr->type, value,
			is_in_memory(operand->expr) ? operand->expr : NULL);
	}
}
