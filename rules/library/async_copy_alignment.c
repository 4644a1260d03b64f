/* CU806 async-copy-alignment: asynchronous copies of a size that the hardware doesn't copy asynchronously,
 * and bulk copies of what it doesn't copy at all.
 *
 * It copies 4, 8 or 16 bytes at a time past registers; what is left of another size is loaded and stored by
 * the threads. A bulk copy takes multiples of 16 bytes, from and to addresses that are such multiples, and
 * nothing else; a size that is promised to be a multiple with cuda::aligned_size_t has to be one: errors.
 * Sizes are folded, addresses as the abstract GPU knows them; what isn't known is left alone. Addresses of
 * other copies are CU103's. */
#include "analyzer/operation/bulk_copy.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"

enum { PIECE = 4, BULK = 16 };

static bool is_number(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM;
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
			return is_number(operand) || ir_promised_alignment(operand->type) ? operand : NULL;
	}
	return NULL;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static void report_bulk(struct pass *pass, struct ir_range at, const char *name, int64_t bytes)
{
	struct finding *finding = pass_report(pass, at,
		"`%s` copies multiples of 16 bytes, and %lld is none: undefined", name, (long long)bytes);
	finding->severity = SEVERITY_ERROR;
}

/* Whether a size is known, and no multiple. */
static bool is_odd(const struct ir_expr *size, int64_t unit, int64_t *bytes)
{
	return size && ir_fold_int(size, bytes) && *bytes > 0 && *bytes % unit != 0;
}

static void check_plain(struct pass *pass, const struct ir_expr *call)
{
	const struct ir_expr *argument = size_of(call);
	const struct ir_expr *size = argument ? ir_copied_bytes(argument) : NULL;
	int64_t bytes, unit = argument ? ir_promised_alignment(argument->type) : 0;
	if (unit > 1 && is_odd(size, unit, &bytes)) {
		struct finding *finding = pass_report(pass, size->range,
			"`cuda::aligned_size_t<%lld>` promises a multiple of %lld bytes, and %lld is none: "
			"undefined",
			(long long)unit, (long long)unit, (long long)bytes);
		finding->severity = SEVERITY_ERROR;
		return;
	}
	if (!is_odd(size, PIECE, &bytes))
		return;
	struct finding *finding = pass_report(pass, size->range,
		"%lld bytes are no multiple of 4, which the hardware copies asynchronously at least: %s",
		(long long)bytes,
		bytes < PIECE ? "the thread loads and stores them itself"
			      : "the rest is loaded and stored by the threads");
	finding_limit_archs(finding, 80, 0);
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	enum cuda_demand demand = ir_cuda(call)->demand;
	struct ir_bulk_copy copy;
	int64_t bytes;
	if (call->kind != IR_CALL || ir_is_dead(pass->path))
		return;
	if (demand == CUDA_DEMAND_TYPE || demand == CUDA_DEMAND_SIZE)
		check_plain(pass, call);
	else if (ir_bulk_copy(call, &copy) && is_odd(copy.size, BULK, &bytes))
		report_bulk(pass, copy.size->range, copy.name, bytes);
}

static void on_assembly(struct pass *pass, const struct ir_stmt *stmt)
{
	ir_bulk_copies copies = {0};
	ir_bulk_copies_asm(pass->arena, stmt, &copies);
	for (size_t i = 0; i < copies.count; i++) {
		const struct ir_bulk_copy *copy = &copies.data[i];
		int64_t bytes = copy->bytes;
		bool odd = copy->size ? is_odd(copy->size, BULK, &bytes) : bytes > 0 && bytes % BULK != 0;
		if (odd && !ir_is_dead(pass->path))
			report_bulk(pass, copy->size ? copy->size->range : stmt->range, copy->name, bytes);
	}
}

/* ---- addresses ------------------------------------------------------------------------------- */

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	unsigned sure = SIMT_ASSUMED_BLOCK | SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED;
	for (size_t i = 0; i < report->demands.count; i++) {
		const struct simt_demand *demand = &report->demands.data[i];
		const struct simt_misfit *misfit = &demand->misfit;
		if (!demand->copy || !misfit->found || (demand->assumptions & ~sure))
			continue;
		const char *off = misfit->by_distance ? "isn't in some lane"
						      : arena_printf(pass->arena, "is %u byte%s off",
								misfit->rest, misfit->rest == 1 ? "" : "s");
		struct finding *finding = pass_report(pass, demand->expr->range,
			"`%s` takes addresses that are multiples of 16, but this one in `%s` %s; undefined",
			demand->copy->name, demand->object ? simt_object_name(demand->object) : "memory",
			off);
		finding->severity = SEVERITY_ERROR;
		finding->function = demand->function->display;
		if (!misfit->certain || report->launch->source < LAUNCH_SITE)
			finding->confidence = CONFIDENCE_LIKELY;
	}
}

const struct rule rule_async_copy_alignment = {
	.code = "CU806",
	.name = "async-copy-alignment",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Asynchronous copy of a size or address that is not copied asynchronously",
	.lone = true,
	.hooks = {.call = on_call, .assembly = on_assembly, .execution = on_execution},
};
