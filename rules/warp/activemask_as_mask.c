/* CU404 activemask-as-mask: `__activemask()` names the lanes that happen to be converged, and becomes the
 * mask of a collective that counts on particular lanes: a neighbour, lane 0, all that took a branch.
 *
 * The mask is followed through variables, members, parameters and results of helpers. Opportunistic code is
 * left alone: a leader elected from the mask works for whoever is in it. So a shuffle from a lane that was
 * worked out of the mask is right, and votes, reductions and `__syncwarp` are where the unit elects a leader
 * or ranks lanes by the same mask, or compares it with the whole warp. `__match_any_sync` only forms groups;
 * what is done with them is judged in its place. Queries such as `__popc(__activemask())` are no use as a
 * mask. One finding for each `__activemask()`. */
#include "analyzer/operation/collective.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/flow.h"
#include "analyzer/structure/uniform/uniform.h"

enum { WARP_SIZE = 32, MAX_REASONS = 1 };

/* A call of `__activemask`, or of a collective. */
struct place {
	const struct ir_expr *call;
	const struct ir_function *function;
	enum ir_collective collective;
	size_t reasons; /* of __activemask: why not all lanes get there */
	struct ir_divergence reason;
};

struct state {
	struct ir_flow *flow;
	VEC(struct place) sources, collectives;
};

static bool is_activemask(const struct ir_expr *expr)
{
	return ir_cuda(expr)->op == CUDA_ACTIVE_MASK &&
	       (!expr->call->function || expr->call->function->is_system);
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	bool is_source = is_activemask(call);
	enum ir_collective collective = ir_collective_of(call);
	if (!pass->function || (!is_source && (!collective || !call->operand_count)))
		return;
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct state);
	struct state *state = pass->state;
	struct place place = {.call = call, .function = pass->function, .collective = collective};
	if (!is_source) {
		vec_push(pass->arena, &state->collectives, place);
		return;
	}
	place.reasons =
		ir_divergences(pass_uniformity(pass), pass->function, pass->path, &place.reason, MAX_REASONS);
	vec_push(pass->arena, &state->sources, place);
}

/* What the unit does with a mask besides. */
struct hunt {
	struct state *state;
	const struct place *source;
	bool elects; /* picks a lane of the mask, or ranks the lanes in it */
	bool tests;  /* asks whether a lane is in it, or whether all are */
};

/* ---- where a mask comes from ----------------------------------------------------------------- */

/* Back to what a mask's bits are taken from: not to what they are counted or found with. */
struct origin {
	const struct ir_expr *source;
	bool itself; /* not a part of it that was voted or matched */
};

static enum ir_flow_way visit_mask(void *context, const struct ir_expr *expr)
{
	const struct origin *origin = context;
	if (expr == origin->source)
		return FLOW_FOUND;
	switch (expr->kind) {
	case IR_VAR:
	case IR_MEMBER: return FLOW_NAMED;
	case IR_CAST: return FLOW_FIRST;
	case IR_CONDITIONAL: return FLOW_REST;
	case IR_UNARY: return expr->op == IR_OP_BIT_NOT || expr->op == IR_OP_DEREF ? FLOW_FIRST : FLOW_NO;
	case IR_INDEX: return FLOW_FIRST;
	case IR_BINARY:
	case IR_ASSIGN: return expr->op < IR_OP_LT ? FLOW_FURTHER : FLOW_NO;
	case IR_CALL: {
		enum ir_collective collective = ir_collective_of(expr);
		if (collective == IR_BALLOT || collective == IR_MATCH)
			return origin->itself ? FLOW_NO : FLOW_FIRST;
		return expr->call->function && expr->call->function->body ? FLOW_NAMED : FLOW_NO;
	}
	default: return FLOW_NO;
	}
}

static bool is_mask_of(struct state *state, const struct ir_expr *expr, const struct place *source)
{
	struct origin origin = {.source = source->call};
	return ir_flow_search(state->flow, expr, visit_mask, &origin);
}

static bool is_whole_mask(const struct hunt *hunt, const struct ir_expr *expr)
{
	struct origin origin = {.source = hunt->source->call, .itself = true};
	return ir_flow_search(hunt->state->flow, expr, visit_mask, &origin);
}

/* ---- opportunistic code ---------------------------------------------------------------------- */

static bool is_rank(const struct ir_expr *argument)
{
	argument = ir_strip_casts(argument);
	return argument->kind == IR_BINARY &&
	       (argument->op == IR_OP_AND || argument->op == IR_OP_SHL || argument->op == IR_OP_SHR);
}

static bool picks_lane(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return cuda_is_bits(called) && (called->math != CUDA_MATH_POPC || is_rank(call->operands[0]));
}

/* `mask & (1u << lane)`, `mask >> lane`, `mask == 0xffffffff`, `__popc(mask) == 32`. */
static bool tests_mask(const struct hunt *hunt, const struct ir_expr *expr)
{
	const struct ir_expr *left = ir_strip_casts(expr->operands[0]),
			     *right = ir_strip_casts(expr->operands[1]);
	if (expr->op == IR_OP_SHR)
		return is_whole_mask(hunt, left);
	if (expr->op == IR_OP_AND) {
		bool shifts_right = right->kind == IR_BINARY && right->op == IR_OP_SHL;
		bool shifts_left = left->kind == IR_BINARY && left->op == IR_OP_SHL;
		return (shifts_right && is_whole_mask(hunt, left)) ||
		       (shifts_left && is_whole_mask(hunt, right));
	}
	int64_t value;
	if ((expr->op != IR_OP_EQ && expr->op != IR_OP_NE && expr->op != IR_OP_LT) ||
		!ir_fold_int(right, &value) || ((uint32_t)value != UINT32_MAX && value != WARP_SIZE))
		return false;
	if (left->kind == IR_VAR && !left->var->is_assigned && left->var->init)
		left = ir_strip_casts(left->var->init); /* a count that has a name */
	bool counts = ir_cuda(left)->math == CUDA_MATH_POPC && left->operand_count;
	return is_whole_mask(hunt, counts ? left->operands[0] : left);
}

static void hunt_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct hunt *hunt = context;
	(void)path;
	if (expr->kind == IR_CALL && expr->operand_count && !hunt->elects && picks_lane(expr))
		hunt->elects = is_mask_of(hunt->state, expr->operands[0], hunt->source);
	else if (expr->kind == IR_BINARY && !hunt->tests)
		hunt->tests = tests_mask(hunt, expr);
}

static struct hunt hunt_uses(struct pass *pass, const struct place *source)
{
	const struct ir_visitor visitor = {.expr = hunt_expr};
	struct hunt hunt = {.state = pass->state, .source = source};
	for (size_t i = 0; i < pass->module->functions.count; i++)
		ir_walk_function(pass->module->functions.data[i], &visitor, &hunt);
	return hunt;
}

/* A parameter of a function that nothing in the unit calls. */
static enum ir_flow_way visit_unseen(void *context, const struct ir_expr *expr)
{
	const struct pass *pass = context;
	if (expr->kind != IR_VAR || expr->var->storage != IR_PARAM)
		return FLOW_FURTHER;
	const struct ir_function *function = expr->var->function;
	return function && !function->is_kernel && !ir_callers(pass_query(pass), function).count
		       ? FLOW_FOUND
		       : FLOW_FURTHER;
}

/* Whether the lane was worked out of the mask, or may have been. */
static bool reads_member(struct pass *pass, const struct hunt *hunt, const struct ir_expr *call)
{
	struct ir_flow *flow = hunt->state->flow;
	if (call->operand_count < 3)
		return false;
	if (ir_depends(flow, call->operands[2], hunt->source->call))
		return true;
	return ir_strip_casts(call->operands[0]) != hunt->source->call &&
	       ir_flow_search(flow, call->operands[2], visit_unseen, pass);
}

/* Whether the collective takes the mask for what it is: those who are there. */
static bool is_opportunistic(struct pass *pass, const struct hunt *hunt, const struct place *collective)
{
	const struct ir_expr *call = collective->call;
	switch (collective->collective) {
	case IR_MATCH: return true;
	case IR_SHUFFLE: return hunt->tests || reads_member(pass, hunt, call);
	case IR_SHUFFLE_UP:
	case IR_SHUFFLE_DOWN:
	case IR_SHUFFLE_XOR: return hunt->tests;
	default: return hunt->elects || hunt->tests;
	}
}

/* ---- the finding ----------------------------------------------------------------------------- */

/* What goes wrong. */
static const char *consequence(const struct pass *pass, const struct place *collective)
{
	const struct ir_expr *call = collective->call;
	int64_t lane;
	switch (collective->collective) {
	case IR_SHUFFLE:
		if (call->operand_count > 2 && ir_fold_int(call->operands[2], &lane))
			return arena_printf(pass->arena, "lane %lld, which is read, may not be among them",
				(long long)lane);
		return "the lane that is read may not be among them";
	case IR_SHUFFLE_UP:
	case IR_SHUFFLE_DOWN:
	case IR_SHUFFLE_XOR: return "the lanes that are read may not be among them";
	case IR_REDUCE: return "the result may lack some of the lanes that are meant";
	case IR_SYNCWARP: return "it may not wait for the lanes that are meant";
	default: return "lanes that are meant may not be asked";
	}
}

static const char *advice(const struct place *source)
{
	if (source->reasons == 0)
		return "the whole warp gets here: use 0xffffffff";
	if (source->reason.kind == IR_DIVERGENT_CALLER)
		return "use 0xffffffff, or let the caller pass the lanes that take part";
	return "vote before the branch who takes it: `__ballot_sync(0xffffffff, condition)`";
}

static void offer_full_mask(struct pass *pass, struct finding *finding, const struct place *source,
	const struct place *collective)
{
	bool direct = ir_strip_casts(collective->call->operands[0]) == source->call;
	bool converged = source->reasons == 0;
	if (!converged && source->reason.kind != IR_DIVERGENT_CALLER)
		return;
	struct fix *fix = pass_fix(pass, finding, converged && direct ? FIX_SAFE : FIX_UNSAFE,
		converged ? "Name the whole warp"
			  : "Name the whole warp, if all its lanes get here together");
	fix_replace(pass, fix, source->call->range, "0xffffffff");
}

static void report(struct pass *pass, const struct place *source, const struct place *collective)
{
	bool here = source->function == collective->function;
	const struct ir_expr *mask = collective->call->operands[0];
	struct finding *finding = pass_report(pass, here ? mask->range : source->call->range,
		"`__activemask()` as the mask of `%s`%s%s%s: it names the lanes that happen to be converged, "
		"and %s; %s",
		collective->call->call->name, here ? "" : " in `", here ? "" : collective->function->display,
		here ? "" : "`", consequence(pass, collective), advice(source));
	finding->function = source->function->display;
	bool fixed_lanes = collective->collective >= IR_SHUFFLE && collective->collective <= IR_SHUFFLE_XOR;
	if (!fixed_lanes)
		finding->confidence = CONFIDENCE_LIKELY;
	if (!here)
		pass_related(pass, finding, collective->call->range, "used here");
	else if (ir_strip_casts(mask) != source->call)
		pass_related(pass, finding, source->call->range, "taken here");
	offer_full_mask(pass, finding, source, collective);
}

static void check_source(struct pass *pass, const struct place *source)
{
	struct state *state = pass->state;
	struct hunt hunt = {0};
	for (size_t i = 0; i < state->collectives.count; i++) {
		const struct place *collective = &state->collectives.data[i];
		if (collective->collective == IR_MATCH ||
			!is_mask_of(state, collective->call->operands[0], source))
			continue;
		if (!hunt.state)
			hunt = hunt_uses(pass, source);
		if (!is_opportunistic(pass, &hunt, collective)) {
			report(pass, source, collective);
			return;
		}
	}
}

static void on_unit_end(struct pass *pass)
{
	struct state *state = pass->state;
	if (!state || !state->sources.count)
		return;
	state->flow = pass_flow(pass);
	for (size_t i = 0; i < state->sources.count; i++)
		check_source(pass, &state->sources.data[i]);
}

const struct rule rule_activemask_as_mask = {
	.code = "CU404",
	.name = "activemask-as-mask",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "`__activemask()` as the mask of a collective that counts on certain lanes",
	.hooks = {.call = on_call, .unit_end = on_unit_end},
};
