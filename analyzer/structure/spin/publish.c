/* Lists accesses that don't order and what orders, function by function, in source order; then looks between.
 */
#include "analyzer/structure/spin/publish.h"

#include <string.h>

#include "analyzer/value/rounding.h"

enum { MAX_CALLS = 4 };

/* Something in a function that counts here; the list is in source order. */
struct event {
	const struct ir_function *function;
	const struct ir_path *path;
	const void *node;   /* of the path's end */
	bool orders;        /* fence, barrier, acquire, release, or who knows */
	bool is_narrow;     /* a fence for the block alone */
	bool reads, writes; /* plainly: op */
	enum ir_join join;
	struct ir_memory_op op;
};

typedef VEC(struct event) event_list;

struct ir_publications {
	struct arena *arena;
	struct ir_spins *spins;
	event_list events;
	VEC(struct ir_publication *) found;
};

static const void *node_of(const struct ir_path *path)
{
	return path->stmt ? (const void *)path->stmt : (const void *)path->expr;
}

/* ---- events ---------------------------------------------------------------------------------- */

struct gather {
	struct ir_publications *publications;
	const struct ir_function *function;
};

static bool calls_order(const struct ir_function *function, unsigned depth);

static bool call_orders(const struct ir_expr *expr, unsigned depth)
{
	/* of C++ */
	static const char *const harmless[] = {"operator[]", "operator*", NULL};
	const struct cuda_function *cuda = ir_cuda(expr);
	const struct ir_function *function = expr->call->function;
	struct ir_atomic atomic;
	if (function && function->body)
		return calls_order(function, depth + 1);
	if (ir_atomic_of(expr, &atomic))
		return atomic.order != IR_ORDER_RELAXED;
	return !cuda->math && !cuda_is_cached_load(cuda) && cuda->op != CUDA_SLEEP &&
	       cuda->op != CUDA_PRINT && !ir_is_one_of(expr->call->name, harmless);
}

struct ordering {
	unsigned depth;
	bool found;
};

static void ordering_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ordering *ordering = context;
	(void)path;
	if (expr->kind == IR_CALL)
		ordering->found = ordering->found || call_orders(expr, ordering->depth);
}

static void ordering_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct ordering *ordering = context;
	(void)path;
	ordering->found |= stmt->kind == IR_ASM || stmt->kind == IR_UNKNOWN_STMT;
}

static bool calls_order(const struct ir_function *function, unsigned depth)
{
	const struct ir_visitor visitor = {.expr = ordering_expr, .stmt = ordering_stmt};
	struct ordering ordering = {.depth = depth};
	if (depth > MAX_CALLS)
		return true;
	ir_walk_function(function, &visitor, &ordering);
	return ordering.found;
}

/* Who comes to a call, or to one in the function that is called. */
static enum ir_join join_in(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	enum ir_join join = ir_join_of(call);
	return join == IR_JOIN_NONE && function && function->body ? ir_joins(function->body) : join;
}

static void add_event(struct gather *gather, const struct ir_path *path, struct event event)
{
	struct arena *arena = gather->publications->arena;
	event.function = gather->function;
	event.path = ir_path_keep(arena, path);
	event.node = node_of(path);
	vec_push(arena, &gather->publications->events, event);
}

/* Whether the lvalue at the end of the path is read as a whole. */
static bool is_read(const struct ir_path *path)
{
	const struct ir_expr *expr = path->expr, *up = path->up ? path->up->expr : NULL;
	if (!up)
		return true;
	bool is_base = up->kind == IR_MEMBER || (up->kind == IR_INDEX && up->operands[0] == expr);
	bool is_address = up->kind == IR_UNARY && up->op == IR_OP_ADDRESS;
	bool is_target = up->kind == IR_ASSIGN && up->operands[0] == expr && up->op == IR_OP_NONE;
	bool is_argument = up->kind == IR_CALL || up->kind == IR_CONSTRUCT; /* by reference, perhaps */
	return !is_base && !is_address && !is_target && !is_argument;
}

static void add_copied(
	struct gather *gather, const struct ir_path *path, const struct ir_expr *place, bool writes)
{
	struct event event = {.reads = !writes, .writes = writes};
	event.op = (struct ir_memory_op){
		.effect = writes ? IR_MEMORY_WRITE : IR_MEMORY_READ, .expr = path->expr, .is_plain = true};
	if (ir_memory_of(place, &event.op.memory) && event.op.memory.is_shared_with_others)
		add_event(gather, path, event);
}

/* `T v = slots[i]` and `slots[i] = v` of a struct that is copied as its parts are. */
static bool gather_copy(struct gather *gather, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_expr *from = expr->operand_count ? ir_strip_casts(expr->operands[0]) : NULL;
	const struct ir_type *type = from ? ir_type_value(from->type) : NULL;
	struct ir_atomic atomic;
	if (!type || type->kind != IR_TYPE_RECORD || (expr->call->function && expr->call->function->body))
		return false;
	if (expr->kind == IR_CONSTRUCT) {
		if (ir_type_value(expr->type)->record != type->record)
			return false;
		add_copied(gather, path, from, false);
		return true;
	}
	if (strcmp(expr->call->name, "operator=") != 0 || !expr->call->object || ir_atomic_of(expr, &atomic))
		return false;
	add_copied(gather, path, from, false);
	add_copied(gather, path, expr->call->object, true);
	return true;
}

static void gather_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct gather *gather = context;
	struct event event = {0};
	if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && gather_copy(gather, expr, path))
		return;
	if (expr->kind == IR_CALL) {
		struct ir_fence fence;
		event.orders = call_orders(expr, 0);
		event.is_narrow = ir_fence_of(expr, &fence) &&
				  (fence.scope == IR_SCOPE_BLOCK || fence.scope == IR_SCOPE_THREAD);
		event.join = join_in(expr);
		add_event(gather, path, event);
		return;
	}
	/* volatile or not: that orders nothing */
	if (!ir_memory_op(expr, &event.op))
		return;
	event.writes = event.op.effect != IR_MEMORY_READ;
	event.reads = !event.writes && is_read(path);
	if (event.reads || event.writes)
		add_event(gather, path, event);
}

static void gather_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	if (stmt->kind == IR_ASM)
		add_event(context, path, (struct event){.orders = true});
}

/* ---- one flag -------------------------------------------------------------------------------- */

/* The length of the namespace or class in front of a function's name. */
static size_t space_of(const struct ir_function *function)
{
	size_t length = 0;
	const char *name = function->qualified;
	for (const char *at = strstr(name, "::"); at; at = strstr(at + 2, "::"))
		length = (size_t)(at - name);
	return length;
}

/* Parameters of two helpers that stand together and call them, and give them a type, alike. */
static bool is_named_alike(const struct ir_memory *a, const struct ir_function *in_a,
	const struct ir_memory *b, const struct ir_function *in_b)
{
	size_t space = space_of(in_a);
	bool are_params = a->var && b->var && a->var->storage == IR_PARAM && b->var->storage == IR_PARAM;
	return are_params && !in_a->is_kernel && !in_b->is_kernel && space == space_of(in_b) &&
	       !strncmp(in_a->qualified, in_b->qualified, space) && !strcmp(a->var->name, b->var->name) &&
	       !strcmp(a->var->type->name, b->var->type->name) &&
	       !strcmp(a->field ? a->field : "", b->field ? b->field : "");
}

/* Names that mean one object in both functions. */
static bool is_one(const struct ir_memory *a, const struct ir_function *in_a, const struct ir_memory *b,
	const struct ir_function *in_b)
{
	if (in_a != in_b && is_named_alike(a, in_a, b, in_b))
		return true;
	if (!ir_same_memory(a, b))
		return false;
	if (in_a == in_b)
		return true;
	if (a->is_this)
		return in_a->record && in_a->record == in_b->record;
	return a->var && a->var->storage != IR_PARAM && a->var->storage != IR_LOCAL;
}

/* Whether it is no more than likely that two places are one. */
static bool is_guess(const struct ir_memory *memory)
{
	return memory->index || memory->is_this || (memory->var && memory->var->storage == IR_PARAM);
}

static bool is_in_shared(const struct ir_memory *memory)
{
	return memory->var && (memory->var->storage == IR_SHARED || memory->var->storage == IR_EXTERN_SHARED);
}

/* A slot of one's own: nobody waits for what he wrote himself. */
static bool is_own_slot(
	struct ir_publications *publications, const struct ir_memory *a, const struct ir_memory *b)
{
	if (!a->index || !b->index || !ir_same_expr(ir_strip_casts(a->index), ir_strip_casts(b->index)))
		return false;
	return ir_variance(ir_spins_uniformity(publications->spins), a->index) != IR_UNIFORM;
}

static bool is_ordered_between(const struct ir_publications *publications, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (publications->events.data[i].orders)
			return true;
	return false;
}

/* The first fence for the block alone, if nothing else orders there; NULL: something does, or nothing at all.
 */
static const struct ir_expr *narrow_between(
	const struct ir_publications *publications, size_t from, size_t to)
{
	const struct ir_expr *fence = NULL;
	for (size_t i = from; i < to; i++) {
		const struct event *event = &publications->events.data[i];
		if (event->orders && !event->is_narrow)
			return NULL;
		if (event->orders && !fence)
			fence = event->path->expr;
	}
	return fence;
}

static bool is_apart(const struct ir_path *a, const struct ir_path *b)
{
	struct ir_fork fork;
	if (!ir_path_fork(a, b, &fork))
		return true;
	return fork.stmt->kind == IR_SWITCH ||
	       (fork.stmt->kind == IR_IF && fork.a && fork.b && fork.a != fork.stmt->init &&
		       fork.b != fork.stmt->init);
}

/* The first event of a function at a node or after it; where there is none, what follows its last one. */
static size_t index_of(const struct ir_publications *publications, const struct ir_function *function,
	const struct ir_path *path)
{
	const event_list *events = &publications->events;
	size_t end = events->count;
	for (size_t i = 0; i < events->count; i++) {
		if (events->data[i].function != function)
			continue;
		if (events->data[i].node == node_of(path) ||
			ir_path_before(function, path, events->data[i].path))
			return i;
		end = i + 1;
	}
	return end;
}

static bool is_inside(const struct ir_path *path, const struct ir_path *outer)
{
	for (; path; path = path->up)
		if (node_of(path) == node_of(outer))
			return true;
	return false;
}

/* Whether a barrier behind the wait orders the data, whatever the flag does: the grid's, or the block's for
 * what the block has for itself. */
static bool is_joined_between(
	const struct ir_publications *publications, size_t from, size_t to, const struct ir_memory *data)
{
	enum ir_join enough = is_in_shared(data) ? IR_JOIN_BLOCK : IR_JOIN_GRID;
	for (size_t i = from; i < to; i++)
		if (publications->events.data[i].join >= enough)
			return true;
	return false;
}

struct side {
	const struct ir_function *function;
	const struct ir_path *path; /* the signal, or the wait */
	size_t index;               /* of the first event at it or after it */
	bool is_strong;             /* releases, or acquires, by itself */
};

/* Whether something orders in a function, in front of a node of it, or behind. */
static bool orders_beside(const struct ir_publications *publications, const struct ir_function *function,
	const struct ir_path *path, bool behind)
{
	const event_list *events = &publications->events;
	size_t at = index_of(publications, function, path);
	for (size_t i = 0; i < events->count; i++)
		if (events->data[i].function == function && (i >= at) == behind && events->data[i].orders &&
			events->data[i].node != node_of(path))
			return true;
	return false;
}

static bool signal_is_strong(const struct ir_publications *publications, const struct ir_spin_write *write)
{
	struct ir_atomic atomic;
	for (; write->inner; write = write->inner) /* in the function that sets the flag */
		if (orders_beside(publications, write->inner->function, write->inner->path, false))
			return true;
	const struct ir_memory_op *op = &write->op;
	if (op->expr ? !ir_atomic_of(op->expr, &atomic) : !ir_atomic_asm(op->assembly, &atomic))
		return !op->expr; /* assembly that isn't understood */
	return atomic.order == IR_ORDER_UNKNOWN || ir_releases(atomic.order);
}

/* Whether the wait itself acquires. */
static bool acquires(const struct ir_spin *spin)
{
	struct ir_atomic atomic;
	const struct ir_memory_op *op = &ir_spin_origin(spin)->op;
	const struct ir_expr *access = op->access ? op->access : op->expr;
	if (!access && !op->assembly)
		return true;
	if (access ? !ir_atomic_of(access, &atomic) : !ir_atomic_asm(op->assembly, &atomic))
		return !access;
	return atomic.order == IR_ORDER_UNKNOWN || ir_acquires(atomic.order);
}

static bool wait_is_strong(const struct ir_publications *publications, const struct ir_spin *spin)
{
	if (acquires(spin))
		return true;
	for (; spin->inner; spin = spin->inner)
		if (orders_beside(publications, spin->inner->function, spin->inner->path, true))
			return true;
	return false;
}

/* Whether the data that event `w` writes is read behind the wait by event `r`. */
static bool is_handed_over(struct ir_publications *publications, const struct event *w, const struct event *r,
	const struct ir_publication *publication)
{
	const struct ir_memory *flag = &publication->spin->op.memory;
	return r->reads && is_one(&w->op.memory, w->function, &r->op.memory, r->function) &&
	       !ir_same_memory(&r->op.memory, flag) && (!is_in_shared(&w->op.memory) || is_in_shared(flag)) &&
	       !is_own_slot(publications, &w->op.memory, &r->op.memory) &&
	       !(ir_critical_section(publications->spins, w->function, w->path) &&
		       ir_critical_section(publications->spins, r->function, r->path));
}

static bool find_read(struct ir_publications *publications, size_t w, const struct side *signal,
	const struct side *wait, struct ir_publication *out)
{
	const event_list *events = &publications->events;
	const struct event *written = &events->data[w];
	bool released = signal->is_strong || is_ordered_between(publications, w, signal->index);
	/* what a helper that waits does is looked at in it */
	bool at_call = out->spin->inner && wait->index < events->count &&
		       events->data[wait->index].node == node_of(wait->path);
	size_t behind = wait->index + at_call;
	for (size_t r = wait->index; r < events->count && events->data[r].function == wait->function; r++) {
		const struct event *read = &events->data[r];
		if (is_inside(read->path, wait->path) || is_apart(wait->path, read->path) ||
			!is_handed_over(publications, written, read, out))
			continue;
		bool acquired = wait->is_strong || is_ordered_between(publications, behind, r);
		out->narrow_fence = NULL;
		if (released && acquired && out->across_blocks && !is_in_shared(&out->spin->op.memory)) {
			if (!signal->is_strong)
				out->narrow_fence = narrow_between(publications, w, signal->index);
			if (!wait->is_strong && !out->narrow_fence)
				out->narrow_fence = narrow_between(publications, behind, r);
		}
		if ((released && acquired && !out->narrow_fence) ||
			is_joined_between(publications, wait->index, r, &read->op.memory))
			continue;
		out->written = written->path;
		out->read = read->path;
		out->lacks_release = !released;
		out->lacks_acquire = !acquired;
		out->is_certain = !written->op.memory.index && !read->op.memory.index &&
				  (written->function == read->function || !is_guess(&read->op.memory));
		return true;
	}
	return false;
}

/* What a parameter of a function is in a call of it; false: it can't be told. */
static bool argument_memory(
	const struct ir_expr *call, const struct ir_memory *memory, struct ir_memory *argument)
{
	const struct ir_function *function = call->kind == IR_CALL ? call->call->function : NULL;
	for (size_t i = 0; function && i < function->param_count && i < call->operand_count; i++) {
		if (function->params[i] != memory->var)
			continue;
		const struct ir_expr *given = ir_strip_casts(call->operands[i]);
		bool is_address = given->kind == IR_UNARY && given->op == IR_OP_ADDRESS;
		*argument = (struct ir_memory){.field = memory->field, .index = memory->index};
		if (is_address || memory->var->type->kind == IR_TYPE_REFERENCE)
			return ir_memory_of(is_address ? given->operands[0] : given, argument);
		argument->var = given->kind == IR_VAR ? given->var : NULL;
		return argument->var != NULL;
	}
	return false;
}

/* Data that is read in the function that waits, through its parameters. */
static bool find_read_within(
	struct ir_publications *publications, size_t w, const struct side *signal, struct ir_publication *out)
{
	const event_list *events = &publications->events;
	const struct event *written = &events->data[w];
	const struct ir_spin *inner = out->spin->inner;
	const struct ir_expr *call = out->spin->path->expr;
	if (!inner || !call || inner->inner)
		return false;
	bool released = signal->is_strong || is_ordered_between(publications, w, signal->index);
	size_t from = index_of(publications, inner->function, inner->path);
	for (size_t r = from; r < events->count && events->data[r].function == inner->function; r++) {
		struct event read = events->data[r];
		struct ir_memory memory;
		bool acquired = acquires(out->spin) || is_ordered_between(publications, from, r);
		if (!read.reads || (released && acquired) || is_inside(read.path, inner->path) ||
			is_apart(inner->path, read.path) || !argument_memory(call, &read.op.memory, &memory))
			continue;
		read.op.memory = memory;
		read.function = out->spin->function;
		if (!is_handed_over(publications, written, &read, out))
			continue;
		out->narrow_fence = NULL;
		out->written = written->path;
		out->read = events->data[r].path;
		out->lacks_release = !released;
		out->lacks_acquire = !acquired;
		out->is_certain = !written->op.memory.index && !memory.index;
		return true;
	}
	return false;
}

static void check_pair(
	struct ir_publications *publications, const struct ir_spin *spin, const struct ir_spin_write *write)
{
	const event_list *events = &publications->events;
	struct ir_publication found = {.spin = spin,
		.signal = write,
		.across_blocks = ir_spin_across_blocks(publications->spins, spin, write)};
	struct side signal = {.function = write->function,
		.path = write->path,
		.is_strong = signal_is_strong(publications, write)};
	struct side wait = {.function = spin->function,
		.path = spin->path,
		.is_strong = wait_is_strong(publications, spin)};
	if (signal.is_strong && wait.is_strong && (!spin->inner || acquires(spin)))
		return;
	signal.index = index_of(publications, signal.function, signal.path);
	wait.index = index_of(publications, wait.function, wait.path);
	for (size_t w = signal.index; w-- > 0 && events->data[w].function == signal.function;) {
		if (!events->data[w].writes || is_apart(events->data[w].path, signal.path) ||
			(!find_read(publications, w, &signal, &wait, &found) &&
				!find_read_within(publications, w, &signal, &found)))
			continue;
		struct ir_publication *kept = ARENA_NEW(publications->arena, struct ir_publication);
		*kept = found;
		vec_push(publications->arena, &publications->found, kept);
		return;
	}
}

static bool is_flag(const struct ir_spin *spin)
{
	const struct ir_spin *origin = ir_spin_origin(spin);
	struct ir_poll poll;
	return spin->kind != IR_SPIN_LOCK && (!ir_poll_of(origin, &poll) || poll.kind != IR_POLL_PLAIN);
}

struct ir_publications *ir_publications_new(
	struct arena *arena, const struct ir_module *module, struct ir_spins *spins)
{
	const struct ir_visitor visitor = {.expr = gather_expr, .stmt = gather_stmt};
	struct ir_publications *publications = ARENA_NEW(arena, struct ir_publications);
	publications->arena = arena;
	publications->spins = spins;
	if (!ir_spin_count(spins))
		return publications;
	for (size_t i = 0; i < module->functions.count; i++) {
		struct gather gather = {.publications = publications, .function = module->functions.data[i]};
		if (gather.function->is_device || gather.function->is_kernel)
			ir_walk_function(gather.function, &visitor, &gather);
	}
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		for (size_t j = 0; is_flag(spin) && j < ir_spin_write_count(spins); j++) {
			const struct ir_spin_write *write = ir_spin_write_at(spins, j);
			if (is_one(&spin->op.memory, spin->function, &write->op.memory, write->function) &&
				ir_spin_value_may_end(spin, write))
				check_pair(publications, spin, write);
		}
	}
	return publications;
}

size_t ir_publication_count(const struct ir_publications *publications)
{
	return publications->found.count;
}

const struct ir_publication *ir_publication_at(const struct ir_publications *publications, size_t index)
{
	return publications->found.data[index];
}

bool ir_is_unordered(const struct ir_publications *publications, const struct ir_spin *spin)
{
	for (size_t i = 0; i < publications->found.count; i++)
		if (ir_spin_origin(publications->found.data[i]->spin) == spin &&
			!publications->found.data[i]->narrow_fence)
			return true;
	return false;
}
