/* The architecture table and the ways to look into it. The rows are in arch.def. */
#include "model/marks.h"
#include "model/model.h"

#include <ctype.h>
#include <string.h>

#define KB 1024
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Sizes that shared memory can be set to, KB: cuda_occupancy.h and table 32 of the guide. That of 5.x and
 * 6.x is separate from L1, hence one size. */
static const int carveouts_fixed_64[] = {64};
static const int carveouts_fixed_96[] = {96};
static const int carveouts_volta[] = {0, 8, 16, 32, 64, 96};
static const int carveouts_turing[] = {32, 64};
static const int carveouts_ga100[] = {0, 8, 16, 32, 64, 100, 132, 164};
static const int carveouts_ga10x[] = {0, 8, 16, 32, 64, 100};
static const int carveouts_gh100[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

/* What is equal on every architecture stands here. L1's 128 bytes per cycle are remembered, not read, though
 * the V100's aggregate of 13.7 TB/s agrees. */
#define MODEL_ARCH(number, family_name, evidence, blocks, warps, regs_block, smem, opt_in, unified,          \
	reserved, unit, parts, regs_launch, barriers, virtuals, carveouts, grids, fp32, fp64, fma, shared,   \
	l1, l2, dram)                                                                                        \
	{                                                                                                    \
		.cc = (number),                                                                              \
		.name = "sm_" #number,                                                                       \
		.family = family_name,                                                                       \
		.limits_evidence = MODEL_##evidence,                                                         \
		.warp_size = 32,                                                                             \
		.max_threads_per_block = 1024,                                                               \
		.max_block_dim = {1024, 1024, 64},                                                           \
		.max_grid_dim = {INT32_MAX, 65535, 65535},                                                   \
		.resident_grids = (grids),                                                                   \
		.blocks_per_sm = (blocks),                                                                   \
		.warps_per_sm = (warps),                                                                     \
		.threads_per_sm = 32 * (warps),                                                              \
		.subpartitions = (parts),                                                                    \
		.registers_per_sm = 65536,                                                                   \
		.registers_per_block = (regs_block),                                                         \
		.registers_per_thread = 255,                                                                 \
		.registers_per_thread_launch = (regs_launch),                                                \
		.register_unit = 256,                                                                        \
		.shared_per_sm = (smem)*KB,                                                                  \
		.shared_per_block = 48 * KB,                                                                 \
		.shared_per_block_opt_in = (opt_in)*KB,                                                      \
		.shared_reserved = (reserved),                                                               \
		.shared_unit = (unit),                                                                       \
		.shared_banks = 32,                                                                          \
		.shared_bank_bytes = 4,                                                                      \
		.unified_l1 = (unified)*KB,                                                                  \
		.constant_bytes = 64 * KB,                                                                   \
		.constant_cache_bytes = 8 * KB,                                                              \
		.barriers_per_sm = (barriers) * (blocks),                                                    \
		.barriers_limit_residence = (number) >= 90,                                                  \
		.virtual_per_sm = (virtuals),                                                                \
		.carveouts_kb = carveouts_##carveouts,                                                       \
		.carveout_count = COUNT(carveouts_##carveouts),                                              \
		.fp32_lanes = fp32,                                                                          \
		.fp64_ratio = fp64,                                                                          \
		.l1_bytes_per_cycle = U(128),                                                                \
		.latency_fma = fma,                                                                          \
		.latency_shared = shared,                                                                    \
		.latency_l1 = l1,                                                                            \
		.latency_l2 = l2,                                                                            \
		.latency_dram = dram,                                                                        \
	},

static const struct model_arch archs[] = {
#include "model/arch.def"
};

const char *model_evidence_name(enum model_evidence evidence)
{
	switch (evidence) {
	case MODEL_UNCONFIRMED: return "unconfirmed";
	case MODEL_SOURCE: return "source";
	case MODEL_CHECKED: return "checked";
	case MODEL_UNKNOWN: break;
	}
	return "unknown";
}

size_t model_arch_count(void)
{
	return COUNT(archs);
}

const struct model_arch *model_arch_at(size_t index)
{
	return index < COUNT(archs) ? &archs[index] : NULL;
}

/* Skips a prefix whatever its case; NULL when it is not there. */
static const char *skip_prefix(const char *text, const char *prefix)
{
	for (; *prefix; text++, prefix++) {
		if (tolower((unsigned char)*text) != *prefix)
			return NULL;
	}
	return text;
}

int model_arch_parse(const char *name)
{
	const char *digits = skip_prefix(name, "sm_");
	if (!digits)
		digits = skip_prefix(name, "compute_");
	bool dotted_allowed = !digits;
	if (!digits)
		digits = name;

	size_t length = strspn(digits, "0123456789");
	const char *end = digits + length;
	int cc = 0;
	for (size_t i = 0; i < length && length <= 3; i++)
		cc = 10 * cc + (digits[i] - '0');
	if (dotted_allowed && *end == '.' && length >= 1 && length <= 2 && isdigit((unsigned char)end[1])) {
		cc = 10 * cc + (end[1] - '0');
		end += 2;
	} else if (length < 2 || length > 3) {
		return -1;
	}
	if (digits[0] == '0')
		return -1;
	char suffix = (char)tolower((unsigned char)*end);
	if ((suffix == 'a' && cc >= 90) || (suffix == 'f' && cc >= 100))
		end++;
	return *end == '\0' ? cc : -1;
}

char model_arch_suffix(const char *name)
{
	size_t length = strlen(name);
	char last = length ? (char)tolower((unsigned char)name[length - 1]) : '\0';
	return model_arch_parse(name) >= 0 && (last == 'a' || last == 'f') ? last : '\0';
}

const struct model_arch *model_arch_by_number(int cc)
{
	if (cc == 101)
		cc = 110;
	for (size_t i = 0; i < COUNT(archs); i++) {
		if (archs[i].cc == cc)
			return &archs[i];
	}
	return NULL;
}

const struct model_arch *model_arch_find(const char *name)
{
	return model_arch_by_number(model_arch_parse(name));
}

const struct model_arch *model_arch_nearest(int cc)
{
	const struct model_arch *best = model_arch_by_number(cc);
	for (size_t i = 0; !best && i < COUNT(archs); i++) {
		const struct model_arch *candidate = &archs[COUNT(archs) - 1 - i];
		if (candidate->cc <= cc)
			best = candidate;
	}
	return best;
}

int model_carveout_fit(const struct model_arch *arch, int64_t bytes)
{
	for (size_t i = 0; i < arch->carveout_count; i++) {
		if (bytes <= (int64_t)arch->carveouts_kb[i] * KB)
			return arch->carveouts_kb[i] * KB;
	}
	return -1;
}
