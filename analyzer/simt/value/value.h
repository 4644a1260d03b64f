/* Values of the abstract GPU: what all lanes of a block hold in one variable.
 *
 * A number is   constant + lanes[l] + sum over terms of coefficient[l] x symbol,   for lane l. A symbol is a
 * number that is the same for the whole block and isn't known: a kernel parameter, blockIdx, what a uniform
 * load returned, the turn of a loop. So `row * width + threadIdx.x` with an unknown width stays exact in the
 * lane, and differences of addresses within a warp can be told whatever the width is. Pointers are the same,
 * in bytes from an object.
 *
 * Values are immutable and live in the machine's arena. Lane vectors are interned (lanes.h) and a value has
 * one form only: `lanes` is zero in lane 0 and a coefficient that all lanes share has no vector. So equal
 * numbers are equal field by field. */
#ifndef CUDALINT_SIMT_VALUE_H
#define CUDALINT_SIMT_VALUE_H

#include "analyzer/ir/ir.h"
#include "analyzer/simt/value/mask.h"

struct simt;
struct simt_object;

enum simt_kind {
	SIMT_INT,     /* integers, booleans, enumerators */
	SIMT_REAL,    /* a floating constant, the same in all lanes */
	SIMT_POINTER, /* object + bytes; object NULL: null or an integer cast to a pointer */
	SIMT_RECORD,  /* a class object: a copy's bytes in `object`, from offset `constant` */
	SIMT_UNKNOWN
};

enum { SIMT_MAX_TERMS = 8 };

/* A 32-bit operation whose exact result passes its type's range: certainly, in some lane of some block, or
 * for sizes that aren't known. */
struct simt_wrap {
	const struct ir_expr *expr;
	bool by_size;    /* it is a product of extents that the launch doesn't tell */
	int64_t reached; /* unless by_size */
};

struct simt_term {
	uint32_t symbol;
	int64_t coefficient;
	const int64_t *lanes; /* when set: the coefficient of each lane, instead; not all the same */
};

struct simt_value {
	enum simt_kind kind;
	bool varying;    /* SIMT_UNKNOWN: may differ from lane to lane */
	bool is_bound;   /* SIMT_UNKNOWN: compares a known pattern of lanes with an unknown number */
	const char *why; /* SIMT_UNKNOWN: for people; never NULL */
	/* SIMT_UNKNOWN, varying: lanes with equal entries here hold equal numbers; NULL: nobody knows which
	 * do */
	const int64_t *alike;
	const struct simt_truth
		*truth; /* SIMT_UNKNOWN: it is the outcome of this condition; NULL: it isn't */
	int64_t constant;
	const int64_t *lanes;          /* NULL: zero in every lane; never anything but zero in lane 0 */
	const struct simt_term *terms; /* by ascending symbol */
	uint32_t term_count;
	struct simt_object *object; /* SIMT_UNKNOWN: what it certainly points into; else NULL */
	double real;
	const struct simt_wrap
		*wrapped; /* what overflowed on the way to this number; NULL: nothing, or unknown */
};

enum simt_symbol_kind {
	SYMBOL_PARAM,   /* a kernel parameter or a member of one, or a launch dimension that isn't known */
	SYMBOL_BLOCK,   /* blockIdx.x, .y, .z */
	SYMBOL_LOADED,  /* read from memory at a uniform address */
	SYMBOL_TURN,    /* how many turns a loop of unknown trip count has made */
	SYMBOL_COMPUTED /* a uniform function of other symbols */
};

/* What is known of a number that isn't. */
struct simt_symbol {
	enum simt_symbol_kind kind;
	const char *name;
	int64_t low, high;    /* inclusive */
	int64_t divisor;      /* it is a multiple of this; 1: nothing known */
	unsigned assumptions; /* SIMT_ASSUMED_*: that it is one number for all lanes */
	/* SYMBOL_COMPUTED: the operation, so that the same one gives the same symbol */
	enum ir_op op;
	const struct simt_value *left, *right;
	const struct ir_type *type;
};

const struct simt_value *value_int(struct simt *simt, int64_t constant);
const struct simt_value *value_real(struct simt *simt, double real);
/* One number per lane, from any memory; a plain constant when all are the same. */
const struct simt_value *value_lanes(struct simt *simt, const int64_t *lanes);
const struct simt_value *value_symbol(struct simt *simt, uint32_t symbol);
const struct simt_value *value_pointer(
	struct simt *simt, struct simt_object *object, const struct simt_value *bytes);
const struct simt_value *value_unknown(struct simt *simt, bool varying, const char *why);
/* One that may differ from lane to lane; `alike`: which lanes hold the same, or NULL. */
const struct simt_value *value_unknown_alike(struct simt *simt, const char *why, const int64_t *alike);
/* The same number, with what has overflowed on the way to it. */
const struct simt_value *value_with_wrap(
	struct simt *simt, const struct simt_value *value, const struct simt_wrap *wrap);

/* Lanes with equal entries hold equal numbers; NULL: all lanes do, where the value is uniform, or nobody
 * knows which do. */
const int64_t *value_alike(const struct simt_value *value);
/* The same of what is computed from two numbers. */
const int64_t *value_alike_of(const struct simt_value *a, const struct simt_value *b);
/* Whether equal entries stand at the same lane of every warp: what a warp makes of them, each does. */
bool value_repeats_by_warp(const struct simt *simt, const int64_t *alike);

/* A symbol's term with one coefficient per lane, from an interned vector. */
struct simt_term value_term(uint32_t symbol, const int64_t *lanes);

/* Unknown for the reason that an operand is, else for `why`; uniform when both operands are. */
const struct simt_value *value_unknown_of(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b, const char *why);

uint32_t symbol_new(
	struct simt *simt, enum simt_symbol_kind kind, const char *name, int64_t low, int64_t high);
/* A fresh symbol with the range of an integer type. */
const struct simt_value *value_fresh(
	struct simt *simt, enum simt_symbol_kind kind, const char *name, const struct ir_type *type);

bool value_is_uniform(const struct simt_value *value);
/* The same without assumptions. */
bool value_is_surely_uniform(const struct simt *simt, const struct simt_value *value);
/* Whether all lanes of each warp that are in `mask` (NULL: all) have one number, or may well have. */
bool value_is_warp_wide(
	const struct simt *simt, const struct simt_mask *mask, const struct simt_value *value);
/* Whether it is unknown, and for the reason that a collective made it, or one load. */
bool value_is_by_warp(const struct simt_value *value);
/* Whether it is known to differ between the active lanes of some warp. */
bool value_is_told_apart(const struct simt *simt, const struct simt_value *value);
/* One number, the same in all lanes. */
bool value_constant(const struct simt_value *value, int64_t *constant);
/* The same for an offset, whether it comes as a number or as a pointer into an object. */
bool value_offset(const struct simt_value *value, int64_t *constant);
/* A number without symbols: known in every lane. */
bool value_is_known(const struct simt_value *value);
static inline int64_t value_lane(const struct simt_value *value, unsigned lane)
{
	/* lanes that aren't active may hold anything: the sum wraps */
	return (int64_t)((uint64_t)value->constant + (uint64_t)(value->lanes ? value->lanes[lane] : 0));
}
/* Whether a byte can be of anything that is in memory: no address space is near as large as what isn't. */
static inline bool value_is_byte(int64_t byte)
{
	const int64_t most = INT64_C(1) << 60;
	return byte > -most && byte < most;
}
/* Whether it can be a place in memory for each of these lanes (NULL: for the first), whatever its symbols
 * are. */
bool value_is_near(const struct simt_value *value, const struct simt_mask *lanes);
bool value_same(const struct simt_value *a, const struct simt_value *b);
/* Whether two offsets differ by their constants alone, if at all. */
bool value_same_form(const struct simt_value *a, const struct simt_value *b);
/* What the symbols in it were assumed to be. */
unsigned value_assumptions(const struct simt *simt, const struct simt_value *value);
/* Of two numbers of any sign, not negative; of 0 and a number, that number's size. */
int64_t value_common_divisor(int64_t a, int64_t b);
/* The largest number that a uniform number is a multiple of, whatever its symbols are; 1 at least. */
int64_t value_divisor(const struct simt *simt, const struct simt_value *value);
/* Bounds over all lanes and all that the symbols can be; saturating. */
void value_range(struct simt *simt, const struct simt_value *value, int64_t *low, int64_t *high);

const struct simt_value *value_add(struct simt *simt, const struct simt_value *a, const struct simt_value *b);
const struct simt_value *value_subtract(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b);
const struct simt_value *value_scale(struct simt *simt, const struct simt_value *value, int64_t factor);
const struct simt_value *value_multiply(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b);

/* A comparison, as far as numbers were compared. */
struct simt_relation {
	enum ir_op op;
	const struct simt_value *left, *right;
	const struct simt_value *difference; /* of the two, in conditions; NULL: it is no number */
};

enum { SIMT_MAX_RELATIONS = 6 };

/* In which lanes a condition holds and in which it doesn't; lanes in neither aren't decided. */
struct simt_truth {
	struct simt_mask yes, no;
	/* what certainly holds, all of it, in lanes for which the condition is `relation_side`; `exactly`:
	 * and in no others */
	struct simt_relation relations[SIMT_MAX_RELATIONS];
	unsigned relation_count;
	bool relation_side, exactly;
	bool uniform;         /* undecided lanes all go the same way */
	bool by_data;         /* they may go any way: it isn't a bound that parts them */
	const int64_t *alike; /* lanes with equal entries go the same way; NULL: nobody knows which do */
};

/* Any operator of the language but assignment, && and ||, on operands already converted to their common type.
 */
const struct simt_value *value_binary(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type);
/* `a op b` for a comparison, lane by lane, for what is decided of the active lanes. Numbers and pointers into
 * one object only. May stop the run to split the grid. */
struct simt_truth value_compare(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type);
/* A condition as a number, 1 or 0; unknown where active lanes aren't decided. */
const struct simt_value *value_of_truth(struct simt *simt, const struct simt_truth *truth);
bool value_comparable(enum ir_op op, const struct simt_value *a, const struct simt_value *b);
/* Parts of value_binary: all lanes known, and not. */
const struct simt_value *value_known(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type);
const struct simt_value *value_symbolic(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type);
/* Conversion to a type, with wrap-around where the value is known. */
const struct simt_value *value_convert(
	struct simt *simt, const struct simt_value *value, const struct ir_type *type);
/* `a` in the lanes of `mask`, `b` in the others. */
const struct simt_value *value_select(struct simt *simt, const struct simt_mask *mask,
	const struct simt_value *a, const struct simt_value *b);
/* What is left when either may hold; `value_either` when all lanes hold the same of the two. */
const struct simt_value *value_either(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b);
const struct simt_value *value_join(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b);

/* Why a number isn't known that all lanes of a warp may well share: a collective made it, or one load. */
extern const char simt_by_warp[];
/* Likewise, of a shuffle of what is told apart: a step of a reduction makes it one number for the warp. */
extern const char simt_by_shuffle[];
/* Why a lane's number isn't followed any more: it became one in floating point. */
extern const char simt_by_lane[];
/* The reason of a number that global memory holds for each lane, and of what is made of it without anything
 * else that differs from lane to lane. */
extern const char simt_by_memory[];
extern const char simt_by_shared[]; /* from shared memory, at a known place */
extern const char simt_by_scale[];  /* a known one, times what isn't known, and rounded */
/* One number for a warp, and the lane's own: the lanes in front of it that a vote counts, as a rule. Once
 * they are counted: its rank among them. */
extern const char simt_by_warp_and_lane[];
extern const char simt_by_rank[];
/* The reason of a number that has something of one, and is more than that. */
const char *value_why_mixed(const char *why);

/* Why a pointer isn't known that one branch makes lead to shared memory and another elsewhere. */
extern const char simt_either_space[];

struct simt_truth value_truth(struct simt *simt, const struct simt_value *value);

#endif
