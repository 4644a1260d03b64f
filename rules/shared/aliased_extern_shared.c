/* CU206 aliased-extern-shared: two extern __shared__ arrays in one kernel, used as if they were two.
 *
 * All of them begin at the same address. Fires where the first is written, then the second, and then the
 * first is read again; ranges that are known to be apart, and one after the other, are left alone. */
#include "analyzer/rule/rule.h"

struct use {
	const struct ir_var *var;
	uint64_t first_store, last_load;
	bool stores, loads, bounds_known;
	int64_t low, high;
};

typedef VEC(struct use) use_list;

static void add_site(struct arena *arena, use_list *uses, const struct simt_site *site)
{
	const struct ir_var *var = site->object ? simt_object_var(site->object) : NULL;
	if (site->space != SIMT_SHARED || !var || var->storage != IR_EXTERN_SHARED)
		return;
	size_t i = 0;
	while (i < uses->count && uses->data[i].var != var)
		i++;
	if (i == uses->count) {
		struct use use = {.var = var, .bounds_known = true, .low = INT64_MAX, .high = INT64_MIN};
		vec_push(arena, uses, use);
	}
	struct use *use = &uses->data[i];
	if (site->kind == SIMT_LOAD) {
		use->last_load = !use->loads || site->order > use->last_load ? site->order : use->last_load;
		use->loads = true;
	} else {
		use->first_store =
			!use->stores || site->order < use->first_store ? site->order : use->first_store;
		use->stores = true;
	}
	use->bounds_known &= site->bounds_known;
	use->low = site->low < use->low ? site->low : use->low;
	use->high = site->high > use->high ? site->high : use->high;
}

/* `a` is written, then `b`, then `a` is read. */
static bool clobbers(const struct use *a, const struct use *b)
{
	bool apart = a->bounds_known && b->bounds_known && (a->high <= b->low || b->high <= a->low);
	return !apart && a->stores && b->stores && a->loads && a->first_store < b->first_store &&
	       b->first_store < a->last_load;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	use_list uses = {0};
	for (size_t i = 0; i < report->sites.count; i++)
		add_site(pass->arena, &uses, report->sites.data[i]);
	for (size_t i = 0; i < uses.count; i++)
		for (size_t k = 0; k < uses.count; k++) {
			const struct use *a = &uses.data[i], *b = &uses.data[k];
			if (i == k || !clobbers(a, b))
				continue;
			struct finding *finding = pass_report(pass, b->var->range,
				"`%s` and `%s` are the same memory: all extern __shared__ arrays begin at "
				"one address, so that what is written to `%s` overwrites `%s`",
				b->var->name, a->var->name, b->var->name, a->var->name);
			pass_related(pass, finding, a->var->range, "`%s` is declared here", a->var->name);
			if (!a->bounds_known || !b->bounds_known)
				finding->confidence = CONFIDENCE_LIKELY;
			return;
		}
}

const struct rule rule_aliased_extern_shared = {
	.code = "CU206",
	.name = "aliased-extern-shared",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Two extern __shared__ arrays used as if they were apart",
	.hooks = {.execution = on_execution},
};
