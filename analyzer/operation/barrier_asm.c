/* Barriers in inline PTX. */
#include "analyzer/operation/barrier.h"
#include "analyzer/operation/ptx_site.h"

struct reader {
	struct arena *arena;
	struct ptx_site site;
	ir_barrier_ops *out;
};

/* The barrier at address operand `index`. */
static void set_address(const struct reader *reader, struct ir_barrier_op *op, size_t index)
{
	op->is_address = true;
	ptx_site_address(&reader->site, index, &op->object, &op->offset);
}

static void add(const struct reader *reader, struct ir_barrier_op *op)
{
	op->name = ptx_opcode(reader->arena, reader->site.instruction);
	op->range = reader->site.stmt->range;
	op->is_conditional = ptx_is_conditional(reader->site.code, reader->site.index);
	vec_push(reader->arena, reader->out, *op);
}

/* mbarrier.*: the address is behind the state or the predicate where there is one. */
static void read_mbarrier(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
	struct ir_barrier_op op = {.is_remote = ptx_has(instruction, "shared::cluster")};
	size_t address = 0;
	while (address < instruction->operand_count && instruction->operands[address].kind != PTX_ADDRESS)
		address++;
	set_address(reader, &op, address);
	bool expects = ptx_has(instruction, "expect_tx");
	if (ptx_is(instruction, 1, "init")) {
		op.action = IR_BARRIER_INIT;
		op.count = ptx_site_number(&reader->site, address + 1);
	} else if (ptx_is(instruction, 1, "inval")) {
		op.action = IR_BARRIER_INVAL;
	} else if (ptx_is(instruction, 1, "arrive") || ptx_is(instruction, 1, "arrive_drop")) {
		op.action = ptx_is(instruction, 1, "arrive") ? IR_BARRIER_ARRIVE : IR_BARRIER_ARRIVE_AND_DROP;
		op.count = (struct ir_barrier_number){.number = 1, .is_given = true};
		if (expects)
			op.bytes = ptx_site_number(&reader->site, address + 1);
		else if (address + 1 < instruction->operand_count)
			op.count = ptx_site_number(&reader->site, address + 1);
	} else if (ptx_is(instruction, 1, "expect_tx")) {
		op.action = IR_BARRIER_EXPECT;
		op.bytes = ptx_site_number(&reader->site, address + 1);
	} else if (ptx_is(instruction, 1, "complete_tx")) {
		op.action = IR_BARRIER_COPY;
		op.bytes = ptx_site_number(&reader->site, address + 1);
	} else if (ptx_is(instruction, 1, "test_wait") || ptx_is(instruction, 1, "try_wait")) {
		op.action = IR_BARRIER_WAIT;
		op.is_tried = !ptx_is_repeated(reader->site.code, reader->site.index);
		if (ptx_has(instruction, "parity"))
			op.parity = ptx_site_number(&reader->site, address + 1);
		else
			op.token = ptx_site_expr(&reader->site, address + 1);
	} else {
		return; /* pending_count looks only */
	}
	add(reader, &op);
}

/* Copies that complete on the barrier at their last address. */
static void read_copy(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
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
		op.bytes = ptx_site_number(&reader->site, 2);
	add(reader, &op);
}

/* bar.sync a{, b}, barrier.cta.red..., bar.arrive a, b */
static void read_named(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
	bool arrives = ptx_has(instruction, "arrive"), votes = ptx_has(instruction, "red");
	struct ir_barrier_op op = {.action = arrives ? IR_BARRIER_NAMED_ARRIVE : IR_BARRIER_NAMED_SYNC};
	/* a vote has its result in front and its predicate behind */
	size_t first = votes ? 1 : 0,
	       count = instruction->operand_count - (votes && instruction->operand_count);
	op.id = ptx_site_number(&reader->site, first);
	if (count > first + 1)
		op.count = ptx_site_number(&reader->site, first + 1);
	else
		op.count = (struct ir_barrier_number){.is_given = true};
	add(reader, &op);
}

static void read_cluster(const struct reader *reader)
{
	struct ir_barrier_op op = {.action = ptx_has(reader->site.instruction, "arrive")
						     ? IR_BARRIER_CLUSTER_ARRIVE
						     : IR_BARRIER_CLUSTER_WAIT};
	add(reader, &op);
}

static void read_instruction(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
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
	struct reader reader = {.arena = arena, .site = {.stmt = stmt, .code = &code}, .out = out};
	for (size_t i = 0; i < code.instructions.count; i++) {
		reader.site.index = i;
		reader.site.instruction = &code.instructions.data[i];
		read_instruction(&reader);
	}
	return understood;
}
