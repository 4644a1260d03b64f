/* An index that numbers threads is a number in mixed radix: in `threadIdx.y * 32 + threadIdx.x` a row has 32
 * threads, in `threadIdx.x + i * 256` a turn of the loop moves 256 of them on, in `blockIdx.x * 16 +
 * threadIdx.x` a block covers 16. So each thread index extends to the next larger factor over its own. Arrays
 * that are indexed tell extents, too, and so do comparisons with blockDim. */
#include "analyzer/simt/launch/shape.h"

#include "analyzer/ir/walk.h"
#include "analyzer/simt/launch/thread_form.h"
#include "analyzer/value/fold.h"

enum { MAX_THREADS = 1024, MAX_CALLS = 6, MAX_VISITS = 200, USUAL = 256, WARP = 32 };

/* One number that was found, and how often. */
struct vote {
	int dim;
	enum shape_hint hint;
	int64_t extent;
	unsigned count;
};

struct reading {
	struct arena *arena;
	struct forms *forms;
	struct shape *shape;
	VEC(struct vote) votes;
	unsigned calls, visits;
};

static bool is_round(int64_t extent)
{
	return (extent & (extent - 1)) == 0 || extent % WARP == 0;
}

static int64_t rounded_down(int64_t number)
{
	int64_t out = 1;
	while (out * 2 <= number)
		out *= 2;
	return out;
}

static void vote(struct reading *reading, int dim, enum shape_hint hint, int64_t extent)
{
	if (extent < 2 || extent > MAX_THREADS)
		return;
	if (!is_round(extent) && hint < SHAPE_SAID) {
		int64_t rounded = rounded_down(extent);
		if ((extent - rounded) * 4 > rounded)
			return; /* too far from it for padding or borders */
		hint = SHAPE_ROUNDED;
		extent = rounded;
	}
	for (size_t i = 0; i < reading->votes.count; i++) {
		struct vote *known = &reading->votes.data[i];
		if (known->dim == dim && known->hint == hint && known->extent == extent) {
			known->count++;
			return;
		}
	}
	vec_push(reading->arena, &reading->votes, (struct vote){dim, hint, extent, 1});
}

/* ---- sums ------------------------------------------------------------------------------------ */

static int dim_of(const struct form_term *term)
{
	return (int)term->part; /* threadIdx.x, y, z, and the thread's number */
}

/* The term with the next larger factor; NULL: there is none. */
static const struct form_term *next_of(const struct form *form, const struct form_term *term)
{
	const struct form_term *next = NULL;
	for (unsigned i = 0; i < form->count; i++) {
		const struct form_term *other = &form->terms[i];
		if (other->by > term->by && (!next || other->by < next->by))
			next = other;
	}
	return next;
}

/* A second access of each thread, so far on: `in[i + 256]`. Surely, where a block covers some times as much.
 */
static void read_constant(struct reading *reading, const struct form *form, const struct form_term *term)
{
	const struct form_term *next = next_of(form, term);
	int64_t apart = form->constant / term->by * term->over;
	bool divides = next && form->constant > 0 && next->by > form->constant &&
		       next->by % form->constant == 0 && next->part >= FORM_BLOCK;
	if (form->constant > 0 && form->constant % term->by == 0 && apart >= WARP && is_round(apart))
		vote(reading, dim_of(term), divides ? SHAPE_STRIDE : SHAPE_ROUNDED, apart);
}

static void read_sum(struct reading *reading, const struct form *form)
{
	for (unsigned i = 0; i < form->count && !form->is_scaled; i++) {
		const struct form_term *term = &form->terms[i];
		if (!form_is_thread(term) || term->rest || term->by < 1)
			continue;
		const struct form_term *next = next_of(form, term);
		read_constant(reading, form, term);
		if (!next || next->part == term->part)
			continue;
		bool whole = next->by % term->by == 0;
		int64_t extent = next->by / term->by * term->over;
		enum shape_hint hint = next->part == FORM_BLOCK ? SHAPE_TILE : SHAPE_STRIDE;
		if (next->part == FORM_TURN && term->part != FORM_Y && term->part != FORM_Z && extent < 8)
			continue; /* elements of each thread, rather than rows of threads */
		vote(reading, dim_of(term), whole ? hint : SHAPE_ROUNDED, extent);
	}
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void read_extent(struct reading *reading, const struct ir_type *array, const struct form *form)
{
	const struct form_term *term = NULL;
	if (array->kind != IR_TYPE_ARRAY || array->count <= 0)
		return;
	for (unsigned i = 0; i < form->count && form->count == 1; i++)
		term = form_is_thread(&form->terms[i]) ? &form->terms[i] : NULL;
	if (!term || term->rest || term->by < 1 || form->is_partial || form->is_odd || form->constant < 0)
		return;
	int64_t extent = (array->count - form->constant) / term->by * term->over;
	if (term->over > 1 && extent >= MAX_THREADS)
		return; /* one element for each warp that any block can have */
	vote(reading, dim_of(term), SHAPE_EXTENT, extent);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* blockDim.x == 32, blockDim.x * blockDim.y == 256 */
static void read_width(struct reading *reading, const struct ir_expr *expr, int64_t number)
{
	enum cuda_builtin what;
	expr = ir_strip_casts(expr);
	int dim = form_dimension(expr, &what);
	if (dim >= 0 && what == CUDA_BLOCK_DIM) {
		vote(reading, dim, SHAPE_SAID, number);
		reading->shape->uses[dim] |= number > 1;
	} else if (expr->kind == IR_BINARY && expr->op == IR_OP_MUL &&
		   form_dimension(ir_strip_casts(expr->operands[0]), &what) >= 0 && what == CUDA_BLOCK_DIM &&
		   form_dimension(ir_strip_casts(expr->operands[1]), &what) >= 0 && what == CUDA_BLOCK_DIM) {
		vote(reading, SHAPE_TOTAL, SHAPE_SAID, number);
	}
}

static void raise(int64_t *number, int64_t to)
{
	if (to > *number && to <= MAX_THREADS)
		*number = to;
}

/* `threadIdx.x < 8`, `threadIdx.x == 31`, `threadIdx.x / 32 == 0` */
static void read_threads(struct shape *shape, enum ir_op op, const struct form *form, int64_t number)
{
	const struct form_term *term = &form->terms[0];
	if (form->count != 1 || form->constant || form->is_partial || form->is_odd || !form_is_thread(term) ||
		term->by != 1 || term->rest)
		return;
	bool includes = op == IR_OP_EQ || op == IR_OP_NE || op == IR_OP_GT || op == IR_OP_LE;
	bool splits = op != IR_OP_EQ && op != IR_OP_NE;
	number += includes;
	raise(&shape->least[dim_of(term)], number * term->over);
	if (splits || (number == 1 && term->over > 1))
		raise(&shape->past[dim_of(term)], number * term->over);
}

static void read_comparison(struct reading *reading, const struct ir_expr *expr)
{
	int64_t number;
	const struct ir_expr *left = expr->operands[0];
	enum ir_op op = expr->op;
	if (!ir_fold_int(expr->operands[1], &number)) {
		if (!ir_fold_int(left, &number))
			return;
		left = expr->operands[1];
		op = op == IR_OP_GT ? IR_OP_LT : op == IR_OP_LE ? IR_OP_GE : op;
	}
	if (op == IR_OP_EQ || op == IR_OP_NE)
		read_width(reading, left, number);
	struct form form = form_of(reading->forms, left);
	read_threads(reading->shape, op, &form, number);
}

/* An index that is divided goes on behind the divisor. */
static void read_division(struct reading *reading, const struct ir_expr *expr)
{
	struct form form = form_of(reading->forms, expr);
	const struct form_term *term = &form.terms[0];
	if (form.count == 1 && form_is_thread(term))
		raise(&reading->shape->past[dim_of(term)],
			term->rest ? term->over * term->rest : term->over - 1);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void read_function(struct reading *reading, const struct ir_function *function);

static void read_call(struct reading *reading, const struct ir_expr *expr)
{
	const struct ir_function *callee = expr->call->function;
	reading->shape->shuffles |= cuda_is_shuffle(ir_cuda(expr));
	if (!callee || callee->is_system || !callee->body || callee->is_host > callee->is_device ||
		reading->calls >= MAX_CALLS || reading->visits >= MAX_VISITS)
		return;
	forms_enter(reading->forms, callee, expr);
	reading->calls++;
	read_function(reading, callee);
	reading->calls--;
	forms_leave(reading->forms);
}

static void read_number(struct reading *reading, const struct ir_expr *expr)
{
	if (!expr || expr->type->kind == IR_TYPE_FLOAT)
		return;
	struct form form = form_of(reading->forms, expr);
	read_sum(reading, &form);
}

/* 2[array] is seldom enough. */
static void read_index(struct reading *reading, const struct ir_expr *expr)
{
	const struct ir_type *array = ir_type_value(ir_strip(expr->operands[0])->type);
	struct form form = form_of(reading->forms, expr->operands[1]);
	read_sum(reading, &form);
	read_extent(reading, array, &form);
}

static void read_use(struct reading *reading, const struct ir_expr *expr)
{
	enum cuda_builtin what;
	int dim = form_dimension(expr, &what);
	if (dim >= 0 && what == CUDA_THREAD_INDEX)
		reading->shape->uses[dim] = true;
}

/* Whether what lies within is only a part of a number. */
static bool is_part(const struct ir_path *path)
{
	while (path && path->expr && path->expr->kind == IR_CAST)
		path = path->up;
	const struct ir_expr *expr = path ? path->expr : NULL; /* NULL: a statement */
	return expr && expr->kind == IR_BINARY && !ir_is_comparison(expr->op) && expr->op < IR_OP_LOGICAL_AND;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct reading *reading = context;
	reading->shape->has_arrays |= expr->type->kind == IR_TYPE_ARRAY && expr->type->count > 0;
	switch (expr->kind) {
	case IR_MEMBER: read_use(reading, expr); break;
	case IR_INDEX: read_index(reading, expr); break;
	case IR_CALL: read_call(reading, expr); break;
	case IR_BINARY:
		if (ir_is_comparison(expr->op))
			read_comparison(reading, expr);
		else if ((expr->op == IR_OP_ADD || expr->op == IR_OP_OR) && !is_part(path->up))
			read_number(reading, expr);
		else if (expr->op == IR_OP_DIV || expr->op == IR_OP_REM || expr->op == IR_OP_AND ||
			 expr->op == IR_OP_SHR)
			read_division(reading, expr);
		if (expr->op == IR_OP_ADD && ir_type_value(expr->type)->kind == IR_TYPE_POINTER)
			read_number(reading, expr->operands[1]);
		break;
	case IR_ASSIGN:
		if (expr->op == IR_OP_ADD)
			read_number(reading, expr->operands[1]);
		break;
	case IR_VAR: /* a counter of threads: i = threadIdx.y, += 8 */
		if (expr->var->is_assigned && expr->var->storage == IR_LOCAL)
			read_number(reading, expr);
		break;
	default: break;
	}
}

static void on_asm(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct reading *reading = context;
	(void)path;
	if (stmt->kind == IR_ASM && stmt->assembly)
		reading->shape->shuffles |= (stmt->assembly->mentions & CUDA_ASM_SHUFFLE) != 0;
}

static void read_function(struct reading *reading, const struct ir_function *function)
{
	static const struct ir_visitor visitor = {.expr = on_expr, .stmt = on_asm, .enter_lambdas = true};
	reading->visits++;
	ir_walk_function(function, &visitor, reading);
}

/* Where threads below a number are told from the others, the block has more of them than that. */
static bool is_passed(const struct reading *reading, const struct vote *vote)
{
	return vote->hint < SHAPE_SAID && vote->extent <= reading->shape->past[vote->dim];
}

/* The hints that say most; of those, the number that comes most often, then the smallest. */
static void count_votes(struct reading *reading)
{
	struct shape *shape = reading->shape;
	unsigned counts[4] = {0};
	for (size_t i = 0; i < reading->votes.count; i++) {
		const struct vote *vote = &reading->votes.data[i];
		enum shape_hint best = shape->hint[vote->dim];
		bool often = vote->count > counts[vote->dim] ||
			     (vote->count == counts[vote->dim] && vote->extent < shape->extent[vote->dim]);
		if (is_passed(reading, vote) || vote->hint < best || (vote->hint == best && !often))
			continue;
		shape->hint[vote->dim] = vote->hint;
		shape->extent[vote->dim] = vote->extent;
		counts[vote->dim] = vote->count;
	}
}

void shape_read(struct arena *arena, const struct ir_function *kernel, struct shape *out)
{
	struct reading reading = {.arena = arena, .forms = forms_new(arena), .shape = out};
	*out = (struct shape){0};
	read_function(&reading, kernel);
	count_votes(&reading);
}

void shape_say(struct shape *shape, int dim, int64_t extent)
{
	shape->extent[dim] = extent;
	shape->hint[dim] = SHAPE_SAID;
	shape->uses[dim < 3 ? dim : 0] |= extent > 1;
}

void shape_bound(struct shape *shape, int64_t most)
{
	if (most <= 0 || most > MAX_THREADS || shape->hint[SHAPE_TOTAL] >= SHAPE_TILE)
		return;
	shape->extent[SHAPE_TOTAL] = most;
	shape->hint[SHAPE_TOTAL] = SHAPE_TILE;
}

/* ---- the choice ------------------------------------------------------------------------------ */

static int64_t limit(int64_t number, int64_t most)
{
	return number < 1 ? 1 : number > most ? most : number;
}

/* Rows of warps, or squares where the other extent is that of one. */
static int64_t usual_width(const struct shape *shape, int64_t height)
{
	bool is_square =
		!shape->shuffles && (height == 16 || (height == 8 && shape->hint[1] != SHAPE_STRIDE));
	return is_square ? height : WARP;
}

/* The extents that aren't known, from the threads that are left. */
static void fill_rest(const struct shape *shape, int64_t total, int64_t block[3])
{
	bool deep = shape->uses[2] || block[2] > 1, high = shape->uses[1] || block[1] > 1;
	if (!deep && !block[2])
		block[2] = 1;
	if (!high && !block[1])
		block[1] = 1;
	if (!block[0] && (high || deep))
		block[0] = limit(usual_width(shape, block[1]), total);
	int64_t others = (block[1] ? block[1] : 1) * (block[2] ? block[2] : 1);
	if (!block[0])
		block[0] = limit(total / others, total);
	int64_t rest = limit(total / (block[0] * (block[2] ? block[2] : 1)), 64);
	if (!block[1])
		block[1] = deep && !block[2] && rest > 2 ? rest / 2 : rest;
	if (!block[2])
		block[2] = limit(total / (block[0] * block[1]), 64);
}

/* Threads that are compared with a number exist up to it, where nothing else tells how many there are. */
static void reach_least(const struct shape *shape, int64_t most, int64_t block[3])
{
	for (int dim = 0; dim < 3; dim++) {
		int64_t least = 1, others = block[0] * block[1] * block[2] / block[dim];
		while (least < shape->least[dim])
			least *= 2;
		if (shape->hint[dim] < SHAPE_TILE && block[dim] < least && least * others <= most)
			block[dim] = least;
	}
}

/* Takes away from the extent of which least is known, until the block is possible. */
static void shrink(const struct shape *shape, int64_t most, int64_t block[3])
{
	while (block[0] * block[1] * block[2] > most) {
		int least = -1;
		for (int dim = 2; dim >= 0; dim--)
			if (block[dim] > 1 && (least < 0 || shape->hint[dim] < shape->hint[least]))
				least = dim;
		block[least] = (block[least] + 1) / 2;
	}
}

void shape_choose(const struct shape *shape, int64_t most, int64_t block[3])
{
	int64_t total = shape->extent[SHAPE_TOTAL] ? shape->extent[SHAPE_TOTAL] : USUAL;
	bool is_flat = !shape->uses[1] && !shape->uses[2];
	for (int dim = 0; dim < 3; dim++) {
		/* as many rows as there can be warps say nothing */
		bool is_limit = dim && shape->shuffles && shape->hint[dim] == SHAPE_EXTENT &&
				shape->extent[dim] == WARP;
		block[dim] = (shape->uses[dim] || dim == 0) && !is_limit ? shape->extent[dim] : 0;
	}
	if (is_flat && (!block[0] || shape->hint[SHAPE_TOTAL] > shape->hint[0]))
		block[0] = shape->extent[SHAPE_TOTAL];
	fill_rest(shape, limit(total, most), block);
	reach_least(shape, most, block);
	shrink(shape, most, block);
}
