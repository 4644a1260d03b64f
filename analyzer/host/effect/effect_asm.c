/* Inline PTX: loads, stores, reductions and asynchronous copies of addresses that come in as operands; what
 * else an address is used for isn't known. */
#include <string.h>

#include "analyzer/host/effect/effect_state.h"
#include "analyzer/ir/ptx.h"

struct reading {
	struct effect_state *state;
	const struct ir_asm *assembly;
	struct effect_value *values; /* of operands */
	const struct ptx_code *code;
};

/* Acts on the memory behind the address operands: the first and the others. */
static void acts_of(const struct ptx_instruction *instruction, unsigned *first, unsigned *other)
{
	const char *name = instruction->opcode_count ? instruction->opcode[0] : "";
	*other = EFFECT_UNKNOWN;
	if (!strcmp(name, "ld") || !strcmp(name, "ldu"))
		*first = EFFECT_READ;
	else if (!strcmp(name, "st"))
		*first = EFFECT_WRITE;
	else if (!strcmp(name, "atom") || !strcmp(name, "red"))
		*first = EFFECT_ATOMIC;
	else if (!strcmp(name, "prefetch") || !strcmp(name, "prefetchu"))
		*first = 0;
	else if (!strcmp(name, "cp") && ptx_has(instruction, "async") && !ptx_has(instruction, "reduce") &&
		 !ptx_has(instruction, "tensor")) {
		*first = EFFECT_WRITE;
		*other = EFFECT_READ;
	} else
		*first = EFFECT_UNKNOWN;
}

/* Follows registers only: what cvta, mov and cvt are given is followed where it is used. */
static bool is_copy(const struct ptx_instruction *instruction)
{
	static const char *const names[] = {"cvta", "mov", "cvt", NULL};
	return instruction->opcode_count && ir_is_one_of(instruction->opcode[0], names);
}

static void touch_binding(const struct reading *reading, const struct ptx_operand *operand, unsigned act)
{
	if (!operand || operand->kind != PTX_BOUND || operand->binding < 0 ||
		(size_t)operand->binding >= reading->assembly->operand_count)
		return;
	const struct effect_value value = reading->values[operand->binding];
	if (act & EFFECT_UNKNOWN)
		effect_escape(reading->state, value, NULL);
	else
		effect_touch(reading->state, value, act, NULL);
}

static void read_instruction(const struct reading *reading, size_t index)
{
	const struct ptx_instruction *instruction = &reading->code->instructions.data[index];
	unsigned first, other;
	bool is_first = true;
	acts_of(instruction, &first, &other);
	for (size_t i = 0; i < instruction->operand_count; i++) {
		const struct ptx_operand *operand = &instruction->operands[i];
		if (operand->kind != PTX_ADDRESS) {
			if (!is_copy(instruction))
				touch_binding(
					reading, ptx_origin(reading->code, index, operand), EFFECT_UNKNOWN);
			continue;
		}
		for (size_t j = 0; j < operand->part_count; j++)
			touch_binding(reading, ptx_origin(reading->code, index, &operand->parts[j]),
				j          ? EFFECT_UNKNOWN
				: is_first ? first
					   : other);
		is_first = false;
	}
}

void effect_asm(struct effect_state *state, const struct ir_asm *assembly)
{
	struct ptx_code code = {0};
	struct effect_value all = {0};
	struct effect_value *values = ARENA_ARRAY(state->arena, struct effect_value, assembly->operand_count);
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		bool is_both = operand->constraint && operand->constraint[0] == '+';
		if (!operand->expr)
			continue;
		if (!operand->is_output || is_both)
			values[i] = effect_rvalue(state, operand->expr);
		if (operand->is_output)
			effect_touch(state, effect_lvalue(state, operand->expr), EFFECT_WRITE,
				operand->expr->type);
		all = effect_join(all, values[i]);
	}
	if (effect_is_empty(all))
		return;
	struct reading reading = {state, assembly, values, &code};
	if (!assembly->text || !ptx_parse(state->arena, assembly->text, &code)) {
		effect_escape(state, all, NULL);
		return;
	}
	for (size_t i = 0; i < code.instructions.count; i++)
		read_instruction(&reading, i);
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		bool is_address = operand->constraint && strchr(operand->constraint, 'l');
		if (operand->is_output && operand->expr && is_address && effect_base(operand->expr))
			effect_put(state, effect_base(operand->expr), all);
	}
}
