/* Race-free: no two threads of a block in one barrier interval, and no two of different blocks, touch one
 * byte of which one writes it, unless both do so atomically or store one same value.
 *
 * That a barrier ends an interval rests on all threads' coming to it: barriers are a property of their own,
 * and without it nothing is proven here. */
#include "analyzer/proof/property.h"

enum { BATCH = 8 };

struct pair {
	const struct sym_access *a, *b;
	bool blocks; /* threads of different blocks */
	const struct term *meets;
	struct thread *threads[2];
};

typedef VEC(struct pair) pairs;

static struct arena *arena_of(const struct inquiry *inquiry)
{
	return terms_arena(inquiry->terms);
}

/* ---- addresses -------------------------------------------------------------------------------- */

static const struct fact_memory *memory_of(const struct facts *facts, const struct sym_object *object)
{
	for (size_t i = 0; object->is_pointee && i < facts->memories.count; i++)
		if (facts->memories.data[i].param == object->param &&
			facts->memories.data[i].offset == object->param_offset)
			return &facts->memories.data[i];
	return NULL;
}

/* How far the second object's start lies behind the first one's; false: they have nothing in common. */
static bool distance(const struct inquiry *inquiry, const struct sym_object *a, const struct sym_object *b,
	const struct term **out)
{
	*out = term_number(inquiry->terms, 0);
	if (a == b)
		return true;
	const struct fact_memory *x = memory_of(inquiry->facts, a), *y = memory_of(inquiry->facts, b);
	if (!x || !y || x->object != y->object)
		return false;
	if (!x->start || !y->start)
		return true;
	*out = term_add(inquiry->terms, y->start, x->start, -1);
	return true;
}

static bool is_multiple(const struct term *term, int64_t of)
{
	bool all = true;
	if (term->op == TERM_NUMBER)
		return term->constant % of == 0;
	if (term->op != TERM_SUM)
		return of == 1;
	all = term->constant % of == 0;
	for (size_t i = 0; i < term->count; i++)
		all &= term->factors[i] % of == 0;
	return all;
}

/* Whether two ranges of bytes have one in common. */
static const struct term *overlap(
	struct terms *terms, const struct term *a, int64_t a_size, const struct term *b, int64_t b_size)
{
	if (a_size == b_size && is_multiple(a, a_size) && is_multiple(b, b_size))
		return term_equal(terms, a, b);
	return term_and(terms, term_less(terms, a, term_add(terms, b, term_number(terms, b_size), 1)),
		term_less(terms, b, term_add(terms, a, term_number(terms, a_size), 1)));
}

/* ---- pairs ------------------------------------------------------------------------------------ */

static const struct term *apart(struct thread *const threads[2], const struct term *const index[3])
{
	struct terms *terms = threads[0]->inquiry->terms;
	const struct term *same = term_truth(terms, true);
	for (int axis = 0; axis < 3; axis++)
		same = term_and(terms, same,
			term_equal(terms, thread_copy(threads[0], index[axis]),
				thread_copy(threads[1], index[axis])));
	return term_not(terms, same);
}

/* That two stores differ; false: they don't. */
static bool differ(const struct pair *pair, const struct term **out)
{
	const struct sym_access *a = pair->a, *b = pair->b;
	struct terms *terms = pair->threads[0]->inquiry->terms;
	*out = term_truth(terms, true);
	if (a->kind != SYM_WRITE || b->kind != SYM_WRITE)
		return true;
	if (a->stores_real && b->stores_real)
		return a->real != b->real;
	if (a->stored && b->stored) {
		*out = term_not(terms, term_equal(terms, thread_copy(pair->threads[0], a->stored),
					       thread_copy(pair->threads[1], b->stored)));
		return (*out)->op != TERM_FALSE;
	}
	bool uniform = a->site == b->site && !a->turn_count &&
		       a->stored_scope < (unsigned)(pair->blocks ? SYM_BLOCK : SYM_THREAD);
	return !uniform;
}

static bool is_conflict(const struct sym_access *a, const struct sym_access *b)
{
	if (a->kind == SYM_READ && b->kind == SYM_READ)
		return false;
	return a->kind != SYM_ATOMIC || b->kind != SYM_ATOMIC;
}

static void make_pair(struct inquiry *inquiry, const struct sym_access *a, const struct sym_access *b,
	bool blocks, struct thread *const threads[2], pairs *out)
{
	struct terms *terms = inquiry->terms;
	const struct sym_launch *launch = &inquiry->facts->launch;
	struct pair pair = {.a = a, .b = b, .blocks = blocks, .threads = {threads[0], threads[1]}};
	const struct term *between, *differs;
	if (!distance(inquiry, a->object, b->object, &between) || !differ(&pair, &differs))
		return;
	const struct term *x = thread_copy(threads[0], a->offset),
			  *y = term_add(terms, thread_copy(threads[1], b->offset), between, 1);
	const struct term *meets = overlap(terms, x, a->size, y, b->size);
	meets = term_and(terms, meets, thread_copy(threads[0], a->guard));
	meets = term_and(terms, meets, thread_copy(threads[1], b->guard));
	meets = term_and(terms, meets, apart(threads, blocks ? launch->block : launch->thread));
	meets = term_and(terms, meets, differs);
	if (!blocks)
		meets = term_and(terms, meets,
			term_equal(terms, thread_copy(threads[0], a->interval),
				thread_copy(threads[1], b->interval)));
	pair.meets = meets;
	if (meets->op != TERM_FALSE)
		vec_push(arena_of(inquiry), out, pair);
}

static bool is_same_access(const struct sym_access *a, const struct sym_access *b)
{
	bool same_store = a->stored == b->stored && a->stores_real == b->stores_real &&
			  (!a->stores_real || a->real == b->real) &&
			  (a->stored || a->stores_real || a->kind != SYM_WRITE);
	return a->object == b->object && a->offset == b->offset && a->guard == b->guard &&
	       a->interval == b->interval && a->warp_interval == b->warp_interval && a->size == b->size &&
	       a->kind == b->kind && same_store;
}

static void make_pairs(
	struct inquiry *inquiry, struct thread *const *in_block, struct thread *const *in_grid, pairs *out)
{
	const sym_accesses *accesses = &inquiry->kernel->accesses;
	VEC(const struct sym_access *) list = {0};
	bool one_block = inquiry->facts->launch.grid_dim[0]->high <= 1 &&
			 inquiry->facts->launch.grid_dim[1]->high <= 1 &&
			 inquiry->facts->launch.grid_dim[2]->high <= 1;
	for (size_t i = 0; i < accesses->count; i++) {
		bool is_new = true;
		for (size_t k = 0; k < list.count && is_new; k++)
			is_new = !is_same_access(list.data[k], &accesses->data[i]);
		if (is_new)
			vec_push(arena_of(inquiry), &list, &accesses->data[i]);
	}
	for (size_t i = 0; i < list.count; i++)
		for (size_t k = i; k < list.count; k++) {
			if (!is_conflict(list.data[i], list.data[k]))
				continue;
			make_pair(inquiry, list.data[i], list.data[k], false, in_block, out);
			if (list.data[i]->object->space == SYM_GLOBAL && !one_block)
				make_pair(inquiry, list.data[i], list.data[k], true, in_grid, out);
		}
}

/* ---- one pair --------------------------------------------------------------------------------- */

static const struct term *in_lockstep(const struct pair *pair)
{
	struct inquiry *inquiry = pair->threads[0]->inquiry;
	struct terms *terms = inquiry->terms;
	const struct sym_launch *launch = &inquiry->facts->launch;
	const struct term *warps[2];
	for (int i = 0; i < 2; i++) {
		const struct term *rank = launch->thread[2];
		for (int axis = 1; axis >= 0; axis--)
			rank = term_add(terms, term_multiply(terms, rank, launch->block_dim[axis]),
				launch->thread[axis], 1);
		warps[i] = term_divide(terms, thread_copy(pair->threads[i], rank), term_number(terms, 32));
	}
	return term_or(terms, term_not(terms, term_equal(terms, warps[0], warps[1])),
		term_equal(terms, thread_copy(pair->threads[0], pair->a->warp_interval),
			thread_copy(pair->threads[1], pair->b->warp_interval)));
}

static bool is_around(const struct pair *pair, const struct term *turn)
{
	const struct sym_access *const both[2] = {pair->a, pair->b};
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < both[i]->turn_count; k++)
			if (both[i]->turns[k] == turn)
				return true;
	return false;
}

/* Whether it is told in the first turn of the loops around: what they carry is what it was before. */
static bool is_told_first(const struct pair *pair, const struct term_unknown *unknown)
{
	const struct sym_origin *origin = sym_origin(unknown);
	if (origin->is_turn || origin->is_head)
		return true;
	for (int i = 0; i < 2; i++) {
		const struct sym_access *access = i ? pair->b : pair->a;
		for (size_t k = 0; k < access->turn_count; k++) {
			const struct sym_origin *turn = sym_origin(access->turns[k]->unknown);
			/* when the loop is over doesn't matter to who is in it */
			if (turn->last &&
				(turn->last->unknown == unknown || sym_origin(turn->last->unknown) == origin))
				return true;
		}
	}
	for (size_t i = 0; i < pair->threads[0]->inquiry->kernel->ends.count; i++) {
		const struct sym_end *end = &pair->threads[0]->inquiry->kernel->ends.data[i];
		if (sym_origin(end->ends->unknown) == origin)
			return is_around(pair, end->turn);
	}
	return false;
}

/* That both threads are in the first turns of all loops; false: that tells not all of it. */
static bool first_turns(const struct pair *pair, const struct term **out)
{
	struct inquiry *inquiry = pair->threads[0]->inquiry;
	struct terms *terms = inquiry->terms;
	term_list root = {0}, all = {0};
	*out = pair->meets;
	vec_push(arena_of(inquiry), &root, pair->meets);
	term_gather(arena_of(inquiry), &root, &all);
	for (size_t i = 0; i < all.count; i++) {
		const struct term_unknown *unknown = all.data[i]->unknown;
		const struct sym_origin *origin = unknown ? sym_origin(unknown) : NULL;
		if (!origin)
			continue;
		if (((unknown->marks & SYM_CARRIED) || origin->is_open) && !is_told_first(pair, unknown))
			return false;
		if (origin->is_turn)
			*out = term_and(terms, *out, term_equal(terms, all.data[i], term_number(terms, 0)));
	}
	return true;
}

static const char *kind_name(const struct sym_access *access)
{
	return access->kind == SYM_READ ? "reads" : access->kind == SYM_WRITE ? "writes" : "updates";
}

static const char *fact_for(struct inquiry *inquiry, const struct pair *pair, unsigned marks)
{
	if (marks & SYM_DATA)
		return arena_printf(arena_of(inquiry), "that no two threads get to one element of `%s`",
			pair->a->object->name);
	return NULL;
}

static void refute(struct inquiry *inquiry, const struct pair *pair, const struct witness *witness,
	struct proof_answer *out)
{
	struct arena *arena = arena_of(inquiry);
	int64_t offset = 0;
	bool is_told = answer_value(inquiry, witness, pair->threads[0], pair->a->offset, &offset);
	const char *sizes = answer_sizes(inquiry, witness);
	const char *first = answer_thread(inquiry, witness, pair->threads[0]);
	const char *second = answer_thread(inquiry, witness, pair->threads[1]);
	const char *where = is_told ? arena_printf(arena, "byte %lld of ", (long long)offset) : "";
	*out = (struct proof_answer){.verdict = PROOF_REFUTED, .site = pair->a->site, .other = pair->b->site};
	out->reason = arena_printf(arena, "%s%s%s %s %s`%s`, which %s %s", sizes, *sizes ? ": " : "", first,
		kind_name(pair->a), where, pair->a->object->name, second, kind_name(pair->b));
	if (pair->a->kind == SYM_WRITE && pair->b->kind == SYM_WRITE)
		out->reason = arena_printf(arena, "%s, too", out->reason);
}

static void judge(struct inquiry *inquiry, const struct pair *pair, struct proof_answer *out)
{
	struct terms *terms = inquiry->terms;
	enum solver_answer answer = question_ask(inquiry, pair->threads, 2, pair->meets, true);
	if (answer == SOLVER_NEVER)
		return;
	unsigned marks = sym_all_marks(arena_of(inquiry), pair->meets);
	bool other_order =
		inquiry->kernel->has_other_order || (inquiry->kernel->has_grid_barrier && pair->blocks);
	const char *why = answer_marks(marks);
	if (other_order)
		why = "locks, flags or fences may order the two";
	struct witness witness;
	const struct term *meets = pair->meets;
	if (!other_order && marks == SYM_CARRIED && first_turns(pair, &meets))
		why = NULL;
	if (!why) {
		if (!pair->blocks)
			meets = term_and(terms, meets, in_lockstep(pair));
		if (question_witness(inquiry, pair->threads, 2, meets, true, &witness)) {
			refute(inquiry, pair, &witness, out);
			return;
		}
		why = marks             ? answer_marks(marks)
		      : inquiry->solver ? "the solver doesn't come to an end"
					: "there is no solver";
	}
	answer_undecided(out,
		arena_printf(arena_of(inquiry), "whether two threads meet in `%s` isn't decided: %s",
			pair->a->object->name, why),
		fact_for(inquiry, pair, marks), pair->a->site, pair->b->site);
}

/* Pairs of the same threads at once, and one by one only where together they could. */
static void judge_all(
	struct inquiry *inquiry, const struct pair *pairs_, size_t count, struct proof_answer *out)
{
	struct terms *terms = inquiry->terms;
	if (!count || out->verdict == PROOF_REFUTED)
		return;
	if (count == 1) {
		judge(inquiry, pairs_, out);
		return;
	}
	const struct term *any = term_truth(terms, false);
	for (size_t i = 0; i < count; i++)
		any = term_or(terms, any, pairs_[i].meets);
	if (count <= BATCH && question_ask(inquiry, pairs_->threads, 2, any, true) == SOLVER_NEVER)
		return;
	judge_all(inquiry, pairs_, count / 2, out);
	judge_all(inquiry, pairs_ + count / 2, count - count / 2, out);
}

void property_race(struct inquiry *inquiry, struct proof_answer *out)
{
	struct sym_kernel *kernel = inquiry->kernel;
	struct thread threads[4];
	struct thread *in_block[2] = {&threads[0], &threads[1]}, *in_grid[2] = {&threads[2], &threads[3]};
	pairs all = {0}, sorted = {0};
	*out = (struct proof_answer){.verdict = PROOF_PROVEN};
	for (size_t i = 0; i < kernel->accesses.count; i++)
		if (kernel->accesses.data[i].object->is_anything)
			answer_undecided(out, "it isn't known what a pointer leads to", NULL,
				kernel->accesses.data[i].site, NULL);
	for (int i = 0; i < 4; i++)
		thread_begin(&threads[i], inquiry, i < 2 ? SYM_THREAD : SYM_BLOCK);
	make_pairs(inquiry, in_block, in_grid, &all);
	for (int blocks = 0; blocks < 2; blocks++) {
		sorted.count = 0;
		for (size_t i = 0; i < all.count; i++)
			if (all.data[i].blocks == blocks && !all.data[i].a->object->is_anything &&
				!all.data[i].b->object->is_anything)
				vec_push(arena_of(inquiry), &sorted, all.data[i]);
		judge_all(inquiry, sorted.data, sorted.count, out);
	}
}
