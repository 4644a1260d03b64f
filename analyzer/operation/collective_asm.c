/* Warp collectives and whole barriers in inline PTX, as calls of the intrinsics that compile to them. */
#include "analyzer/cuda/opcode.h"
#include "analyzer/operation/collective.h"
#include "analyzer/operation/ptx_site.h"
#include "analyzer/value/fold.h"

static const struct ir_type word = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};

static const struct cuda_ptx_collective *form_of(const struct ptx_instruction *instruction)
{
	return instruction->is_directive
		       ? NULL
		       : cuda_ptx_collective_of(instruction->opcode, instruction->opcode_count);
}

static struct ir_expr *operand(struct arena *arena, const struct ptx_site *site, unsigned index)
{
	const struct ir_expr *bound = ptx_site_expr(site, index);
	struct ir_barrier_number number = ptx_site_number(site, index);
	struct ir_expr *expr = ARENA_NEW(arena, struct ir_expr);
	if (bound) {
		*expr = *bound;
		return expr;
	}
	expr->kind = number.is_given ? IR_INT : IR_UNKNOWN_EXPR;
	expr->integer = number.number;
	expr->type = &word;
	expr->range = site->stmt->range;
	return expr;
}

/* A call without arguments yet. */
static struct ir_expr *call_named(struct arena *arena, const struct ir_stmt *stmt, const char *function)
{
	enum { MAX_OPERANDS = 3 };
	struct ir_expr *call = ARENA_NEW(arena, struct ir_expr);
	call->kind = IR_CALL;
	call->type = &word;
	call->range = stmt->range;
	call->call = ARENA_NEW(arena, struct ir_call);
	call->call->name = function;
	ir_call_find_cuda(call->call);
	call->operands = ARENA_ARRAY(arena, struct ir_expr *, MAX_OPERANDS);
	return call;
}

static const struct ir_expr *call_of(
	struct arena *arena, const struct ptx_site *site, const struct cuda_ptx_collective *form)
{
	struct ir_expr *call = call_named(arena, site->stmt, form->function);
	if (form->mask)
		call->operands[call->operand_count++] = operand(arena, site, form->mask);
	call->operands[call->operand_count++] = operand(arena, site, form->value);
	if (form->by)
		call->operands[call->operand_count++] = operand(arena, site, form->by);
	return call;
}

/* Whether an instruction only computes, as far as is known. */
static bool is_plain(const struct ptx_instruction *instruction)
{
	if (instruction->is_directive)
		return true;
	for (size_t i = 0; i < instruction->operand_count; i++)
		if (instruction->operands[i].kind == PTX_ADDRESS ||
			instruction->operands[i].kind == PTX_OTHER)
			return false;
	return cuda_ptx_of(instruction->opcode[0]) == CUDA_PTX_COMPUTES;
}

bool ir_collective_asm(struct arena *arena, const struct ir_stmt *stmt, struct ir_collective_asm *out)
{
	const struct ir_asm *assembly = stmt->assembly;
	bool found = false;
	if (!assembly || !assembly->text || !ptx_parse(arena, assembly->text, &out->code) ||
		out->code.labels.count)
		return false;
	size_t count = out->code.instructions.count;
	out->calls = ARENA_ARRAY(arena, const struct ir_expr *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ptx_site site = {stmt, &out->code, i, &out->code.instructions.data[i]};
		const struct cuda_ptx_collective *form = form_of(site.instruction);
		if (form && site.instruction->operand_count <= form->mask)
			return false;
		if (form && !site.instruction->predicate)
			out->calls[i] = call_of(arena, &site, form);
		else if (!is_plain(site.instruction))
			return false;
		found |= out->calls[i] != NULL;
	}
	return found;
}

/* `bar.sync 0`, `barrier.cta.sync.aligned 0`: barrier 0 with all threads of the block. */
static bool is_whole_block(const struct ptx_site *site)
{
	const struct ptx_instruction *instruction = site->instruction;
	if (!ptx_is(instruction, 0, "bar") && !ptx_is(instruction, 0, "barrier"))
		return false;
	for (size_t i = 1; i < instruction->opcode_count; i++)
		if (!ptx_is(instruction, i, "cta") && !ptx_is(instruction, i, "sync") &&
			!ptx_is(instruction, i, "aligned"))
			return false;
	struct ir_barrier_number id = ptx_site_number(site, 0);
	int64_t number = id.number;
	if (!ptx_has(instruction, "sync") || instruction->operand_count != 1 || !id.is_given)
		return false;
	return (!id.expr || ir_fold_int(id.expr, &number)) && number == 0;
}

const struct ir_expr *ir_barrier_call_asm(struct arena *arena, const struct ir_stmt *stmt)
{
	struct ptx_code *code = ARENA_NEW(arena, struct ptx_code);
	if (!stmt->assembly || !stmt->assembly->text || !ptx_parse(arena, stmt->assembly->text, code) ||
		code->instructions.count != 1 || code->labels.count)
		return NULL;
	const struct ptx_site site = {stmt, code, 0, &code->instructions.data[0]};
	bool of_warp = ptx_is(site.instruction, 0, "bar") && ptx_is(site.instruction, 1, "warp") &&
		       ptx_is(site.instruction, 2, "sync") && site.instruction->operand_count == 1;
	if (site.instruction->is_directive || site.instruction->predicate ||
		(!of_warp && !is_whole_block(&site)))
		return NULL;
	struct ir_expr *call = call_named(arena, stmt, of_warp ? "__syncwarp" : "__syncthreads");
	if (of_warp)
		call->operands[call->operand_count++] = operand(arena, &site, 0);
	return call;
}
