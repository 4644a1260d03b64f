/* CU901 texture-reference: a variable of type `texture<...>` or `surface<...>`, which CUDA 12 removed.
 *
 * One finding for each declaration; the calls that bind it are CU902. Older toolkits only deprecate it. */
#include "analyzer/rule/rule.h"

enum { REMOVED_IN = 12000 };

static const char *successor(const struct ir_record *record)
{
	if (!record || !record->is_system)
		return NULL;
	enum cuda_family family = record->cuda ? record->cuda->family : CUDA_NO_TYPE;
	return family == CUDA_TEXTURE_REFERENCE   ? "cudaTextureObject_t"
	       : family == CUDA_SURFACE_REFERENCE ? "cudaSurfaceObject_t"
						  : NULL;
}

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	const struct ir_type *type = var->type;
	while (type->kind == IR_TYPE_ARRAY && type->element)
		type = type->element;
	const char *use = pass->function || type->kind != IR_TYPE_RECORD ? NULL : successor(type->record);
	if (!use)
		return;
	bool is_texture = type->record->cuda->family == CUDA_TEXTURE_REFERENCE;
	bool removed = !pass->target->cuda_version || pass->target->cuda_version >= REMOVED_IN;
	struct finding *finding = pass_report(pass, var->range,
		removed ? "`%s` is a %s reference, which CUDA 12.0 removed; use a %s"
			: "`%s` is a %s reference, deprecated and removed in CUDA 12.0; use a %s",
		var->name, is_texture ? "texture" : "surface", use);
	if (!removed)
		finding->severity = SEVERITY_INFO;
}

const struct rule rule_texture_reference = {
	.code = "CU901",
	.name = "texture-reference",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Texture or surface reference, removed in CUDA 12",
	.hooks = {.variable = on_variable},
};
