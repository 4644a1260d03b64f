/* CU611 cooperative-grid-too-large: a cooperative launch of more blocks than the device holds at once.
 *
 * Registers are only known to the compiler, so the bound is what threads, blocks and shared memory allow, on
 * the largest chip that is known of each architecture (or the one that is named): over it the launch fails
 * whatever the registers. Grids that aren't known, such as those computed by an occupancy query, are left
 * alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"

enum { MOST_THREADS = 1024 };

static bool count_of(const struct host_sum *const extent[3], int64_t *count)
{
	*count = 1;
	for (size_t i = 0; i < 3; i++) {
		int64_t value;
		if (!host_sum_is_number(extent[i], &value) || value <= 0 || value > INT32_MAX)
			return false;
		*count *= value;
		if (*count > INT64_C(1) << 31)
			return false;
	}
	return true;
}

/* The chip that is named, or the largest of the architecture. */
static const struct model_chip *chip_of(const struct pass *pass, const struct model_arch *arch)
{
	const struct model_chip *largest = pass->target->chip ? model_chip_find(pass->target->chip) : NULL;
	if (largest && largest->cc == arch->cc)
		return largest;
	largest = model_chip_default(arch);
	for (size_t i = 0; i < model_chip_count(); i++) {
		const struct model_chip *chip = model_chip_at(i);
		if (chip->cc == arch->cc && (!largest || chip->sms.value > largest->sms.value))
			largest = chip;
	}
	return largest;
}

static void check_arch(struct pass *pass, const struct host_op *op, int number, int64_t blocks,
	struct model_occupancy_query query)
{
	const struct model_arch *arch = model_arch_nearest(number);
	const struct model_chip *chip = arch ? chip_of(pass, arch) : NULL;
	struct model_occupancy now;
	query.arch = arch;
	if (!chip || !model_occupancy(&now, &query) || now.blocks_per_sm <= 0 ||
		(double)blocks <= chip->sms.value * now.blocks_per_sm)
		return;
	struct finding *finding = pass_report_op(pass, op,
		"cooperative launch of %lld blocks, but at most %.0f of %d threads are resident at once on "
		"%s (%.0f SMs, %d each): the launch fails",
		(long long)blocks, chip->sms.value * now.blocks_per_sm, query.block_threads, chip->name,
		chip->sms.value, now.blocks_per_sm);
	finding_limit_archs(finding, number, number + 1);
}

static void check_launch(struct pass *pass, const struct host_op *op)
{
	const struct host_launch *launch = op->launch;
	int64_t blocks, threads, fixed = 0, dynamic = 0;
	if (!count_of(launch->grid, &blocks) || !count_of(launch->block, &threads) || threads > MOST_THREADS)
		return;
	if (launch->kernel && !ir_static_shared(pass->arena, pass_query(pass), launch->kernel, &fixed))
		fixed = 0;
	if (!host_sum_is_number(launch->shared, &dynamic) || dynamic < 0 || dynamic > INT32_MAX / 4)
		dynamic = 0;
	if (fixed > INT32_MAX / 4)
		return;
	struct model_occupancy_query query =
		model_occupancy_query_default(model_arch_nearest(pass->target->archs[0]), (int)threads);
	query.static_shared = (int)fixed;
	query.dynamic_shared = (int)dynamic;
	for (size_t i = 0; i < pass->target->arch_count; i++)
		check_arch(pass, op, pass->target->archs[i], blocks, query);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->launch && op->launch->is_cooperative && op->launch->config_known)
			check_launch(pass, op);
	}
}

const struct rule rule_cooperative_grid_too_large = {
	.code = "CU611",
	.name = "cooperative-grid-too-large",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Cooperative launch of more blocks than can be resident",
	.hooks = {.host = on_host},
};
