/* Absent threads: who waits where, who doesn't come, and why. */
#include "analyzer/rule/absence.h"

#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/rule/conflict.h"
#include "analyzer/rule/pictures.h"

const char *pass_call_name(struct pass *pass, const struct simt_event *event)
{
	const char *name = event->name;
	const struct cuda_function *row = ir_cuda(event->site);
	bool is_barrier = row->op == CUDA_BLOCK_BARRIER || row->collective == IR_SYNCWARP;
	if (name[0] == '_')
		return arena_printf(pass->arena, "`%s%s`", name, is_barrier ? "()" : "");
	const char *text = event->site ? pass_text(pass, event->site->range) : "";
	const char *last = strrchr(name, ':');
	if (*text && strlen(text) <= 40 && !strchr(text, '\n'))
		return arena_printf(pass->arena, "`%s`", text);
	return arena_printf(pass->arena, "`%s()`", last ? last + 1 : name);
}

const char *pass_whereabouts(struct pass *pass, const struct sync_absence *absence)
{
	if (!absence->instead)
		return "never gets there";
	if (absence->instead->kind == SIMT_EXIT)
		return "has returned";
	const char *here = pass_call_name(pass, absence->event),
		   *there = pass_call_name(pass, absence->instead);
	bool another = absence->instead->site != absence->event->site && strcmp(here, there) == 0;
	return arena_printf(pass->arena, "waits at %s%s instead", another ? "another " : "", there);
}

bool pass_absence_is_lock(struct pass *pass, const struct sync_absence *absence)
{
	const struct ir_function *function = absence->event->function;
	struct ir_spins *spins = pass_spins(pass);
	return absence->belief != SYNC_PROVEN &&
	       (ir_spin_in(spins, function, IR_SPIN_LOCK) || ir_spin_in(spins, function, IR_SPIN_TICKET));
}

static const char *branch_name(const struct ir_stmt *branch)
{
	switch (branch->kind) {
	case IR_IF: return "this condition parts them";
	case IR_SWITCH: return "this switch parts them";
	default: return "they make different numbers of turns";
	}
}

static struct ir_range head_of(const struct ir_stmt *branch)
{
	return branch->expr && !branch->expr->in_macro ? branch->expr->range : branch->range;
}

void pass_absence(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct sync_absence *absence)
{
	finding->function = absence->event->function->display;
	finding->confidence = absence->belief == SYNC_PROVEN   ? CONFIDENCE_PROVEN
			      : absence->belief == SYNC_LIKELY ? CONFIDENCE_LIKELY
							       : CONFIDENCE_POSSIBLE;
	pass_picture_absence(pass, finding, report, absence);
	if (absence->branch && absence->fault != SYNC_UNNAMED)
		pass_related(pass, finding, head_of(absence->branch), "%s", branch_name(absence->branch));
	const struct simt_event *instead = absence->instead;
	if (!instead || absence->fault == SYNC_UNNAMED)
		return;
	const char *who = pass_thread(pass, report, absence->absent);
	if (absence->fault == SYNC_LEFT)
		return; /* the finding itself is there */
	if (instead->kind == SIMT_EXIT && instead->stmt)
		pass_related(pass, finding, instead->stmt->range, "%s returns here", who);
	else if (instead->site && instead->site != absence->event->site)
		pass_related(pass, finding, instead->site->range, "%s waits here", who);
}
