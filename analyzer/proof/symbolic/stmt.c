/* Statements: branches part the state and join it again. */
#include "analyzer/proof/symbolic/machine.h"

#include <string.h>

static bool is_local(const struct ir_var *var)
{
	return var->storage == IR_LOCAL || var->storage == IR_PARAM;
}

void sym_declare(struct sym *sym, const struct ir_var *var)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	if (var->storage == IR_STATIC_LOCAL)
		sym_refuse(sym, var->init, "a static variable");
	if (!is_local(var))
		return;
	struct sym_object *object = sym_bind(sym, sym->frame, var);
	if (!var->init)
		return;
	bool is_reference = var->type->kind == IR_TYPE_REFERENCE;
	struct sym_value value = sym_init(sym, var->init, var->type);
	struct sym_value place = sym_pointer(sym, object, term_number(sym->terms, 0));
	if (var->type->kind == IR_TYPE_ARRAY && value.kind != SYM_RECORD)
		return;
	if (var->type->kind == IR_TYPE_ARRAY) { /* braces: as a record */
		static struct ir_type whole;
		whole = (struct ir_type){.kind = IR_TYPE_RECORD, .size = var->type->size};
		sym_store(sym, &place, &whole, &value, var->init);
		return;
	}
	sym_store(sym, &place, is_reference ? &slot : var->type, &value, var->init);
}

static void exec_if(struct sym *sym, const struct ir_stmt *stmt)
{
	if (stmt->init)
		sym_stmt(sym, stmt->init);
	for (size_t i = 0; i < stmt->var_count; i++)
		sym_declare(sym, stmt->vars[i]);
	const struct term *when = sym_condition(sym, stmt->expr);
	struct sym_state before = sym_state_copy(sym, &sym->state);
	sym->state.live = term_and(sym->terms, before.live, when);
	if (stmt->body)
		sym_stmt(sym, stmt->body);
	struct sym_state first = sym_state_copy(sym, &sym->state);
	sym->state = before;
	sym->state.live = term_and(sym->terms, before.live, term_not(sym->terms, when));
	if (stmt->other)
		sym_stmt(sym, stmt->other);
	sym->state = sym_state_join(sym, &first, &sym->state);
}

/* ---- switch ----------------------------------------------------------------------------------- */

static void exec_switch(struct sym *sym, const struct ir_stmt *stmt);

struct choice {
	struct sym_value value;
	struct sym_state start;
	const struct term *others; /* none of the cases so far */
	bool has_default;
};

static const struct term *case_holds(struct sym *sym, struct choice *choice, const struct ir_stmt *stmt)
{
	struct sym_value low = sym_expr(sym, stmt->expr);
	if (!stmt->step)
		return sym_compare(sym, stmt->expr, IR_OP_EQ, &choice->value, &low);
	struct sym_value high = sym_expr(sym, stmt->step);
	return term_and(sym->terms, sym_compare(sym, stmt->expr, IR_OP_GE, &choice->value, &low),
		sym_compare(sym, stmt->expr, IR_OP_LE, &choice->value, &high));
}

static void gather_cases(struct sym *sym, struct choice *choice, const struct ir_stmt *stmt)
{
	if (!stmt)
		return;
	if (stmt->kind == IR_CASE)
		choice->others = term_and(
			sym->terms, choice->others, term_not(sym->terms, case_holds(sym, choice, stmt)));
	choice->has_default |= stmt->kind == IR_DEFAULT;
	if (stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT)
		gather_cases(sym, choice, stmt->body);
	for (size_t i = 0; stmt->kind == IR_BLOCK && i < stmt->child_count; i++)
		gather_cases(sym, choice, stmt->children[i]);
}

static void exec_case(struct sym *sym, struct choice *choice, const struct ir_stmt *stmt)
{
	if (stmt->kind != IR_CASE && stmt->kind != IR_DEFAULT) {
		sym_stmt(sym, stmt);
		return;
	}
	const struct term *when = stmt->kind == IR_CASE ? case_holds(sym, choice, stmt) : choice->others;
	struct sym_state entering = choice->start;
	entering.live = term_and(sym->terms, entering.live, when);
	sym->state = sym_state_join(sym, &sym->state, &entering);
	if (stmt->body)
		exec_case(sym, choice, stmt->body);
}

static void exec_switch(struct sym *sym, const struct ir_stmt *stmt)
{
	if (stmt->init)
		sym_stmt(sym, stmt->init);
	struct choice choice = {.value = sym_expr(sym, stmt->expr), .others = term_truth(sym->terms, true)};
	struct sym_loop around = {.up = sym->loop, .is_switch = true, .call_depth = sym->calls};
	if (!stmt->body || stmt->body->kind != IR_BLOCK) {
		sym_refuse(sym, stmt->expr, "a switch of an unusual form");
		return;
	}
	choice.start = sym_state_copy(sym, &sym->state);
	gather_cases(sym, &choice, stmt->body);
	sym->loop = &around;
	sym->state.live = term_truth(sym->terms, false);
	for (size_t i = 0; i < stmt->body->child_count && !sym->out->refused; i++)
		exec_case(sym, &choice, stmt->body->children[i]);
	sym->loop = around.up;
	sym_states_rejoin(sym, &around.breaks);
	if (!choice.has_default) {
		struct sym_state skipping = choice.start;
		skipping.live = term_and(sym->terms, skipping.live, choice.others);
		sym->state = sym_state_join(sym, &sym->state, &skipping);
	}
}

/* ---- leaving ---------------------------------------------------------------------------------- */

static void note_leaving(struct sym *sym, struct sym_loop *to)
{
	for (struct sym_loop *loop = sym->loop; loop; loop = loop->up) {
		if (loop == to && !loop->is_switch && loop->leaves)
			loop->leaves = term_or(sym->terms, loop->leaves, sym->state.live);
		if (loop == to)
			break;
		if (!loop->is_switch && loop->leaves)
			loop->leaves = term_or(sym->terms, loop->leaves, sym->state.live);
	}
}

static void leave(struct sym *sym, const struct ir_stmt *stmt)
{
	struct sym_loop *loop = sym->loop;
	while (loop && stmt->kind == IR_CONTINUE && loop->is_switch)
		loop = loop->up;
	if (!loop) {
		sym_refuse(sym, NULL, "a break without a loop");
		return;
	}
	if (stmt->kind == IR_BREAK)
		note_leaving(sym, loop);
	sym_states_add(sym, stmt->kind == IR_BREAK ? &loop->breaks : &loop->continues, &sym->state);
	sym->state.live = term_truth(sym->terms, false);
}

static void exec_return(struct sym *sym, const struct ir_stmt *stmt)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	struct sym_frame *frame = sym->frame;
	const struct ir_type *type = frame->function->result;
	if (stmt->expr && frame->result && type && type->kind != IR_TYPE_VOID) {
		struct sym_value value = sym_init(sym, stmt->expr, type);
		struct sym_value place = sym_pointer(sym, frame->result, term_number(sym->terms, 0));
		sym_store(sym, &place, type->kind == IR_TYPE_REFERENCE ? &slot : type, &value, stmt->expr);
	} else if (stmt->expr) {
		sym_expr(sym, stmt->expr);
	}
	for (struct sym_loop *loop = sym->loop; loop && loop != frame->loops; loop = loop->up)
		if (loop->leaves)
			loop->leaves = term_or(sym->terms, loop->leaves, sym->state.live);
	if (frame->up)
		sym_states_add(sym, &frame->returns, &sym->state);
	else
		sym->left = term_or(sym->terms, sym->left, sym->state.live);
	sym->state.live = term_truth(sym->terms, false);
}

/* Inline assembly that computes: its results are anything. */
static void exec_asm(struct sym *sym, const struct ir_asm *assembly)
{
	enum { HARMLESS = CUDA_ASM_LANE };
	if (!assembly->text || (assembly->mentions & ~(unsigned)HARMLESS) || assembly->clobbers_memory) {
		sym_refuse(sym, assembly->operand_count ? assembly->operands[0].expr : NULL,
			"inline assembly that isn't followed");
		return;
	}
	if (strstr(assembly->text, "ld.") || strstr(assembly->text, "st.") || strstr(assembly->text, "bra") ||
		strstr(assembly->text, "exit") || strstr(assembly->text, "trap")) {
		sym_refuse(sym, NULL, "inline assembly that isn't followed");
		return;
	}
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		if (!operand->expr) {
			sym_refuse(sym, NULL, "inline assembly that isn't followed");
			continue;
		}
		if (!operand->is_output) {
			sym_expr(sym, operand->expr);
			continue;
		}
		struct sym_value value = sym_unknown(
			sym, operand->expr, "a result", SYM_THREAD, SYM_UNSEEN, operand->expr->type);
		struct sym_value place = sym_place(sym, operand->expr);
		sym_store(sym, &place, operand->expr->type, &value, operand->expr);
	}
}

void sym_stmt(struct sym *sym, const struct ir_stmt *stmt)
{
	if (!stmt || !sym_spend(sym) || sym_is_over(sym))
		return;
	switch (stmt->kind) {
	case IR_BLOCK:
		for (size_t i = 0; i < stmt->child_count && !sym_is_over(sym); i++)
			sym_stmt(sym, stmt->children[i]);
		break;
	case IR_EXPR: sym_expr(sym, stmt->expr); break;
	case IR_DECL:
		for (size_t i = 0; i < stmt->var_count; i++)
			sym_declare(sym, stmt->vars[i]);
		break;
	case IR_IF: exec_if(sym, stmt); break;
	case IR_FOR:
	case IR_WHILE:
	case IR_DO: sym_loop(sym, stmt); break;
	case IR_SWITCH: exec_switch(sym, stmt); break;
	case IR_RETURN: exec_return(sym, stmt); break;
	case IR_BREAK:
	case IR_CONTINUE: leave(sym, stmt); break;
	case IR_ASM: exec_asm(sym, stmt->assembly); break;
	case IR_EMPTY: break;
	case IR_GOTO:
	case IR_LABEL: sym_refuse(sym, NULL, "a goto"); break;
	default: sym_refuse(sym, stmt->expr, "a statement that isn't understood");
	}
}
