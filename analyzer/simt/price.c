/* From counts to time. */
#include "analyzer/simt/price.h"

bool price_report(struct simt_price *out, const struct simt_report *report, const struct model_chip *chip,
	int registers)
{
	*out = (struct simt_price){0};
	struct model_occupancy_query query = model_occupancy_query_default(model_arch_nearest(chip->cc),
		(int)(report->launch->block[0] * report->launch->block[1] * report->launch->block[2]));
	query.registers_per_thread = registers;
	out->occupancy_known = model_occupancy(&out->occupancy, &query);
	return out->known;
}

bool price_site(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	const struct model_chip *chip)
{
	(void)out;
	(void)report;
	(void)site;
	(void)chip;
	return false;
}
