/* CU809 wmma-layout: fragments of a shape that their type doesn't come in, products of types that don't go
 * together, and matrices that don't lie in memory as loads and stores are documented to take them.
 *
 * Lines are a multiple of 16 bytes apart, and addresses multiples of 32: reported where the number is known
 * for the launch, or the offset from the start of an array, which is taken to be aligned. Addresses that
 * aren't even multiples of 16 are CU103's. Lines of 16 bytes, those of 8-bit types, have neighbours that
 * can't be aligned: what everybody does is left alone. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/fragment.h"

/* ---- shapes and types ------------------------------------------------------------------------ */

enum element { HALF, BF16, TF32, FLOAT, DOUBLE, BYTE, INT, NIBBLE, BIT, OTHER };

static enum element element_of(const struct ir_template_arg *arg)
{
	static const struct {
		const char *name;
		enum element element;
	} names[] = {{"__half", HALF}, {"__nv_bfloat16", BF16}, {"precision::tf32", TF32}, {"float", FLOAT},
		{"double", DOUBLE}, {"unsigned char", BYTE}, {"signed char", BYTE}, {"int", INT},
		{"experimental::precision::u4", NIBBLE}, {"experimental::precision::s4", NIBBLE},
		{"experimental::precision::b1", BIT}};
	const char *name = arg->type && arg->type->name ? arg->type->name : "";
	const char *plain = strstr(name, "wmma::");
	plain = plain ? plain + strlen("wmma::") : name;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(plain, names[i].name) == 0)
			return names[i].element;
	return OTHER;
}

/* What the documentation lists: inputs of a shape, and what is summed up of them. */
static const struct {
	int m, n, k;
	enum element input, sums[2];
} shapes[] = {{16, 16, 16, HALF, {FLOAT, HALF}}, {32, 8, 16, HALF, {FLOAT, HALF}},
	{8, 32, 16, HALF, {FLOAT, HALF}}, {16, 16, 16, BF16, {FLOAT, FLOAT}},
	{32, 8, 16, BF16, {FLOAT, FLOAT}}, {8, 32, 16, BF16, {FLOAT, FLOAT}}, {16, 16, 16, BYTE, {INT, INT}},
	{32, 8, 16, BYTE, {INT, INT}}, {8, 32, 16, BYTE, {INT, INT}}, {16, 16, 8, TF32, {FLOAT, FLOAT}},
	{8, 8, 4, DOUBLE, {DOUBLE, DOUBLE}}, {8, 8, 32, NIBBLE, {INT, INT}}, {8, 8, 128, BIT, {INT, INT}}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool has_shape(const struct ir_record *fragment, int index)
{
	return fragment->args[1].value == shapes[index].m && fragment->args[2].value == shapes[index].n &&
	       fragment->args[3].value == shapes[index].k;
}

static bool is_supported(const struct ir_record *fragment)
{
	enum element element = element_of(&fragment->args[4]);
	bool is_sum = ir_fragment_is(fragment, 0, "accumulator");
	for (int i = 0; i < SHAPES; i++) {
		bool fits = is_sum ? element == shapes[i].sums[0] || element == shapes[i].sums[1]
				   : element == shapes[i].input;
		if (fits && has_shape(fragment, i))
			return true;
	}
	return false;
}

/* " (16x16x16, 32x8x16)": the shapes that there are of a type. */
static const char *shapes_text(struct pass *pass, const struct ir_record *fragment)
{
	enum element element = element_of(&fragment->args[4]);
	bool is_sum = ir_fragment_is(fragment, 0, "accumulator");
	const char *text = "";
	for (int i = 0; i < SHAPES; i++) {
		bool fits = is_sum ? element == shapes[i].sums[0] || element == shapes[i].sums[1]
				   : element == shapes[i].input;
		const char *shape =
			arena_printf(pass->arena, "%dx%dx%d", shapes[i].m, shapes[i].n, shapes[i].k);
		if (fits && !strstr(text, shape))
			text = arena_printf(pass->arena, "%s%s%s", text, *text ? ", " : "", shape);
	}
	return text;
}

/* One-bit and four-bit matrices lie in one way only. */
static bool lies_wrongly(const struct ir_record *fragment)
{
	enum element element = element_of(&fragment->args[4]);
	if ((element != NIBBLE && element != BIT) || fragment->arg_count < 6)
		return false;
	return (ir_fragment_is(fragment, 0, "matrix_a") && ir_fragment_is(fragment, 5, "col_major")) ||
	       (ir_fragment_is(fragment, 0, "matrix_b") && ir_fragment_is(fragment, 5, "row_major"));
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
			ir_fragment_is(fragment, 0, "matrix_a") ? "row_major" : "col_major");
	}
}

/* d = a * b + c: of known shapes, but of types that aren't multiplied into each other. */
static void on_call(struct pass *pass, const struct ir_expr *call)
{
	if (call->kind != IR_CALL || call->operand_count < 4 || !ir_is_call(call, "nvcuda::wmma::mma_sync") ||
		ir_is_dead(pass->path))
		return;
	const struct ir_record *sum = ir_fragment_of(call->operands[0]->type),
			       *input = ir_fragment_of(call->operands[1]->type);
	if (!sum || !input || !is_supported(sum) || !is_supported(input))
		return;
	enum element from = element_of(&input->args[4]), to = element_of(&sum->args[4]);
	for (int i = 0; i < SHAPES; i++)
		if (shapes[i].input == from && has_shape(input, i) && to != shapes[i].sums[0] &&
			to != shapes[i].sums[1]) {
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
	bool is_store = strcmp(site->name, "store_matrix_sync") == 0;
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
