/* Describes an access for people: what the source says of it, and what its requests look like. This only
 * words messages and picks the advice; whether there is a finding follows from the counts. */
#include "analyzer/site/describe.h"

#include <stdlib.h>

#include "analyzer/site/describe_source.h"

enum { SECTOR = 32, MAX_STRIDE = 256 };

/* ---- the request ----------------------------------------------------------------------------- */

static int compare_offsets(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

static void measure_runs(struct simt_pattern *out, const struct simt_site *site)
{
	int64_t offset[SIMT_WARP], start, end;
	size_t count = 0;
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (site->worst.active >> i & 1)
			offset[count++] = (int64_t)site->worst.offset[i];
	if (!count)
		return;
	qsort(offset, count, sizeof *offset, compare_offsets);
	start = offset[0];
	end = start + site->size;
	for (size_t i = 1; i <= count; i++) {
		if (i < count && offset[i] <= end) {
			end = offset[i] + site->size;
			continue;
		}
		unsigned bytes = (unsigned)(end - start);
		out->runs++;
		out->run_bytes = bytes > out->run_bytes ? bytes : out->run_bytes;
		out->aligned += (bytes + SECTOR - 1) / SECTOR;
		if (i < count) {
			start = offset[i];
			end = start + site->size;
		}
	}
	if (out->aligned > site->worst.count)
		out->aligned = site->worst.count;
}

static unsigned add_sector(int64_t *sectors, unsigned count, int64_t sector)
{
	for (unsigned i = 0; i < count; i++)
		if (sectors[i] == sector)
			return count;
	sectors[count] = sector;
	return count + 1;
}

/* The fewest sectors that the worst request takes when all its lanes move together. */
static unsigned least_when_moved(const struct simt_site *site)
{
	unsigned least = site->worst.count;
	for (unsigned by = 0; by < SECTOR; by += site->size && site->size < SECTOR ? site->size : SECTOR) {
		int64_t sector[2 * SIMT_WARP];
		unsigned count = 0;
		for (unsigned i = 0; i < SIMT_WARP; i++) {
			int64_t at = (int64_t)site->worst.offset[i] + by, end = at + (int64_t)site->size - 1;
			if (site->worst.active >> i & 1) {
				count = add_sector(sector, count, at / SECTOR);
				count = add_sector(sector, count, end / SECTOR);
			}
		}
		least = count < least ? count : least;
	}
	return least;
}

void simt_describe(struct simt_pattern *out, const struct simt_report *report, const struct simt_site *site)
{
	*out = (struct simt_pattern){0};
	describe_source(out, report, site);
	measure_runs(out, site);
	out->moved = least_when_moved(site);
}

/* Whether two sites access the same memory in the same way, at the same distance between lanes. */
static bool is_kin(const struct simt_site *site, const struct simt_site *other)
{
	return other->object == site->object && other->kind == site->kind && other->has_stride &&
	       other->stride == site->stride;
}

unsigned simt_stride_bytes_used(const struct simt_report *report, const struct simt_site *site)
{
	bool used[MAX_STRIDE] = {false};
	if (!site->has_stride || !site->object)
		return 0;
	if (!site->stride || site->stride > MAX_STRIDE || site->stride < -MAX_STRIDE)
		return 0;
	int64_t stride = site->stride < 0 ? -site->stride : site->stride;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		for (unsigned t = 0; is_kin(site, other) && t < other->touched_count; t++) {
			int64_t at = (other->touched[t] % stride + stride) % stride;
			for (unsigned k = 0; k < other->size; k++)
				used[(at + k) % stride] = true;
		}
	}
	unsigned count = 0;
	for (int64_t i = 0; i < stride; i++)
		count += used[i];
	return count;
}

/* Whether a lane's element at this offset is accessed, by the site or its kin of the same size. */
static bool is_touched(const struct simt_report *report, const struct simt_site *site, int64_t at)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		for (unsigned t = 0; is_kin(site, other) && t < other->touched_count; t++)
			if (other->size == site->size && other->touched[t] == at)
				return true;
	}
	return false;
}

bool simt_touches_window(const struct simt_report *report, const struct simt_site *site, unsigned bytes)
{
	for (unsigned t = 0; t < site->touched_count; t++) {
		int64_t start = site->touched[t] & ~(int64_t)(bytes - 1);
		bool whole = true;
		for (unsigned at = 0; whole && at < bytes; at += site->size)
			whole = is_touched(report, site, start + at);
		if (whole)
			return true;
	}
	return false;
}

/* Whether `other` accesses the bytes right behind or before those of `site` in every lane. */
static bool is_neighbour(const struct simt_site *site, const struct simt_site *other)
{
	if (other == site || other->object != site->object || other->kind != site->kind ||
		other->size != site->size || other->worst.active != site->worst.active ||
		other->function != site->function)
		return false;
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		uint64_t at = site->worst.offset[i], there = other->worst.offset[i];
		if (site->worst.active >> i & 1 && there / site->size != (at / site->size ^ 1))
			return false;
	}
	return true;
}

bool simt_has_neighbour(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count && site->size < 16; i++)
		if (is_neighbour(site, report->sites.data[i]))
			return true;
	return false;
}

const struct simt_site *simt_site_twin(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		if (other != site && other->expr == site->expr && other->kind != site->kind)
			return other;
	}
	return NULL;
}
