/* The abstract GPU: executes one kernel for one launch, all lanes of a block at once, and tells what it sees.
 *
 * Blocks that behave alike are executed once: a run starts with the whole grid and is split where a condition
 * doesn't go one way for all blocks. What reaches the sink is therefore complete, and each event says for how
 * many blocks it stands. */
#ifndef CUDALINT_SIMT_SIMT_H
#define CUDALINT_SIMT_SIMT_H

#include "analyzer/simt/launch.h"
#include "analyzer/simt/mask.h"
#include "analyzer/simt/value.h"

enum simt_space {
	SIMT_GLOBAL,
	SIMT_SHARED,
	SIMT_LOCAL,
	SIMT_CONSTANT,
	SIMT_PARAMETER,
	SIMT_GENERIC /* can't be told */
};

enum simt_access_kind { SIMT_LOAD, SIMT_STORE, SIMT_ATOMIC, SIMT_CAS };

/* What an event rests on besides the source. */
enum {
	SIMT_ASSUMED_BLOCK = 1,   /* block size not from the source */
	SIMT_ASSUMED_TAKEN = 2,   /* a guard that isn't decided is taken by all its lanes */
	SIMT_ASSUMED_TURNS = 4,   /* number of turns of a loop isn't known */
	SIMT_ASSUMED_ALIGNED = 8, /* an unknown uniform offset keeps rows aligned */
	SIMT_ASSUMED_APART = 16,  /* lanes whose distance isn't known are far apart */
	SIMT_ASSUMED_LANES = 32   /* data decides which lanes get there; all that may do */
};

/* One executed memory instruction, all warps of the block. */
struct simt_access {
	const struct ir_expr *site;
	const struct ir_function *function; /* that holds the site */
	enum simt_access_kind kind;
	enum simt_space space;
	const struct simt_object *object; /* NULL: unknown */
	const struct simt_value *offset;  /* bytes from the object's start; NULL: unknown, then why */
	const char *why;
	bool varies;   /* an unknown address may differ from lane to lane */
	unsigned size; /* bytes per lane, 1 to 16 */
	struct simt_active active;
	unsigned assumptions;
	unsigned interval;
	unsigned warp_interval; /* __syncwarp()s passed since the last barrier of the block */
	bool result_used,
		uniform_amount; /* of an atomic: its value is used; all lanes of a warp add the same */
	int64_t blocks;         /* that this stands for; 0: grid unknown */
	bool in_symbolic_loop;  /* stands for an unknown number of turns */
	const struct simt_wrap *wrapped; /* a 32-bit operation in the address that overflows; NULL: none */
};

/* One way through a branch. */
struct simt_side {
	struct simt_mask lanes;
	uint64_t steps;
};

/* A branch, executed once. */
struct simt_branch {
	const struct ir_stmt *stmt; /* or NULL, then expr */
	const struct ir_expr *expr;
	const struct ir_function *function;
	struct simt_active active;
	struct simt_mask yes, no; /* decided lanes */
	bool uniform;
	/* when the sides have met again: who took each, and what it took to execute */
	const struct simt_side *sides;
	unsigned side_count;
};

struct simt_sink {
	void *context;
	void (*access)(void *context, struct simt *simt, const struct simt_access *access);
	void (*branch)(void *context, struct simt *simt, const struct simt_branch *branch);
	void (*joined)(
		void *context, struct simt *simt, const struct simt_branch *branch); /* an `if` is over */
	void (*barrier)(void *context, struct simt *simt, const struct ir_expr *site,
		const struct simt_active *active);
	/* a device function is entered, with the lanes that are active, and left (callee NULL) */
	void (*call)(void *context, struct simt *simt, const struct ir_expr *site,
		const struct ir_function *callee);
	/* lanes return from the kernel itself */
	void (*exit)(void *context, struct simt *simt, const struct ir_stmt *stmt,
		const struct simt_active *active);
	/* a record that was loaded as a whole is stored as a whole; or (store NULL) a member of it is used */
	void (*moved)(void *context, const struct ir_expr *load, const struct ir_expr *store);
	void (*box)(void *context, struct simt *simt, int64_t blocks); /* a run for one box begins */
	void (*done)(void *context, struct simt *simt, bool kept); /* and ends; not kept: its parts follow */
};

struct simt_request {
	const struct ir_module *module;
	const struct ir_function *kernel;
	const struct simt_launch *launch;
};

struct simt_result {
	const char *gave_up; /* NULL: executed to its end */
	unsigned assumptions;
	unsigned boxes;
	uint64_t steps;
};

/* Executes; memory for the whole of it comes from `arena`. */
void simt_run(struct arena *arena, const struct simt_request *request, const struct simt_sink *sink,
	struct simt_result *result);

const struct ir_var *simt_object_var(const struct simt_object *object); /* NULL: not a variable's */
/* Whether it is what a pointer points to that was read from memory. */
bool simt_object_is_loaded(const struct simt_object *object);
const char *simt_object_name(const struct simt_object *object);
int64_t simt_object_size(const struct simt_object *object);  /* bytes; -1: unknown */
int64_t simt_object_align(const struct simt_object *object); /* bytes; 0: unknown */
const struct simt_symbol *simt_symbol(const struct simt *simt, uint32_t symbol);
unsigned simt_lanes(const struct simt *simt);
/* While an event is told: whether all lanes that may be active are, or none of them. A barrier that isn't
 * certain to be executed is still in order then. */
bool simt_together(const struct simt *simt);

#endif
