/* Inline PTX as people write it: what the reader makes of instructions, operands, labels and scopes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/ir/ptx.h"

static struct arena *arena;

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static struct ptx_code parse(const char *text)
{
	struct ptx_code code;
	if (!ptx_parse(arena, text, &code))
		fail_msg("not read: %s", text);
	return code;
}

static const struct ptx_instruction *only(const struct ptx_code *code)
{
	assert_int_equal(code->instructions.count, 1);
	return &code->instructions.data[0];
}

static void check_opcode(const struct ptx_instruction *instruction, const char *expected)
{
	assert_string_equal(ptx_opcode(arena, instruction), expected);
}

static void simple_instructions(void **state)
{
	(void)state;
	struct ptx_code code = parse("mbarrier.init.shared::cta.b64 [%0], %1;\n");
	const struct ptx_instruction *init = only(&code);
	check_opcode(init, "mbarrier.init.shared::cta.b64");
	assert_int_equal(init->opcode_count, 4);
	assert_true(ptx_is(init, 1, "init"));
	assert_true(ptx_has(init, "shared::cta"));
	assert_false(ptx_has(init, "shared"));
	assert_int_equal(init->operand_count, 2);
	assert_int_equal(init->operands[0].kind, PTX_ADDRESS);
	assert_int_equal(init->operands[0].parts[0].binding, 0);
	assert_int_equal(init->operands[1].kind, PTX_BOUND);
	assert_int_equal(init->operands[1].binding, 1);
	assert_null(init->predicate);
	assert_int_equal(init->begin, 0);
	assert_int_equal(init->end, strlen("mbarrier.init.shared::cta.b64 [%0], %1"));

	code = parse("griddepcontrol.wait; ");
	check_opcode(only(&code), "griddepcontrol.wait");
	assert_int_equal(only(&code)->operand_count, 0);
	code = parse("bar.sync 1, 128"); /* no semicolon at the end */
	assert_int_equal(only(&code)->operands[1].number, 128);
	code = parse(" ;; \n");
	assert_int_equal(code.instructions.count, 0);
	code = parse("");
	assert_int_equal(code.instructions.count, 0);
	code = parse("ld.global .nc\t.v2.u32 {%0, %1}, [%2 + 16];");
	check_opcode(only(&code), "ld.global.nc.v2.u32");
}

/* Numbers past 64 bits aren't known; those of operands are no others. */
static void large_numbers(void **state)
{
	(void)state;
	struct ptx_code code = parse("ld.global.b32 %0, [%1+9223372036854775807+9223372036854775807];");
	assert_int_equal(only(&code)->operands[1].kind, PTX_OTHER);
	code = parse("ld.global.b32 %0, [%1-9223372036854775807-2];");
	assert_int_equal(only(&code)->operands[1].kind, PTX_OTHER);
	code = parse("ld.global.b32 %0, [%1+9223372036854775807-9223372036854775807];");
	assert_int_equal(only(&code)->operands[1].kind, PTX_ADDRESS);
	assert_int_equal(only(&code)->operands[1].number, 0);
	code = parse("bar.sync 99999999999999999999999, -99999999999999999999999;");
	assert_int_equal(only(&code)->operands[0].kind, PTX_OTHER);
	assert_int_equal(only(&code)->operands[1].kind, PTX_OTHER);
	code = parse("mov.b32 %4294967296, %99999999999999999999999;");
	assert_true(only(&code)->operands[0].binding > 1000 && only(&code)->operands[1].binding > 1000);
}

static void operands(void **state)
{
	(void)state;
	struct ptx_code code = parse("op [%2 + 16], [a-4], [map, {%3, %4}], {x,y , z}, %0|p, !q, (r), _;");
	const struct ptx_operand *operand = only(&code)->operands;
	assert_int_equal(only(&code)->operand_count, 8);
	assert_int_equal(operand[0].kind, PTX_ADDRESS);
	assert_int_equal(operand[0].number, 16);
	assert_int_equal(operand[0].parts[0].binding, 2);
	assert_int_equal(operand[1].number, -4);
	assert_string_equal(operand[1].parts[0].text, "a");
	assert_int_equal(operand[2].part_count, 2);
	assert_int_equal(operand[2].parts[1].kind, PTX_VECTOR);
	assert_int_equal(operand[2].parts[1].parts[1].binding, 4);
	assert_int_equal(operand[3].kind, PTX_VECTOR);
	assert_int_equal(operand[3].part_count, 3);
	assert_string_equal(operand[3].parts[1].text, "y");
	assert_int_equal(operand[4].kind, PTX_PAIR);
	assert_int_equal(operand[4].parts[0].binding, 0);
	assert_string_equal(operand[4].parts[1].text, "p");
	assert_true(operand[5].is_negated);
	assert_int_equal(operand[6].kind, PTX_LIST);
	assert_string_equal(operand[7].text, "_");

	code = parse("mov.u32 %0, %%laneid;");
	assert_string_equal(only(&code)->operands[1].text, "%laneid");
	code = parse("mov.u32 %0, %tid.x;");
	assert_string_equal(only(&code)->operands[1].text, "%tid.x");
	code = parse("op %[name], [global+%1], [%2+0+8];");
	assert_int_equal(only(&code)->operands[0].kind, PTX_OTHER);
	assert_int_equal(only(&code)->operands[1].kind, PTX_OTHER);
	assert_int_equal(only(&code)->operands[2].number, 8);
}

static void numbers(void **state)
{
	(void)state;
	struct ptx_code code =
		parse("op 0x1F, 017, 0b101, 42U, -1, 0f3F800000, 0d3FF0000000000000, 1.5, - 3;");
	const struct ptx_operand *operand = only(&code)->operands;
	const int64_t expected[] = {31, 15, 5, 42, -1, 0x3F800000, INT64_C(0x3FF0000000000000), 0, -3};
	for (size_t i = 0; i < 9; i++) {
		assert_int_equal(operand[i].kind, PTX_NUMBER);
		assert_int_equal(operand[i].is_real, i >= 5 && i <= 7);
		if (i != 7)
			assert_int_equal(operand[i].number, expected[i]);
	}
}

static void predicates_and_labels(void **state)
{
	(void)state;
	struct ptx_code code = parse("{\n"
				     ".reg .pred  P1, P2; // two\n"
				     "setp.ne.b32 P2, %2, 0;\n"
				     "LAB_WAIT_%=: \n"
				     "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
				     "@P1 bra.uni DONE;\n"
				     "@!P2 bra LAB_WAIT_%=;/* a\n comment */\n"
				     "DONE:\n"
				     "}");
	assert_int_equal(code.instructions.count, 5);
	assert_int_equal(code.labels.count, 2);
	const struct ptx_instruction *list = code.instructions.data;
	assert_true(list[0].is_directive);
	check_opcode(&list[0], ".reg.pred");
	assert_int_equal(list[0].operand_count, 2);
	assert_int_equal(list[2].depth, 1);
	assert_string_equal(list[3].predicate->text, "P1");
	assert_false(list[3].predicate->is_negated);
	assert_true(list[4].predicate->is_negated);
	assert_string_equal(code.labels.data[0].name, "LAB_WAIT_%=");
	assert_int_equal(code.labels.data[0].index, 2);
	assert_int_equal(code.labels.data[1].index, 5);
	assert_false(ptx_is_conditional(&code, 2));
	assert_true(ptx_is_conditional(&code, 3));
	assert_true(ptx_is_repeated(&code, 2));
	assert_false(ptx_is_repeated(&code, 1));

	code = parse("@%p0 st.shared.u32 [%r1], %2;");
	assert_string_equal(only(&code)->predicate->text, "%p0");
	code = parse("setp.eq.u32 p, %0, 0; @p bra END; bar.sync 1; END: bar.sync 0;");
	assert_true(ptx_is_conditional(&code, 2));
	assert_false(ptx_is_conditional(&code, 3));
}

static void registers_lead_back(void **state)
{
	(void)state;
	struct ptx_code code = parse("{ .reg .u64 a; .reg .u32 b, n;\n"
				     "cvta.to.shared.u64 a, %0; cvt.u32.u64 b, a; mov.u32 n, 128;\n"
				     "mbarrier.init.shared.b64 [b], n; }");
	const struct ptx_instruction *init = &code.instructions.data[5];
	assert_int_equal(ptx_origin(&code, 5, &init->operands[0].parts[0])->binding, 0);
	assert_int_equal(ptx_origin(&code, 5, &init->operands[1])->number, 128);

	/* written twice, or computed: not known */
	code = parse("mov.u32 n, 1; @p mov.u32 n, 2; add.u32 m, n, 1; bar.sync n, m;");
	const struct ptx_instruction *sync = &code.instructions.data[3];
	assert_int_equal(ptx_origin(&code, 3, &sync->operands[0])->kind, PTX_NAME);
	assert_int_equal(ptx_origin(&code, 3, &sync->operands[1])->kind, PTX_NAME);
}

static void as_people_write_it(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, "
		"%4}], [%2];",
		"cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;\n",
		"ld.acquire.sys.global.u8 %0, [%1];",
		"st.release.sys.global.u8 [%1], %0;",
		"atom.add.release.gpu.u32 %0,[%1],%2;",
		"red.async.relaxed.cluster.global.add.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], "
		"%1, [%2];",
		"vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;",
		"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
		"{%10,%11,%12,%13};\n",
		"{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
		"{%0, %1}, %3, %4, p, 1, 1;\n}\n",
		"{ .reg .b32 rx; .reg .pred px; elect.sync rx|px, %1; @px mov.s32 %0, 1; }",
		"setmaxnreg.inc.sync.aligned.u32 %0;\n",
		"fence.proxy.async.shared::cta;",
		"membar.gl;",
		"prefetch.global.L2::evict_last [%0];",
		"createpolicy.fractional.L2::evict_first.b64 %0, 1.0;",
		"lop3.b32 %0, %1, %2, %3, 0xEA;",
		"{.reg .b16 lo,hi;\n mov.b32 {lo,hi}, %1;\n cvt.f32.f16 %0, lo;}\n",
		"mad.lo.cc.u32 %0, %1, %2, %3;\n\tmadc.hi.u32 %0, %1, %2, 0;",
		"tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];",
		"multimem.red.release.sys.global.add.u32 [%0], %1;",
		".pragma \"nounroll\";",
		".reg .b32 x<4>; mov.u32 x0, %%smid;",
		"call (_), vprintf, (%0, %1);",
		"mapa.shared::cluster.u32  %0, %1, %2;\n",
		"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];",
		"trap;",
		"ret;",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct ptx_code code = parse(texts[i]);
		assert_true(code.instructions.count > 0);
	}
}

static void not_ptx(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"lock; xchgl %0, (%1)]",
		"op [%0;",
		"op {%0;",
		"}",
		"{",
		"@",
		"op ,;",
		"op [[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]];",
		"op \"never closed",
		"op %[never",
		"op %",
		"/* never closed",
		"1:",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct ptx_code code;
		ptx_parse(arena, texts[i], &code); /* must come back */
	}
	struct ptx_code code;
	assert_false(ptx_parse(arena, "bar.sync 0; }", &code));
	assert_int_equal(code.instructions.count, 1);
	assert_false(ptx_parse(arena, "op [%0; membar.gl; op2 ,; bar.sync 0;", &code));
	assert_int_equal(code.instructions.count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(simple_instructions, set_up, tear_down),
		cmocka_unit_test_setup_teardown(large_numbers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(operands, set_up, tear_down),
		cmocka_unit_test_setup_teardown(numbers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(predicates_and_labels, set_up, tear_down),
		cmocka_unit_test_setup_teardown(registers_lead_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(as_people_write_it, set_up, tear_down),
		cmocka_unit_test_setup_teardown(not_ptx, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
