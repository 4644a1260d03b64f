/* Printing expressions. Nested operators get parentheses, so that the tree can be read off the text. */
#include "analyzer/ir/print.h"

#include <inttypes.h>
#include <string.h>

enum { DEPTH_LIMIT = 200 };

struct print {
	FILE *out;
	unsigned depth;
};

static void print_expr(struct print *print, const struct ir_expr *expr);

const char *ir_op_name(enum ir_op op)
{
	static const char *const names[] = {
		[IR_OP_NONE] = "",
		[IR_OP_ADD] = "+",
		[IR_OP_SUB] = "-",
		[IR_OP_MUL] = "*",
		[IR_OP_DIV] = "/",
		[IR_OP_REM] = "%",
		[IR_OP_SHL] = "<<",
		[IR_OP_SHR] = ">>",
		[IR_OP_AND] = "&",
		[IR_OP_OR] = "|",
		[IR_OP_XOR] = "^",
		[IR_OP_LT] = "<",
		[IR_OP_GT] = ">",
		[IR_OP_LE] = "<=",
		[IR_OP_GE] = ">=",
		[IR_OP_EQ] = "==",
		[IR_OP_NE] = "!=",
		[IR_OP_LOGICAL_AND] = "&&",
		[IR_OP_LOGICAL_OR] = "||",
		[IR_OP_COMMA] = ",",
		[IR_OP_NEG] = "-",
		[IR_OP_PLUS] = "+",
		[IR_OP_NOT] = "!",
		[IR_OP_BIT_NOT] = "~",
		[IR_OP_DEREF] = "*",
		[IR_OP_ADDRESS] = "&",
		[IR_OP_PRE_INC] = "++",
		[IR_OP_PRE_DEC] = "--",
		[IR_OP_POST_INC] = "++",
		[IR_OP_POST_DEC] = "--",
	};
	return names[op];
}

static void print_list(struct print *print, struct ir_expr *const *exprs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputs(", ", print->out);
		print_expr(print, exprs[i]);
	}
}

static const struct ir_expr *operand(const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? expr->operands[index] : NULL;
}

static bool needs_parentheses(const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_UNARY:
	case IR_BINARY:
	case IR_ASSIGN:
	case IR_CONDITIONAL:
	case IR_THROW: return true;
	default: return false;
	}
}

static void print_nested(struct print *print, const struct ir_expr *expr)
{
	bool parentheses = expr && needs_parentheses(expr);
	fputs(parentheses ? "(" : "", print->out);
	print_expr(print, expr);
	fputs(parentheses ? ")" : "", print->out);
}

static void print_string(FILE *out, const struct ir_expr *expr)
{
	fputc('"', out);
	for (size_t i = 0; i < expr->string.length; i++) {
		unsigned char c = (unsigned char)expr->string.text[i];
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c == '\n')
			fputs("\\n", out);
		else if (c < ' ' || c == 127)
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

static void print_template_args(FILE *out, const struct ir_template_arg *args, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ", " : "<", out);
		if (args[i].is_value)
			fprintf(out, "%" PRId64, args[i].value);
		else
			fputs(args[i].type ? args[i].type->name : "?", out);
	}
	fputs(count ? ">" : "", out);
}

static void print_call(struct print *print, const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	bool is_listed = operand(expr, 0) && operand(expr, 0) == call->object;
	if (call->object && !is_listed) {
		print_nested(print, call->object);
		fputs(!call->name[0] ? "" : call->is_arrow ? "->" : ".", print->out);
	}
	const struct ir_function *function = call->function;
	bool is_method = call->object && !is_listed;
	fputs(is_method || !function ? call->name : function->qualified, print->out);
	print_template_args(print->out, call->args, call->arg_count);
	fputs(function ? "(" : "?(", print->out);
	print_list(print, expr->operands, expr->operand_count);
	fputc(')', print->out);
}

static void print_construct(struct print *print, const struct ir_expr *expr)
{
	bool braces = expr->kind == IR_INIT_LIST || expr->call->is_list_init;
	fputs(expr->kind == IR_INIT_LIST ? "" : expr->type->name, print->out);
	fputc(braces ? '{' : '(', print->out);
	print_list(print, expr->operands, expr->operand_count);
	fputc(braces ? '}' : ')', print->out);
}

static void print_launch(struct print *print, const struct ir_expr *expr)
{
	const struct ir_launch *launch = expr->launch;
	const struct ir_expr *const parts[] = {
		launch->config, launch->grid, launch->block, launch->shared, launch->stream};
	if (launch->kernel)
		fputs(launch->kernel->display, print->out);
	else
		print_expr(print, launch->callee);
	fputs("<<<", print->out);
	bool first = true;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!parts[i])
			continue;
		fputs(first ? "" : ", ", print->out);
		print_expr(print, parts[i]);
		first = false;
	}
	fputs(">>>(", print->out);
	print_list(print, launch->args, launch->arg_count);
	fputc(')', print->out);
}

static void print_cast(struct print *print, const struct ir_expr *expr)
{
	const struct ir_expr *inner = operand(expr, 0);
	if (expr->is_implicit && inner &&
		(expr->type == inner->type || !strcmp(expr->type->name, inner->type->name))) {
		print_expr(print, inner);
		return;
	}
	fprintf(print->out, expr->is_implicit ? "<%s>(" : "(%s)(", expr->type->name);
	print_list(print, expr->operands, expr->operand_count);
	fputc(')', print->out);
}

static void print_unary(struct print *print, const struct ir_expr *expr)
{
	bool is_postfix = expr->op == IR_OP_POST_INC || expr->op == IR_OP_POST_DEC;
	fputs(is_postfix ? "" : ir_op_name(expr->op), print->out);
	print_nested(print, operand(expr, 0));
	fputs(is_postfix ? ir_op_name(expr->op) : "", print->out);
}

static void print_binary(struct print *print, const struct ir_expr *expr)
{
	print_nested(print, operand(expr, 0));
	fprintf(print->out, " %s%s ", ir_op_name(expr->op), expr->kind == IR_ASSIGN ? "=" : "");
	print_nested(print, operand(expr, 1));
}

static void print_member(struct print *print, const struct ir_expr *expr)
{
	print_nested(print, operand(expr, 0));
	fprintf(print->out, "%s%s%s", expr->is_arrow ? "->" : ".", expr->member.name ? expr->member.name : "",
		expr->member.field ? "" : "?");
}

/* A keyword or sign, and the operands in parentheses. */
static void print_named(struct print *print, const char *name, const struct ir_expr *expr)
{
	fprintf(print->out, "%s(", name);
	print_list(print, expr->operands, expr->operand_count);
	fputc(')', print->out);
}

static void print_leaf(struct print *print, const struct ir_expr *expr)
{
	FILE *out = print->out;
	switch (expr->kind) {
	case IR_INT: fprintf(out, "%" PRId64, expr->integer); break;
	case IR_REAL: fprintf(out, expr->type->size == 4 ? "%.9gf" : "%.17g", expr->real); break;
	case IR_STRING: print_string(out, expr); break;
	case IR_NULL: fputs("nullptr", out); break;
	case IR_VAR: fputs(expr->var->name ? expr->var->name : "", out); break;
	case IR_THIS: fputs("this", out); break;
	case IR_FUNCTION:
		fputs(expr->function.function ? expr->function.function->display
			: expr->function.name ? expr->function.name
					      : "?",
			out);
		break;
	case IR_LAMBDA: fprintf(out, "[lambda %s]", expr->lambda ? expr->lambda->display : "?"); break;
	default: print_named(print, "?", expr); break;
	}
}

static void print_tree(struct print *print, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_UNARY: print_unary(print, expr); break;
	case IR_BINARY:
	case IR_ASSIGN: print_binary(print, expr); break;
	case IR_CONDITIONAL:
		print_nested(print, operand(expr, 0));
		fputs(" ? ", print->out);
		print_nested(print, operand(expr, 1));
		fputs(" : ", print->out);
		print_nested(print, operand(expr, 2));
		break;
	case IR_INDEX:
		print_nested(print, operand(expr, 0));
		fputc('[', print->out);
		print_expr(print, operand(expr, 1));
		fputc(']', print->out);
		break;
	case IR_MEMBER: print_member(print, expr); break;
	case IR_CAST: print_cast(print, expr); break;
	case IR_CALL: print_call(print, expr); break;
	case IR_CONSTRUCT:
	case IR_INIT_LIST: print_construct(print, expr); break;
	case IR_LAUNCH: print_launch(print, expr); break;
	case IR_NEW: print_named(print, "new", expr); break;
	case IR_DELETE: print_named(print, "delete", expr); break;
	case IR_THROW: print_named(print, "throw", expr); break;
	case IR_STMT_EXPR: fputs("({...})", print->out); break;
	case IR_SIZEOF:
		if (expr->is_known)
			fprintf(print->out, "sizeof:%" PRId64, expr->integer);
		else
			print_named(print, "sizeof", expr);
		break;
	default: print_leaf(print, expr); break;
	}
}

static void print_expr(struct print *print, const struct ir_expr *expr)
{
	if (!expr || print->depth >= DEPTH_LIMIT) {
		fputs(expr ? "..." : "<none>", print->out);
		return;
	}
	print->depth++;
	print_tree(print, expr);
	print->depth--;
}

void ir_print_expr(FILE *out, const struct ir_expr *expr)
{
	struct print print = {.out = out};
	print_expr(&print, expr);
}
