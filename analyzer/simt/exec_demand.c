/* What instructions want of their addresses that aren't followed as accesses: copies from global to shared
 * memory that bypass registers take multiples of the bytes they copy, loads and stores of matrix fragments
 * take multiples of 16 at least (their documentation says 32).
 *
 * Calls are known by name; of inline assembly, the non-bulk `cp.async` is read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/ir/fold.h"
#include "analyzer/simt/exec.h"

enum { BULK_BYTES = 16, MATRIX_BYTES = 16 };

/* Where a call says how much its addresses are aligned. */
enum demand_form {
	DEMAND_ARGUMENT, /* its third argument is the size of the copy */
	DEMAND_TYPE,     /* a cuda::aligned_size_t among the arguments, and what the pointers point to */
	DEMAND_SIZE,     /* a cuda::aligned_size_t alone */
	DEMAND_BULK,
	DEMAND_MATRIX
};

static const struct {
	const char *name;
	enum demand_form form;
} demands[] = {
	{"__pipeline_memcpy_async", DEMAND_ARGUMENT},
	{"cuda::memcpy_async", DEMAND_TYPE},
	{"cooperative_groups::memcpy_async", DEMAND_SIZE},
	{"cuda::device::memcpy_async_tx", DEMAND_TYPE},
	{"cuda::device::experimental::cp_async_bulk_global_to_shared", DEMAND_BULK},
	{"cuda::device::experimental::cp_async_bulk_shared_to_global", DEMAND_BULK},
	{"nvcuda::wmma::load_matrix_sync", DEMAND_MATRIX},
	{"nvcuda::wmma::store_matrix_sync", DEMAND_MATRIX},
};

/* `guarded`: lanes may be left out in a way that isn't followed. */
static void tell(struct simt *simt, const struct ir_expr *site, const struct ir_expr *call,
	const struct simt_value *address, int64_t align, bool guarded)
{
	struct simt_active active = simt->active;
	if (guarded)
		memset(&active.must, 0, sizeof active.must);
	bool vague = simt->guesses || !mask_equal(&active.may, &active.must);
	if (!simt->sink->demand || simt->stop != SIMT_RUNNING || align < 2 || align > 128)
		return;
	struct simt_place place = place_of_pointer(simt, address);
	if (!place.object || place.offset->kind == SIMT_UNKNOWN)
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
	simt->sink->demand(simt->sink->context, simt, &access, call);
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
		const struct ir_record *record = ir_type_value(call->operands[i]->type)->record;
		if (record && record->arg_count && record->args[0].is_value &&
			strcmp(record->name, "cuda::aligned_size_t") == 0)
			return record->args[0].value;
	}
	return 0;
}

static int64_t wanted(const struct ir_expr *call, enum demand_form form, const struct ir_expr *pointer)
{
	int64_t size = 0;
	switch (form) {
	case DEMAND_ARGUMENT:
		return call->operand_count > 2 && ir_fold_int(call->operands[2], &size) ? size : 0;
	case DEMAND_SIZE: return promised(call);
	case DEMAND_BULK: return BULK_BYTES;
	case DEMAND_MATRIX: return MATRIX_BYTES;
	case DEMAND_TYPE: break;
	}
	const struct ir_type *element = ir_type_value(pointer->type)->element;
	int64_t natural = element ? ir_type_value(element)->align : 0;
	size = promised(call);
	return size > natural ? size : natural;
}

void exec_demand(
	struct simt *simt, const struct ir_expr *call, size_t argument, const struct simt_value *value)
{
	const struct ir_expr *pointer = call->operands[argument];
	if (call->kind != IR_CALL || !is_pointer(pointer))
		return;
	const char *name = ir_callee_name(call);
	for (size_t i = 0; i < sizeof demands / sizeof *demands; i++)
		if (strcmp(name, demands[i].name) == 0)
			tell(simt, pointer, call, value, wanted(call, demands[i].form, pointer), false);
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
			tell(simt, expr, NULL, exec_expr(simt, expr), size, guarded);
	}
}

void exec_asm_demand(struct simt *simt, const struct ir_asm *assembly)
{
	static const char *const copies[] = {"cp.async.ca.shared", "cp.async.cg.shared"};
	for (size_t i = 0; assembly->text && i < sizeof copies / sizeof *copies; i++) {
		const char *copy = strstr(assembly->text, copies[i]);
		/* a predicate decides in which lanes */
		bool guarded = copy && strchr(assembly->text, '@');
		if (copy)
			tell_copy(simt, assembly, copy, guarded);
	}
}
