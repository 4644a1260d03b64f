/* The chip table and the ways to look into it. The rows are in chips.def. */
#include "model/marks.h"
#include "model/model.h"

#include <assert.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define MODEL_CHIP(                                                                                          \
	chip_name, chip_label, number, is_the_default, sm_count, clock, l2, dram, fence, fence_atomic)       \
	{                                                                                                    \
		.name = chip_name,                                                                           \
		.label = chip_label,                                                                         \
		.cc = (number),                                                                              \
		.is_default = (is_the_default),                                                              \
		.sms = sm_count,                                                                             \
		.ghz = clock,                                                                                \
		.l2_mb = l2,                                                                                 \
		.dram_gbs = dram,                                                                            \
		.system_fence = fence,                                                                       \
		.system_fence_atomic = fence_atomic,                                                         \
	},

static const struct model_chip chips[] = {
#include "model/chips.def"
};

size_t model_chip_count(void)
{
	return COUNT(chips);
}

const struct model_chip *model_chip_at(size_t index)
{
	return index < COUNT(chips) ? &chips[index] : NULL;
}

const struct model_chip *model_chip_find(const char *name)
{
	for (size_t i = 0; i < COUNT(chips); i++) {
		if (strcasecmp(chips[i].name, name) == 0)
			return &chips[i];
	}
	return NULL;
}

const struct model_chip *model_chip_default(const struct model_arch *arch)
{
	const struct model_chip *best = NULL;
	for (size_t i = 0; i < COUNT(chips); i++) {
		if (chips[i].is_default && chips[i].cc <= arch->cc)
			best = &chips[i];
	}
	assert(best); /* the first row is a default of the oldest architecture */
	return best;
}

/* Of 40, 50 and 60 MB an A100 lets 30 MB, an H100 32,768,000 and an H200 39,321,600 bytes be set aside. */
int64_t model_l2_set_aside(int cc)
{
	double most = 0, share = cc < 90 ? 0.75 : cc == 90 ? 0.625 : 1;
	for (size_t i = 0; i < COUNT(chips) && cc >= 80; i++)
		if (chips[i].cc == cc && chips[i].l2_mb.value > most)
			most = chips[i].l2_mb.value;
	return (int64_t)(most * 1024 * 1024 * share);
}
