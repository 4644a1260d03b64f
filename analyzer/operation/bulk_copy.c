/* Bulk copies by calls and by PTX's instructions. */
#include "analyzer/operation/bulk_copy.h"

#include <string.h>

#include "analyzer/operation/ptx_site.h"

/* ---- calls ----------------------------------------------------------------------------------- */

static bool is_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

const struct ir_expr *ir_copied_bytes(const struct ir_expr *size)
{
	size = ir_strip_casts(size);
	/* written as a conversion, its template argument may stand in front */
	while (size && ((size->kind == IR_CONSTRUCT && size->operand_count == 1) ||
			       (size->kind == IR_UNKNOWN_EXPR && size->operand_count)))
		size = ir_strip_casts(size->operands[size->operand_count - 1]);
	return size;
}

bool ir_bulk_copy(const struct ir_expr *call, struct ir_bulk_copy *out)
{
	enum { STORE_ARGUMENTS = 5 };
	enum cuda_bulk form = ir_cuda(call)->bulk;
	*out = (struct ir_bulk_copy){0};
	if (call->kind != IR_CALL || !form)
		return false;
	size_t first = 0, count = call->operand_count;
	while (first < count && !is_pointer(call->operands[first]))
		first++;
	if (first >= count)
		return false;
	out->name = call->call->name;
	if (form == CUDA_BULK_TENSOR_EITHER)
		form = count == STORE_ARGUMENTS ? CUDA_BULK_TENSOR_OUT : CUDA_BULK_TENSOR_IN;
	if (form == CUDA_BULK_TENSOR_OUT)
		out->from.expr = call->operands[count - 1];
	else
		out->to.expr = call->operands[first];
	if (form == CUDA_BULK_LINEAR && first + 2 < count) {
		out->from.expr = call->operands[first + 1];
		out->size = ir_copied_bytes(call->operands[first + 2]);
	}
	return true;
}

/* ---- inline assembly ------------------------------------------------------------------------- */

static struct ir_bulk_address address_at(const struct ptx_site *site, size_t index)
{
	struct ir_bulk_address out = {0};
	ptx_site_address(site, index, &out.expr, &out.offset);
	return out;
}

static bool is_copy(const struct ptx_instruction *instruction)
{
	bool reduces = ptx_is(instruction, 1, "reduce");
	size_t at = reduces ? 2 : 1;
	return ptx_is(instruction, 0, "cp") && ptx_is(instruction, at, "async") &&
	       ptx_is(instruction, at + 1, "bulk") && !ptx_has(instruction, "prefetch") &&
	       !ptx_has(instruction, "commit_group") && !ptx_has(instruction, "wait_group");
}

static void read(struct arena *arena, const struct ptx_site *site, ir_bulk_copies *out)
{
	enum { TO = 0, FROM = 1, SIZE = 2 };
	const struct ptx_instruction *instruction = site->instruction;
	struct ir_bulk_copy copy = {.name = ptx_opcode(arena, instruction)};
	copy.is_conditional = ptx_is_conditional(site->code, site->index);
	copy.to = address_at(site, TO);
	copy.from = address_at(site, FROM);
	if (!ptx_has(instruction, "tensor") && instruction->operand_count > SIZE) {
		const struct ptx_operand *size =
			ptx_origin(site->code, site->index, &instruction->operands[SIZE]);
		copy.size = ptx_site_expr(site, SIZE);
		copy.bytes = size->kind == PTX_NUMBER && !size->is_real ? size->number : 0;
	}
	vec_push(arena, out, copy);
}

void ir_bulk_copies_asm(struct arena *arena, const struct ir_stmt *stmt, ir_bulk_copies *out)
{
	const struct ir_asm *assembly = stmt->assembly;
	struct ptx_code code = {0};
	if (!assembly || !assembly->text || !strstr(assembly->text, ".bulk"))
		return;
	ptx_parse(arena, assembly->text, &code);
	for (size_t i = 0; i < code.instructions.count; i++) {
		struct ptx_site site = {stmt, &code, i, &code.instructions.data[i]};
		if (is_copy(site.instruction))
			read(arena, &site, out);
	}
}

/* ---- fences ---------------------------------------------------------------------------------- */

bool ir_is_proxy_fence(const struct ir_expr *call)
{
	return call->kind == IR_CALL && ir_cuda(call)->op == CUDA_PROXY_FENCE;
}

bool ir_is_proxy_fence_asm(const struct ir_stmt *stmt)
{
	return stmt->assembly && stmt->assembly->text && strstr(stmt->assembly->text, "fence.proxy.async");
}
