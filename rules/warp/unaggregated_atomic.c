/* CU412 unaggregated-atomic: the lanes of a warp update one address one after the other, where the compiler
 * doesn't make one update of theirs.
 *
 * It does for integers that all lanes add alike, and for 32-bit amounts of their own unless old values are
 * wanted and lanes are missing. It doesn't for floats, for 64-bit amounts, and for loops that try a
 * compare-and-swap or an exchange until it succeeds (analyzer/site/contention.h). Which lanes meet where
 * comes from executing the kernel; addresses that depend on data are left alone, and so are atomics that one
 * elected lane does, and locks. Where every thread of the grid updates one address, a sum over the warp is
 * not enough: that is CU511's. */
#include "analyzer/rule/atomic_calls.h"
#include "analyzer/site/contention.h"

#include <string.h>

static const char *advice(struct pass *pass, const struct atomic_call *atomic)
{
	const char *type = atomic->update.element->name;
	if (atomic->result_used)
		return arena_printf(pass->arena,
			"take `cg::exclusive_scan(cg::coalesced_threads(), v, cg::plus<%s>())`, let one lane "
			"add the total, and share what it got",
			type);
	return arena_printf(pass->arena,
		"sum over the lanes that are there first (`cg::reduce(cg::coalesced_threads(), v, "
		"cg::plus<%s>())`), and let one of them add",
		type);
}

static struct finding *report(
	struct pass *pass, const struct simt_site *site, const struct atomic_call *atomic, double lanes)
{
	struct ir_range at = site->expr->range;
	const char *most = site->assumptions & SIMT_ASSUMED_LANES ? "up to " : "";
	enum simt_serial serial = simt_site_serial(site);
	if (serial == SIMT_SERIAL_COMPARE || serial == SIMT_SERIAL_EXCHANGE)
		return pass_report(pass, at,
			"%s%.0f lanes of a warp try this `%s` at one address until each has had its turn; "
			"combine their values first (`cg::reduce(cg::coalesced_threads(), ...)`), and let "
			"one lane do it",
			most, lanes, site->expr->call->name);
	const char *what = arena_printf(pass->arena, "`%s` additions", atomic->update.element->name);
	if (serial == SIMT_SERIAL_WIDE)
		what = "64-bit additions of amounts of their own";
	else if (serial == SIMT_SERIAL_RANKS)
		what = "amounts and old values of their own, with lanes missing,";
	return pass_report(pass, at,
		"%s%.0f lanes of a warp add to one address one after the other: %s aren't merged by the "
		"compiler; %s",
		most, lanes, what, advice(pass, atomic));
}

static void on_site(struct pass *pass, const struct simt_report *execution, const struct simt_site *site)
{
	const struct atomic_call *atomic = pass_atomic_call(pass, site->expr);
	/* where the execution has decided who gets there, it knows better */
	bool decided = !(site->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_LANES));
	if (!atomic || (atomic->is_elected && !decided) ||
		simt_meeting_of(execution, site) != SIMT_WARP_MEETING)
		return;
	enum simt_serial serial = simt_site_serial(site);
	double lanes = site->counts.met_lanes / site->counts.met_requests;
	if (lanes < (double)pass_option_int(pass, "min-lanes") ||
		((serial == SIMT_SERIAL_COMPARE || serial == SIMT_SERIAL_EXCHANGE) && !atomic->is_retried))
		return;
	struct finding *finding = report(pass, site, atomic, lanes);
	pass_cost_contention(pass, finding, site);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->kind == SIMT_ATOMIC || site->kind == SIMT_CAS)
			on_site(pass, report, site);
	}
}

const struct rule rule_unaggregated_atomic = {
	.code = "CU412",
	.name = "unaggregated-atomic",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Atomic that the lanes of a warp do one after the other",
	.options =
		(const struct rule_option[]){{"min-lanes", OPTION_INT, "4",
						     "lanes of a warp that meet, from which it is reported"},
			{0}},
	.hooks = {.execution = on_execution},
};
