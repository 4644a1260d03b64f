/* Sorts the log of an execution by barrier. What is done to a place that isn't known is done to all that it
 * may be. */
#include "analyzer/site/protocol.h"

#include "analyzer/simt/exec/exec.h"

enum { BARRIER_BYTES = 8, MAX_BARRIERS = 256, MAX_LOG = 20000 };

struct sorter {
	struct arena *arena;
	const struct simt_report *report;
	protocol_list *out;
	size_t box_begin; /* of the protocols of this box */
};

/* Everything but fences, collectives and asynchronous copies, which make no thread wait for another warp. Of
 * loops whose turns aren't run one by one, the turn that stands for all: the first ones alone would leave out
 * what later ones do. Where there is no such turn, the log isn't whole. */
void protocol_note(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_event *event)
{
	bool is_grids = event->kind == SIMT_GRID_WAIT || event->kind == SIMT_GRID_TRIGGER;
	if (event->kind == SIMT_FENCE || event->kind == SIMT_COLLECTIVE || event->kind == SIMT_ASYNC ||
		event->kind == SIMT_STATE || is_grids || simt->again)
		return;
	report->log_is_cut |= report->log.count >= MAX_LOG || simt->symbolic > simt->unlogged;
	struct simt_logged logged = {*event, report->boxes, simt_together(simt)};
	if (report->log.count < MAX_LOG)
		vec_push(arena, &report->log, logged);
}

void protocol_box_done(struct simt_report *report, bool kept)
{
	if (kept)
		report->boxes++;
	else
		report->log.count = report->log_begin;
	report->log_begin = report->log.count;
}

bool protocol_number(const struct simt_value *value, int64_t *out)
{
	return value && value_constant(value, out);
}

static bool is_on_object(const struct ir_barrier_op *op)
{
	return op->action <= IR_BARRIER_JOIN;
}

static struct protocol *find(struct sorter *sorter, const struct simt_logged *logged, int64_t offset)
{
	const struct simt_object *object = logged->event.barrier->object;
	protocol_list *list = sorter->out;
	for (size_t i = sorter->box_begin; i < list->count; i++)
		if (list->data[i]->object == object && list->data[i]->offset == offset)
			return list->data[i];
	if (list->count - sorter->box_begin >= MAX_BARRIERS)
		return NULL;
	struct protocol *protocol = ARENA_NEW(sorter->arena, struct protocol);
	protocol->object = object;
	protocol->offset = offset;
	protocol->box = logged->box;
	vec_push(sorter->arena, list, protocol);
	return protocol;
}

static bool repeats(const struct simt_logged *logged)
{
	for (const struct simt_turn *turn = logged->event.where.turn; turn; turn = turn->up)
		if (turn->stands_for_all)
			return true;
	return false;
}

struct protocol_use protocol_use_of(const struct simt_report *report, size_t index)
{
	const struct simt_logged *logged = &report->log.data[index];
	struct protocol_use use = {.logged = logged,
		.op = logged->event.barrier->op,
		.kernel = report->kernel,
		.index = index,
		.may = logged->event.active.may,
		.sure = logged->together ? logged->event.active.may : logged->event.active.must,
		.repeats = repeats(logged)};
	if (use.op->is_conditional)
		memset(&use.sure, 0, sizeof use.sure);
	return use;
}

static void add_use(struct sorter *sorter, size_t index, int64_t offset, const struct simt_mask *lanes)
{
	struct protocol_use use = protocol_use_of(sorter->report, index);
	struct protocol *protocol = find(sorter, use.logged, offset);
	use.may = mask_and(&use.may, lanes);
	use.sure = mask_and(&use.sure, lanes);
	if (protocol && mask_any(&use.may))
		vec_push(sorter->arena, &protocol->uses, use);
}

/* The lanes of each place, where lanes use different barriers. */
static void add_lanes(struct sorter *sorter, const struct simt_logged *logged, size_t index)
{
	const struct simt_value *offset = logged->event.barrier->offset;
	int64_t constant;
	struct simt_mask left = logged->event.active.may;
	if (value_constant(offset, &constant)) {
		add_use(sorter, index, constant, &left);
		return;
	}
	for (unsigned lane = 0; lane < SIMT_MAX_LANES; lane++) {
		if (!mask_has(&left, lane))
			continue;
		struct simt_mask same = {0};
		int64_t place = value_lane(offset, lane);
		for (unsigned other = lane; other < SIMT_MAX_LANES; other++)
			if (mask_has(&left, other) && value_lane(offset, other) == place)
				mask_add(&same, other);
		left = mask_minus(&left, &same);
		add_use(sorter, index, place, &same);
	}
}

static bool is_same(const struct simt_object *a, const struct simt_object *b)
{
	return a == b || (a->var && a->var == b->var);
}

/* What may be done to any barrier of an object (NULL: to any at all), from protocol `begin` on. */
static void blur(struct sorter *sorter, size_t begin, const struct simt_object *object, bool inits)
{
	for (size_t i = begin; i < sorter->out->count; i++) {
		struct protocol *protocol = sorter->out->data[i];
		if (object && !is_same(protocol->object, object))
			continue;
		protocol->is_open = true;
		protocol->may_have_init |= inits;
	}
}

static bool is_placed(const struct simt_barrier *barrier)
{
	return barrier->op && barrier->object && barrier->offset && value_is_known(barrier->offset);
}

bool protocol_is_unplaced(const struct simt_barrier *barrier)
{
	return barrier->op && is_on_object(barrier->op) && !barrier->op->is_remote && barrier->object &&
	       barrier->object->space == SIMT_SHARED && !is_placed(barrier);
}

/* Operations that have their place. */
static void sort_box(struct sorter *sorter, size_t begin, size_t end)
{
	const struct simt_report *report = sorter->report;
	sorter->box_begin = sorter->out->count;
	for (size_t i = begin; i < end; i++) {
		const struct simt_logged *logged = &report->log.data[i];
		const struct simt_barrier *barrier = logged->event.barrier;
		if (barrier && is_placed(barrier) && is_on_object(barrier->op) && !barrier->op->is_remote)
			add_lanes(sorter, logged, i);
	}
}

/* Operations that have no place may be on any barrier of their object, and those of other blocks on any of
 * this one's. */
static void blur_unplaced(struct sorter *sorter)
{
	const struct simt_report *report = sorter->report;
	for (size_t i = 0; i < report->log.count; i++) {
		const struct simt_logged *logged = &report->log.data[i];
		const struct simt_barrier *barrier = logged->event.barrier;
		if (!barrier || (barrier->op && !is_on_object(barrier->op)))
			continue;
		bool is_foreign = !barrier->op || barrier->op->is_remote || !barrier->object;
		size_t begin = 0;
		while (!is_foreign && begin < sorter->out->count &&
			sorter->out->data[begin]->box < logged->box)
			begin++;
		if (is_foreign || !is_placed(barrier))
			blur(sorter, begin, barrier->object,
				!barrier->op || barrier->op->action == IR_BARRIER_INIT);
	}
}

/* Plain stores: nobody knows what they make of a barrier. */
static void blur_by_stores(struct sorter *sorter)
{
	for (size_t i = 0; i < sorter->report->sites.count; i++) {
		const struct simt_site *site = sorter->report->sites.data[i];
		if (site->kind == SIMT_LOAD || !site->object)
			continue;
		for (size_t k = 0; k < sorter->out->count; k++) {
			struct protocol *protocol = sorter->out->data[k];
			bool same = is_same(site->object, protocol->object);
			bool apart = site->one_object && site->bounds_known &&
				     (site->low >= protocol->offset + BARRIER_BYTES ||
					     site->high <= protocol->offset);
			if (same && !apart)
				protocol->is_open = protocol->may_have_init = true;
		}
	}
}

void protocols_of(struct arena *arena, const struct simt_report *report, protocol_list *out)
{
	struct sorter sorter = {arena, report, out, 0};
	for (size_t begin = 0, end; begin < report->log.count; begin = end) {
		end = begin + 1;
		while (end < report->log.count && report->log.data[end].box == report->log.data[begin].box)
			end++;
		sort_box(&sorter, begin, end);
	}
	blur_unplaced(&sorter);
	blur_by_stores(&sorter);
	size_t kept = 0;
	for (size_t i = 0; i < out->count; i++) {
		struct protocol *protocol = out->data[i];
		protocol->is_open |= report->log_is_cut || report->result.gave_up;
		if (protocol->object->space == SIMT_SHARED)
			out->data[kept++] = protocol;
	}
	out->count = kept;
}

struct ir_range protocol_range(const struct protocol_use *use)
{
	const struct simt_event *event = &use->logged->event;
	return event->stmt && event->where.call ? event->where.call->site->range : use->op->range;
}

const struct ir_function *protocol_function(const struct protocol_use *use)
{
	const struct simt_event *event = &use->logged->event;
	const struct simt_call *call = event->where.call;
	if (!event->stmt || !call)
		return event->function;
	return call->up ? call->up->callee : use->kernel;
}

const char *protocol_name(struct arena *arena, const struct protocol *protocol)
{
	const struct ir_var *var = protocol->object->var;
	const char *name = var ? var->name : protocol->object->name;
	const struct ir_type *type = var ? var->type : NULL;
	if (type && type->kind == IR_TYPE_ARRAY && type->element && type->element->size > 0 &&
		type->element->kind != IR_TYPE_ARRAY && protocol->offset % type->element->size == 0)
		return arena_printf(
			arena, "`%s[%lld]`", name, (long long)(protocol->offset / type->element->size));
	if (!protocol->offset && type && type->kind != IR_TYPE_ARRAY)
		return arena_printf(arena, "`%s`", name);
	return arena_printf(arena, "barrier at byte %lld of `%s`", (long long)protocol->offset, name);
}
