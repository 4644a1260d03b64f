/* Printing modules, functions and statements; expressions are in print_expr.c. */
#include "analyzer/ir/print.h"

#include <inttypes.h>

enum { DEPTH_LIMIT = 100 };

struct print {
	FILE *out;
	const struct ir_module *module;
	unsigned depth;
};

static void print_stmt(struct print *print, const struct ir_stmt *stmt);

const char *ir_storage_name(enum ir_storage storage)
{
	static const char *const names[] = {
		[IR_LOCAL] = "local",
		[IR_PARAM] = "param",
		[IR_STATIC_LOCAL] = "static",
		[IR_GLOBAL] = "global",
		[IR_DEVICE] = "device",
		[IR_CONSTANT] = "constant",
		[IR_MANAGED] = "managed",
		[IR_SHARED] = "shared",
		[IR_EXTERN_SHARED] = "extern shared",
		[IR_BUILTIN] = "builtin",
		[IR_TEMPLATE_PARAM] = "template",
	};
	return names[storage];
}

static void indent(struct print *print)
{
	for (unsigned i = 0; i < print->depth; i++)
		fputc('\t', print->out);
}

/* Ends a line with where its node is: file only when it isn't the main one. */
static void end_line(struct print *print, struct ir_range range)
{
	struct ir_place spelling, expansion;
	if (ir_locate(print->module, range, &spelling, &expansion)) {
		const struct ir_file *file = spelling.file < print->module->files.count
						     ? &print->module->files.data[spelling.file]
						     : NULL;
		fputs("  // ", print->out);
		if (file && !file->is_main)
			fprintf(print->out, "%s:", file->path);
		fprintf(print->out, "%" PRIu32 ":%" PRIu32, spelling.line, spelling.column);
		if (spelling.in_macro)
			fprintf(print->out, " (macro used at %" PRIu32 ":%" PRIu32 ")", expansion.line,
				expansion.column);
	}
	fputc('\n', print->out);
}

static void print_attributes(struct print *print, const struct ir_attribute *attributes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fprintf(print->out, " [[%s", attributes[i].name);
		for (size_t k = 0; k < attributes[i].arg_count; k++) {
			fputs(k ? ", " : "(", print->out);
			ir_print_expr(print->out, attributes[i].args[k]);
		}
		fputs(attributes[i].arg_count ? ")]]" : "]]", print->out);
	}
}

static void print_var(struct print *print, const struct ir_var *var)
{
	indent(print);
	fprintf(print->out, "%s %s: %s", ir_storage_name(var->storage), var->name ? var->name : "",
		var->type->name);
	if (var->is_constexpr)
		fputs(" constexpr", print->out);
	if (var->is_assigned)
		fputs(" assigned", print->out);
	if (var->is_address_taken)
		fputs(" address-taken", print->out);
	print_attributes(print, var->attributes, var->attribute_count);
	if (var->init) {
		fputs(" = ", print->out);
		ir_print_expr(print->out, var->init);
	}
	end_line(print, var->range);
}

static const char *keyword(enum ir_stmt_kind kind)
{
	static const char *const keywords[] = {
		[IR_BLOCK] = "block",
		[IR_EXPR] = "",
		[IR_DECL] = "decl",
		[IR_IF] = "if ",
		[IR_FOR] = "for ",
		[IR_RANGE_FOR] = "for-range ",
		[IR_WHILE] = "while ",
		[IR_DO] = "do-while ",
		[IR_SWITCH] = "switch ",
		[IR_CASE] = "case ",
		[IR_DEFAULT] = "default",
		[IR_RETURN] = "return ",
		[IR_BREAK] = "break",
		[IR_CONTINUE] = "continue",
		[IR_GOTO] = "goto ",
		[IR_LABEL] = "label ",
		[IR_ASM] = "asm ",
		[IR_TRY] = "try",
		[IR_EMPTY] = "empty",
		[IR_UNKNOWN_STMT] = "unknown",
	};
	return keywords[kind];
}

static void print_asm(struct print *print, const struct ir_asm *assembly)
{
	fprintf(print->out, "%s%s", assembly->is_volatile ? "volatile " : "",
		assembly->clobbers_memory ? "memory " : "");
	fputc('"', print->out);
	for (const char *c = assembly->text ? assembly->text : "?"; *c; c++) {
		if (*c == '\n')
			fputs("\\n", print->out);
		else
			fputc(*c, print->out);
	}
	fputc('"', print->out);
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &assembly->operands[i];
		fprintf(print->out, " %s\"%s\"(", operand->is_output ? "out " : "", operand->constraint);
		ir_print_expr(print->out, operand->expr);
		fputc(')', print->out);
	}
}

/* A part of a statement, indented below it. */
static void print_part(struct print *print, const char *name, const struct ir_stmt *part)
{
	if (!part)
		return;
	if (name) {
		indent(print);
		fprintf(print->out, "%s:\n", name);
	}
	print->depth++;
	print_stmt(print, part);
	print->depth--;
}

static void print_head(struct print *print, const struct ir_stmt *stmt)
{
	indent(print);
	fputs(keyword(stmt->kind), print->out);
	if (stmt->is_constexpr)
		fputs("constexpr ", print->out);
	if (stmt->label)
		fputs(stmt->label, print->out);
	if (stmt->assembly)
		print_asm(print, stmt->assembly);
	if (stmt->expr)
		ir_print_expr(print->out, stmt->expr);
	if (stmt->step) {
		fputs(stmt->kind == IR_CASE ? " ... " : "; ", print->out);
		ir_print_expr(print->out, stmt->step);
	}
	end_line(print, stmt->range);
}

static void print_stmt(struct print *print, const struct ir_stmt *stmt)
{
	if (!stmt)
		return;
	if (print->depth >= DEPTH_LIMIT) {
		indent(print);
		fputs("...\n", print->out);
		return;
	}
	bool is_plain_decl = stmt->kind == IR_DECL;
	if (!is_plain_decl)
		print_head(print, stmt);
	print->depth += is_plain_decl ? 0 : 1;
	for (size_t i = 0; i < stmt->var_count; i++)
		print_var(print, stmt->vars[i]);
	print->depth -= is_plain_decl ? 0 : 1;
	print_part(print, "init", stmt->init);
	print_part(print, NULL, stmt->body);
	print_part(print, "else", stmt->other);
	for (size_t i = 0; i < stmt->child_count; i++)
		print_part(print, NULL, stmt->children[i]);
}

static void print_flags(struct print *print, const struct ir_function *function)
{
	const struct {
		bool is_set;
		const char *text;
	} flags[] = {
		{function->is_kernel, "__global__ "},
		{function->is_host, "__host__ "},
		{function->is_device && !function->is_kernel, "__device__ "},
		{function->is_pattern, "pattern "},
		{function->is_instantiation, "instantiation "},
		{function->is_lambda, "lambda "},
		{function->is_method, "method "},
		{function->is_static, "static "},
		{function->is_virtual, "virtual "},
		{function->is_constexpr, "constexpr "},
		{function->body_state == IR_BODY_DAMAGED, "damaged "},
		{function->body_state == IR_BODY_ASSUMED, "assumed "},
	};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		fputs(flags[i].is_set ? flags[i].text : "", print->out);
}

static void print_function(struct print *print, const struct ir_function *function)
{
	fputc('\n', print->out);
	print_flags(print, function);
	fprintf(print->out, "%s -> %s", function->display, function->result ? function->result->name : "?");
	print_attributes(print, function->attributes, function->attribute_count);
	end_line(print, function->name_range);
	print->depth++;
	for (size_t i = 0; i < function->param_count; i++)
		print_var(print, function->params[i]);
	print_stmt(print, function->body);
	print->depth--;
}

static void print_launch(struct print *print, const struct ir_launch *launch)
{
	static const char *const forms[] = {
		[IR_LAUNCH_CHEVRON] = "chevron",
		[IR_LAUNCH_RUNTIME] = "runtime",
		[IR_LAUNCH_COOPERATIVE] = "cooperative",
		[IR_LAUNCH_EX] = "ex",
		[IR_LAUNCH_DRIVER] = "driver",
	};
	const struct {
		const char *name;
		const struct ir_expr *expr;
	} parts[] = {{"config", launch->config}, {"grid", launch->grid}, {"block", launch->block},
		{"shared", launch->shared}, {"stream", launch->stream}};
	fprintf(print->out, "launch %s %s in %s", forms[launch->form],
		launch->kernel ? launch->kernel->display : "?",
		launch->function ? launch->function->display : "an initialiser");
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!parts[i].expr)
			continue;
		fprintf(print->out, " %s=", parts[i].name);
		ir_print_expr(print->out, parts[i].expr);
	}
	fprintf(print->out, " args=%zu", launch->arg_count);
	end_line(print, launch->range);
}

void ir_print_module(FILE *out, const struct ir_module *module)
{
	struct print print = {.out = out, .module = module};
	for (size_t i = 0; i < module->files.count; i++)
		if (!module->files.data[i].is_system)
			fprintf(out, "file %s%s\n", module->files.data[i].path,
				module->files.data[i].is_main ? " (main)" : "");
	for (size_t i = 0; i < module->globals.count; i++)
		print_var(&print, module->globals.data[i]);
	for (size_t i = 0; i < module->launches.count; i++)
		print_launch(&print, module->launches.data[i]);
	for (size_t i = 0; i < module->functions.count; i++)
		print_function(&print, module->functions.data[i]);
}
