/* CU201 bank-conflict: a request to shared memory takes more passes through the banks than it needs.
 *
 * Lanes that want the same word don't conflict, and neither do the parts of wide accesses. Atomics on one
 * word queue up whatever the banks are: only different words of a bank count here. For arrays with two
 * extents or more a padding of the innermost one is computed from all requests that the kernel makes to the
 * array. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"
#include "analyzer/site/padding.h"
#include "analyzer/structure/array_use.h"
#include "analyzer/structure/reach.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STATIC_LIMIT = 49152, WORD = 4 };

static const char *lanes_text(struct arena *arena, uint32_t lanes)
{
	unsigned count = (unsigned)__builtin_popcount(lanes), shown = 0;
	const char *text = "";
	if (count == SIMT_WARP)
		return "all 32 lanes";
	for (unsigned lane = 0; lane < SIMT_WARP && shown < 4; lane++)
		if (lanes >> lane & 1)
			text = arena_printf(arena, "%s%s%u", text, shown++ ? ", " : "", lane);
	return arena_printf(arena, count > shown ? "%s ... (%u lanes)" : "%s",
		arena_printf(arena, "lanes %s", text), count);
}

/* From the name to the end: what comes before may be a macro. */
static struct ir_range declarator(const struct ir_var *var)
{
	return (struct ir_range){var->range.begin, var->decl_range.end};
}

/* The text of the innermost extent of a declaration that ends with it; NULL when it ends otherwise. */
static const char *last_extent(const struct pass *pass, const struct ir_var *var)
{
	const char *text = pass_text(pass, declarator(var));
	size_t length = strlen(text);
	const char *open = strrchr(text, '[');
	if (!open || !length || text[length - 1] != ']' || strpbrk(open, "\n?<>&|^,"))
		return NULL;
	return arena_strndup(pass->arena, open + 1, (size_t)(text + length - 1 - (open + 1)));
}

static bool fits_padded(struct pass *pass, const struct ir_var *var, unsigned padding)
{
	const struct ir_type *row = ir_innermost_array(var->type);
	int64_t bytes;
	if (!ir_static_shared(pass->arena, pass_query(pass), pass->function, &bytes))
		return false;
	return bytes + var->type->size / row->size * row->element->size * (int64_t)padding <= STATIC_LIMIT;
}

static void offer_padding(
	struct pass *pass, struct finding *finding, const struct ir_var *var, unsigned padding)
{
	const char *extent = last_extent(pass, var);
	if (!extent || !fits_padded(pass, var, padding))
		return;
	bool only_indexed = ir_is_only_indexed(pass->module, var) && var->function;
	struct fix *fix = pass_fix(pass, finding, only_indexed ? FIX_SAFE : FIX_UNSAFE,
		"Pad the rows of `%s` by %u %s", var->name, padding, padding == 1 ? "element" : "elements");
	unsigned tail = (unsigned)strlen(extent) + 1;
	char *end;
	long long number = strtoll(extent, &end, 10);
	while (isspace((unsigned char)*end))
		end++;
	if (!*end)
		fix_replace_tail(pass, fix, declarator(var), tail, "%lld]", number + padding);
	else
		fix_replace_tail(pass, fix, declarator(var), tail, "%s + %u]", extent, padding);
}

/* Passes that different words of a bank make necessary: an atomic as if it were a store. */
static unsigned passes(const struct simt_site *site, struct model_conflict *conflict)
{
	enum model_shared_op op = site->kind == SIMT_LOAD ? MODEL_SHARED_LOAD : MODEL_SHARED_STORE;
	model_conflict(conflict, op, site->worst.offset, site->worst.active, site->size);
	return site->kind <= SIMT_STORE
		       ? site->worst.count
		       : model_wavefronts(op, site->worst.offset, site->worst.active, site->size);
}

static const char *stride_text(struct arena *arena, const struct simt_site *site)
{
	if (!site->has_stride)
		return "";
	if (site->stride % WORD)
		return arena_printf(arena, " (stride of %lld bytes between lanes)", (long long)site->stride);
	long long words = (long long)site->stride / WORD;
	return arena_printf(
		arena, " (stride of %lld word%s between lanes)", words, llabs(words) == 1 ? "" : "s");
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	struct model_conflict conflict = {0};
	if (site->counts.ideal_wavefronts <= 0 || !site->worst.active || !site->worst.ideal)
		return;
	unsigned count = passes(site, &conflict), ideal = site->worst.ideal;
	/* the odd request in a loop that conflicts isn't worth a change */
	if (conflict.degree < 2 || count < (unsigned)pass_option_int(pass, "min-ways") * ideal ||
		site->counts.wavefronts < 1.1 * site->counts.ideal_wavefronts)
		return;
	/* two accesses side by side become one of twice the width, which takes twice the passes anyway */
	if (site->kind <= SIMT_STORE && count <= 2 * ideal && simt_has_neighbour(report, site))
		return;
	const struct ir_var *var = simt_object_var(site->object);
	const struct simt_site *twin = simt_site_twin(report, site);
	if (twin && twin->order < site->order && twin->worst.count >= site->worst.count)
		return;
	unsigned padding = simt_padding(report, site);
	const char *advice = "";
	if (padding)
		advice = arena_printf(pass->arena, "; rows padded by %u element%s have no conflict", padding,
			padding == 1 ? "" : "s");
	struct finding *finding = pass_report(pass, site->expr->range,
		"bank conflict in %s `%s`: %u wavefronts per request where %u would do, %s want bank %u%s%s",
		site->kind == SIMT_LOAD    ? twin ? "load and store of" : "load of"
		: site->kind == SIMT_STORE ? "store to"
					   : "atomic on",
		simt_object_name(site->object), count, ideal, lanes_text(pass->arena, conflict.lanes),
		conflict.bank, stride_text(pass->arena, site), advice);
	pass_cost(pass, finding, site);
	if (var)
		pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
	if (var && padding)
		offer_padding(pass, finding, var, padding);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->space == SIMT_SHARED && report->sites.data[i]->object)
			on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_bank_conflict = {
	.code = "CU201",
	.name = "bank-conflict",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Shared memory request that takes several wavefronts where fewer would do",
	.options =
		(const struct rule_option[]){
			{"min-ways", OPTION_INT, "2",
				"smallest ratio of wavefronts to ideal that is reported"},
			{0}},
	.hooks = {.execution = on_execution},
};
