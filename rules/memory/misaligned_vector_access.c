/* CU103 misaligned-vector-access: an access at an address that is no multiple of its size, which faults.
 *
 * Only what follows from the source counts: lanes whose distance is no multiple of the size, or an offset
 * from memory whose alignment is known. Members of packed records are read in pieces and don't fault. */
#include "analyzer/rule.h"
#include "analyzer/simt/describe.h"

/* Bytes that the compiler takes the address to be a multiple of. */
static int64_t declared_align(const struct ir_expr *expr)
{
	int64_t align = ir_type_value(expr->type)->align;
	for (; expr->kind == IR_MEMBER && expr->operand_count; expr = expr->operands[0]) {
		const struct ir_type *record = ir_type_value(expr->operands[0]->type);
		if (record->kind == IR_TYPE_POINTER)
			record = ir_type_value(record->element);
		if (record->align > 0 && record->align < align)
			align = record->align;
		if (expr->is_arrow)
			break;
	}
	return align;
}

/* The first lane whose address is no multiple of the size, with what is left over. */
static unsigned off_lane(const struct simt_site *site, unsigned *rest)
{
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		*rest = (unsigned)(site->worst.offset[i] % site->size);
		if (site->worst.active >> i & 1 && *rest)
			return i;
	}
	return SIMT_WARP;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct simt_pattern pattern;
	unsigned sure = SIMT_ASSUMED_BLOCK | SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED;
	const struct ir_expr *accessed = site->expr;
	if (!site->is_misaligned || site->size < 2 || site->assumptions & ~sure)
		return;
	if (accessed->kind != IR_CALL && declared_align(accessed) < (int64_t)site->size)
		return;
	simt_describe(&pattern, report, site);
	unsigned rest = 0, lane = off_lane(site, &rest);
	const struct simt_site *twin = simt_site_twin(report, site);
	if (twin && twin->is_misaligned && twin->order < site->order)
		return;
	const char *name = site->object ? simt_object_name(site->object) : "memory";
	if (lane < SIMT_WARP)
		pass_report(pass, accessed->range,
			"%u-byte access to `%s` at an address that is no multiple of %u: lane %u is %u bytes "
			"off; the "
			"kernel faults (misaligned address)",
			site->size, name, site->size, lane, rest);
	else
		pass_report(pass, accessed->range,
			"%u-byte access to `%s` at an address that is no multiple of %u; the kernel faults "
			"(misaligned "
			"address)",
			site->size, name, site->size);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_misaligned_vector_access = {
	.code = "CU103",
	.name = "misaligned-vector-access",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Access at an address that is no multiple of its size",
	.hooks = {.execution = on_execution},
};
