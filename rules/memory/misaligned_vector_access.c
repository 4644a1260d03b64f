/* CU103 misaligned-vector-access: an access at an address that is no multiple of its size, which faults.
 *
 * Only what follows from the source counts: lanes whose distance is no multiple of the size, or an offset
 * from memory whose alignment is known. Members of packed records are read in pieces and don't fault. Copies
 * from global to shared memory that bypass registers want the same of both addresses (bulk copies are
 * CU806's); loads and stores of matrix fragments are reported where the address is far from what they are
 * documented to take. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

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

static const char *name_of(const struct simt_object *object)
{
	return object ? simt_object_name(object) : "memory";
}

/* Only what holds without guesses about data; whether a guard lets the lanes through is the program's to say.
 */
static bool is_sure(const struct simt_misfit *misfit, unsigned assumptions)
{
	unsigned sure = SIMT_ASSUMED_BLOCK | SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED;
	return misfit->found && !(assumptions & ~sure);
}

/* Which lane is off; nothing where that isn't known. */
static const char *lane_text(struct pass *pass, const struct simt_misfit *misfit)
{
	return misfit->by_distance ? ""
				   : arena_printf(pass->arena, ": lane %u is %u byte%s off", misfit->lane,
					     misfit->rest, misfit->rest == 1 ? "" : "s");
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_expr *accessed = site->expr;
	if (site->size < 2 || !is_sure(&site->misfit, site->assumptions))
		return;
	if (accessed->kind != IR_CALL && declared_align(accessed) < (int64_t)site->size)
		return;
	const struct simt_site *twin = simt_site_twin(report, site);
	if (twin && twin->misfit.found && twin->order < site->order)
		return;
	struct finding *finding = pass_report(pass, accessed->range,
		"%u-byte access to `%s` at an address that is no multiple of %u%s; the kernel faults "
		"(misaligned address)",
		site->size, name_of(site->object), site->size, lane_text(pass, &site->misfit));
	pass_note_object(pass, finding, site->object);
	if (!site->misfit.certain)
		finding->confidence = CONFIDENCE_LIKELY;
}

/* Whether lanes of a warp give a matrix operation different pointers, which is CU812's. */
static bool lanes_disagree(const struct simt_report *report, const struct simt_demand *demand)
{
	for (size_t i = 0; demand->call && i < report->warp_sites.count; i++) {
		const struct simt_warp_site *site = &report->warp_sites.data[i];
		if (site->expr == demand->call && site->discord[SIMT_GIVEN_POINTER].found)
			return true;
	}
	return false;
}

static void on_demand(struct pass *pass, const struct simt_report *report, const struct simt_demand *demand)
{
	struct finding *finding;
	const char *name = demand->call ? ir_callee_name(demand->call) : "";
	enum cuda_op op = ir_cuda(demand->call)->op;
	if (demand->copy || !is_sure(&demand->misfit, demand->assumptions) || lanes_disagree(report, demand))
		return;
	if (op == CUDA_MATRIX_LOAD || op == CUDA_MATRIX_STORE) {
		finding = pass_report(pass, demand->expr->range,
			"`%s` takes addresses that are multiples of 32 bytes, but this one in `%s` isn't "
			"even one of %u%s; what happens is undefined",
			strrchr(name, ':') + 1, name_of(demand->object), demand->align,
			lane_text(pass, &demand->misfit));
		pass_note_object(pass, finding, demand->object);
		finding->confidence = CONFIDENCE_LIKELY;
		return;
	}
	finding = pass_report(pass, demand->expr->range,
		"asynchronous copy in pieces of %u bytes, but this address in `%s` is no multiple of %u%s; "
		"the kernel faults (misaligned address)",
		demand->align, name_of(demand->object), demand->align, lane_text(pass, &demand->misfit));
	pass_note_object(pass, finding, demand->object);
	if (!demand->misfit.certain)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		on_site(pass, report, report->sites.data[i]);
	for (size_t i = 0; i < report->demands.count; i++)
		on_demand(pass, report, &report->demands.data[i]);
}

const struct rule rule_misaligned_vector_access = {
	.code = "CU103",
	.name = "misaligned-vector-access",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Access at an address that is no multiple of its size",
	.hooks = {.execution = on_execution},
};
