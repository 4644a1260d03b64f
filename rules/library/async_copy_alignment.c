/* CU806 async-copy-alignment: asynchronous copies of a size that the hardware doesn't copy asynchronously.
 *
 * It copies 4, 8 or 16 bytes at a time past registers; what is left of another size is loaded and stored by
 * the threads. A bulk copy takes multiples of 16 bytes and nothing else: error. Sizes are folded; one that
 * isn't known is left alone. Addresses are CU103's. */
#include <string.h>

#include "analyzer/ir/dead.h"
#include "analyzer/rule.h"

enum { PIECE = 4, BULK = 16 };

static bool is_number(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM;
}

/* `cuda::aligned_size_t<16>(bytes)`: the bytes; other expressions are themselves. Written as a conversion,
 * its template argument may stand in front. */
static const struct ir_expr *bytes_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while (expr && ((expr->kind == IR_CONSTRUCT && expr->operand_count == 1) ||
			       (expr->kind == IR_UNKNOWN_EXPR && expr->operand_count)))
		expr = ir_strip_casts(expr->operands[expr->operand_count - 1]);
	return expr;
}

static bool is_aligned_size(const struct ir_expr *expr)
{
	const struct ir_record *record = ir_type_value(expr->type)->record;
	return record && strcmp(record->name, "cuda::aligned_size_t") == 0;
}

/* The size is the first argument behind the pointers; copies by layout count elements and have one more
 * argument between them. */
static const struct ir_expr *size_of(const struct ir_expr *call)
{
	unsigned pointers = 0;
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct ir_expr *operand = call->operands[i];
		enum ir_type_kind kind = ir_type_value(operand->type)->kind;
		if (kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY) {
			pointers++;
			continue;
		}
		if (pointers == 1)
			return NULL;
		if (pointers == 2)
			return is_number(operand) || is_aligned_size(operand) ? bytes_of(operand) : NULL;
	}
	return NULL;
}

static bool is_bulk(const char *name)
{
	static const char *const names[] = {"cuda::device::memcpy_async_tx",
		"cuda::device::experimental::cp_async_bulk_global_to_shared",
		"cuda::device::experimental::cp_async_bulk_shared_to_global", "cuda::ptx::cp_async_bulk"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	const char *name = ir_callee_name(call);
	bool bulk = is_bulk(name), plain = strcmp(name, "cuda::memcpy_async") == 0 ||
					   strcmp(name, "cooperative_groups::memcpy_async") == 0;
	int64_t bytes;
	const struct ir_expr *size = call->kind == IR_CALL && (bulk || plain) ? size_of(call) : NULL;
	if (!size || !ir_fold_int(size, &bytes) || bytes <= 0 || bytes % (bulk ? BULK : PIECE) == 0 ||
		ir_is_dead(pass->path))
		return;
	if (bulk) {
		struct finding *finding = pass_report(pass, size->range,
			"`%s` copies multiples of 16 bytes, and %lld is none: undefined", call->call->name,
			(long long)bytes);
		finding->severity = SEVERITY_ERROR;
		return;
	}
	struct finding *finding = pass_report(pass, size->range,
		"%lld bytes are no multiple of 4, which the hardware copies asynchronously at least: %s",
		(long long)bytes,
		bytes < PIECE ? "the thread loads and stores them itself"
			      : "the rest is loaded and stored by the threads");
	finding_limit_archs(finding, 80, 0);
}

const struct rule rule_async_copy_alignment = {
	.code = "CU806",
	.name = "async-copy-alignment",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Asynchronous copy of a size that is not copied asynchronously",
	.hooks = {.call = on_call},
};
