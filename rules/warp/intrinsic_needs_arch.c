/* CU414 intrinsic-needs-arch: a function, attribute or setting that some target architecture doesn't have.
 *
 * Device functions carry the lowest architecture in their declaration. Code behind `#if __CUDA_ARCH__` is
 * parsed for each architecture on its own, so what a target never compiles is never seen for it. Asynchronous
 * copies run everywhere and are asynchronous from 8.0 on: info. Host settings fail only when they run, so a
 * function that asks the device for what it can do is left alone, and one that sets them under a condition
 * may have been told. */
#include "analyzer/cuda/word.h"
#include "analyzer/rule/rule.h"
#include "rules/host/common/api.h"

/* The oldest target that lacks it; 0: none does. Targets that nobody asked for don't count. */
static int lacking(const struct target *target, int needs)
{
	if (target->virtual_arch && target->virtual_arch < needs)
		return target->virtual_arch;
	if (target->archs_assumed)
		return 0;
	return target->archs[0] < needs ? target->archs[0] : 0;
}

static const char *version(struct pass *pass, int arch)
{
	return arena_printf(pass->arena, "%d.%d", arch / 10, arch % 10);
}

static void limit(const struct pass *pass, struct finding *finding, int needs)
{
	if (!pass->target->virtual_arch || pass->target->virtual_arch >= needs)
		finding_limit_archs(finding, 0, needs);
}

/* NULL: every target has it. */
static struct finding *report(
	struct pass *pass, struct ir_range at, const char *name, int needs, const char *feature)
{
	int lacks = lacking(pass->target, needs);
	if (!lacks)
		return NULL;
	struct finding *finding =
		pass_report(pass, at, "`%s` needs compute capability %s (%s), and the target %s lacks it",
			name, version(pass, needs), feature, version(pass, lacks));
	limit(pass, finding, needs);
	return finding;
}

static void report_function(struct pass *pass, const struct ir_expr *call, int needs)
{
	int lacks = lacking(pass->target, needs);
	if (!lacks)
		return;
	struct finding *finding =
		pass_report(pass, call->range, "`%s` needs compute capability %s, and the target %s lacks it",
			call->call->name, version(pass, needs), version(pass, lacks));
	limit(pass, finding, needs);
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	const struct cuda_function *called = ir_cuda(call);
	/* copies that fall back to loads and stores */
	if (called->async == IR_ASYNC_COPY && called->arch) {
		int lacks = lacking(pass->target, called->arch);
		if (!lacks)
			return;
		struct finding *finding = pass_report(pass, call->range,
			"`%s` copies synchronously, through registers, on the target %s: the hardware does "
			"it from 8.0 on",
			call->call->name, version(pass, lacks));
		finding->severity = SEVERITY_INFO;
		limit(pass, finding, called->arch);
		return;
	}
	if (!function)
		return;
	/* of types whose members all need it */
	const struct cuda_type *type = function->record ? function->record->cuda : NULL;
	if (function->marks && function->marks->needs_arch)
		report_function(pass, call, function->marks->needs_arch);
	else if (type && type->arch && call->kind == IR_CALL)
		report(pass, call->range, function->name, type->arch, type->feature);
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	for (size_t i = 0; i < function->attribute_count; i++) {
		const struct cuda_word *attribute = cuda_word_find(function->attributes[i].name);
		if (attribute->arch)
			report(pass, function->name_range, function->name, attribute->arch,
				attribute->feature);
	}
}

/* ---- settings of the host -------------------------------------------------------------------- */

/* Fields and attributes by which a program asks what a device can do. */
static void look_for_question(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *asks = context;
	(void)path;
	*asks |= api_traits(expr)->asks_device;
	*asks |= expr->kind == IR_MEMBER && cuda_word_find(expr->member.name)->tells_features;
}

static bool asks_device(const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = look_for_question};
	bool asks = false;
	if (function)
		ir_walk_function(function, &visitor, &asks);
	return asks;
}

/* Whether a condition of the function decides if a place is come to: on what the caller knows of the device,
 * perhaps. */
static bool is_conditional(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt ? path->stmt->kind == IR_IF || path->stmt->kind == IR_SWITCH
			       : path->expr && path->expr->kind == IR_CONDITIONAL)
			return true;
	return false;
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind != IR_INT || expr->type->kind != IR_TYPE_ENUM || !pass->function)
		return;
	const char *name = pass_text(pass, expr->range);
	const struct cuda_word *setting = cuda_word_find(name);
	if (!setting->arch || asks_device(pass->function))
		return;
	struct finding *finding = report(pass, expr->range, name, setting->arch, setting->feature);
	if (finding && is_conditional(pass->path))
		finding->confidence = CONFIDENCE_POSSIBLE;
}

const struct rule rule_intrinsic_needs_arch = {
	.code = "CU414",
	.name = "intrinsic-needs-arch",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Use of what a target architecture does not have",
	.hooks = {.function = on_function, .expr = on_expr, .call = on_call},
};
