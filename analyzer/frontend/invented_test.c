/* What a unit uses and no header declares: names that are invented, and what stands in front of a unit for
 * all its targets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "analyzer/frontend/parsed_test.h"

static const struct ir_function *function_named(const struct ir_module *module, const char *name)
{
	for (size_t i = 0; i < module->functions.count; i++)
		if (!strcmp(module->functions.data[i]->name, name))
			return module->functions.data[i];
	fail_msg("no function %s", name);
	return NULL;
}

/* The expression that a statement of a body is. */
static const struct ir_expr *statement(const struct ir_function *function, size_t index)
{
	assert_true(index < function->body->child_count);
	assert_non_null(function->body->children[index]->expr);
	return function->body->children[index]->expr;
}

/* What a missing header would declare: nothing is lost, and nothing is known of it. */
static void invented_declarations(void **state)
{
	(void)state;
	static const char text[] =
		"#include \"not_there.h\"\n"
		"__global__ void sum(float *p) { p[0] = missing::f(p[1]) + p[2]; p[1] += missing::g(p[3]); }\n"
		"__global__ void tile(float *p) { __shared__ float s[TILE]; s[0] = p[0]; }\n"
		"struct Both { Cell cell; int after; };\n"
		"__global__ void cell(Cell *c, Both *b, long *n) { n[0] = sizeof(Cell); n[1] = sizeof(*b); "
		"n[2] = b->after; c[0].weight = 1; }\n"
		"__global__ void place(float *p) { p[position] = kScale; }\n"
		"__global__ void loop(float *p, int n) { FOR_EACH(i, n) { p[i] = 0; } }\n"
		"template <int N> __global__ void array(box::Array<float, N> a, float *p) { p[0] = a[N]; }\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	const struct unit *unit = parsed.unit;
	const struct ir_module *module = unit->module;
	assert_int_equal(unit->error_count, 1); /* the header */
	assert_int_equal(unit->damaged.count, 0);
	const struct ir_function *sum = function_named(module, "sum");
	assert_int_equal(sum->body_state, IR_BODY_ASSUMED);
	assert_int_equal(statement(sum, 0)->kind, IR_ASSIGN);
	assert_int_equal(statement(sum, 0)->operands[0]->kind, IR_INDEX);
	assert_int_equal(statement(sum, 1)->kind, IR_ASSIGN);
	assert_int_equal(statement(sum, 1)->operands[1]->kind, IR_UNKNOWN_EXPR);
	assert_int_equal(function_named(module, "tile")->body_state, IR_BODY_ASSUMED);
	const struct ir_var *tile = function_named(module, "tile")->body->children[0]->vars[0];
	assert_int_equal(tile->type->count, -1);
	const struct ir_function *cell = function_named(module, "cell");
	assert_int_equal(cell->params[0]->type->element->size, -1);
	assert_int_equal(cell->params[1]->type->element->size, -1);
	assert_int_equal(cell->params[1]->type->element->record->fields[1].offset, -1);
	for (size_t i = 0; i < 2; i++) {
		const struct ir_expr *size = statement(cell, i)->operands[1];
		while (size->kind == IR_CAST)
			size = size->operands[0];
		assert_int_equal(size->kind, IR_SIZEOF);
		assert_false(size->is_known);
	}
	const struct ir_function *place = function_named(module, "place");
	const struct ir_expr *position = statement(place, 0)->operands[0]->operands[1];
	while (position->kind == IR_CAST)
		position = position->operands[0];
	assert_int_equal(position->kind, IR_CALL); /* for all that is known, another one for each thread */
	const struct ir_function *loop = function_named(module, "loop");
	assert_int_equal(loop->body->children[0]->kind, IR_FOR);
	assert_int_equal(function_named(module, "array")->body_state, IR_BODY_ASSUMED);
	assert_true(unit->invented.count >= 9);
	done(&parsed);
}

/* Macros of a missing header in front of declarations, and in the place of `if`. */
static void invented_macros(void **state)
{
	(void)state;
	static const char text[] =
		"#include \"not_there.h\"\n"
		"#define __DH__ __host__ __device__\n"
		"struct wide { float x; };\n"
		"PROJECT_CONSTEXPR __DH__ wide make(float value) { wide w; w.x = value * 2; return w; }\n"
		"PROJECT_API wide *find(wide *w) { return w; }\n"
		"handle __DH__ open(int n) { return n; }\n"
		"template <int R> __global__ void k(float *out, const int *in) {\n"
		"	PROJECT_IF_CONSTEXPR(R == 1) out[0] = make(in[0]).x;\n"
		"	else PROJECT_IF_CONSTEXPR(R == 2) { out[1] = in[1]; }\n"
		"}\n"
		"void run(float *out, const int *in) { dim3 block(PROJECT_WIDTH, PROJECT_ROWS); "
		"k<1><<<1, block>>>(out, in); }\n"
		"__global__ void rows(float *p) { __shared__ float s[PROJECT_ROWS][32]; s[0][1] = p[PROJECT_WIDTH]; }\n";
	struct parsed parsed = parse_text(text, sizeof text - 1);
	assert_int_equal(function_named(parsed.unit->module, "rows")->body_state, IR_BODY_ASSUMED);
	const struct ir_module *module = parsed.unit->module;
	assert_int_equal(parsed.unit->error_count, 1); /* the header */
	const struct ir_function *make = function_named(module, "make"), *k = function_named(module, "k");
	assert_string_equal(make->result->record->name, "wide");
	assert_int_equal(function_named(module, "find")->result->kind, IR_TYPE_POINTER);
	assert_int_equal(function_named(module, "open")->body_state, IR_BODY_ASSUMED);
	assert_int_equal(k->body->child_count, 1);
	const struct ir_stmt *branch = k->body->children[0];
	assert_int_equal(branch->kind, IR_IF);
	assert_int_equal(branch->other->kind, IR_IF);
	const struct ir_expr *value = branch->body->expr->operands[1];
	assert_int_equal(value->kind, IR_MEMBER);
	assert_ptr_equal(value->operands[0]->call->function, make);
	done(&parsed);
}

/* What one target's parses find to be missing stands in front of the next one's from the start. */
static void found_for_all_targets(void **state)
{
	(void)state;
	static const char text[] = "#include <not/there.h>\n"
				   "namespace a { template <class T> struct box; }\n"
				   "__global__ void k(view<float> v, int n)\n"
				   "{\n"
				   "	if (threadIdx.x < n && v.holds(helper::first(n)))\n"
				   "		v.data[threadIdx.x] = LIMIT;\n"
				   "}\n";
	struct unit_options options = {.path = "text.cu",
		.contents = text,
		.contents_size = sizeof text - 1,
		.cache_dir = CUDALINT_TEST_CACHE};
	struct parsed first = parse(options);
	assert_true(first.unit->invented.count >= 3);
	assert_non_null(first.unit->found);
	options.found = first.unit->found;
	options.arch = 80;
	struct parsed next = parse(options);
	assert_int_equal(next.unit->invented.count, first.unit->invented.count);
	assert_int_equal(next.unit->error_count, first.unit->error_count);
	for (size_t i = 0; i < next.unit->invented.count; i++)
		assert_string_equal(next.unit->invented.data[i], first.unit->invented.data[i]);
	done(&next);
	done(&first);
}

/* Names from messages get into the text as identifiers only, and there are bounds. */
static void hostile_inventions(void **state)
{
	(void)state;
	struct buffer text = {0};
	buffer_add_text(&text, "#include \"not_there.h\"\n__global__ void k(int *p) {\n");
	for (int i = 0; i < 900; i++)
		buffer_printf(&text, "p[%d] = u%d::v<%d>(w%d.x%d->y);\n", i, i, i, i, i);
	buffer_add_text(&text, "p[0] = \\u0041b(1); p[1] = a::b::c::d::e::f::g::h::i::j::k::l(); }\n");
	buffer_add_text(&text, "struct s : s2<s3<s4<s5<s6<s7<s8<s9<int> > > > > > > > {};\n"
			       "using namespace q::r::s::t::u::v::w::x::y;\nX(X(X(X(X(\n");
	struct parsed parsed = parse_text(text.data, text.size);
	assert_int_equal(parsed.unit->status, UNIT_DEGRADED);
	assert_true(parsed.unit->invented.count <= 400);
	done(&parsed);
	buffer_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(invented_declarations),
		cmocka_unit_test(invented_macros),
		cmocka_unit_test(found_for_all_targets),
		cmocka_unit_test(hostile_inventions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
