#include "analyzer/operation/ptx_site.h"

#include "analyzer/value/fold.h"

static const struct ir_expr *bound(const struct ptx_site *site, const struct ptx_operand *operand)
{
	const struct ir_asm *assembly = site->stmt->assembly;
	bool is_bound = operand->kind == PTX_BOUND && operand->binding >= 0 &&
			(size_t)operand->binding < assembly->operand_count;
	return is_bound ? assembly->operands[operand->binding].expr : NULL;
}

/* What operand `index` holds; NULL: there is none. */
static const struct ptx_operand *origin(const struct ptx_site *site, size_t index)
{
	if (index >= site->instruction->operand_count)
		return NULL;
	return ptx_origin(site->code, site->index, &site->instruction->operands[index]);
}

const struct ir_expr *ptx_site_expr(const struct ptx_site *site, size_t index)
{
	const struct ptx_operand *operand = origin(site, index);
	return operand ? bound(site, operand) : NULL;
}

struct ir_barrier_number ptx_site_number(const struct ptx_site *site, size_t index)
{
	struct ir_barrier_number out = {.expr = ptx_site_expr(site, index)};
	const struct ptx_operand *operand = origin(site, index);
	if (!operand)
		return out;
	out.number = operand->number;
	out.is_given = out.expr || (operand->kind == PTX_NUMBER && !operand->is_real);
	if (out.expr && ir_fold_int(out.expr, &out.number))
		out.expr = NULL;
	return out;
}

bool ptx_site_address(const struct ptx_site *site, size_t index, const struct ir_expr **base, int64_t *offset)
{
	*base = NULL;
	if (index >= site->instruction->operand_count)
		return false;
	const struct ptx_operand *operand = &site->instruction->operands[index];
	if (operand->kind != PTX_ADDRESS || operand->part_count != 1)
		return false;
	*base = bound(site, ptx_origin(site->code, site->index, &operand->parts[0]));
	*offset = operand->number;
	return true;
}
