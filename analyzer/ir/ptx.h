/* Inline PTX, instruction by instruction: labels, predicates, opcodes and operands of an asm template,
 * without judging what they mean.
 *
 * Read are comments, nested { } scopes, labels, predicates, vectors {a, b}, addresses [a+16] and
 * [map, {x, y}], pairs a|p, numbers in all of PTX's notations, and directives such as `.reg .pred p;`.
 * `%0` is the operand of the asm statement with that number; `%%laneid` is the register `%laneid`. */
#ifndef CUDALINT_IR_PTX_H
#define CUDALINT_IR_PTX_H

#include "analyzer/ir/ir.h"

enum ptx_operand_kind {
	PTX_NAME,    /* a register, a label, a variable: text */
	PTX_BOUND,   /* %0: binding */
	PTX_NUMBER,  /* number; is_real: its bits */
	PTX_ADDRESS, /* [parts[0] + number], or [parts[0], parts[1] ...] */
	PTX_VECTOR,  /* {parts...} */
	PTX_PAIR,    /* parts[0]|parts[1] */
	PTX_LIST,    /* (parts...) of a call */
	PTX_OTHER    /* anything else, as text */
};

struct ptx_operand {
	enum ptx_operand_kind kind;
	const char *text; /* as written */
	int binding;      /* which operand of the asm statement; -1: none */
	bool is_negated;  /* !p */
	bool is_real;     /* 0f3F800000, 1.5 */
	int64_t number;   /* value, or the bytes added to an address */
	struct ptx_operand *parts;
	size_t part_count;
};

struct ptx_instruction {
	struct ptx_operand *predicate; /* @p or @!p; NULL: none */
	const char **opcode;           /* parts: "mbarrier", "try_wait", "parity", "shared::cta", "b64" */
	size_t opcode_count;
	struct ptx_operand *operands;
	size_t operand_count;
	bool is_directive; /* .reg, .pragma, .loc: opcode[0] is "reg" */
	unsigned depth;    /* scopes around it */
	size_t begin, end; /* bytes in the text, from the predicate to before the semicolon */
};

struct ptx_label {
	const char *name;
	size_t index; /* of the instruction behind it */
};

struct ptx_code {
	VEC(struct ptx_instruction) instructions;
	VEC(struct ptx_label) labels;
};

/* Reads a template. False when some of it isn't PTX as described above; the rest is in *out. */
bool ptx_parse(struct arena *arena, const char *text, struct ptx_code *out);

/* Whether part `index` of the opcode is `word`; PTX's `bar.sync` is ("bar", "sync"). */
bool ptx_is(const struct ptx_instruction *instruction, size_t index, const char *word);

/* Whether any part of the opcode is `word`. */
bool ptx_has(const struct ptx_instruction *instruction, const char *word);

/* The opcode as written, "ld.acquire.gpu.u32". */
const char *ptx_opcode(struct arena *arena, const struct ptx_instruction *instruction);

/* What an operand of instruction `index` holds: follows registers of the text back through mov, cvta and cvt
 * to what was put into them. The operand itself when that isn't known. */
const struct ptx_operand *ptx_origin(
	const struct ptx_code *code, size_t index, const struct ptx_operand *operand);

/* Whether control can come to instruction `index` in more than one way, or past it: there are branches, or it
 * is predicated. */
bool ptx_is_conditional(const struct ptx_code *code, size_t index);

/* Whether a branch leads back from behind instruction `index` to before it. */
bool ptx_is_repeated(const struct ptx_code *code, size_t index);

#endif
