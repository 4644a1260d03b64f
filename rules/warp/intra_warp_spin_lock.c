/* CU408 intra-warp-spin-lock: lanes of one warp that contend for a lock in a loop, and give it back only
 * after the loop. Without independent thread scheduling the lane that has it waits at the end of the loop for
 * the others, which wait for the lock.
 *
 * A lock that is given back within the loop's turn works on every architecture, one that a single lane takes
 * and one of each thread's own, too. A lock that is never seen given back is left alone in a kernel; a helper
 * that only locks is taken for what its name says. */
#include "analyzer/rule/rule.h"

static const char *what(struct pass *pass, const struct ir_spin *spin)
{
	const struct ir_memory *memory = &spin->op.memory;
	const char *kind = spin->kind == IR_SPIN_TICKET ? "their turn at" : "the lock";
	if (memory->var && memory->field)
		return arena_printf(pass->arena, "%s `%s.%s`", kind, memory->var->name, memory->field);
	return arena_printf(pass->arena, "%s `%s`", kind, memory->var ? memory->var->name : memory->field);
}

static void report(struct pass *pass, const struct ir_spin *spin, const struct ir_spin_write *release)
{
	const struct ir_spin *origin = ir_spin_origin(spin);
	enum ir_variance variance = ir_spin_variance(pass_spins(pass), spin);
	pass->function = origin->function;
	struct finding *finding = pass_report(pass, origin->range,
		target_lacks_its(pass->target)
			? "lanes of one warp wait for %s in this loop: the lane that has got it waits for "
			  "them to leave the loop, and without independent thread scheduling (before compute "
			  "capability 7.0) they never do"
			: "lanes of one warp wait for %s in this loop: that ends only with independent "
			  "thread scheduling, so not when compiled for a virtual architecture before 7.0",
		what(pass, origin->op.memory.var ? origin : spin));
	if (!spin->function->is_kernel || variance > IR_WARP_UNIFORM)
		finding->confidence = CONFIDENCE_LIKELY;
	finding_without_its(pass, finding);
	if (spin != origin)
		pass_related(pass, finding, spin->range, "lanes of a warp come here together");
	if (release && release->op.expr)
		pass_related(pass, finding, release->op.expr->range, "given back here, after the loop");
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		const struct ir_spin_write *release;
		if (!spin->is_top || spin->kind == IR_SPIN_FLAG || !ir_spin_origin(spin)->loop)
			continue;
		enum ir_release where = ir_spin_release(spins, spin, &release);
		bool stays_held = where == IR_RELEASE_AFTER ||
				  (where == IR_RELEASE_UNSEEN && !spin->function->is_kernel);
		if (stays_held && ir_spin_crowd(spins, spin) == IR_CROWD_SEVERAL &&
			ir_spin_variance(spins, spin) != IR_LANE_LINEAR)
			report(pass, spin, release);
	}
}

const struct rule rule_intra_warp_spin_lock = {
	.code = "CU408",
	.name = "intra-warp-spin-lock",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Lanes of a warp that wait for a lock which one of them has",
	.strict_infos = true,
	.hooks = {.unit_end = on_unit_end},
};
