/* Asynchronous copies in inline PTX. */
#include "analyzer/cuda/opcode.h"
#include "analyzer/operation/async.h"
#include "analyzer/operation/ptx_site.h"

struct reader {
	struct arena *arena;
	struct ptx_site site;
	ir_async_ops *out;
};

static const struct ir_expr *address_at(const struct reader *reader, size_t index, int64_t *offset)
{
	const struct ir_expr *base;
	ptx_site_address(&reader->site, index, &base, offset);
	return base;
}

static void add(const struct reader *reader, struct ir_async_op op)
{
	op.name = ptx_opcode(reader->arena, reader->site.instruction);
	op.range = reader->site.stmt->range;
	op.is_conditional = ptx_is_conditional(reader->site.code, reader->site.index);
	op.unit = 1;
	vec_push(reader->arena, reader->out, op);
}

/* To shared memory, completing on the barrier at the last address. */
static void read_bulk(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
	struct ir_async_op op = {.action = IR_ASYNC_COPY};
	bool tensor = ptx_has(instruction, "tensor");
	if (!ptx_has(instruction, "mbarrier::complete_tx::bytes"))
		return; /* out of shared memory */
	op.to = address_at(reader, 0, &op.offset);
	if (!tensor)
		op.bytes = ptx_site_number(&reader->site, 2);
	op.barrier = instruction->operand_count > (tensor ? 2 : 3)
			     ? address_at(reader, tensor ? 2 : 3, &op.barrier_offset)
			     : NULL;
	/* to several blocks, or to another one */
	if (ptx_has(instruction, "multicast::cluster") ||
		(ptx_has(instruction, "shared::cta") && !ptx_has(instruction, "global")))
		op.to = NULL;
	add(reader, op);
}

static void read_copy(const struct reader *reader)
{
	struct ir_async_op op = {.action = IR_ASYNC_COPY};
	if (!reader->site.instruction->operand_count)
		return;
	op.to = address_at(reader, 0, &op.offset);
	op.bytes = ptx_site_number(&reader->site, 2);
	add(reader, op);
}

/* Whether an instruction computes in registers only. */
static bool is_local(const struct ptx_instruction *instruction)
{
	for (size_t i = 0; i < instruction->operand_count; i++)
		if (instruction->operands[i].kind == PTX_ADDRESS)
			return false;
	if (instruction->opcode_count && cuda_ptx_of(instruction->opcode[0]) == CUDA_PTX_ORDERS)
		return false;
	return !ptx_has(instruction, "sync") || ptx_is(instruction, 0, "mma");
}

/* Whether an instruction is one of these, or leaves memory and threads alone. */
static bool read_instruction(const struct reader *reader)
{
	const struct ptx_instruction *instruction = reader->site.instruction;
	bool copies = ptx_is(instruction, 0, "cp") && ptx_is(instruction, 1, "async");
	if (copies && ptx_has(instruction, "bulk")) {
		read_bulk(reader);
	} else if (copies && ptx_has(instruction, "mbarrier")) {
		return true; /* barrier.h's */
	} else if (copies && ptx_has(instruction, "commit_group")) {
		add(reader, (struct ir_async_op){.action = IR_ASYNC_COMMIT});
	} else if (copies && ptx_has(instruction, "wait_group")) {
		add(reader, (struct ir_async_op){
				    .action = IR_ASYNC_WAIT, .prior = ptx_site_number(&reader->site, 0)});
	} else if (copies && ptx_has(instruction, "wait_all")) {
		add(reader, (struct ir_async_op){
				    .action = IR_ASYNC_WAIT, .prior = {.is_given = true}, .is_whole = true});
	} else if (copies) {
		read_copy(reader);
	} else if (ptx_is(instruction, 0, "ldmatrix") && instruction->operand_count > 1) {
		struct ir_async_op op = {.action = IR_ASYNC_READ, .bytes = {.number = 16, .is_given = true}};
		op.to = address_at(reader, 1, &op.offset);
		add(reader, op);
	} else {
		return is_local(instruction);
	}
	return true;
}

bool ir_async_asm(struct arena *arena, const struct ir_stmt *stmt, ir_async_ops *out)
{
	struct ptx_code code;
	if (!stmt->assembly || !stmt->assembly->text)
		return false;
	bool understood = ptx_parse(arena, stmt->assembly->text, &code);
	struct reader reader = {.arena = arena, .site = {.stmt = stmt, .code = &code}, .out = out};
	for (size_t i = 0; i < code.instructions.count; i++) {
		reader.site.index = i;
		reader.site.instruction = &code.instructions.data[i];
		understood &= reader.site.instruction->is_directive || read_instruction(&reader);
	}
	return understood;
}
