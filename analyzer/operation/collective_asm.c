/* Warp collectives in inline PTX, as calls of the intrinsics that compile to them. */
#include "analyzer/operation/collective.h"
#include "analyzer/operation/ptx_site.h"

#include <string.h>

static const struct ir_type word = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};

/* Where the mask and the value are among the instruction's operands; 0: it has none. */
struct form {
	const char *opcode[4]; /* its parts up to NULL */
	const char *name;
	unsigned mask, value, by;
};

static const struct form forms[] = {
	{{"shfl", "sync", "up"}, "__shfl_up_sync", 4, 1, 2},
	{{"shfl", "sync", "down"}, "__shfl_down_sync", 4, 1, 2},
	{{"shfl", "sync", "bfly"}, "__shfl_xor_sync", 4, 1, 2},
	{{"shfl", "sync", "idx"}, "__shfl_sync", 4, 1, 2},
	{{"shfl", "up"}, "__shfl_up", 0, 1, 2},
	{{"shfl", "down"}, "__shfl_down", 0, 1, 2},
	{{"shfl", "bfly"}, "__shfl_xor", 0, 1, 2},
	{{"shfl", "idx"}, "__shfl", 0, 1, 2},
	{{"vote", "sync", "ballot"}, "__ballot_sync", 2, 1, 0},
	{{"vote", "sync", "all"}, "__all_sync", 2, 1, 0},
	{{"vote", "sync", "any"}, "__any_sync", 2, 1, 0},
	{{"vote", "sync", "uni"}, "__uni_sync", 2, 1, 0},
	{{"match", "any", "sync"}, "__match_any_sync", 2, 1, 0},
	{{"match", "all", "sync"}, "__match_all_sync", 2, 1, 0},
	{{"redux", "sync", "add"}, "__reduce_add_sync", 2, 1, 0},
	{{"redux", "sync", "min"}, "__reduce_min_sync", 2, 1, 0},
	{{"redux", "sync", "max"}, "__reduce_max_sync", 2, 1, 0},
	{{"redux", "sync", "and"}, "__reduce_and_sync", 2, 1, 0},
	{{"redux", "sync", "or"}, "__reduce_or_sync", 2, 1, 0},
	{{"redux", "sync", "xor"}, "__reduce_xor_sync", 2, 1, 0},
};

static const struct form *form_of(const struct ptx_instruction *instruction)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		bool same = !instruction->is_directive;
		for (size_t k = 0; same && forms[i].opcode[k]; k++)
			same = ptx_is(instruction, k, forms[i].opcode[k]);
		if (same)
			return &forms[i];
	}
	return NULL;
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

static const struct ir_expr *call_of(
	struct arena *arena, const struct ptx_site *site, const struct form *form)
{
	enum { MAX_OPERANDS = 3 };
	struct ir_expr *call = ARENA_NEW(arena, struct ir_expr);
	call->kind = IR_CALL;
	call->type = &word;
	call->range = site->stmt->range;
	call->call = ARENA_NEW(arena, struct ir_call);
	call->call->name = form->name;
	call->operands = ARENA_ARRAY(arena, struct ir_expr *, MAX_OPERANDS);
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
	static const char *const others[] = {"bra", "brx", "call", "ret", "exit", "trap", "bar", "barrier",
		"membar", "fence", "ld", "st", "atom", "red", "cp", "mbarrier", "mma", "wmma", "wgmma",
		"ldmatrix", "stmatrix", "prefetch", "elect", "griddepcontrol", "setmaxnreg", "discard",
		"tcgen05", "vote", "shfl", "activemask", "nanosleep", NULL};
	if (instruction->is_directive)
		return true;
	for (size_t i = 0; i < instruction->operand_count; i++)
		if (instruction->operands[i].kind == PTX_ADDRESS ||
			instruction->operands[i].kind == PTX_OTHER)
			return false;
	return !ir_is_one_of(instruction->opcode[0], others);
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
		const struct form *form = form_of(site.instruction);
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
