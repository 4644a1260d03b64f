/* CU311 barrier-count-mismatch: a barrier object whose phases can't end, or end too early, because the count
 * it was initialised with isn't what arrives; bytes that are expected and bytes that copies bring; arrivals
 * for which nobody waits.
 *
 * Looked at are the kernels' executions: counts, lanes and bytes that they show exactly. A phase that is too
 * short of arrivals is proven by a bound: no lane gets past its first wait (protocol.h). Barriers that unseen
 * code or other blocks of the cluster may use, and elements whose index isn't known, are left alone. */
#include "analyzer/rule/pictures.h"
#include "analyzer/rule/rule.h"
#include "analyzer/site/protocol.h"
#include "analyzer/structure/reach.h"

enum { WARP_SIZE = 32 };

struct subject {
	struct pass *pass;
	const struct simt_report *report;
	const struct protocol *protocol;
	const char *name;
};

static int64_t block_threads(const struct simt_report *report)
{
	return report->launch->block[0] * report->launch->block[1] * report->launch->block[2];
}

static const struct protocol_use *first_init(const struct protocol *protocol)
{
	for (size_t i = 0; i < protocol->uses.count; i++)
		if (protocol->uses.data[i].op->action == IR_BARRIER_INIT)
			return &protocol->uses.data[i];
	return NULL;
}

/* Lanes 0 to some other, as under `if (threadIdx.x < 64)`. */
static bool is_prefix(const struct simt_mask *mask)
{
	unsigned count = mask_count(mask);
	for (unsigned lane = 0; lane < count; lane++)
		if (!mask_has(mask, lane))
			return false;
	return true;
}

/* Whether the mismatch stays when the block has another size than the one assumed: `lanes` arrive, `expected`
 * are wanted. */
static bool holds_for_other_blocks(
	const struct subject *subject, const struct simt_mask *lanes, int64_t expected, bool too_many)
{
	const struct protocol_use *init = first_init(subject->protocol);
	int64_t arriving = mask_count(lanes);
	bool follows_block = init && init->op->count.expr;
	if (subject->report->launch->source >= LAUNCH_SITE)
		return true;
	if (arriving == block_threads(subject->report)) /* all: as many as there are */
		return too_many && !follows_block && expected < WARP_SIZE;
	return follows_block || is_prefix(lanes);
}

static struct finding *report_use(
	const struct subject *subject, const struct protocol_use *use, const char *text)
{
	const struct protocol_use *init = first_init(subject->protocol);
	struct finding *finding = pass_report(subject->pass, protocol_range(use), "%s", text);
	finding->function = protocol_function(use)->display;
	if (subject->report->launch->source < LAUNCH_SITE)
		finding->confidence = CONFIDENCE_LIKELY;
	if (init)
		pass_related(subject->pass, finding, protocol_range(init), "the count is set here");
	if (subject->report->launch->site)
		pass_related(subject->pass, finding, subject->report->launch->site->range, "the launch");
	return finding;
}

static const char *plural(int64_t count, const char *one, const char *many)
{
	return count == 1 ? one : many;
}

/* ---- too few ---------------------------------------------------------------------------------- */

static const struct protocol_use *first_blocking(const struct protocol *protocol)
{
	for (size_t i = 0; i < protocol->uses.count; i++)
		if (protocol_blocks(&protocol->uses.data[i]))
			return &protocol->uses.data[i];
	return NULL;
}

static bool check_too_few(const struct subject *subject, int64_t expected)
{
	const struct protocol *protocol = subject->protocol;
	const struct protocol_use *wait = first_blocking(protocol);
	struct arena *arena = subject->pass->arena;
	if (!protocol->starves || !holds_for_other_blocks(subject, &protocol->arriving, expected, false))
		return false;
	const char *arrive = protocol->most ? arena_printf(arena, "only %lld %s", (long long)protocol->most,
						      plural(protocol->most, "comes", "come"))
					    : "none comes";
	struct finding *finding = report_use(subject, wait,
		arena_printf(arena, "%s takes %lld %s to end a phase, but %s: waiting here never ends",
			subject->name, (long long)expected, plural(expected, "arrival", "arrivals"), arrive));
	struct picture_threads threads = {.report = subject->report,
		.here = protocol->arriving,
		.doing = arena_printf(arena, "arriving at %s", subject->name)};
	if (protocol->most)
		pass_picture_threads(subject->pass, finding, &threads);
	return true;
}

/* Of barriers that hold each other up, those that get a part of what they take; when all get nothing, the
 * first.
 */
static void choose_starving(const protocol_list *protocols)
{
	const struct protocol *first = NULL;
	bool any = false;
	for (size_t i = 0; i < protocols->count; i++)
		any |= protocols->data[i]->starves == PROTOCOL_STARVES_TOGETHER && protocols->data[i]->most;
	for (size_t i = 0; i < protocols->count; i++) {
		struct protocol *protocol = protocols->data[i];
		if (protocol->starves != PROTOCOL_STARVES_TOGETHER)
			continue;
		if (any ? !protocol->most : first != NULL)
			protocol->starves = PROTOCOL_GOES_ON;
		else
			first = first ? first : protocol;
	}
}

/* ---- too many --------------------------------------------------------------------------------- */

/* Arrivals of a use all at once; false when some aren't certain. */
static bool arrivals_at_once(const struct protocol_use *use, int64_t *count)
{
	*count = 0;
	for (unsigned lane = 0; lane < SIMT_MAX_LANES; lane++) {
		int64_t arrivals;
		if (!mask_has(&use->sure, lane))
			continue;
		if (!protocol_arrivals(use, lane, &arrivals))
			return false;
		*count += arrivals;
	}
	return true;
}

static bool report_too_many(const struct subject *subject, const struct protocol_use *use, int64_t expected,
	int64_t count, const struct simt_mask *lanes)
{
	if (count <= expected || !holds_for_other_blocks(subject, lanes, expected, true))
		return false;
	report_use(subject, use,
		arena_printf(subject->pass->arena,
			"%s takes %lld %s to end a phase, but %lld come at once: phases end before all have "
			"arrived",
			subject->name, (long long)expected, plural(expected, "arrival", "arrivals"),
			(long long)count));
	return true;
}

/* Whether no thread waits for another one between two events of the log. */
static bool is_one_stretch(const struct subject *subject, size_t from, size_t to)
{
	for (size_t i = from + 1; i < to; i++) {
		const struct simt_event *event = &subject->report->log.data[i].event;
		const struct ir_barrier_op *op = event->barrier ? event->barrier->op : NULL;
		if (event->kind != SIMT_OTHER_BARRIER || !op || op->action == IR_BARRIER_WAIT ||
			op->action == IR_BARRIER_ARRIVE_AND_WAIT || op->action >= IR_BARRIER_NAMED_SYNC)
			return false;
	}
	return true;
}

/* Lanes that arrive in different branches, each once, with nothing that orders the branches. */
static bool check_branches(const struct subject *subject, int64_t expected)
{
	const struct protocol *protocol = subject->protocol;
	const struct protocol_use *last = NULL;
	struct simt_mask lanes = {0};
	int64_t sum = 0;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		int64_t count;
		if (!arrivals_at_once(use, &count) || !count)
			continue;
		struct simt_mask again = mask_and(&lanes, &use->may);
		if (!last || mask_any(&again) || !is_one_stretch(subject, last->index, use->index)) {
			sum = 0;
			lanes = (struct simt_mask){0};
		}
		bool certain = !use->repeats && !use->logged->event.where.path;
		last = certain ? use : NULL;
		sum += count;
		lanes = mask_or(&lanes, &use->sure);
		if (certain && report_too_many(subject, use, expected, sum, &lanes))
			return true;
	}
	return false;
}

static bool check_too_many(const struct subject *subject, int64_t expected)
{
	const struct protocol *protocol = subject->protocol;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		int64_t count;
		if (arrivals_at_once(use, &count) &&
			report_too_many(subject, use, expected, count, &use->sure))
			return true;
	}
	return false;
}

/* ---- bytes ------------------------------------------------------------------------------------ */

struct bytes {
	int64_t expected, copied;
	const struct protocol_use *expecting, *copying;
	bool is_unknown;
};

static bool is_sure(const struct protocol_use *use)
{
	return mask_equal(&use->may, &use->sure);
}

/* Everything must happen under the same conditions, and each number be known. Where it isn't known which of
 * some lanes get there, it must be the same lanes, and bytes are counted for one. */
static void add_bytes(struct bytes *bytes, const struct protocol_use *use)
{
	const struct simt_barrier *barrier = use->logged->event.barrier;
	bool copies = use->op->action == IR_BARRIER_COPY;
	const struct protocol_use *first = bytes->expecting ? bytes->expecting : bytes->copying;
	if (!copies && !use->op->bytes.is_given)
		return;
	bool alike = !first || (first->logged->event.where.path == use->logged->event.where.path &&
				       is_sure(first) == is_sure(use) &&
				       (is_sure(use) || mask_equal(&first->may, &use->may)));
	if (!barrier->bytes || !value_is_known(barrier->bytes) || !alike || use->op->is_conditional ||
		(!is_sure(use) && !value_is_uniform(barrier->bytes))) {
		bytes->is_unknown = true;
		return;
	}
	for (unsigned lane = 0; lane < SIMT_MAX_LANES; lane++) {
		if (!mask_has(&use->may, lane))
			continue;
		*(copies ? &bytes->copied : &bytes->expected) += value_lane(barrier->bytes, lane);
		if (!is_sure(use))
			break;
	}
	if (copies)
		bytes->copying = bytes->copying ? bytes->copying : use;
	else
		bytes->expecting = bytes->expecting ? bytes->expecting : use;
}

static bool check_bytes(const struct subject *subject)
{
	const struct protocol *protocol = subject->protocol;
	struct arena *arena = subject->pass->arena;
	struct bytes bytes = {0};
	for (size_t i = 0; i < protocol->uses.count; i++)
		add_bytes(&bytes, &protocol->uses.data[i]);
	if (protocol->is_open || bytes.is_unknown || bytes.expected == bytes.copied)
		return false;
	const struct protocol_use *use = bytes.expecting ? bytes.expecting : bytes.copying;
	const char *text = arena_printf(arena,
		"%s is told to expect %lld bytes, but the copies that complete on it bring %lld",
		subject->name, (long long)bytes.expected, (long long)bytes.copied);
	if (!bytes.copying)
		text = arena_printf(arena, "%s is told to expect %lld bytes, but no copy completes on it",
			subject->name, (long long)bytes.expected);
	else if (!bytes.expecting)
		text = arena_printf(arena, "copies bring %lld bytes to %s, which is never told to expect any",
			(long long)bytes.copied, subject->name);
	struct finding *finding = report_use(subject, use,
		arena_printf(arena, "%s: %s", text,
			bytes.expected > bytes.copied ? "its phase never ends"
						      : "its phase may end before they have all come"));
	if (bytes.copying && bytes.copying != use)
		pass_related(subject->pass, finding, protocol_range(bytes.copying), "a copy");
	return true;
}

/* ---- nobody waits ----------------------------------------------------------------------------- */

/* A wait in the source of the kernel that may be for the barrier, whether it was executed or not. */
struct wait_search {
	const struct ir_var *var;
	bool found;
};

static void look_for_wait(void *context, const struct ir_barrier_op *op, const struct ir_path *path)
{
	struct wait_search *search = context;
	(void)path;
	if (op->action != IR_BARRIER_WAIT && op->action != IR_BARRIER_ARRIVE_AND_WAIT)
		return;
	const struct ir_var *root = op->object ? ir_barrier_root(op, NULL) : NULL;
	search->found |= !root || root == search->var || root->storage != IR_SHARED;
}

static bool is_waited_for(const struct subject *subject)
{
	struct wait_search search = {.var = simt_object_var(subject->protocol->object)};
	struct ir_barrier_visitor visitor = {subject->pass->arena, look_for_wait, &search};
	ir_function_list functions = {0};
	ir_reach(subject->pass->arena, pass_query(subject->pass), subject->report->kernel, &functions);
	for (size_t i = 0; i < functions.count; i++)
		ir_barrier_walk(functions.data[i], &visitor);
	return search.found;
}

static void check_waits(const struct subject *subject)
{
	const struct protocol *protocol = subject->protocol;
	const struct protocol_use *arrival = NULL;
	for (size_t i = 0; i < protocol->uses.count; i++) {
		const struct protocol_use *use = &protocol->uses.data[i];
		switch (use->op->action) {
		case IR_BARRIER_INIT:
		case IR_BARRIER_INVAL:
		case IR_BARRIER_EXPECT: break;
		case IR_BARRIER_ARRIVE:
		case IR_BARRIER_COPY:
		case IR_BARRIER_JOIN: arrival = arrival ? arrival : use; break;
		default: return; /* waits, or leaves the waiting to others */
		}
	}
	if (!arrival || protocol->is_open || !first_init(protocol) || is_waited_for(subject))
		return;
	bool arrives = arrival->op->action == IR_BARRIER_ARRIVE;
	struct finding *finding = report_use(subject, arrival,
		arena_printf(subject->pass->arena, "%s %s, but no thread ever waits for it",
			arrives ? "threads arrive at" : "a copy completes on", subject->name));
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	protocol_list protocols = {0};
	protocols_of(pass->arena, report, &protocols);
	protocols_starving(pass->arena, &protocols);
	choose_starving(&protocols);
	for (size_t i = 0; i < protocols.count; i++) {
		struct subject subject = {
			pass, report, protocols.data[i], protocol_name(pass->arena, protocols.data[i])};
		int64_t expected;
		bool is_known = protocol_expected(protocols.data[i], &expected);
		if (is_known && (check_too_many(&subject, expected) || check_branches(&subject, expected) ||
					check_too_few(&subject, expected)))
			continue;
		if (!check_bytes(&subject))
			check_waits(&subject);
	}
}

const struct rule rule_barrier_count_mismatch = {
	.code = "CU311",
	.name = "barrier-count-mismatch",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Barrier whose expected arrivals or bytes aren't those that come",
	.hooks = {.execution = on_execution},
};
