/* Inline assembly by which lanes of a warp meet: shuffles, votes, reductions, and what is computed around
 * them. Registers are followed instruction by instruction, so that a butterfly in assembly leaves the lanes
 * of a warp with one number as the intrinsics do. Other assembly isn't looked into. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

static const char why[] = "inline assembly";

struct ptx_register {
	const char *name;
	const struct simt_value *value;
};

struct machine {
	struct simt *simt;
	const struct ir_asm *assembly;
	VEC(struct ptx_register) registers;
	const struct simt_value **bound; /* what the statement's operands hold; NULL: nothing yet */
};

/* ---- operands -------------------------------------------------------------------------------- */

static const struct simt_value *nothing_known(struct simt *simt)
{
	return value_unknown(simt, true, why);
}

static const struct simt_value **slot_of(struct machine *machine, const struct ptx_operand *operand)
{
	if (operand->kind == PTX_BOUND)
		return operand->binding >= 0 && (size_t)operand->binding < machine->assembly->operand_count
			       ? &machine->bound[operand->binding]
			       : NULL;
	if (operand->kind != PTX_NAME || operand->text[0] == '_')
		return NULL;
	for (size_t i = 0; i < machine->registers.count; i++)
		if (!strcmp(machine->registers.data[i].name, operand->text))
			return &machine->registers.data[i].value;
	struct ptx_register fresh = {operand->text, NULL};
	vec_push(machine->simt->arena, &machine->registers, fresh);
	return &machine->registers.data[machine->registers.count - 1].value;
}

/* %laneid, and the lanes before a lane, up to it, itself, from it on, behind it; -1: another register. */
static int64_t of_lane(const char *name, unsigned lane)
{
	uint32_t own = 1u << lane, before = own - 1;
	if (!strcmp(name, "%laneid"))
		return lane;
	if (!strcmp(name, "%lanemask_eq"))
		return own;
	if (!strcmp(name, "%lanemask_lt"))
		return before;
	if (!strcmp(name, "%lanemask_le"))
		return before | own;
	if (!strcmp(name, "%lanemask_ge"))
		return ~before;
	return strcmp(name, "%lanemask_gt") ? -1 : (int64_t)(uint32_t) ~(before | own);
}

const struct simt_value *exec_special_register(struct simt *simt, const char *name)
{
	if (!strncmp(name, "%tid.", 5) && name[5] >= 'x' && name[5] <= 'z') {
		const int64_t *index = simt->thread[name[5] - 'x'];
		return index ? value_lanes(simt, index) : value_int(simt, 0);
	}
	if (of_lane(name, 0) < 0)
		return NULL;
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = of_lane(name, lane % SIMT_WARP);
	return value_lanes(simt, lanes);
}

static const struct simt_value *read_operand(struct machine *machine, const struct ptx_operand *operand)
{
	struct simt *simt = machine->simt;
	const struct simt_value *out = NULL;
	if (operand->kind == PTX_NUMBER)
		return operand->is_real ? value_unknown(simt, false, why) : value_int(simt, operand->number);
	if (operand->kind == PTX_VECTOR) { /* halves of a wider register */
		for (size_t i = 0; i < operand->part_count; i++) {
			const struct simt_value *part = read_operand(machine, &operand->parts[i]);
			out = value_unknown_of(simt, out ? out : part, part, why);
		}
		return out ? out : nothing_known(simt);
	}
	if (operand->kind == PTX_NAME && operand->text[0] == '%')
		out = exec_special_register(simt, operand->text);
	if (out)
		return out;
	const struct simt_value **slot = slot_of(machine, operand);
	out = slot && *slot ? *slot : nothing_known(simt);
	if (!operand->is_negated)
		return out;
	static const struct ir_type boolean = {.kind = IR_TYPE_BOOL, .size = 1, .align = 1, .name = "bool"};
	return value_binary(simt, IR_OP_EQ, out, value_int(simt, 0), &boolean);
}

/* `@p`: the lanes for which it holds take the new value, the others keep the old one. */
static const struct simt_value *guarded(struct machine *machine, const struct ptx_operand *predicate,
	const struct simt_value *fresh, const struct simt_value *old)
{
	struct simt *simt = machine->simt;
	const struct simt_value *value = read_operand(machine, predicate);
	struct simt_truth truth = value_truth(simt, value);
	struct simt_mask decided = mask_or(&truth.yes, &truth.no),
			 open = mask_minus(&simt->active.may, &decided);
	old = old ? old : nothing_known(simt);
	if (!mask_any(&open) && simt->stop == SIMT_RUNNING)
		return value_select(simt, &truth.yes, fresh, old);
	return value_unknown_of(simt, value_unknown_of(simt, fresh, old, why), value, why);
}

static void write_operand(struct machine *machine, const struct ptx_instruction *instruction,
	const struct ptx_operand *operand, const struct simt_value *value)
{
	for (size_t i = 0; operand->kind == PTX_VECTOR && i < operand->part_count; i++)
		write_operand(machine, instruction, &operand->parts[i],
			value_unknown_of(machine->simt, value, value, why));
	const struct simt_value **slot = slot_of(machine, operand), *old = slot ? *slot : NULL;
	if (!slot)
		return;
	if (instruction->predicate)
		value = guarded(machine, instruction->predicate, value, old);
	slot = slot_of(machine, operand); /* the list may have moved */
	*slot = value;
}

/* ---- what instructions do -------------------------------------------------------------------- */

static const struct ir_type *type_of(const struct ptx_instruction *instruction)
{
	static const struct ir_type is_signed = {
		.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};
	static const struct ir_type is_unsigned = {
		.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};
	const char *last = instruction->opcode[instruction->opcode_count - 1];
	if (!strcmp(last, "s32"))
		return &is_signed;
	return !strcmp(last, "u32") || !strcmp(last, "b32") ? &is_unsigned : NULL;
}

static enum ir_op operator_of(const struct ptx_instruction *instruction)
{
	static const struct {
		const char *name;
		enum ir_op op;
	} names[] = {{"add", IR_OP_ADD}, {"sub", IR_OP_SUB}, {"and", IR_OP_AND}, {"or", IR_OP_OR},
		{"xor", IR_OP_XOR}, {"shl", IR_OP_SHL}, {"shr", IR_OP_SHR}, {"lt", IR_OP_LT},
		{"lo", IR_OP_LT}, {"le", IR_OP_LE}, {"ls", IR_OP_LE}, {"gt", IR_OP_GT}, {"hi", IR_OP_GT},
		{"ge", IR_OP_GE}, {"hs", IR_OP_GE}, {"eq", IR_OP_EQ}, {"ne", IR_OP_NE}};
	size_t at = ptx_is(instruction, 0, "setp") ? 1 : 0;
	if (ptx_is(instruction, 0, "mul") && ptx_is(instruction, 1, "lo"))
		return IR_OP_MUL;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (ptx_is(instruction, at, names[i].name) && instruction->opcode_count == at + 2)
			return names[i].op;
	return IR_OP_NONE;
}

/* What isn't followed is the same where its sources are. */
static const struct simt_value *of_sources(struct machine *machine, const struct ptx_instruction *instruction)
{
	const struct simt_value *out = NULL;
	for (size_t i = 1; i < instruction->operand_count; i++) {
		const struct simt_value *source = read_operand(machine, &instruction->operands[i]);
		out = value_unknown_of(machine->simt, out ? out : source, source, why);
	}
	return out ? out : nothing_known(machine->simt);
}

static const struct simt_value *computed(struct machine *machine, const struct ptx_instruction *instruction)
{
	const struct ptx_operand *operands = instruction->operands;
	const struct ir_type *type = type_of(instruction);
	enum ir_op op = operator_of(instruction);
	bool is_vector = operands[0].kind == PTX_VECTOR ||
			 (instruction->operand_count > 1 && operands[1].kind == PTX_VECTOR);
	if (ptx_is(instruction, 0, "mov") && instruction->operand_count == 2 && !is_vector)
		return read_operand(machine, &operands[1]);
	if (!op || !type || instruction->operand_count != 3 || operands[0].kind == PTX_PAIR)
		return of_sources(machine, instruction);
	const struct simt_value *a = read_operand(machine, &operands[1]),
				*b = read_operand(machine, &operands[2]);
	return value_binary(machine->simt, op, value_convert(machine->simt, a, type),
		value_convert(machine->simt, b, type), type);
}

/* ---- collectives ----------------------------------------------------------------------------- */

/* The lanes that exchange, from the operand that holds a clamp and a mask of segments; 0: it isn't one of
 * those that the intrinsics give. */
static int64_t width_of(enum ir_collective shuffle, const struct simt_value *limits)
{
	enum { CLAMP = 31, SEGMENT = 8 };
	int64_t number;
	if (!value_constant(limits, &number))
		return 0;
	int64_t width = SIMT_WARP - (number >> SEGMENT & CLAMP), clamp = number & CLAMP;
	bool usual = clamp == (shuffle == IR_SHUFFLE_UP ? 0 : CLAMP);
	return usual && !(width & (width - 1)) ? width : 0;
}

/* Whether each lane's source lies in its segment. */
static const struct simt_value *in_range(
	struct simt *simt, enum ir_collective shuffle, const struct simt_shuffle *given)
{
	if (!given->width || given->by->kind != SIMT_INT || !value_is_known(given->by))
		return nothing_known(simt);
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		int64_t source =
			exec_source_in(shuffle, lane, value_lane(given->by, lane), (unsigned)given->width);
		lanes[lane] = source >= 0 && source < given->width;
	}
	return value_lanes(simt, lanes);
}

static const struct simt_value *shuffled(struct machine *machine, const struct ptx_instruction *instruction,
	const struct ir_expr *call, const struct simt_value **predicate)
{
	enum { VALUE = 1, BY, LIMITS, MASK };
	struct simt *simt = machine->simt;
	enum ir_collective shuffle = ir_cuda(call)->collective;
	const struct ptx_operand *operands = instruction->operands;
	struct simt_shuffle given = {
		.value = read_operand(machine, &operands[VALUE]), .by = read_operand(machine, &operands[BY])};
	if (instruction->operand_count > MASK)
		given.mask = read_operand(machine, &operands[MASK]);
	if (instruction->operand_count > LIMITS)
		given.width = width_of(shuffle, read_operand(machine, &operands[LIMITS]));
	*predicate = in_range(simt, shuffle, &given);
	return exec_shuffle(simt, call, &given);
}

static void run_collective(
	struct machine *machine, const struct ptx_instruction *instruction, const struct ir_expr *call)
{
	enum { RESULT, VALUE, MASK };
	struct simt *simt = machine->simt;
	const struct ptx_operand *operands = instruction->operands;
	const struct simt_value *result, *predicate = nothing_known(simt);
	const struct cuda_function *row = ir_cuda(call);
	if (cuda_is_shuffle(row)) {
		result = shuffled(machine, instruction, call, &predicate);
	} else if (row->collective == IR_BALLOT || row->collective == IR_VOTE) {
		struct simt_truth truth = value_truth(simt, read_operand(machine, &operands[VALUE]));
		const struct simt_value *mask = read_operand(machine, &operands[MASK]);
		result = exec_vote(simt, call, mask, &truth);
	} else {
		const struct simt_value *mask = read_operand(machine, &operands[MASK]);
		exec_event(simt, (struct simt_event){.kind = SIMT_COLLECTIVE,
					 .site = call,
					 .name = call->call->name,
					 .mask = mask});
		result = predicate = value_unknown(simt, true, simt_by_warp);
	}
	bool is_pair = operands[RESULT].kind == PTX_PAIR;
	write_operand(machine, instruction, is_pair ? &operands[RESULT].parts[0] : &operands[RESULT], result);
	if (is_pair)
		write_operand(machine, instruction, &operands[RESULT].parts[1], predicate);
}

/* ---- the statement --------------------------------------------------------------------------- */

static void take_inputs(struct machine *machine)
{
	const struct ir_asm *assembly = machine->assembly;
	machine->bound =
		ARENA_ARRAY(machine->simt->arena, const struct simt_value *, assembly->operand_count + 1);
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		bool is_read =
			!operand->is_output || (operand->constraint && strchr(operand->constraint, '+'));
		if (is_read && operand->expr)
			machine->bound[i] = exec_expr(machine->simt, operand->expr);
	}
}

/* Bits that are taken for a number of another kind aren't followed. */
static const struct simt_value *as_type(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	bool is_real = ir_type_value(type)->kind == IR_TYPE_FLOAT;
	if (!value)
		return nothing_known(simt);
	if ((is_real && value->kind == SIMT_INT) || (!is_real && value->kind == SIMT_REAL))
		return value_unknown_of(simt, value, value, why);
	return value->kind == SIMT_INT ? value_convert(simt, value, type) : value;
}

static void give_outputs(struct machine *machine)
{
	struct simt *simt = machine->simt;
	for (size_t i = 0; i < machine->assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &machine->assembly->operands[i];
		if (operand->expr && operand->is_output)
			exec_store(simt, exec_place(simt, operand->expr), operand->expr->type,
				as_type(simt, machine->bound[i], operand->expr->type), NULL);
	}
}

bool exec_collective_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct ir_collective_asm *collective = exec_read_asm(simt, stmt)->collective;
	if (!collective)
		return false;
	struct machine machine = {.simt = simt, .assembly = stmt->assembly};
	take_inputs(&machine);
	for (size_t i = 0; i < collective->code.instructions.count && simt->stop == SIMT_RUNNING; i++) {
		const struct ptx_instruction *instruction = &collective->code.instructions.data[i];
		if (instruction->is_directive || !instruction->operand_count)
			continue;
		if (collective->calls[i])
			run_collective(&machine, instruction, collective->calls[i]);
		else
			write_operand(&machine, instruction, &instruction->operands[0],
				computed(&machine, instruction));
	}
	give_outputs(&machine);
	return true;
}
