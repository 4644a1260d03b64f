/* What instructions want of their addresses that aren't followed as accesses: copies from global to shared
 * memory that bypass registers take multiples of the bytes they copy, loads and stores of matrix fragments
 * take multiples of 16 at least (their documentation says 32), and so do bulk copies.
 *
 * Of inline assembly, `cp.async` and bulk copies are read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/operation/barrier.h"
#include "analyzer/simt/exec/exec.h"
#include "analyzer/value/fold.h"

enum { BULK_BYTES = 16, MATRIX_BYTES = 16 };

/* Who wants it: a call, or a bulk copy, which may be in a call. */
struct asker {
	const struct ir_expr *call;
	const struct ir_bulk_copy *copy;
	bool guarded; /* lanes may be left out in a way that isn't followed */
};

static void tell(struct simt *simt, const struct ir_expr *site, const struct simt_value *address,
	int64_t align, struct asker asker)
{
	struct simt_active active = simt->active;
	if (asker.guarded)
		memset(&active.must, 0, sizeof active.must);
	bool vague = simt->guesses || !mask_equal(&active.may, &active.must);
	if (!simt->sink->demand || simt->stop != SIMT_RUNNING || align < 2 || align > 128)
		return;
	struct simt_place place = place_of_pointer(simt, address);
	if (!place.object || place.offset->kind == SIMT_UNKNOWN || !value_is_near(place.offset, &active.may))
		return;
	struct simt_access access = {.site = site,
		.function = simt->frame->function,
		.object = place.object,
		.space = place.object->space,
		.offset = place.offset,
		.size = (unsigned)align,
		.active = active,
		.interval = simt->interval,
		.warp_interval = simt->warp_interval,
		.blocks = exec_blocks(simt),
		.in_symbolic_loop = simt->symbolic > 0,
		.assumptions = simt->assumptions | value_assumptions(simt, place.offset) |
			       (vague ? SIMT_ASSUMED_TAKEN : 0) | (simt->symbolic ? SIMT_ASSUMED_TURNS : 0) |
			       (doubt_by_data(simt) ? SIMT_ASSUMED_LANES : 0)};
	simt->sink->demand(simt->sink->context, simt, &access, asker.call, asker.copy);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static bool is_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

/* What the arguments promise with a cuda::aligned_size_t. */
static int64_t promised(const struct ir_expr *call)
{
	for (size_t i = 0; i < call->operand_count; i++) {
		int64_t alignment = ir_promised_alignment(call->operands[i]->type);
		if (alignment)
			return alignment;
	}
	return 0;
}

static int64_t wanted(const struct ir_expr *call, const struct ir_expr *pointer)
{
	int64_t size = 0;
	switch (ir_cuda(call)->demand) {
	case CUDA_DEMAND_NONE: return 0;
	case CUDA_DEMAND_ARGUMENT:
		return call->operand_count > 2 && ir_fold_int(call->operands[2], &size) ? size : 0;
	case CUDA_DEMAND_SIZE: return promised(call);
	case CUDA_DEMAND_MATRIX: return MATRIX_BYTES;
	case CUDA_DEMAND_TYPE: break;
	}
	const struct ir_type *element = ir_type_value(pointer->type)->element;
	int64_t natural = element ? ir_type_value(element)->align : 0;
	size = promised(call);
	return size > natural ? size : natural;
}

/* The address may be behind the one that is written, in the text of an asm statement. */
static void tell_bulk(struct simt *simt, const struct ir_bulk_address *address,
	const struct simt_value *value, struct asker asker)
{
	if (address->offset && (value->kind == SIMT_POINTER || value->kind == SIMT_INT))
		value = value_add(simt, value, value_int(simt, address->offset));
	tell(simt, address->expr, value, BULK_BYTES, asker);
}

static void demand_of_bulk(struct simt *simt, const struct ir_expr *call, const struct ir_expr *pointer,
	const struct ir_bulk_copy *copy, const struct simt_value *value)
{
	struct ir_bulk_copy *kept = ARENA_NEW(simt->arena, struct ir_bulk_copy);
	*kept = *copy;
	if (pointer == copy->to.expr)
		tell_bulk(simt, &kept->to, value, (struct asker){.call = call, .copy = kept});
	else if (pointer == copy->from.expr)
		tell_bulk(simt, &kept->from, value, (struct asker){.call = call, .copy = kept});
}

void exec_demand(
	struct simt *simt, const struct ir_expr *call, size_t argument, const struct simt_value *value)
{
	const struct ir_expr *pointer = call->operands[argument];
	if (call->kind != IR_CALL || !is_pointer(pointer))
		return;
	struct ir_bulk_copy copy;
	if (ir_bulk_copy(call, &copy))
		demand_of_bulk(simt, call, pointer, &copy, value);
	tell(simt, pointer, value, wanted(call, pointer), (struct asker){.call = call});
}

/* ---- inline assembly ------------------------------------------------------------------------- */

/* `[%1]` and what follows; NULL: something else stands there. */
static const char *read_address(const char *text, size_t *operand)
{
	char *end;
	text += strspn(text, " \t\r\n,");
	if (text[0] != '[' || text[1] != '%' || !isdigit((unsigned char)text[2]))
		return NULL;
	*operand = strtoul(text + 2, &end, 10);
	return *end == ']' ? end + 1 : NULL;
}

/* The bytes that are copied: a number, or an operand that folds to one. */
static int64_t read_size(const struct ir_asm *assembly, const char *text)
{
	int64_t size = 0;
	text += strspn(text, " \t\r\n,");
	if (isdigit((unsigned char)*text))
		return strtol(text, NULL, 10);
	if (text[0] != '%' || !isdigit((unsigned char)text[1]))
		return 0;
	size_t operand = strtoul(text + 1, NULL, 10);
	bool folds = operand < assembly->operand_count && assembly->operands[operand].expr &&
		     ir_fold_int(assembly->operands[operand].expr, &size);
	return folds ? size : 0;
}

static void tell_copy(struct simt *simt, const struct ir_asm *assembly, const char *copy, bool guarded)
{
	size_t operand[2];
	copy += strcspn(copy, " \t\r\n[");
	copy = read_address(copy, &operand[0]);
	copy = copy ? read_address(copy, &operand[1]) : NULL;
	int64_t size = copy ? read_size(assembly, copy) : 0;
	for (int i = 0; size > 0 && i < 2; i++) {
		const struct ir_expr *expr =
			operand[i] < assembly->operand_count ? assembly->operands[operand[i]].expr : NULL;
		if (expr)
			tell(simt, expr, exec_expr(simt, expr), size, (struct asker){.guarded = guarded});
	}
}

static void demand_of_bulk_asm(struct simt *simt, const struct ir_stmt *stmt)
{
	ir_bulk_copies copies = {0};
	ir_bulk_copies_asm(simt->arena, stmt, &copies);
	for (size_t i = 0; i < copies.count; i++) {
		const struct ir_bulk_copy *copy = &copies.data[i];
		struct asker asker = {.copy = copy, .guarded = copy->is_conditional};
		if (copy->to.expr)
			tell_bulk(simt, &copy->to, exec_expr(simt, copy->to.expr), asker);
		if (copy->from.expr)
			tell_bulk(simt, &copy->from, exec_expr(simt, copy->from.expr), asker);
	}
}

void exec_asm_demand(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct ir_asm *assembly = stmt->assembly;
	for (const char *const *opcode = cuda_ptx_copies; assembly->text && *opcode; opcode++) {
		const char *copy = strstr(assembly->text, *opcode);
		/* a predicate decides in which lanes */
		bool guarded = copy && strchr(assembly->text, '@');
		if (copy)
			tell_copy(simt, assembly, copy, guarded);
	}
	demand_of_bulk_asm(simt, stmt);
}
