/* Barriers in inline PTX. */
#include "analyzer/ir/barrier.h"
#include "analyzer/ir/fold.h"
#include "analyzer/ir/ptx.h"

struct reader {
	struct arena *arena;
	const struct ir_stmt *stmt;
	const struct ptx_code *code;
	size_t index;
	const struct ptx_instruction *instruction;
	ir_barrier_ops *out;
};

static const struct ir_expr *bound_expr(const struct reader *reader, int binding)
{
	const struct ir_asm *assembly = reader->stmt->assembly;
	return binding >= 0 && (size_t)binding < assembly->operand_count ? assembly->operands[binding].expr
									 : NULL;
}

/* What operand `index` holds; NULL: there is none. */
static const struct ptx_operand *operand_at(const struct reader *reader, size_t index)
{
	if (index >= reader->instruction->operand_count)
		return NULL;
	return ptx_origin(reader->code, reader->index, &reader->instruction->operands[index]);
}

static const struct ir_expr *expr_at(const struct reader *reader, size_t index)
{
	const struct ptx_operand *operand = operand_at(reader, index);
	return operand && operand->kind == PTX_BOUND ? bound_expr(reader, operand->binding) : NULL;
}

/* Operand `index` as a number; not given when there is none. */
static struct ir_barrier_number number_at(const struct reader *reader, size_t index)
{
	struct ir_barrier_number out = {.expr = expr_at(reader, index)};
	const struct ptx_operand *operand = operand_at(reader, index);
	if (!operand)
		return out;
	out.number = operand->number;
	out.is_given = out.expr || (operand->kind == PTX_NUMBER && !operand->is_real);
	if (out.expr && ir_fold_int(out.expr, &out.number))
		out.expr = NULL;
	return out;
}

/* The barrier at address operand `index`. */
static void set_address(const struct reader *reader, struct ir_barrier_op *op, size_t index)
{
	op->is_address = true;
	if (index >= reader->instruction->operand_count)
		return;
	const struct ptx_operand *operand = &reader->instruction->operands[index];
	if (operand->kind != PTX_ADDRESS || operand->part_count != 1)
		return;
	const struct ptx_operand *base = ptx_origin(reader->code, reader->index, &operand->parts[0]);
	op->object = base->kind == PTX_BOUND ? bound_expr(reader, base->binding) : NULL;
	op->offset = operand->number;
}

static void add(const struct reader *reader, struct ir_barrier_op *op)
{
	op->name = ptx_opcode(reader->arena, reader->instruction);
	op->range = reader->stmt->range;
	op->is_conditional = ptx_is_conditional(reader->code, reader->index);
	vec_push(reader->arena, reader->out, *op);
}

/* mbarrier.*: the address is behind the state or the predicate where there is one. */
static void read_mbarrier(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->instruction;
	struct ir_barrier_op op = {.is_remote = ptx_has(instruction, "shared::cluster")};
	size_t address = 0;
	while (address < instruction->operand_count && instruction->operands[address].kind != PTX_ADDRESS)
		address++;
	set_address(reader, &op, address);
	bool expects = ptx_has(instruction, "expect_tx");
	if (ptx_is(instruction, 1, "init")) {
		op.action = IR_BARRIER_INIT;
		op.count = number_at(reader, address + 1);
	} else if (ptx_is(instruction, 1, "inval")) {
		op.action = IR_BARRIER_INVAL;
	} else if (ptx_is(instruction, 1, "arrive") || ptx_is(instruction, 1, "arrive_drop")) {
		op.action = ptx_is(instruction, 1, "arrive") ? IR_BARRIER_ARRIVE : IR_BARRIER_ARRIVE_AND_DROP;
		op.count = (struct ir_barrier_number){.number = 1, .is_given = true};
		if (expects)
			op.bytes = number_at(reader, address + 1);
		else if (address + 1 < instruction->operand_count)
			op.count = number_at(reader, address + 1);
	} else if (ptx_is(instruction, 1, "expect_tx")) {
		op.action = IR_BARRIER_EXPECT;
		op.bytes = number_at(reader, address + 1);
	} else if (ptx_is(instruction, 1, "complete_tx")) {
		op.action = IR_BARRIER_COPY;
		op.bytes = number_at(reader, address + 1);
	} else if (ptx_is(instruction, 1, "test_wait") || ptx_is(instruction, 1, "try_wait")) {
		op.action = IR_BARRIER_WAIT;
		op.is_tried = !ptx_is_repeated(reader->code, reader->index);
		if (ptx_has(instruction, "parity"))
			op.parity = number_at(reader, address + 1);
		else
			op.token = expr_at(reader, address + 1);
	} else {
		return; /* pending_count looks only */
	}
	add(reader, &op);
}

/* Copies that complete on the barrier at their last address. */
static void read_copy(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->instruction;
	struct ir_barrier_op op = {.action = IR_BARRIER_COPY,
		.is_remote = ptx_is(instruction, 0, "st") || ptx_is(instruction, 0, "red") ||
			     ptx_has(instruction, "shared::cta") ||
			     ptx_has(instruction, "multicast::cluster")};
	if (ptx_has(instruction, "shared::cta") && ptx_has(instruction, "global"))
		op.is_remote = false; /* from global memory to this block */
	size_t last = instruction->operand_count;
	size_t addresses = 0;
	for (size_t i = 0; i < instruction->operand_count; i++) {
		if (instruction->operands[i].kind != PTX_ADDRESS)
			continue;
		addresses++;
		last = i;
	}
	set_address(reader, &op, last);
	/* [to], [from], bytes, [barrier] */
	if (addresses == 3 && last == 3 && ptx_has(instruction, "bulk") && !ptx_has(instruction, "tensor"))
		op.bytes = number_at(reader, 2);
	add(reader, &op);
}

/* bar.sync a{, b}, barrier.cta.red..., bar.arrive a, b */
static void read_named(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->instruction;
	bool arrives = ptx_has(instruction, "arrive"), votes = ptx_has(instruction, "red");
	struct ir_barrier_op op = {.action = arrives ? IR_BARRIER_NAMED_ARRIVE : IR_BARRIER_NAMED_SYNC};
	/* a vote has its result in front and its predicate behind */
	size_t first = votes ? 1 : 0,
	       count = instruction->operand_count - (votes && instruction->operand_count);
	op.id = number_at(reader, first);
	if (count > first + 1)
		op.count = number_at(reader, first + 1);
	else
		op.count = (struct ir_barrier_number){.is_given = true};
	add(reader, &op);
}

static void read_cluster(const struct reader *reader)
{
	struct ir_barrier_op op = {.action = ptx_has(reader->instruction, "arrive")
						     ? IR_BARRIER_CLUSTER_ARRIVE
						     : IR_BARRIER_CLUSTER_WAIT};
	add(reader, &op);
}

static void read_instruction(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->instruction;
	bool on_barrier = ptx_has(instruction, "mbarrier::complete_tx::bytes");
	if (ptx_is(instruction, 0, "mbarrier")) {
		read_mbarrier(reader);
	} else if (ptx_is(instruction, 0, "cp") && ptx_has(instruction, "mbarrier")) {
		struct ir_barrier_op op = {
			.action = ptx_has(instruction, "noinc") ? IR_BARRIER_ARRIVE : IR_BARRIER_JOIN,
			.is_late = ptx_has(instruction, "noinc")};
		op.count = (struct ir_barrier_number){.number = op.is_late, .is_given = true};
		set_address(reader, &op, 0);
		add(reader, &op);
	} else if (ptx_is(instruction, 0, "tcgen05") && ptx_is(instruction, 1, "commit")) {
		struct ir_barrier_op op = {.action = IR_BARRIER_ARRIVE,
			.is_late = true,
			.is_remote = ptx_has(instruction, "multicast::cluster"),
			.count = {.number = 1, .is_given = true}};
		set_address(reader, &op, 0);
		add(reader, &op);
	} else if (on_barrier) {
		read_copy(reader);
	} else if (ptx_is(instruction, 0, "barrier") && ptx_is(instruction, 1, "cluster")) {
		read_cluster(reader);
	} else if ((ptx_is(instruction, 0, "bar") || ptx_is(instruction, 0, "barrier")) &&
		   !ptx_is(instruction, 1, "warp")) {
		read_named(reader);
	}
}

bool ir_barrier_asm(struct arena *arena, const struct ir_stmt *stmt, ir_barrier_ops *out)
{
	struct ptx_code code;
	if (!stmt->assembly || !stmt->assembly->text)
		return false;
	bool understood = ptx_parse(arena, stmt->assembly->text, &code);
	struct reader reader = {.arena = arena, .stmt = stmt, .code = &code, .out = out};
	for (size_t i = 0; i < code.instructions.count; i++) {
		reader.index = i;
		reader.instruction = &code.instructions.data[i];
		read_instruction(&reader);
	}
	return understood;
}
