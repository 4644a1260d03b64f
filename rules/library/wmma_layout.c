/* CU809 wmma-layout: fragments of a shape that their type doesn't come in, products of types that don't go
 * together, and matrices that don't lie in memory as loads and stores are documented to take them.
 *
 * Lines are a multiple of 16 bytes apart, and addresses multiples of 32: reported where the number is known
 * for the launch, or the offset from the start of an array, which is taken to be aligned. Addresses that
 * aren't even multiples of 16 are CU103's. Lines of 16 bytes, those of 8-bit types, have neighbours that
 * can't be aligned: what everybody does is left alone. */
#include <string.h>

#include "analyzer/cuda/fragment.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/fragment.h"

/* ---- shapes and types ------------------------------------------------------------------------ */

/* By type; those of the language have only their names. */
static enum cuda_element element_of(const struct ir_template_arg *arg)
{
	static const struct {
		const char *name;
		enum cuda_element element;
	} plain[] = {{"float", CUDA_ELEMENT_FLOAT}, {"double", CUDA_ELEMENT_DOUBLE},
		{"unsigned char", CUDA_ELEMENT_BYTE}, {"signed char", CUDA_ELEMENT_BYTE},
		{"int", CUDA_ELEMENT_INT}};
	const char *name = arg->type && arg->type->name ? arg->type->name : "";
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (strcmp(plain[i].name, name) == 0)
			return plain[i].element;
	return ir_cuda_type(arg->type)->element;
}

static bool has_shape(const struct ir_record *fragment, const struct cuda_fragment_shape *shape)
{
	return fragment->args[1].value == shape->m && fragment->args[2].value == shape->n &&
	       fragment->args[3].value == shape->k;
}

/* Whether there are fragments like this one, whatever their shape is. */
static bool is_of_type(const struct ir_record *fragment, const struct cuda_fragment_shape *shape)
{
	enum cuda_element element = element_of(&fragment->args[4]);
	if (ir_fragment_use(fragment) == CUDA_ACCUMULATOR)
		return element == shape->sums[0] || element == shape->sums[1];
	return element == shape->input;
}

static bool is_supported(const struct ir_record *fragment)
{
	const struct cuda_fragment_shape *shape;
	for (size_t i = 0; (shape = cuda_fragment_shape_at(i)); i++)
		if (is_of_type(fragment, shape) && has_shape(fragment, shape))
			return true;
	return false;
}

/* " (16x16x16, 32x8x16)": the shapes that there are of a type. */
static const char *shapes_text(struct pass *pass, const struct ir_record *fragment)
{
	const struct cuda_fragment_shape *shape;
	const char *text = "";
	for (size_t i = 0; (shape = cuda_fragment_shape_at(i)); i++) {
		const char *size = arena_printf(pass->arena, "%dx%dx%d", shape->m, shape->n, shape->k);
		if (is_of_type(fragment, shape) && !strstr(text, size))
			text = arena_printf(pass->arena, "%s%s%s", text, *text ? ", " : "", size);
	}
	return text;
}

/* One-bit and four-bit matrices lie in one way only. */
static bool lies_wrongly(const struct ir_record *fragment)
{
	enum cuda_element element = element_of(&fragment->args[4]);
	if ((element != CUDA_ELEMENT_NIBBLE && element != CUDA_ELEMENT_BIT) || fragment->arg_count < 6)
		return false;
	enum cuda_family use = ir_fragment_use(fragment),
			 layout = ir_cuda_type(fragment->args[5].type)->family;
	return (use == CUDA_MATRIX_A && layout == CUDA_COL_MAJOR) ||
	       (use == CUDA_MATRIX_B && layout == CUDA_ROW_MAJOR);
}

static const char *use_of(const struct ir_record *fragment)
{
	const char *name =
		fragment->args[0].type && fragment->args[0].type->name ? fragment->args[0].type->name : "";
	const char *colon = strrchr(name, ':');
	return colon ? colon + 1 : name;
}

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	const struct ir_record *fragment = ir_fragment_of(var->type);
	if (!fragment || var->storage == IR_PARAM || (pass->path && ir_is_dead(pass->path)))
		return;
	const char *type = fragment->args[4].type->name;
	if (!is_supported(fragment)) {
		const char *known = shapes_text(pass, fragment);
		pass_report(pass, var->range, "there is no `%s` fragment of %lldx%lldx%lld `%s`%s%s",
			use_of(fragment), (long long)fragment->args[1].value,
			(long long)fragment->args[2].value, (long long)fragment->args[3].value, type,
			*known ? ": the shapes of this type are "
			       : ": it isn't a type of this kind of fragment",
			known);
	} else if (lies_wrongly(fragment)) {
		pass_report(pass, var->range, "a `%s` fragment of `%s` is %s only", use_of(fragment), type,
			ir_fragment_use(fragment) == CUDA_MATRIX_A ? "row_major" : "col_major");
	}
}

/* d = a * b + c: of known shapes, but of types that aren't multiplied into each other. */
static void on_call(struct pass *pass, const struct ir_expr *call)
{
	if (call->kind != IR_CALL || call->operand_count < 4 || ir_cuda(call)->op != CUDA_MATRIX_MULTIPLY ||
		ir_is_dead(pass->path))
		return;
	const struct ir_record *sum = ir_fragment_of(call->operands[0]->type),
			       *input = ir_fragment_of(call->operands[1]->type);
	if (!sum || !input || !is_supported(sum) || !is_supported(input))
		return;
	enum cuda_element from = element_of(&input->args[4]), to = element_of(&sum->args[4]);
	const struct cuda_fragment_shape *shape;
	for (size_t i = 0; (shape = cuda_fragment_shape_at(i)); i++)
		if (shape->input == from && has_shape(input, shape) && to != shape->sums[0] &&
			to != shape->sums[1]) {
			pass_report(pass, call->range, "a product of `%s` isn't summed up in `%s`",
				input->args[4].type->name, sum->args[4].type->name);
			return;
		}
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool faults(const struct simt_report *report, const struct simt_warp_site *site)
{
	for (size_t i = 0; i < report->demands.count; i++)
		if (report->demands.data[i].call == site->expr && report->demands.data[i].misfit.found)
			return true;
	return false;
}

static void check_pitch(struct pass *pass, const struct simt_warp_site *site)
{
	enum { LDM = 2 };
	bool has = site->expr->kind == IR_CALL && site->expr->operand_count > LDM;
	struct finding *finding = pass_report(pass,
		has ? site->expr->operands[LDM]->range : site->expr->range,
		"the leading dimension of `%s` is %lld here; documented are multiples of %lld, which are 16 "
		"bytes: what others do is undefined",
		site->name, (long long)site->pitch, (long long)site->pitch_unit);
	finding->function = site->function->display;
}

static void check_address(
	struct pass *pass, const struct simt_report *report, const struct simt_warp_site *site)
{
	unsigned sure = SIMT_ASSUMED_BLOCK | SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED | SIMT_ASSUMED_TAKEN;
	bool is_store = ir_cuda(site->expr)->op == CUDA_MATRIX_STORE;
	if (!site->misfit.found || site->discord[SIMT_GIVEN_POINTER].found || faults(report, site) ||
		(site->assumptions & ~sure) || !report->kernel->is_kernel)
		return;
	struct finding *finding = pass_report(pass, site->expr->operands[is_store ? 0 : 1]->range,
		"`%s` takes addresses that are multiples of 32 bytes, but this one in `%s` is %u bytes off; "
		"what happens is undefined",
		site->name, simt_object_name(site->object), site->misfit.rest);
	finding->function = site->function->display;
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->warp_sites.count; i++) {
		const struct simt_warp_site *site = &report->warp_sites.data[i];
		if (!site->expr)
			continue;
		if (site->pitch_unit && !site->discord[SIMT_GIVEN_PITCH].found)
			check_pitch(pass, site);
		else
			check_address(pass, report, site);
	}
}

const struct rule rule_wmma_layout = {
	.code = "CU809",
	.name = "wmma-layout",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Matrix of a shape, type or layout that tensor cores do not take",
	.hooks = {.variable = on_variable, .call = on_call, .execution = on_execution},
};
