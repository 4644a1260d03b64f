/* CU405 suspicious-mask: a mask written as a constant that looks like something else: a lane count or width
 * (32, 31, 0x1f, 16), the lower half of the warp in code that the whole warp runs (0xffff), an f too few
 * (0xfffffff).
 *
 * The lanes that reach the call are worked out from the conditions around it where those depend on the lane
 * alone (analyzer/structure/uniform/lanes.h); a mask that names exactly those is right whatever it looks
 * like. Masks that are computed, as `(1u << n) - 1`, are left alone: somebody thought about them. What a mask
 * means for lanes that are absent is CU403's business. */
#include "analyzer/operation/collective.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/uniform/lanes.h"

enum { WARP_SIZE = 32 };

/* The value of a mask that is written as one number, in place or as a named constant. */
static bool literal_mask(const struct ir_expr *expr, uint32_t *mask)
{
	int64_t value;
	expr = ir_strip_casts(expr);
	while (expr && expr->kind == IR_VAR && !expr->var->is_assigned && !expr->var->is_address_taken)
		expr = ir_strip_casts(expr->var->init);
	if (!expr || expr->kind != IR_INT || !ir_fold_int(expr, &value))
		return false;
	*mask = (uint32_t)value;
	return true;
}

static unsigned count_lanes(uint32_t mask)
{
	unsigned count = 0;
	for (; mask; mask &= mask - 1)
		count++;
	return count;
}

/* 31 and the powers of two from 2 on: a last lane, a width, a block size. */
static bool looks_like_count(uint32_t mask)
{
	return mask == WARP_SIZE - 1 || (mask >= 2 && mask <= 1024 && (mask & (mask - 1)) == 0);
}

/* Whole hexadecimal digits from the bottom, but not all eight. */
static bool looks_like_low_lanes(uint32_t mask)
{
	return mask == 0xf || mask == 0xff || mask == 0xfff || mask == 0xffff || mask == 0xfffff ||
	       mask == 0xffffff || mask == 0xfffffff;
}

static const struct ir_function *kernel_of(const struct ir_function *function)
{
	while (function && !function->is_kernel)
		function = function->parent;
	return function;
}

/* Lanes that exist: fewer than a warp where every launch of the kernel is known to be that small. */
static uint32_t existing_lanes(const struct pass *pass)
{
	const struct ir_function *kernel = kernel_of(pass->function);
	int64_t most = 0;
	for (size_t i = 0; kernel && i < pass->module->launches.count; i++) {
		const struct ir_launch *launch = pass->module->launches.data[i];
		struct ir_dim3 block;
		int64_t total;
		if (launch->kernel != kernel)
			continue;
		if (!launch->block || !ir_fold_dim3(launch->block, &block) || !ir_dim3_total(&block, &total))
			return UINT32_MAX;
		most = total > most ? total : most;
	}
	return most > 0 && most < WARP_SIZE ? (UINT32_C(1) << most) - 1 : UINT32_MAX;
}

static bool active_lanes(struct pass *pass, uint32_t *lanes)
{
	if (!ir_active_lanes(pass_uniformity(pass), pass->function, pass->path, lanes))
		return false;
	*lanes &= existing_lanes(pass);
	return true;
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	const char *name = expr->call->name;
	uint32_t mask, lanes;
	if (!ir_collective_of(expr) || expr->operand_count == 0 || !pass->function ||
		!literal_mask(expr->operands[0], &mask) || mask == UINT32_MAX)
		return;
	bool count = looks_like_count(mask), low = looks_like_low_lanes(mask);
	if (!count && !low && mask > 1)
		return;
	bool known = active_lanes(pass, &lanes);
	struct ir_range at = expr->operands[0]->range;
	if (known && lanes == mask)
		return;
	if (mask == 0) {
		pass_report(pass, at, "mask 0 of `%s` names no lane; the whole warp is 0xffffffff", name);
	} else if (count) {
		struct finding *finding = pass_report(pass, at,
			"mask %u of `%s` names %u %s of the warp: it looks like a lane count or width; the "
			"whole warp is 0xffffffff",
			(unsigned)mask, name, count_lanes(mask), mask == WARP_SIZE - 1 ? "lanes" : "lane");
		finding->confidence = known ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	} else if (known && (lanes & ~mask)) {
		pass_report(pass, at, "mask 0x%x of `%s` leaves out %u of the %u lanes that call it",
			(unsigned)mask, name, count_lanes(lanes & ~mask), count_lanes(lanes));
	}
}

const struct rule rule_suspicious_mask = {
	.code = "CU405",
	.name = "suspicious-mask",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Lane mask that looks like a lane count or width",
	.hooks = {.call = on_call},
};
