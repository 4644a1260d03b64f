/* CU414 intrinsic-needs-arch: a function, attribute or setting that some target architecture doesn't have.
 *
 * Device functions carry the lowest architecture in their declaration. Code behind `#if __CUDA_ARCH__` is
 * parsed for each architecture on its own, so what a target never compiles is never seen for it. Asynchronous
 * copies run everywhere and are asynchronous from 8.0 on: info. Host settings fail only when they run, so a
 * function that asks the device for what it can do is left alone. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/rule/rule.h"

struct requirement {
	const char *name;
	int arch;
	const char *what;
};

/* Copies that fall back to loads and stores. */
static const struct requirement copies[] = {
	{"cooperative_groups::memcpy_async", 80, NULL},
	{"cuda::memcpy_async", 80, NULL},
	{"__pipeline_memcpy_async", 80, NULL},
};

/* Types whose members all need it. */
static const struct requirement records[] = {
	{"cooperative_groups::cluster_group", 90, "thread block clusters"},
};

static const struct requirement attributes[] = {
	{"cluster_dims", 90, "thread block clusters"},
};

/* Enumerators that host code passes or stores. */
static const struct requirement settings[] = {
	{"cudaLimitPersistingL2CacheSize", 80, "L2 persistence"},
	{"cudaLaunchAttributeAccessPolicyWindow", 80, "L2 persistence"},
	{"cudaStreamAttributeAccessPolicyWindow", 80, "L2 persistence"},
	{"cudaKernelNodeAttributeAccessPolicyWindow", 80, "L2 persistence"},
	{"cudaLaunchAttributeClusterDimension", 90, "thread block clusters"},
	{"cudaLaunchAttributePreferredClusterDimension", 100, "preferred cluster sizes"},
	{"cudaLaunchAttributeProgrammaticStreamSerialization", 90, "programmatic dependent launch"},
	{"cudaLaunchAttributeProgrammaticEvent", 90, "programmatic dependent launch"},
};

#define FIND(table, name) find(table, sizeof(table) / sizeof *(table), name)

static const struct requirement *find(const struct requirement *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

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

static void report(struct pass *pass, struct ir_range at, const char *name, const struct requirement *needed)
{
	int lacks = lacking(pass->target, needed->arch);
	if (!lacks)
		return;
	struct finding *finding =
		pass_report(pass, at, "`%s` needs compute capability %s (%s), and the target %s lacks it",
			name, version(pass, needed->arch), needed->what, version(pass, lacks));
	limit(pass, finding, needed->arch);
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
	const struct requirement *copy = FIND(copies, ir_callee_name(call));
	if (copy) {
		int lacks = lacking(pass->target, copy->arch);
		if (!lacks)
			return;
		struct finding *finding = pass_report(pass, call->range,
			"`%s` copies synchronously, through registers, on the target %s: the hardware does "
			"it from 8.0 on",
			call->call->name, version(pass, lacks));
		finding->severity = SEVERITY_INFO;
		limit(pass, finding, copy->arch);
		return;
	}
	if (!function)
		return;
	const struct requirement *record = function->record ? FIND(records, function->record->name) : NULL;
	if (function->marks && function->marks->needs_arch)
		report_function(pass, call, function->marks->needs_arch);
	else if (record && call->kind == IR_CALL)
		report(pass, call->range, function->name, record);
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	for (size_t i = 0; i < function->attribute_count; i++) {
		const struct requirement *needed = FIND(attributes, function->attributes[i].name);
		if (needed)
			report(pass, function->name_range, function->name, needed);
	}
}

/* ---- settings of the host -------------------------------------------------------------------- */

/* Fields and attributes by which a program asks what a device can do. */
static void look_for_question(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	static const char *const questions[] = {"major", "persistingL2CacheMaxSize", "clusterLaunch"};
	bool *asks = context;
	(void)path;
	if (expr->kind == IR_CALL && !strcmp(expr->call->name, "cudaDeviceGetAttribute"))
		*asks = true;
	for (size_t i = 0; expr->kind == IR_MEMBER && i < sizeof questions / sizeof *questions; i++)
		*asks |= !strcmp(expr->member.name, questions[i]);
}

static bool asks_device(const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = look_for_question};
	bool asks = false;
	if (function)
		ir_walk_function(function, &visitor, &asks);
	return asks;
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind != IR_INT || expr->type->kind != IR_TYPE_ENUM || !pass->function)
		return;
	const char *name = pass_text(pass, expr->range);
	const struct requirement *setting = FIND(settings, name);
	if (setting && !asks_device(pass->function))
		report(pass, expr->range, name, setting);
}

const struct rule rule_intrinsic_needs_arch = {
	.code = "CU414",
	.name = "intrinsic-needs-arch",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Use of what a target architecture does not have",
	.hooks = {.function = on_function, .expr = on_expr, .call = on_call},
};
