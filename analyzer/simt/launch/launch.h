/* Which launches a kernel is executed for: grid, block, shared memory and arguments, and where they come
 * from. */
#ifndef CUDALINT_SIMT_LAUNCH_H
#define CUDALINT_SIMT_LAUNCH_H

#include "analyzer/host/known.h"
#include "analyzer/host/launches.h"
#include "analyzer/ir/query.h"
#include "analyzer/project/project.h"

/* In rising rank; the strongest that is there wins. */
enum launch_source {
	LAUNCH_ASSUMED,
	LAUNCH_BOUNDS,
	LAUNCH_SITE,
	LAUNCH_CONFIG,
	LAUNCH_COMMENT,
	LAUNCH_COMMAND_LINE
};

enum simt_argument_kind {
	SIMT_ARGUMENT_UNKNOWN, /* between bounds, where has_bounds */
	SIMT_ARGUMENT_NUMBER,  /* value; of a pointer, 0: it is null */
	SIMT_ARGUMENT_REAL,    /* real */
	SIMT_ARGUMENT_POINTER, /* into object; by value bytes, where offset_known */
};

struct simt_argument {
	enum simt_argument_kind kind;
	bool offset_known;
	int64_t value;
	double real;
	const struct host_object *object; /* with its size, its kind of memory and where it was made */
	bool has_bounds;
	struct host_bounds bounds; /* of an integer */
};

/* What stands at `offset` of a parameter that is a struct. */
struct simt_member {
	size_t param;
	int64_t offset;
	const struct ir_type *type;
	struct simt_argument argument;
};

struct simt_launch {
	enum launch_source source;
	const struct ir_launch *site;        /* NULL: none, or a node of a graph */
	const struct project_use *elsewhere; /* what another unit does that makes it such a launch: launches,
						or calls the function that launches; NULL: nothing */
	int64_t grid[3], block[3];
	bool grid_known;
	int64_t shared; /* dynamic bytes */
	bool shared_known;
	const struct simt_argument *arguments; /* one per parameter of the kernel */
	const struct simt_member *members;     /* of those that are structs */
	size_t member_count;
	/* the same launch with the arguments that its source alone tells, for who can't run it to its end
	 * with all that the host knows; NULL: the host knows no more */
	const struct simt_launch *plainer;
	/* it is tried: with the host's own arguments (""), and with these sizes: "n = 257"; NULL: it isn't */
	const char *trial;
	/* a time is wanted, and nothing else: of loops, a sample of turns is run that weighs as much as all
	 * (see exec_sample.c) */
	bool is_estimate;
	bool few_turns; /* loops that only the host's numbers end aren't run turn by turn for long */
	/* of a block that isn't told: whether the body tells the extent of rows in which threads lie, and
	 * whether it contradicts whatever block is tried */
	bool row_told, contradicted;
};

const char *launch_source_name(enum launch_source source);

/* Whether two launches of one kernel are the same to its execution. */
bool launch_is_same(
	const struct ir_function *kernel, const struct simt_launch *a, const struct simt_launch *b);

bool simt_same_argument(const struct simt_argument *a, const struct simt_argument *b);

/* Whether a device takes such a block. */
bool launch_block_is_possible(const int64_t block[3]);

/* A launch given from outside, for a kernel by name. */
struct launch_hint {
	const char *kernel;
	enum launch_source source;
	int64_t grid[3], block[3];
	bool grid_known, block_known;
	int64_t shared; /* -1: unknown */
};
/* Whether a hint's kernel is this one: by plain, qualified or full name; "*" is all of them. */
bool launch_hint_names(const char *hint, const struct ir_function *kernel);

struct param_hint {
	const char *kernel, *param;
	int64_t value;
};
/* A condition that somebody promises, as C: "n % 32 == 0"; see promise.h. */
struct condition;
struct launch_promise {
	const char *text;
	const char *kernel;                /* NULL: of each kernel that has what it names */
	const char *origin;                /* for people: "comment in line 3", "assume in .cudalint.yml" */
	bool is_general;                   /* of a whole project: a file needn't have what it names */
	const struct condition *condition; /* NULL: the text isn't one */
};
typedef VEC(struct launch_promise) launch_promises;

struct launch_hints {
	VEC(struct launch_hint) launches;
	VEC(struct param_hint) params;
	launch_promises promises;
};

typedef VEC(struct simt_launch) launch_list;

/* What is known of launches: the calls of the unit, and what walking its host code made of them (NULL: it
 * wasn't walked), and what was given from outside (or NULL). */
struct launch_facts {
	const struct ir_query *query;
	const struct host_launch_table *walked;
	const struct launch_hints *hints;
	const project_uses *elsewhere; /* launches that other units make; NULL: none */
	bool told_only;                /* a block that nobody tells isn't assumed */
};

/* The launches to execute `kernel` for: those of the unit that differ, at most four; where there is none,
 * those of other units; or one that is assumed. */
void launches_of(struct arena *arena, const struct launch_facts *facts, const struct ir_function *kernel,
	launch_list *out);

/* Launches to be executed for what they would get wrong, beside those: see trial.h. */
void launches_to_try(struct arena *arena, const struct launch_facts *facts, const struct ir_function *kernel,
	launch_list *out);

#endif
