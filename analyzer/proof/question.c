/* Copies of threads, what holds of them, and the search for ordinary numbers. */
#include "analyzer/proof/question.h"

#include <string.h>

static bool is_of_turns(const struct term_unknown *unknown)
{
	const struct sym_origin *origin = sym_origin(unknown);
	return origin && (origin->is_turn || origin->turn_count);
}

void thread_begin(struct thread *thread, struct inquiry *inquiry, unsigned from)
{
	*thread = (struct thread){.inquiry = inquiry, .from = from};
}

/* Whether it says when a thread leaves a loop around the barrier that is asked about, where only barriers
 * make that the same for all. */
static bool is_last_around(const struct thread *thread, const struct term_unknown *unknown)
{
	for (size_t i = 0; thread->barrier && i < thread->barrier->turn_count; i++) {
		const struct sym_origin *turn = sym_origin(thread->barrier->turns[i]->unknown);
		if (turn->last && turn->last->unknown == unknown && sym_origin(unknown)->is_forced)
			return true;
	}
	return false;
}

static const struct term *own_unknown(void *context, const struct term_unknown *unknown)
{
	struct thread *thread = context;
	struct terms *terms = thread->inquiry->terms;
	bool is_own =
		unknown->scope >= thread->from || is_of_turns(unknown) || is_last_around(thread, unknown);
	if (thread->from > SYM_THREAD || !is_own)
		return NULL;
	for (size_t i = 0; i < thread->unknowns.count; i++)
		if (thread->unknowns.data[i] == unknown)
			return thread->own.data[i];
	const struct term *own = unknown->is_condition
					 ? term_fresh_condition(terms, unknown->name, unknown->scope,
						   unknown->marks, unknown->data)
					 : term_fresh(terms, unknown->name, unknown->scope, unknown->marks,
						   unknown->low, unknown->high, unknown->data);
	vec_push(terms_arena(terms), &thread->unknowns, unknown);
	vec_push(terms_arena(terms), &thread->own, own);
	return own;
}

const struct term *thread_copy(struct thread *thread, const struct term *term)
{
	return term_copy(thread->inquiry->terms, term, own_unknown, thread, &thread->memo);
}

/* ---- what holds ------------------------------------------------------------------------------- */

struct asking {
	struct inquiry *inquiry;
	term_list conditions;
	term_list all; /* terms in them, by the last count */
	bool *has;     /* by id */
	uint32_t room;
};

static void add(struct asking *asking, const struct term *condition)
{
	if (condition->op != TERM_TRUE)
		vec_push(terms_arena(asking->inquiry->terms), &asking->conditions, condition);
}

static void count_terms(struct asking *asking)
{
	struct arena *arena = terms_arena(asking->inquiry->terms);
	asking->all = (term_list){0};
	term_gather(arena, &asking->conditions, &asking->all);
	asking->room = 0;
	for (size_t i = 0; i < asking->all.count; i++)
		if (asking->all.data[i]->id >= asking->room)
			asking->room = asking->all.data[i]->id + 1;
	asking->has = ARENA_ARRAY(arena, bool, asking->room + 1);
	for (size_t i = 0; i < asking->all.count; i++)
		asking->has[asking->all.data[i]->id] = true;
}

static bool has(const struct asking *asking, const struct term *term)
{
	return term->id < asking->room && asking->has[term->id];
}

/* Whether it says something of a loop that is asked about. */
static bool concerns(const struct asking *asking, const struct term *law)
{
	term_list root = {0}, all = {0};
	struct arena *arena = terms_arena(asking->inquiry->terms);
	vec_push(arena, &root, law);
	term_gather(arena, &root, &all);
	for (size_t i = 0; i < all.count; i++) {
		const struct term *term = all.data[i];
		const struct sym_origin *origin = term->unknown ? sym_origin(term->unknown) : NULL;
		if (origin && has(asking, term) &&
			(is_of_turns(term->unknown) || origin->is_last || (term->marks & SYM_CARRIED)))
			return true;
	}
	return false;
}

struct pending {
	const struct term *condition, *key; /* key NULL: by what it mentions */
	bool taken;
};

/* Laws and bounds of one thread, as far as what is asked has to do with them, and what they bring in. */
static void add_known(struct asking *asking, struct thread *const *threads, size_t count, bool bounds)
{
	struct inquiry *inquiry = asking->inquiry;
	struct sym_kernel *kernel = inquiry->kernel;
	struct arena *arena = terms_arena(inquiry->terms);
	VEC(struct pending) pending = {0};
	for (size_t t = 0; t < count; t++) {
		for (size_t i = 0; i < kernel->laws.count; i++)
			vec_push(arena, &pending,
				(struct pending){thread_copy(threads[t], kernel->laws.data[i]), NULL, false});
		for (size_t i = 0; bounds && i < kernel->consequences.count; i++)
			vec_push(arena, &pending,
				(struct pending){
					thread_copy(threads[t], kernel->consequences.data[i]), NULL, false});
		for (size_t i = 0; bounds && i < kernel->bounds.count; i++) {
			const struct sym_bound *bound = &kernel->bounds.data[i];
			const struct term *fits =
				term_fits(inquiry->terms, bound->result, bound->bits, bound->is_signed);
			const struct term *holds =
				term_or(inquiry->terms, term_not(inquiry->terms, bound->guard), fits);
			vec_push(arena, &pending,
				(struct pending){thread_copy(threads[t], holds),
					thread_copy(threads[t], bound->result), false});
		}
	}
	for (int round = 0; round < 4; round++) {
		size_t before = asking->conditions.count;
		count_terms(asking);
		for (size_t i = 0; i < pending.count; i++) {
			struct pending *one = &pending.data[i];
			if (one->taken ||
				!(one->key ? has(asking, one->key) : concerns(asking, one->condition)))
				continue;
			one->taken = true;
			add(asking, one->condition);
		}
		if (asking->conditions.count == before)
			break;
	}
}

/* What is one number for all threads in one turn of the loops is so for two that are in the same turn. */
static void add_equalities(struct asking *asking, struct thread *const *threads, size_t count)
{
	struct terms *terms = asking->inquiry->terms;
	if (count < 2)
		return;
	count_terms(asking);
	for (size_t i = 0; i < threads[0]->unknowns.count; i++) {
		const struct term_unknown *unknown = threads[0]->unknowns.data[i];
		const struct sym_origin *origin = sym_origin(unknown);
		const struct term *mine = threads[0]->own.data[i], *other = NULL;
		if (unknown->scope >= threads[0]->from || !origin || origin->is_turn || !has(asking, mine) ||
			is_last_around(threads[0], unknown))
			continue;
		for (size_t k = 0; k < threads[1]->unknowns.count; k++)
			if (threads[1]->unknowns.data[k] == unknown)
				other = threads[1]->own.data[k];
		if (!other || !has(asking, other))
			continue;
		const struct term *same = term_truth(terms, true);
		for (size_t k = 0; k < origin->turn_count; k++)
			same = term_and(terms, same,
				term_equal(terms, thread_copy(threads[0], origin->turns[k]),
					thread_copy(threads[1], origin->turns[k])));
		const struct term *equal =
			unknown->is_condition
				? term_or(terms, term_and(terms, mine, other),
					  term_and(terms, term_not(terms, mine), term_not(terms, other)))
				: term_equal(terms, mine, other);
		add(asking, term_or(terms, term_not(terms, same), equal));
	}
}

static void gather(struct asking *asking, struct thread *const *threads, size_t count,
	const struct term *condition, bool bounds)
{
	const struct facts *facts = asking->inquiry->facts;
	add(asking, condition);
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < facts->shape.count; i++)
			add(asking, thread_copy(threads[t], facts->shape.data[i]));
	for (size_t i = 0; i < facts->given.count; i++)
		add(asking, facts->given.data[i]);
	add_known(asking, threads, count, bounds);
	add_equalities(asking, threads, count);
}

/* ---- asking ----------------------------------------------------------------------------------- */

static enum solver_answer ask(struct inquiry *inquiry, const term_list *conditions, bool abstract,
	uint64_t steps, struct witness *witness)
{
	struct arena *arena = terms_arena(inquiry->terms);
	struct buffer text = {0}, names = {0};
	term_list *unknowns = ARENA_NEW(arena, term_list);
	for (size_t i = 0; i < conditions->count; i++)
		if (conditions->data[i]->op == TERM_FALSE)
			return SOLVER_NEVER;
	if (!inquiry->solver || inquiry->left < steps)
		return SOLVER_UNKNOWN;
	inquiry->left -= steps / 8; /* most questions take far less than they may */
	inquiry->questions++;
	term_print(inquiry->terms, conditions, abstract, &text, witness ? &names : NULL, unknowns);
	const int64_t *numbers = NULL;
	enum solver_answer answer = solver_ask(inquiry->solver, arena, text.data ? text.data : "", names.data,
		steps, witness ? &numbers : NULL);
	buffer_free(&text);
	buffer_free(&names);
	if (answer == SOLVER_UNKNOWN)
		inquiry->left -= inquiry->left < steps ? inquiry->left : steps * 7 / 8;
	static const int64_t none;
	if (!unknowns->count)
		numbers = &none; /* it holds whatever they are */
	if (witness)
		*witness = (struct witness){unknowns, numbers, NULL};
	return answer == SOLVER_HOLDS && witness && !numbers ? SOLVER_UNKNOWN : answer;
}

static bool is_linear(const struct asking *asking)
{
	for (size_t i = 0; i < asking->all.count; i++) {
		const struct term *term = asking->all.data[i];
		if (term->op == TERM_PRODUCT ||
			(term->op == TERM_QUOTIENT && term->parts[1]->op != TERM_NUMBER))
			return false;
	}
	return true;
}

enum solver_answer question_ask(struct inquiry *inquiry, struct thread *const *threads, size_t count,
	const struct term *condition, bool assumes_bounds)
{
	struct asking asking = {.inquiry = inquiry};
	if (condition->op == TERM_FALSE)
		return SOLVER_NEVER;
	gather(&asking, threads, count, condition, assumes_bounds);
	count_terms(&asking);
	bool linear = is_linear(&asking);
	enum solver_answer answer = ask(inquiry, &asking.conditions, !linear, inquiry->options->steps, NULL);
	if (answer == SOLVER_NEVER || linear)
		return answer;
	return ask(inquiry, &asking.conditions, false, inquiry->options->steps, NULL) == SOLVER_NEVER
		       ? SOLVER_NEVER
		       : SOLVER_UNKNOWN;
}

/* ---- witnesses -------------------------------------------------------------------------------- */

/* Ordinary blocks, tried in this order where the launch doesn't say. */
static const int64_t blocks[][3] = {{32, 1, 1}, {64, 1, 1}, {256, 1, 1}, {16, 16, 1}, {4, 4, 4}};

struct sized {
	const struct facts *facts;
	struct terms *terms;
	const int64_t *block;
	struct term_memo memo;
};

static const struct term *sized_unknown(void *context, const struct term_unknown *unknown)
{
	struct sized *sized = context;
	for (int axis = 0; axis < 3; axis++) {
		const struct term *extent = sized->facts->launch.block_dim[axis];
		if (extent->unknown == unknown && unknown->high >= sized->block[axis])
			return term_number(sized->terms, sized->block[axis]);
	}
	return NULL;
}

/* Keeps all sizes within `most`. */
static void bound_sizes(struct asking *asking, const struct asking *from, int64_t most)
{
	struct terms *terms = asking->inquiry->terms;
	for (size_t i = 0; i < from->all.count; i++) {
		const struct term *term = from->all.data[i];
		if (term->op != TERM_UNKNOWN)
			continue;
		add(asking, term_at_most(terms, term, term_number(terms, most)));
		add(asking, term_at_most(terms, term_number(terms, -most), term));
	}
}

static bool try_block(struct asking *asking, const int64_t *block, int64_t most, struct witness *out)
{
	struct inquiry *inquiry = asking->inquiry;
	struct asking small = {.inquiry = inquiry};
	struct sized sized = {.facts = inquiry->facts, .terms = inquiry->terms, .block = block};
	for (size_t i = 0; i < asking->conditions.count; i++) {
		const struct term *condition = term_copy(
			inquiry->terms, asking->conditions.data[i], sized_unknown, &sized, &sized.memo);
		if (condition->op == TERM_FALSE)
			return false;
		add(&small, condition);
	}
	count_terms(&small);
	struct asking known = small;
	if (most)
		bound_sizes(&small, &known, most);
	return ask(inquiry, &small.conditions, false, inquiry->options->steps / 2, out) == SOLVER_HOLDS;
}

static bool has_open_block(const struct inquiry *inquiry)
{
	for (int axis = 0; axis < 3; axis++)
		if (inquiry->facts->launch.block_dim[axis]->op != TERM_NUMBER)
			return true;
	return false;
}

bool question_witness(struct inquiry *inquiry, struct thread *const *threads, size_t count,
	const struct term *condition, bool assumes_bounds, struct witness *out)
{
	static const int64_t mosts[] = {40, 300, 5000, 0};
	struct asking asking = {.inquiry = inquiry};
	bool is_open = has_open_block(inquiry);
	gather(&asking, threads, count, condition, assumes_bounds);
	count_terms(&asking);
	for (size_t i = 0; i < sizeof mosts / sizeof *mosts; i++)
		for (size_t k = 0; k < (is_open ? sizeof blocks / sizeof *blocks : 1); k++)
			if (try_block(&asking, blocks[k], mosts[i], out)) {
				out->block = is_open ? blocks[k] : NULL;
				return true;
			}
	return false;
}

bool witness_block(const struct inquiry *inquiry, const struct witness *witness, int axis, int64_t *extent)
{
	const struct term *own = inquiry->facts->launch.block_dim[axis];
	if (!witness->block || !own->unknown || own->high < witness->block[axis])
		return false;
	*extent = witness->block[axis];
	return true;
}

bool witness_number(
	const struct witness *witness, struct thread *thread, const struct term *unknown, int64_t *number)
{
	const struct term *term = thread ? thread_copy(thread, unknown) : unknown;
	if (term->op == TERM_NUMBER) {
		*number = term->constant;
		return true;
	}
	for (size_t i = 0; i < witness->unknowns->count; i++)
		if (witness->unknowns->data[i] == term) {
			*number = witness->numbers[i];
			return true;
		}
	return false;
}
