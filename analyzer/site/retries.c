/* Counts the lanes that meet at one word. */
#include "analyzer/site/retries.h"

#include "analyzer/simt/exec/exec.h"

enum { SLOTS = 2048, MAX_LANES = 1024, SAMPLES = 8 };

struct tally {
	int64_t key[SLOTS];
	unsigned count[SLOTS], most;
};

/* Counts a lane at a word. */
static void count(struct tally *tally, int64_t word)
{
	uint64_t at = ((uint64_t)word * 0x9E3779B97F4A7C15u) >> 53;
	while (tally->count[at] && tally->key[at] != word)
		at = (at + 1) % SLOTS;
	tally->key[at] = word;
	tally->count[at]++;
	if (tally->count[at] > tally->most)
		tally->most = tally->count[at];
}

bool retries_in(const struct ir_expr *site, enum simt_access_kind kind, enum simt_space space)
{
	return kind == SIMT_CAS && space == SIMT_SHARED && site->kind == IR_CALL &&
	       ir_cuda(site)->effect != IR_MEMORY_CAS;
}

static bool is_known(const struct simt_value *offset)
{
	if (!offset || offset->kind != SIMT_INT)
		return false;
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].lanes)
			return false;
	return true;
}

void retries_add(
	const struct simt *simt, const struct simt_access *access, double blocks, struct simt_site *site)
{
	struct tally block = {.most = 0};
	if (!retries_in(access->site, access->kind, access->space) || !is_known(access->offset))
		return;
	for (unsigned lane = 0; lane < simt->lanes && lane < MAX_LANES; lane++)
		if (mask_has(&access->active.may, lane))
			count(&block, value_lane(access->offset, lane));
	site->pending.retries += blocks * block.most;
}

double retries_expected(int64_t words, unsigned lanes)
{
	uint64_t random = 1;
	unsigned sum = 0;
	for (int sample = 0; sample < SAMPLES; sample++) {
		struct tally tally = {.most = 0};
		for (unsigned lane = 0; lane < lanes && lane < MAX_LANES; lane++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			count(&tally, (int64_t)((random >> 33) % (uint64_t)words));
		}
		sum += tally.most;
	}
	return (double)sum / SAMPLES;
}
