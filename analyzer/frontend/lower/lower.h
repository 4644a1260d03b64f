/* Lowering, inside: the state that the lower_*.c files share while one unit's AST becomes IR.
 *
 * lower.c walks the declarations and keeps the list of bodies that are still to be lowered; lower_function.c
 * makes functions and variables; lower_type.c types and records; lower_stmt.c, lower_expr.c and lower_call.c
 * bodies; lower_binding.c structured bindings; lower_launch.c binds launches; lower_asm.c reads inline
 * assembly from the source text; locate.c resolves ranges. */
#ifndef CUDALINT_FRONTEND_LOWER_H
#define CUDALINT_FRONTEND_LOWER_H

#include <clang-c/Index.h>

#include "analyzer/base/pointer_table.h"
#include "analyzer/frontend/lower/cx.h"
#include "analyzer/frontend/standin.h"
#include "analyzer/ir/ir.h"

/* A function definition whose body waits to be lowered. */
struct pending {
	CXCursor cursor;
	struct ir_function *function;
};

/* A member's initialiser that waits to be lowered: it may name members of any class, also of those around it
 * that aren't known in full yet. */
struct pending_init {
	struct ir_record *record;
	size_t field;
	CXCursor cursor;
};

struct lower {
	struct arena *arena;
	struct ir_module *module;
	CXTranslationUnit tu;
	CXFile main_file;
	const void *range_data[2]; /* what every CXSourceRange of the unit has in common */
	const char *directory;     /* reported paths are relative to it */
	const char *headers_dir;
	CXFile accessors; /* a bundled header whose functions are executed like the user's; NULL: not included
			   */
	CXFile invented;  /* the file whose declarations are made up; NULL: there is none */
	VEC(CXFile) files;      /* parallel to module->files */
	VEC(CXCursor) preamble; /* what a precompiled part of the unit declares, before all else */
	struct cx_stack stack;
	struct cx_map functions, variables, types, records, scopes, bindings;
	struct cx_map instantiated; /* patterns that have an instantiation */
	struct cx_map owners;       /* templates of classes: whether they declare a destructor */
	VEC(struct pending) pending;
	VEC(struct pending) patterns;
	VEC(struct pending) lambdas;      /* generic ones, whose bodies wait for an instantiation */
	struct pointer_table instance_of; /* functions that are one: of lambdas' operators */
	VEC(struct pending_init) inits;
	size_t next_pending, next_init;
	struct ir_function *function; /* whose body is being lowered */
	unsigned depth;
};

enum { LOWER_MAX_DEPTH = 1500 };

/* Makes the module of a parsed unit. */
struct ir_module *lower_unit(struct lower *lower);
void lower_free(struct lower *lower);

/* locate.c */
/* Adds to the module's files the main one and those of `headers` (absolute paths) that the unit includes,
 * also where nothing lowered lies in them: they have comments and macros. */
void lower_own_files(struct lower *lower, const char *const *headers, size_t count);
struct ir_range lower_range(CXCursor cursor);
uint32_t lower_file(struct lower *lower, CXFile file, CXSourceLocation location);
bool lower_locate(void *front, struct ir_range range, struct ir_place *spelling, struct ir_place *expansion);
/* Source text from where a cursor is spelled to the end of its file; NULL when it is nowhere. */
const char *lower_text(struct lower *lower, CXSourceLocation location, size_t *available);
bool lower_in_system(const struct lower *lower, CXCursor cursor);
bool lower_in_accessors(const struct lower *lower, CXCursor cursor);

/* invented.c */
/* Whether a declaration is made up (see ../repair.h). What is lowered of the function around it rests on that
 * then. */
bool lower_is_invented(struct lower *lower, CXCursor declaration);
/* A use of a number that is made up. */
struct ir_expr *lower_invented_number(struct lower *lower, CXCursor cursor, CXCursor declaration);
/* Calls and constructions of what is made up: by name alone. NULL: it is something else. */
struct ir_expr *lower_invented_call(struct lower *lower, CXCursor cursor, size_t first, size_t count);
/* At the end: device code that calls such functions rests on the same. */
void lower_spread_assumptions(struct ir_module *module);

/* lower_type.c */
const struct ir_type *lower_type(struct lower *lower, CXType type);
struct ir_record *lower_record(struct lower *lower, CXCursor declaration, CXType type);
const struct ir_template_arg *lower_template_args(struct lower *lower, CXCursor cursor, size_t *count);
const char *lower_qualified_name(struct lower *lower, CXCursor cursor);
/* "<float, 128>", or "" without arguments. */
const char *lower_args_text(struct lower *lower, const struct ir_template_arg *args, size_t count);

/* lower_function.c */
struct ir_function *lower_function(struct lower *lower, CXCursor cursor);
void lower_body(struct lower *lower, CXCursor cursor, struct ir_function *function);
struct ir_var *lower_param(struct lower *lower, CXCursor cursor, const struct ir_function *function);
struct ir_var *lower_var(struct lower *lower, CXCursor cursor);
void lower_var_init(struct lower *lower, CXCursor cursor, struct ir_var *var);
/* Whether its initialiser is being lowered just now. */
bool lower_is_starting(const struct ir_var *var);

/* lower_lambda.c */
/* What a call of a lambda's operator calls. */
struct ir_function *lower_lambda_operator(struct lower *lower, struct ir_record *record, CXCursor cursor);
/* Whether it is the operator of a generic lambda for some arguments: it is lowered where it is called. */
bool lower_is_lambda_instance(CXCursor cursor);
/* What the lambda says of an instance, whose body comes now; nothing happens to another function. */
void lower_begin_lambda_instance(struct lower *lower, CXCursor cursor, struct ir_function *function);
/* Bodies of generic lambdas that nobody instantiated, as they are written. */
void lower_lambdas(struct lower *lower);
struct ir_function *lower_lambda(struct lower *lower, CXCursor expr, size_t first, size_t count);

/* lower_binding.c */
typedef VEC(struct ir_var *) lower_var_list;
bool lower_is_decomposition(CXCursor cursor);
/* Adds the variable that holds the whole to `vars`, and those of parts that aren't known. */
void lower_decomposition(struct lower *lower, CXCursor cursor, lower_var_list *vars);
/* What a bound name stands for, where `cursor` uses it; NULL: it isn't one. */
struct ir_expr *lower_bound(struct lower *lower, CXCursor cursor, CXCursor name);

/* lower_standin.c: templates of kernels that nobody instantiates. */
void lower_propose_standins(struct lower *lower, standin_list *out);
/* Whether a variable is there only to name one, and marks what it names. */
bool lower_is_standin(const struct ir_var *var);
void lower_mark_standin(const struct ir_var *var);

/* lower_stmt.c */
struct ir_stmt *lower_stmt(struct lower *lower, CXCursor cursor);

/* lower_expr.c */
struct ir_expr *lower_expr(struct lower *lower, CXCursor cursor);
struct ir_expr *lower_new_expr(struct lower *lower, CXCursor cursor, enum ir_expr_kind kind);
/* Lowers children as operands; *count becomes what is left without default arguments. */
struct ir_expr **lower_operands(struct lower *lower, size_t first, size_t *count);
bool lower_is_expr(CXCursor cursor);
/* What a reference of type `to` is bound to may be written through it. */
void lower_mark_bound(const struct ir_type *to, const struct ir_expr *expr);

/* lower_call.c */
struct ir_expr *lower_call(struct lower *lower, CXCursor cursor, size_t first, size_t count);

/* A call of a name that nothing declares is a wrapper around its reference and the arguments. */
bool lower_is_undeclared(CXCursor callee);
struct ir_expr *lower_undeclared_call(struct lower *lower, CXCursor cursor, size_t first, size_t count);

/* lower_launch.c */
bool lower_is_config_call(CXCursor cursor);
struct ir_expr *lower_chevron(struct lower *lower, CXCursor cursor, size_t first, size_t count);
void lower_runtime_launch(struct lower *lower, struct ir_expr *call);

/* lower_literal.c: integer, character, floating and string literals. */
void lower_literal(struct lower *lower, CXCursor cursor, struct ir_expr *expr);
/* `T()`, of which libclang shows no more than its place; and the zero that a scalar of that type is. */
bool lower_is_value_initialised(struct lower *lower, CXCursor cursor);
struct ir_expr *lower_zero(struct lower *lower, CXCursor cursor);

/* lower_asm.c */
struct ir_asm *lower_asm(struct lower *lower, CXCursor cursor, size_t first, size_t count);

#endif
