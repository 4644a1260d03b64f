/* CU902 removed-runtime-api: a call of what the target toolkit no longer has (error), or of what it has but
 * announces to remove (info). The bundled declarations carry the versions.
 *
 * A replacement that takes the same arguments is a safe fix. Warp intrinsics without a mask are CU401's. */
#include <stdlib.h>

#include "analyzer/cuda/removed.h"
#include "analyzer/rule/rule.h"

/* "12.4" as 12040; a version that isn't given is none. */
static int version_number(const char *text)
{
	char *end;
	if (!text || !*text)
		return 0;
	long major = strtol(text, &end, 10), minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
	return (int)(major * 1000 + minor * 10);
}

static bool has_passed(const struct pass *pass, const char *version)
{
	int number = version_number(version);
	return number && (!pass->target->cuda_version || pass->target->cuda_version >= number);
}

static const char *instead(struct pass *pass, const struct ir_function *function)
{
	const char *replacement = function->marks->replacement;
	if (replacement && *replacement)
		return arena_printf(pass->arena, "use %s", replacement);
	const struct cuda_removed *removed = cuda_removed_find(function->name);
	return removed ? removed->instead : NULL;
}

/* Fetches through texture and surface references, which CU901 reports where they are declared. */
static bool is_fetch(const struct ir_function *function)
{
	const struct cuda_removed *removed = cuda_removed_find(function->name);
	return removed && removed->is_fetch;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	const struct ir_marks *marks = function ? function->marks : NULL;
	if (!marks || marks->maskless || call->kind != IR_CALL || is_fetch(function))
		return;
	bool removed = has_passed(pass, marks->removed_in);
	if (!removed && !has_passed(pass, marks->deprecated_in) && !marks->removed_in)
		return;
	const char *use = instead(pass, function), *separator = use ? "; " : "";
	struct finding *finding;
	if (removed)
		finding = pass_report(pass, call->range, "`%s` was removed in CUDA %s%s%s", function->name,
			marks->removed_in, separator, use ? use : "");
	else if (has_passed(pass, marks->deprecated_in))
		finding = pass_report(pass, call->range, "`%s` is deprecated since CUDA %s%s%s",
			function->name, marks->deprecated_in, separator, use ? use : "");
	else
		finding = pass_report(pass, call->range, "`%s` is deprecated: CUDA %s removes it%s%s",
			function->name, marks->removed_in, separator, use ? use : "");
	if (!removed)
		finding->severity = SEVERITY_INFO;
	if (marks->replacement && *marks->replacement) {
		struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Call `%s`", marks->replacement);
		fix_replace(pass, fix, call->call->name_range, "%s", marks->replacement);
	}
}

const struct rule rule_removed_runtime_api = {
	.code = "CU902",
	.name = "removed-runtime-api",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Call of a function that the toolkit removed or deprecates",
	.hooks = {.call = on_call},
};
