/* What the units of a project have to say to each other: kernels and launching functions that one defines,
 * launches and calls of them that another makes.
 *
 * Facts know nothing of the unit's IR, so that they can be sent and stored. Things of which more than one
 * unit speaks have symbols: names that are the same in all units (ir_function.symbol). */
#ifndef CUDALINT_PROJECT_PROJECT_H
#define CUDALINT_PROJECT_PROJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/bytes.h"
#include "analyzer/base/lines.h"
#include "analyzer/base/vec.h"
#include "analyzer/finding/finding.h"

enum project_value_kind {
	PROJECT_UNKNOWN, /* between bounds, where has_bounds */
	PROJECT_NUMBER,  /* number; of a pointer, 0: it is null */
	PROJECT_REAL,    /* real */
	PROJECT_POINTER, /* into a memory of the use; by number bytes, where offset_known */
	PROJECT_KERNEL,  /* a kernel of the use */
};

/* An argument, as far as it is known. */
struct project_value {
	enum project_value_kind kind;
	bool offset_known, has_bounds;
	bool is_told; /* of a launch: by what stands there, without a walk through host code */
	int64_t number;
	double real;
	size_t memory;              /* index into the use's memories; of a kernel, into its kernels */
	int64_t low, high, divisor; /* as in struct host_bounds */
};

/* What pointers lead to. */
struct project_memory {
	unsigned kind; /* enum host_object_kind */
	int64_t size;  /* bytes; -1: unknown */
	const char *name;
};

/* A kernel that is handed on, with what has to be known of its parameters: they are scalars and pointers. */
struct project_parameter {
	unsigned kind; /* enum ir_type_kind */
	int64_t size;
};

struct project_kernel {
	const char *symbol, *name;
	VEC(struct project_parameter) parameters;
};

/* What stands at `offset` of an argument that is a struct. */
struct project_member {
	size_t param;
	int64_t offset;
	struct project_value value;
};

/* A launch of a kernel, or a call of a function, that its unit doesn't define. */
struct project_use {
	const char *symbol;
	bool is_call;
	bool is_known; /* more than that there is such a use */
	struct span place;
	bool block_known, grid_known, shared_known; /* of a launch */
	int64_t block[3], grid[3], shared;
	VEC(struct project_value) values; /* one per argument */
	VEC(struct project_member) members;
	VEC(struct project_memory) memories;
	VEC(struct project_kernel) kernels;
};

typedef VEC(struct project_use) project_uses;

/* A kernel, or a function that launches or calls what other units define, with its body. */
struct project_definition {
	const char *symbol;        /* of an instantiation with arguments of our own: of its template */
	const char *name;          /* as the source calls it, without arguments of templates */
	const char *path;          /* of the file, as reported */
	bool is_kernel;            /* else a function */
	bool is_external;          /* other units may mean it */
	bool is_used;              /* the unit itself launches the kernel, or calls the function */
	bool is_template;          /* stands for its template, whatever the arguments */
	VEC(const char *) callees; /* symbols; of a function that launches nothing itself: what it calls */
};

/* An attribute that is set for a kernel. */
struct project_setting {
	const char *kernel; /* qualified name; NULL: any, it can't be told */
	bool attribute_known;
	int64_t attribute;
};

typedef VEC(struct project_setting) project_settings;

/* What one unit says. */
struct project_facts {
	VEC(struct project_definition) definitions;
	project_uses uses;
	project_settings settings;
	VEC(const char *) wanted; /* qualified names of kernels whose attributes matter to it */
};

/* What a unit is told by others. */
struct project_given {
	project_uses uses;
	project_settings settings;
};

bool project_given_any(const struct project_given *given);

/* Appends facts; decodes them. Wrong bytes make the reader fail. */
void project_write_facts(struct buffer *out, const struct project_facts *facts);
void project_read_facts(struct bytes_reader *reader, struct project_facts *out);

/* Appends what a unit is told, which decides how it is linted; decodes it, as project_read_facts(). */
void project_write_given(struct buffer *out, const struct project_given *given);
void project_read_given(struct bytes_reader *reader, struct project_given *out);

/* ---- all units ------------------------------------------------------------------------------- */

/* The facts of the units of a project, by number; those of which nothing is known have none. */
struct project_index;

/* `facts` and `paths` (of units, as reported) have `count` entries and outlive the index. */
struct project_index *project_index_new(struct arena *arena, const struct project_facts *const *facts,
	const char *const *paths, size_t count);

/* The names of what a unit defines and doesn't use itself, for finding those that might. */
void project_index_questions(
	struct arena *arena, const struct project_index *index, size_t unit, line_list *out);

/* What a unit is to be told, in an order that depends on nothing but the facts: for each of its kernels and
 * functions that it doesn't use itself, the first uses by place. Several programs may have a name in common:
 * a use means the definition in the nearest folder, and none where two are as near. */
void project_index_given(
	struct arena *arena, const struct project_index *index, size_t unit, struct project_given *out);

/* Whether another unit defines the same thing, in the same file, and uses it. */
bool project_index_used_elsewhere(
	const struct project_index *index, size_t unit, const char *symbol, const char *path);

#endif
