/* A whole block writes, one thread publishes.
 *
 * What publishes is an operation by a single thread that releases, or that comes behind a fence of the device
 * which this thread has executed: a store to volatile memory, an atomic whose result nobody looks at, a store
 * by inline assembly. The fence is about what the thread knows of: its own writes, and those of threads that
 * it has met at a barrier since. Another thread's writes to global memory, that it hasn't met, aren't
 * published.
 *
 * Left alone is a thread that publishes what it has just written itself, apart from the others, and what a
 * block of one warp does. */
#include "analyzer/order/race/publication.h"

#include <string.h>

#include "analyzer/order/judge.h"
#include "analyzer/order/race/done_counter.h"

/* One operation that may publish. */
struct signal {
	size_t time;
	const struct ir_expr *site;
	const struct ir_stmt *stmt;
	const struct ir_function *function;
	const struct simt_where *where;
	const struct simt_object *object; /* NULL: unknown */
	struct simt_mask lanes;
	bool releases;
};

/* ---- what publishes -------------------------------------------------------------------------- */

static bool signal_of_access(const struct simt_access *access, struct signal *out)
{
	bool stores = access->kind == SIMT_STORE && access->is_volatile;
	bool blind = access->kind == SIMT_ATOMIC && !access->result_used;
	*out = (struct signal){.site = access->site,
		.function = access->function,
		.where = &access->where,
		.object = access->object,
		.lanes = access->active.may};
	return access->space == SIMT_GLOBAL && (stores || blind) && access->site->kind != IR_UNKNOWN_EXPR;
}

static bool signal_of_event(const struct simt_event *event, struct signal *out)
{
	*out = (struct signal){.site = event->site,
		.stmt = event->stmt,
		.function = event->function,
		.where = &event->where,
		.object = event->object,
		.lanes = event->active.may};
	if (event->kind != SIMT_OPAQUE)
		return false;
	if (event->stmt) {
		bool is_asm = event->stmt->kind == IR_ASM && event->stmt->assembly->text;
		out->releases = is_asm && strstr(event->stmt->assembly->text, ".release.") != NULL;
		return out->releases && !strstr(event->stmt->assembly->text, ".cta.");
	}
	if (event->result_used || !exec_is_atomic_event(event) ||
		(event->object && event->object->space != SIMT_GLOBAL))
		return false;
	out->releases = sync_releases(event->site);
	return out->releases && ir_cuda(event->site)->effect >= IR_MEMORY_WRITE;
}

static bool is_device_fence(const struct sync_op *op)
{
	return op->event && op->event->kind == SIMT_FENCE && op->event->scope != SIMT_SCOPE_BLOCK;
}

/* The last barrier of the block before it, which all have met at; 0: the start. */
static size_t interval_start(const struct sync_log *log, size_t time)
{
	while (time-- > 0)
		if (log->ops.data[time].event && simt_is_block_wide(log->ops.data[time].event->kind))
			return time + 1;
	return 0;
}

static bool is_data(const struct sync_op *op, const struct signal *signal)
{
	const struct simt_access *access = op->access;
	return access && access->kind == SIMT_STORE && access->space == SIMT_GLOBAL && access->object &&
	       access->object != signal->object && !access->is_volatile && !access->is_atomic &&
	       !op->after_wait;
}

/* Whether the thread has a fence behind the write, and nothing of its own to publish. */
static bool is_meant(const struct sync_log *log, size_t write, const struct signal *signal)
{
	unsigned lane = mask_first(&signal->lanes);
	bool fenced = signal->releases;
	for (size_t i = interval_start(log, signal->time); i < signal->time; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (is_device_fence(op) && i > write)
			fenced |= mask_has(&op->event->active.may, lane);
		if (is_data(op, signal) && mask_count(&op->access->active.may) == 1)
			return false;
	}
	return fenced;
}

/* ---- reporting ------------------------------------------------------------------------------- */

/* The call on the way to the signal that the writes are outside of; NULL: they are in one function. */
static const struct simt_call *call_apart(const struct simt_call *signal, const struct simt_call *write)
{
	const struct simt_call *outer = NULL;
	for (; signal; signal = signal->up) {
		for (const struct simt_call *call = write; call; call = call->up)
			if (call->id == signal->id)
				return outer;
		outer = signal;
	}
	return outer;
}

static void add(
	struct sync_log *log, const struct signal *signal, const struct simt_access *write, unsigned writer)
{
	const struct simt_call *call = call_apart(signal->where->call, write->where.call);
	for (size_t i = 0; i < log->report->publications.count; i++) {
		const struct sync_publication *told = &log->report->publications.data[i];
		if (told->signal == signal->site && told->stmt == signal->stmt &&
			told->call == (call ? call->site : NULL))
			return;
	}
	struct sync_publication publication = {.signal = signal->site,
		.stmt = signal->stmt,
		.call = call ? call->site : NULL,
		.function = call ? write->function : signal->function,
		.write = write->site,
		.object = write->object,
		.writer = writer,
		.publisher = mask_first(&signal->lanes),
		.belief = log->simt->request->launch->source == LAUNCH_ASSUMED ||
					  sync_by_data(write->where.path)
				  ? SYNC_POSSIBLE
				  : SYNC_LIKELY};
	vec_push(log->arena, &log->report->publications, publication);
}

/* A writer in another warp. */
static bool find_writer(
	const struct sync_log *log, size_t write, const struct signal *signal, unsigned *writer)
{
	const struct simt_mask *active = &log->ops.data[write].access->active.may;
	unsigned publisher = mask_first(&signal->lanes);
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		if (!active->warp[warp] || warp == publisher / SIMT_WARP)
			continue;
		*writer = warp * SIMT_WARP + (unsigned)__builtin_ctz(active->warp[warp]);
		return !sync_write_is_known(log, write, *writer, signal->time, &signal->lanes);
	}
	return false;
}

static void check(struct sync_log *log, const struct signal *signal)
{
	if (mask_count(&signal->lanes) != 1)
		return;
	unsigned writer, publisher = mask_first(&signal->lanes);
	for (size_t i = interval_start(log, signal->time); i < signal->time; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (!is_data(op, signal) || !is_meant(log, i, signal) ||
			sync_excluded(op->access->where.path, publisher, signal->where->path, publisher) ||
			!find_writer(log, i, signal, &writer))
			continue;
		add(log, signal, op->access, writer);
		return;
	}
}

void sync_find_publications(struct sync_log *log)
{
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		struct signal signal;
		bool is_signal = op->access ? signal_of_access(op->access, &signal)
					    : signal_of_event(op->event, &signal);
		signal.time = i;
		if (is_signal)
			check(log, &signal);
	}
}
