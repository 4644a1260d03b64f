/* The intermediate representation: what a unit says, without libclang.
 *
 * A module holds the functions, variables, types and launches of one translation unit, all in one arena.
 * Templates appear as instantiated: `copy<float>` is a function of its own with concrete types; its pattern
 * is there only when nothing instantiates it. Expressions are trees with their operands in one array, so a
 * walk needs no switch. Everything is read-only once lowering has finished. */
#ifndef CUDALINT_IR_IR_H
#define CUDALINT_IR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"
#include "analyzer/cuda/device.h"
#include "analyzer/cuda/opcode.h"

struct ir_expr;
struct ir_stmt;
struct ir_type;
struct ir_function;
struct ir_record;
struct ir_launch;

/* A source range as the front end encodes it: cheap to store, resolved on demand by ir_locate(). {0,0} =
 * nowhere. */
struct ir_range {
	uint32_t begin, end;
};

/* Where a range lies in a file: bytes [begin, end) and the 1-based line and byte column of both ends. */
struct ir_place {
	uint32_t file; /* index into module->files */
	uint32_t begin, end;
	uint32_t line, column, end_line, end_column;
	bool in_macro; /* the text comes from a macro's body or arguments: `expansion` is the use, this the
			  spelling */
};

struct ir_file {
	const char *path;     /* as reported: relative to the working directory where it lies below it */
	const char *absolute; /* resolved; the identity of the file */
	const char *text;     /* contents as parsed, NUL-terminated; not necessarily UTF-8 */
	size_t size;
	bool is_main;
	bool is_system; /* system, toolkit or bundled header: never reported */
};

/* ---- types ----------------------------------------------------------------------------------- */

enum ir_type_kind {
	IR_TYPE_UNKNOWN, /* damaged, or a kind that no rule needs (member pointers, ext vectors) */
	IR_TYPE_VOID,
	IR_TYPE_BOOL,
	IR_TYPE_INT, /* every integer and character type */
	IR_TYPE_FLOAT,
	IR_TYPE_ENUM,      /* element = underlying integer type */
	IR_TYPE_POINTER,   /* element = pointee */
	IR_TYPE_REFERENCE, /* element = referenced type; lvalue and rvalue references */
	IR_TYPE_ARRAY,     /* element, count (-1: unknown or incomplete) */
	IR_TYPE_RECORD,    /* record */
	IR_TYPE_FUNCTION,  /* element = result */
	IR_TYPE_DEPENDENT, /* depends on a template parameter of a pattern */
};

struct ir_type {
	enum ir_type_kind kind;
	bool is_signed;
	bool is_const, is_volatile, is_restrict;
	int64_t size, align; /* bytes; -1 when unknown */
	const struct ir_type *element;
	int64_t count;
	struct ir_record *record;
	const char *name; /* spelling as written in diagnostics: "const float *", "cuda::atomic<int>"
			     (canonical) */
};

/* One argument of a template: a type, or an integral value, or something else (neither field set). */
struct ir_template_arg {
	const struct ir_type *type;
	bool is_value;
	int64_t value;
};

struct ir_field {
	const char *name;
	const struct ir_type *type;
	int64_t offset; /* bytes from the start of the record; -1 when unknown */
	int bit_width;  /* bit-field width, else -1 */
	struct ir_range range;
	struct ir_expr *init; /* of the declaration; NULL: none, or not seen */
};

/* A class, struct or union. `name` is qualified and without template arguments ("cuda::atomic"). */
struct ir_record {
	const char *name;
	const struct ir_template_arg *args;
	size_t arg_count;
	struct ir_field *fields;
	size_t field_count;
	const struct ir_type **bases;
	size_t base_count;
	bool is_union, is_lambda, is_system;
	bool has_destructor;               /* one is declared in it; of the project's records */
	bool is_unsized;                   /* a member's type is made up: no offsets, and no size */
	struct ir_function *call_operator; /* of a lambda */
	const struct cuda_type *cuda;      /* what its name means; NULL: nothing */
};

/* ---- variables ------------------------------------------------------------------------------- */

enum ir_storage {
	IR_LOCAL, /* automatic */
	IR_PARAM,
	IR_STATIC_LOCAL,
	IR_GLOBAL,        /* host, namespace scope or static member */
	IR_DEVICE,        /* __device__ */
	IR_CONSTANT,      /* __constant__ */
	IR_MANAGED,       /* __managed__ */
	IR_SHARED,        /* __shared__, static size */
	IR_EXTERN_SHARED, /* extern __shared__ T name[] */
	IR_BUILTIN,       /* threadIdx, blockIdx, blockDim, gridDim, warpSize */
	IR_TEMPLATE_PARAM /* non-type template parameter in a pattern */
};

struct ir_attribute {
	const char *name; /* "launch_bounds", "cluster_dims", "grid_constant", ... */
	struct ir_expr **args;
	size_t arg_count;
	struct ir_range range;
};

struct ir_var {
	const char *name;
	const struct ir_type *type;
	enum ir_storage storage;
	enum cuda_builtin builtin;    /* of IR_BUILTIN: which one */
	struct ir_expr *init;         /* NULL: none */
	struct ir_expr *default_arg;  /* of a parameter; NULL: none, or not seen */
	struct ir_range range;        /* of the name */
	struct ir_range decl_range;   /* of the whole declaration */
	struct ir_function *function; /* that declares it; NULL at namespace scope */
	const struct ir_attribute *attributes;
	size_t attribute_count;
	bool is_constexpr;
	bool is_system;
	/* What the lowered bodies of the unit do to it after its initialiser; for value propagation. */
	bool is_assigned;      /* assigned, incremented or decremented, also through a member or an element */
	bool is_address_taken; /* its address or a mutable reference to it leaves the expression */
};

/* ---- expressions ----------------------------------------------------------------------------- */

enum ir_expr_kind {
	IR_UNKNOWN_EXPR, /* operands are still there to be walked */
	IR_INT,          /* integer */
	IR_REAL,         /* real */
	IR_STRING,       /* string */
	IR_NULL,         /* nullptr */
	IR_VAR,          /* var */
	IR_FUNCTION,     /* function: its name used as a value; NULL when overloaded or unknown, then name */
	IR_THIS,
	IR_UNARY,  /* op, [0] */
	IR_BINARY, /* op, [0] [1]; also && || and the comma */
	IR_ASSIGN, /* [0] = [1]; op is IR_OP_NONE, or the operator of a compound assignment; implicit: in a
		      constructor's list, which binds references */
	IR_CONDITIONAL, /* [0] ? [1] : [2] */
	IR_INDEX,       /* [0][ [1] ] on pointers and arrays */
	IR_MEMBER,      /* [0].field; is_arrow: [0]->field. [0] is IR_THIS when the source leaves it out */
	IR_CAST,        /* [0] converted to type; is_implicit for conversions that the source doesn't write */
	IR_CALL,        /* call; operands are the arguments */
	IR_CONSTRUCT,   /* call->function is the constructor (NULL: trivial or unknown); operands are the
			   arguments */
	IR_INIT_LIST,   /* operands in source order; designators are IR_ASSIGN {IR_MEMBER, value} */
	IR_LAMBDA,      /* lambda: the call operator; operands are the captured initialisers */
	IR_NEW,         /* type is the pointer; operands: array size and initialisers */
	IR_DELETE,      /* [0] */
	IR_SIZEOF,      /* integer when known (is_known), of [0] if an expression was given */
	IR_STMT_EXPR,   /* GNU statement expression: body */
	IR_LAUNCH,      /* launch; operands are the kernel's arguments */
	IR_THROW
};

/* clang-format off */
enum ir_op {
	IR_OP_NONE,
	/* binary and compound assignment */
	IR_OP_ADD, IR_OP_SUB, IR_OP_MUL, IR_OP_DIV, IR_OP_REM, IR_OP_SHL, IR_OP_SHR, IR_OP_AND, IR_OP_OR, IR_OP_XOR,
	IR_OP_LT, IR_OP_GT, IR_OP_LE, IR_OP_GE, IR_OP_EQ, IR_OP_NE, IR_OP_LOGICAL_AND, IR_OP_LOGICAL_OR, IR_OP_COMMA,
	/* unary */
	IR_OP_NEG, IR_OP_PLUS, IR_OP_NOT, IR_OP_BIT_NOT, IR_OP_DEREF, IR_OP_ADDRESS,
	IR_OP_PRE_INC, IR_OP_PRE_DEC, IR_OP_POST_INC, IR_OP_POST_DEC
};
/* clang-format on */

/* What is called: by an IR_CALL or IR_CONSTRUCT. */
struct ir_call {
	struct ir_function
		*function; /* NULL when unknown: undeclared, overloaded in a pattern, through a pointer */
	const char *name;  /* unqualified spelling, never NULL: "" for a call through an expression */
	struct ir_range name_range; /* of the callee's name, where it can be told; else {0,0} */
	struct ir_expr *object;     /* x in x.f() or x->f(), or the called expression of an indirect call */
	const struct ir_template_arg *args; /* explicit or deduced template arguments */
	size_t arg_count;
	bool is_operator; /* written as an operator: `a += b`, `x[i]` */
	bool is_arrow;
	bool is_list_init;                /* constructed with braces */
	const struct cuda_function *cuda; /* what it means by its name; NULL: nothing */
	const struct ir_launch *launch;   /* that it is: cudaLaunchKernel and its kin; NULL: none */
};

struct ir_expr {
	enum ir_expr_kind kind;
	enum ir_op op;
	bool is_implicit;
	bool is_arrow;
	bool is_known;              /* IR_SIZEOF: integer is valid */
	bool in_macro;              /* begins in a macro expansion */
	const struct ir_type *type; /* never NULL */
	struct ir_range range;
	struct ir_expr **operands;
	size_t operand_count;
	union {
		int64_t integer;
		double real;
		struct {
			const char *text;
			size_t length;
		} string;
		struct ir_var *var;
		struct {
			struct ir_function *function;
			const char *name;
		} function;
		struct {
			const struct ir_field *field; /* NULL: unknown member */
			const char *name;
		} member;
		struct ir_call *call;
		struct ir_function *lambda;
		struct ir_launch *launch;
		struct ir_stmt *body;
	};
};

/* ---- statements ------------------------------------------------------------------------------ */

enum ir_stmt_kind {
	IR_BLOCK,     /* children */
	IR_EXPR,      /* expr */
	IR_DECL,      /* vars */
	IR_IF,        /* init?, expr, body, other? ; vars: condition variable */
	IR_FOR,       /* init?, expr?, step?, body */
	IR_RANGE_FOR, /* vars[0] in expr: body */
	IR_WHILE,     /* expr, body */
	IR_DO,        /* body, expr */
	IR_SWITCH,    /* expr, body */
	IR_CASE,      /* expr (.. high), body */
	IR_DEFAULT,   /* body */
	IR_RETURN,    /* expr? */
	IR_BREAK,
	IR_CONTINUE,
	IR_GOTO,  /* label */
	IR_LABEL, /* label, body */
	IR_ASM,   /* assembly */
	IR_TRY,   /* body, children: handlers' bodies */
	IR_EMPTY,
	IR_UNKNOWN_STMT /* children */
};

struct ir_asm_operand {
	const char *constraint; /* without quotes: "=r", "l" */
	struct ir_expr *expr;   /* NULL when it could not be paired */
	bool is_output;
};

/* Inline assembly, from the text of the statement. */
struct ir_asm {
	const char *text;  /* the concatenated template, escapes resolved; NULL if it could not be read */
	unsigned mentions; /* CUDA_ASM_*, see analyzer/cuda/opcode.h */
	bool is_volatile;
	bool clobbers_memory;
	struct ir_asm_operand *operands;
	size_t operand_count;
};

struct ir_stmt {
	enum ir_stmt_kind kind;
	bool is_constexpr; /* if constexpr */
	struct ir_range range;
	struct ir_expr *expr;
	struct ir_expr *step; /* IR_FOR's third part; IR_CASE's upper bound */
	struct ir_stmt *init;
	struct ir_stmt *body;
	struct ir_stmt *other; /* else */
	struct ir_stmt **children;
	size_t child_count;
	struct ir_var **vars;
	size_t var_count;
	const char *label;
	struct ir_asm *assembly;
};

/* ---- functions and launches ------------------------------------------------------------------ */

/* What a bundled declaration says of a function beyond its type (marks in frontend/headers). */
struct ir_marks {
	int needs_arch;            /* lowest compute capability as 80, 0: any */
	const char *removed_in;    /* toolkit version "12.0", or NULL */
	const char *deprecated_in; /* likewise */
	const char *replacement;   /* drop-in name for removed, deprecated and maskless ones, or NULL */
	const char *maskless;      /* the _sync form of a warp intrinsic without mask, or NULL */
};

enum ir_body {
	IR_BODY_NONE, /* declared only, or in a system header */
	IR_BODY_LOWERED,
	IR_BODY_ASSUMED, /* lowered, with declarations that were made up */
	IR_BODY_DAMAGED  /* lowered, but parse errors lie inside */
};

struct ir_function {
	const char *name;            /* "copy" */
	const char *qualified;       /* "ns::copy", "cuda::atomic::fetch_add" */
	const char *display;         /* for people: "copy<float>" */
	const char *symbol;          /* the same in all units of a project; NULL: not asked for (see below) */
	const char *template_symbol; /* likewise of its template, of an instantiation; NULL: it is none */
	bool is_kernel, is_device, is_host; /* __global__; __device__; __host__ or no mark at all */
	bool is_system;                     /* declared in a system, toolkit or bundled header */
	bool is_external;                   /* other units may name it; kernels and host functions alone */
	bool is_standin;                    /* instantiated with arguments of our own: nobody else does */
	bool is_pattern;                    /* template that nothing instantiates: types may be dependent */
	bool is_instantiation;              /* of `pattern_range` */
	bool is_lambda, is_method, is_static, is_constructor, is_destructor, is_virtual, is_variadic;
	bool is_constexpr;
	enum ir_body body_state;
	bool rests_on_invented; /* names that were made up are used in it, or in what it calls */
	bool rests_on_numbers;  /* arguments of the template that were made up, numbers among them */
	const struct cuda_function *cuda; /* what its qualified name means; NULL: nothing. A function of the
					     project may have such a name, too */
	enum cuda_space space;
	struct ir_record *record;   /* of a method */
	struct ir_function *parent; /* function a lambda or local class is written in */
	const struct ir_type *result;
	struct ir_var **params;
	size_t param_count;
	const struct ir_template_arg *args;
	size_t arg_count;
	const struct ir_attribute *attributes;
	size_t attribute_count;
	const struct ir_marks *marks; /* NULL: none */
	struct ir_stmt *body;
	struct ir_range name_range;
	struct ir_range range; /* whole definition */
};

enum ir_launch_form {
	IR_LAUNCH_CHEVRON,     /* k<<<grid, block, shared, stream>>>(args) */
	IR_LAUNCH_RUNTIME,     /* cudaLaunchKernel */
	IR_LAUNCH_COOPERATIVE, /* cudaLaunchCooperativeKernel */
	IR_LAUNCH_EX,          /* cudaLaunchKernelEx, cudaLaunchKernelExC: config */
	IR_LAUNCH_DRIVER       /* cuLaunchKernel, cuLaunchKernelEx: kernel is never known */
};

/* One place in the source that launches a kernel. */
struct ir_launch {
	enum ir_launch_form form;
	struct ir_function *kernel;                     /* NULL when it can't be told */
	struct ir_expr *callee;                         /* the expression that names the kernel */
	struct ir_expr *grid, *block, *shared, *stream; /* NULL: left out (1, 0, NULL stream) or in config */
	struct ir_expr *config;                         /* IR_LAUNCH_EX: the config argument */
	struct ir_expr **args; /* kernel arguments; for cudaLaunchKernel the void ** expression alone */
	size_t arg_count;
	struct ir_function *function; /* that contains it; NULL: an initialiser at namespace scope */
	struct ir_expr *expr;         /* the call */
	struct ir_range range;
};

/* ---- the module ------------------------------------------------------------------------------ */

/* An attribute of a kernel: cudaFuncSetAttribute. */
struct ir_setting {
	const char *kernel; /* NULL: any, it can't be told */
	bool attribute_known;
	int64_t attribute; /* cudaFuncAttribute */
};

struct ir_module {
	struct arena *arena;
	VEC(struct ir_file) files;
	VEC(struct ir_function *)
	functions;                    /* with bodies, in source order; instantiations where first needed */
	VEC(struct ir_var *) globals; /* namespace-scope and static member variables, not of system headers */
	VEC(struct ir_launch *) launches;
	/* Attributes that other units of the project set for kernels, by the kernels' qualified names. */
	const struct ir_setting *settings;
	size_t setting_count;
	void *front; /* the front end's, for ir_locate */
	bool (*locate)(
		void *front, struct ir_range range, struct ir_place *spelling, struct ir_place *expansion);
};

/* Resolves a range. `spelling` is where the text is written, `expansion` where the outermost macro is used
 * (equal outside macros); either may be NULL. False when the range is nowhere. */
bool ir_locate(const struct ir_module *module, struct ir_range range, struct ir_place *spelling,
	struct ir_place *expansion);

/* Whether two ranges are the same place in the source. */
bool ir_is_same_range(struct ir_range a, struct ir_range b);

const struct ir_attribute *ir_function_attribute(const struct ir_function *function, const char *name);
const struct ir_attribute *ir_var_attribute(const struct ir_var *var, const char *name);

/* Strips what does not change the value: implicit casts (and with `all`, every cast). */
const struct ir_expr *ir_strip(const struct ir_expr *expr);
const struct ir_expr *ir_strip_casts(const struct ir_expr *expr);

/* for, while, do and a loop over a range; NULL is none. */
bool ir_is_loop(const struct ir_stmt *stmt);
/* < > <= >= == != */
bool ir_is_comparison(enum ir_op op);

/* The last statement of a block, of blocks within it, too; other statements are themselves. */
const struct ir_stmt *ir_last_stmt(const struct ir_stmt *stmt);
/* Whether a statement ends with `return`, `continue` or `break`. */
bool ir_leaves(const struct ir_stmt *stmt);

/* The type behind references; element types of arrays and pointers are left alone. */
const struct ir_type *ir_type_value(const struct ir_type *type);

/* Whether a call's function (or spelled name, when the function is unknown) is `name`: qualified for what
 * lives in a namespace or class ("cooperative_groups::this_grid"), plain otherwise. */
bool ir_is_call(const struct ir_expr *expr, const char *name);

/* The qualified name of what is called, or the spelled one when unknown; "" for indirect calls. */
const char *ir_callee_name(const struct ir_expr *call);

/* The launch that an expression is, by chevrons or as a call; NULL: none. */
const struct ir_launch *ir_launch_of(const struct ir_expr *expr);

/* What CUDA's names mean (analyzer/cuda/device.h). A row that says nothing where there is none: never NULL.
 *
 * Of a call: by its function's qualified name, or by the method's name and the class of the object that it is
 * called for; where the function isn't known (call->function is NULL), by the name as written, which for
 * members and functions of cooperative groups is a guess. `function && !function->is_system` is the project's
 * own. */
const struct cuda_function *ir_cuda(const struct ir_expr *call);
/* Of a class; of what a reference or pointer leads to. Arrays aren't looked into. */
const struct cuda_type *ir_cuda_type(const struct ir_type *type);
/* Of a built-in variable, casts aside, or CUDA_NO_BUILTIN. Not of calls: those have ir_cuda(call)->builtin.
 */
enum cuda_builtin ir_builtin(const struct ir_expr *expr);
/* Of the class whose member function a call calls; where the function isn't known, of its object's. */
const struct cuda_type *ir_cuda_class(const struct ir_expr *call);
/* The library that a call's function is of; NONE: not known, too. */
enum cuda_space ir_space(const struct ir_expr *call);

/* Finds what a call means once its function, name and object are there; for who makes calls up, too. */
void ir_call_find_cuda(struct ir_call *call);

/* Whether a name is in a list that ends with NULL. */
bool ir_is_one_of(const char *name, const char *const *names);

#endif
