#include "analyzer/operation/memory_asm.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/cuda/opcode.h"
#include "analyzer/operation/ptx_site.h"

enum { MATRIX_ROWS = 8, MATRIX_BYTES = 16, MOST_BYTES = 16 };

/* Bits of a type, "f32" or "b128"; 0: it is none. */
static unsigned bits_of(const char *type)
{
	if (!strchr("bfsu", type[0]) || !type[0])
		return 0;
	char *end;
	unsigned long bits = strtoul(type + 1, &end, 10);
	bool is_type = end != type + 1 && !*end && bits >= 8 && bits <= 128 && !(bits & (bits - 1));
	return is_type ? (unsigned)bits : 0;
}

/* Bytes that each lane moves; 0: not known. */
static unsigned size_of(const struct ptx_instruction *instruction)
{
	unsigned bits = bits_of(instruction->opcode[instruction->opcode_count - 1]);
	unsigned parts = ptx_has(instruction, "v2") ? 2 : ptx_has(instruction, "v4") ? 4 : 1;
	unsigned bytes = bits / 8 * parts;
	return bytes <= MOST_BYTES ? bytes : 0;
}

/* Whether it orders nothing, is no communication, and is of memory that threads share. */
static bool is_plain(const struct ptx_instruction *instruction)
{
	static const char *const others[] = {"acquire", "release", "relaxed", "volatile", "mmio", "param",
		"const", "local", "shared::cluster", "v8", NULL};
	for (size_t i = 0; others[i]; i++)
		if (ptx_has(instruction, others[i]))
			return false;
	return true;
}

static unsigned rows_of(const struct ptx_instruction *instruction)
{
	unsigned matrices = ptx_has(instruction, "x4") ? 4 : ptx_has(instruction, "x2") ? 2 : 1;
	return matrices * MATRIX_ROWS;
}

static bool read_access(struct arena *arena, const struct ptx_site *site, ir_asm_accesses *out)
{
	const struct ptx_instruction *instruction = site->instruction;
	bool is_matrix = ptx_is(instruction, 0, "ldmatrix") || ptx_is(instruction, 0, "stmatrix");
	struct ir_asm_access access = {
		.is_store = ptx_is(instruction, 0, "st") || ptx_is(instruction, 0, "stmatrix"),
		.size = is_matrix ? MATRIX_BYTES : size_of(instruction),
		.rows = is_matrix ? rows_of(instruction) : 0};
	if (!access.size || !is_plain(instruction) || instruction->operand_count != 2 ||
		ptx_is_conditional(site->code, site->index) || ptx_is_repeated(site->code, site->index) ||
		!ptx_site_address(site, access.is_store ? 0 : 1, &access.base, &access.offset) ||
		!access.base)
		return false;
	if (access.is_store && !is_matrix) {
		struct ir_barrier_number number = ptx_site_number(site, 1);
		access.value = ptx_site_expr(site, 1);
		access.has_number = number.is_given && !access.value;
		access.number = number.number;
	}
	vec_push(arena, out, access);
	return true;
}

static bool reads_memory(const struct ptx_instruction *instruction)
{
	static const char *const names[] = {"ld", "st", "ldmatrix", "stmatrix", NULL};
	for (size_t i = 0; names[i]; i++)
		if (ptx_is(instruction, 0, names[i]))
			return true;
	return false;
}

bool ir_asm_accesses_of(struct arena *arena, const struct ir_stmt *stmt, ir_asm_accesses *out)
{
	struct ptx_code code;
	if (!stmt->assembly || !stmt->assembly->text || !ptx_parse(arena, stmt->assembly->text, &code))
		return false;
	for (size_t i = 0; i < code.instructions.count; i++) {
		const struct ptx_instruction *instruction = &code.instructions.data[i];
		struct ptx_site site = {stmt, &code, i, instruction};
		if (instruction->is_directive || !instruction->opcode_count)
			continue;
		bool understood = reads_memory(instruction)
					  ? read_access(arena, &site, out)
					  : cuda_ptx_of(instruction->opcode[0]) == CUDA_PTX_COMPUTES;
		if (!understood)
			return false;
	}
	return out->count > 0;
}

/* ---- what communicates ----------------------------------------------------------------------- */

static bool read_update(const struct ptx_site *site, struct ir_asm_atomic *out)
{
	const struct ptx_instruction *instruction = site->instruction;
	bool is_red = ptx_is(instruction, 0, "red");
	size_t at = is_red ? 0 : 1; /* `red` gives no result */
	bool is_cas = ptx_has(instruction, "cas");
	out->effect = is_cas                         ? IR_MEMORY_CAS
		      : ptx_has(instruction, "exch") ? IR_MEMORY_EXCHANGE
						     : IR_MEMORY_ADD;
	if (is_cas)
		out->expected = ptx_site_number(site, at + 1);
	out->stored = ptx_site_number(site, is_cas ? at + 2 : at + 1);
	return ptx_site_address(site, at, &out->base, &out->offset) && out->base;
}

static bool read_ordered(const struct ptx_site *site, struct ir_asm_atomic *out)
{
	static const struct ir_barrier_number none;
	bool is_store = ptx_is(site->instruction, 0, "st");
	out->effect = is_store ? IR_MEMORY_WRITE : IR_MEMORY_READ;
	out->stored = is_store ? ptx_site_number(site, 1) : none;
	return ptx_site_address(site, is_store ? 0 : 1, &out->base, &out->offset) && out->base;
}

static bool read_atomic(const struct ptx_site *site, struct ir_asm_atomic *out)
{
	const struct ptx_instruction *instruction = site->instruction;
	if (ptx_is_conditional(site->code, site->index) || ptx_is_repeated(site->code, site->index))
		return false;
	if (ptx_is(instruction, 0, "atom") || ptx_is(instruction, 0, "red"))
		return read_update(site, out);
	bool moves = ptx_is(instruction, 0, "ld") || ptx_is(instruction, 0, "st");
	return moves && !is_plain(instruction) && read_ordered(site, out);
}

bool ir_asm_atomic_of(struct arena *arena, const struct ir_stmt *stmt, struct ir_asm_atomic *out)
{
	struct ptx_code code;
	bool found = false;
	*out = (struct ir_asm_atomic){0};
	if (!stmt->assembly || !stmt->assembly->text || !ptx_parse(arena, stmt->assembly->text, &code))
		return false;
	for (size_t i = 0; i < code.instructions.count; i++) {
		const struct ptx_instruction *instruction = &code.instructions.data[i];
		struct ptx_site site = {stmt, &code, i, instruction};
		if (instruction->is_directive || !instruction->opcode_count ||
			ptx_is(instruction, 0, "fence") || ptx_is(instruction, 0, "membar") ||
			cuda_ptx_of(instruction->opcode[0]) == CUDA_PTX_COMPUTES)
			continue;
		if (found || !read_atomic(&site, out))
			return false;
		found = true;
	}
	return found;
}
