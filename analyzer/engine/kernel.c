/* From an execution to what a report shows of it; see kernel.h.
 *
 * A launch's time is a norm of the times that parts of the chip would take alone (model/kernel_time.c), so
 * each part has the share that it adds to the norm. DRAM and L2 are shared out to lines by the sectors that
 * they ask for, L1 and shared memory by cycles, atomics by passes. What issuing instructions, waiting and
 * launching take isn't any line's. */
#include "analyzer/engine/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/bytes.h"
#include "analyzer/simt/launch/launch.h"
#include "analyzer/site/price/price.h"
#include "model/costs.h"

enum { MOST_LINES = 24, L1_SECTOR_CYCLES = 4 /* sectors that L1 serves in a cycle */ };

/* What a site asks of each part. */
struct demand {
	double sectors, cycles, passes;
};

static bool is_counted(const struct simt_site *site)
{
	bool is_memory = site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC ||
			 site->space == SIMT_SHARED || site->space == SIMT_LOCAL;
	return is_memory && !site->merged_into;
}

static double positive(double value)
{
	return value > 0 ? value : 0;
}

/* Without what no instruction is executed for. */
static struct demand demand_of(const struct simt_site *site)
{
	const struct simt_counts *counts = &site->counts;
	const struct simt_spared *spared = &site->spared;
	if (site->space == SIMT_SHARED)
		return (struct demand){.cycles = positive(counts->wavefronts - spared->wavefronts)};
	double sectors = positive(counts->sectors - spared->sectors) + counts->local_sectors;
	double cycles = counts->l1_wavefronts > 0 ? counts->l1_wavefronts : sectors / L1_SECTOR_CYCLES;
	return (struct demand){sectors, cycles, counts->atomic_passes};
}

static struct demand total_demand(const struct simt_report *report)
{
	struct demand total = {0};
	for (size_t i = 0; i < report->sites.count; i++) {
		if (!is_counted(report->sites.data[i]))
			continue;
		struct demand one = demand_of(report->sites.data[i]);
		total.sectors += one.sectors;
		total.cycles += one.cycles;
		total.passes += one.passes;
	}
	return total;
}

static double part_of(double value, double all)
{
	return all > 0 ? value / all : 0;
}

static struct kernel_line *line_at(
	struct arena *arena, kernel_lines *lines, const struct ir_module *module, struct ir_range range)
{
	struct ir_place place;
	if (!ir_locate(module, range, NULL, &place) || place.file >= module->files.count)
		return NULL;
	const char *path = module->files.data[place.file].path;
	for (size_t i = 0; i < lines->count; i++)
		if (lines->data[i].line == place.line && !strcmp(lines->data[i].path, path))
			return &lines->data[i];
	vec_push(arena, lines, (struct kernel_line){.path = arena_strdup(arena, path), .line = place.line});
	return &lines->data[lines->count - 1];
}

/* The share of the time that each part has; what every launch takes comes on top of the norm. */
static void weigh(
	const struct model_time *time, const struct model_chip *chip, double weights[MODEL_BOUND_COUNT])
{
	double launch = model_costs_of(model_arch_nearest(chip->cc))->launch_us.value * 1e-6, sum = 0;
	for (int part = 1; part < MODEL_BOUND_COUNT; part++) {
		double own = part == MODEL_BOUND_LAUNCH ? time->term[part] - launch : time->term[part];
		weights[part] = pow(positive(own) / time->seconds, MODEL_OVERLAP);
		sum += weights[part];
	}
	for (int part = 1; part < MODEL_BOUND_COUNT; part++)
		weights[part] = (1 - launch / time->seconds) * part_of(weights[part], sum);
	weights[MODEL_BOUND_LAUNCH] += launch / time->seconds;
}

static void add_line(struct kernel_line *line, const struct simt_site *site, const struct demand *total,
	const double *weights)
{
	const struct demand own = demand_of(site);
	double sectors = part_of(own.sectors, total->sectors);
	line->share += sectors * (weights[MODEL_BOUND_DRAM] + weights[MODEL_BOUND_L2]) +
		       part_of(own.cycles, total->cycles) * weights[MODEL_BOUND_L1] +
		       part_of(own.passes, total->passes) * weights[MODEL_BOUND_ATOMIC];
	if (site->space == SIMT_SHARED) {
		line->wavefronts += own.cycles;
		line->ideal_wavefronts +=
			positive(site->counts.ideal_wavefronts - site->spared.ideal_wavefronts);
	} else {
		line->sectors += own.sectors;
		line->ideal += positive(site->counts.ideal_sectors - site->spared.ideal_sectors);
	}
}

static int compare_lines(const void *left, const void *right)
{
	const struct kernel_line *a = left, *b = right;
	double x = a->sectors + a->wavefronts, y = b->sectors + b->wavefronts;
	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	if (x != y)
		return x > y ? -1 : 1;
	int order = strcmp(a->path, b->path);
	return order ? order : (a->line > b->line) - (a->line < b->line);
}

static void set_lines(struct arena *arena, const struct ir_module *module, const struct simt_report *report,
	const struct model_time *time, const struct model_chip *chip, struct kernel_summary *out)
{
	double weights[MODEL_BOUND_COUNT] = {0}, told = 0;
	const struct demand total = total_demand(report);
	if (out->time_known)
		weigh(time, chip, weights);
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		const struct ir_expr *at = site->shares.count ? site->shares.data[0].at : site->expr;
		struct kernel_line *line =
			is_counted(site) ? line_at(arena, &out->lines, module, at->range) : NULL;
		if (line)
			add_line(line, site, &total, weights);
	}
	if (out->lines.count)
		qsort(out->lines.data, out->lines.count, sizeof *out->lines.data, compare_lines);
	if (out->lines.count > MOST_LINES)
		out->lines.count = MOST_LINES;
	for (size_t i = 0; i < out->lines.count; i++)
		told += out->lines.data[i].share;
	out->rest[MODEL_BOUND_ISSUE] = weights[MODEL_BOUND_ISSUE];
	out->rest[MODEL_BOUND_LATENCY] = weights[MODEL_BOUND_LATENCY];
	out->rest[MODEL_BOUND_LAUNCH] = weights[MODEL_BOUND_LAUNCH];
	double rest = weights[MODEL_BOUND_ISSUE] + weights[MODEL_BOUND_LATENCY] + weights[MODEL_BOUND_LAUNCH];
	if (out->time_known)
		out->rest[MODEL_BOUND_NONE] = positive(1 - told - rest);
}

void kernel_set_launch(struct arena *arena, const struct simt_launch *launch, struct finding_launch *out)
{
	out->source = arena_strdup(arena, launch_source_name(launch->source));
	out->block_known = true;
	out->grid_known = launch->grid_known;
	for (int i = 0; i < 3; i++) {
		out->block[i] = launch->block[i];
		out->grid[i] = launch->grid_known ? launch->grid[i] : 0;
	}
}

void kernel_set_price(
	const struct simt_price *price, const struct model_chip *chip, struct kernel_summary *out)
{
	const struct model_arch *arch = model_arch_nearest(chip->cc);
	const struct model_time *time = &price->time;
	out->chip = chip->name;
	out->occupancy_known = price->occupancy_known && price->occupancy.blocks_per_sm > 0;
	out->occupancy = price->occupancy.occupancy;
	out->blocks_per_sm = (unsigned)price->occupancy.blocks_per_sm;
	out->warps_per_block = (unsigned)price->occupancy.warps_per_block;
	out->most_warps = arch ? (unsigned)arch->warps_per_sm : 0;
	out->limiters = price->occupancy.limiters;
	out->shared_bytes = (unsigned)price->shared_bytes;
	out->time_known = price->known && time->seconds > 0;
	if (!out->time_known)
		return;
	out->seconds = time->seconds;
	out->bound = time->bound;
	memcpy(out->term, time->term, sizeof out->term);
	out->waves = time->waves;
	out->tail = time->tail;
	out->dram_bytes = time->dram_bytes;
	out->l2_bytes = time->l2_bytes;
}

struct kernel_summary *kernel_summarize(struct arena *arena, const struct ir_module *module,
	const struct simt_report *report, const struct model_chip *chip)
{
	struct ir_place place;
	struct simt_price price = {0};
	struct kernel_summary *out = ARENA_NEW(arena, struct kernel_summary);
	if (!ir_locate(module, report->kernel->name_range, NULL, &place) || place.file >= module->files.count)
		return NULL;
	out->name = arena_strdup(arena, report->kernel->display);
	out->path = arena_strdup(arena, module->files.data[place.file].path);
	out->line = place.line;
	kernel_set_launch(arena, report->launch, &out->launch);
	if (chip) {
		price_report(&price, report, chip, 0);
		kernel_set_price(&price, chip, out);
	}
	for (int op = 0; op < SIMT_OP_STEP; op++)
		out->instructions += report->work.issued[op];
	out->float_instructions = report->work.issued[SIMT_OP_FP32] + report->work.issued[SIMT_OP_FP64];
	set_lines(arena, module, report, &price.time, chip, out);
	return out;
}

/* ---- as bytes -------------------------------------------------------------------------------- */

static void write_shape(struct buffer *out, const struct finding_launch *launch)
{
	bytes_put_required(out, launch->source);
	bytes_put_bool(out, launch->grid_known);
	for (int i = 0; i < 3; i++) {
		bytes_put_signed(out, launch->grid[i]);
		bytes_put_signed(out, launch->block[i]);
	}
}

static void read_shape(struct bytes_reader *reader, struct finding_launch *launch)
{
	launch->source = bytes_get_required(reader);
	launch->block_known = true;
	launch->grid_known = bytes_get_bool(reader);
	for (int i = 0; i < 3; i++) {
		launch->grid[i] = bytes_get_signed(reader);
		launch->block[i] = bytes_get_signed(reader);
	}
}

static void write_lines(struct buffer *out, const kernel_lines *lines)
{
	bytes_put_unsigned(out, lines->count);
	for (size_t i = 0; i < lines->count; i++) {
		const struct kernel_line *line = &lines->data[i];
		bytes_put_required(out, line->path);
		bytes_put_unsigned(out, line->line);
		bytes_put_double(out, line->share);
		bytes_put_double(out, line->sectors);
		bytes_put_double(out, line->ideal);
		bytes_put_double(out, line->wavefronts);
		bytes_put_double(out, line->ideal_wavefronts);
	}
}

static void read_lines(struct bytes_reader *reader, kernel_lines *lines)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct kernel_line line = {.path = bytes_get_required(reader)};
		line.line = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		line.share = bytes_get_double(reader);
		line.sectors = bytes_get_double(reader);
		line.ideal = bytes_get_double(reader);
		line.wavefronts = bytes_get_double(reader);
		line.ideal_wavefronts = bytes_get_double(reader);
		vec_push(reader->arena, lines, line);
	}
}

static void write_time(struct buffer *out, const struct kernel_summary *kernel)
{
	bytes_put_double(out, kernel->seconds);
	bytes_put_unsigned(out, kernel->bound);
	for (int part = 0; part < MODEL_BOUND_COUNT; part++) {
		bytes_put_double(out, kernel->term[part]);
		bytes_put_double(out, kernel->rest[part]);
	}
	bytes_put_double(out, kernel->waves);
	bytes_put_double(out, kernel->tail);
	bytes_put_double(out, kernel->dram_bytes);
	bytes_put_double(out, kernel->l2_bytes);
}

static void read_time(struct bytes_reader *reader, struct kernel_summary *kernel)
{
	kernel->seconds = bytes_get_double(reader);
	kernel->bound = (enum model_bound)bytes_get_unsigned(reader, MODEL_BOUND_COUNT - 1);
	for (int part = 0; part < MODEL_BOUND_COUNT; part++) {
		kernel->term[part] = bytes_get_double(reader);
		kernel->rest[part] = bytes_get_double(reader);
	}
	kernel->waves = bytes_get_double(reader);
	kernel->tail = bytes_get_double(reader);
	kernel->dram_bytes = bytes_get_double(reader);
	kernel->l2_bytes = bytes_get_double(reader);
}

void kernel_write(struct buffer *out, const struct kernel_summary *kernel)
{
	bytes_put_required(out, kernel->name);
	bytes_put_required(out, kernel->path);
	bytes_put_unsigned(out, kernel->line);
	write_shape(out, &kernel->launch);
	bytes_put_text(out, kernel->chip);
	bytes_put_bool(out, kernel->occupancy_known);
	bytes_put_double(out, kernel->occupancy);
	bytes_put_unsigned(out, kernel->blocks_per_sm);
	bytes_put_unsigned(out, kernel->warps_per_block);
	bytes_put_unsigned(out, kernel->most_warps);
	bytes_put_unsigned(out, kernel->limiters);
	bytes_put_unsigned(out, kernel->shared_bytes);
	bytes_put_double(out, kernel->instructions);
	bytes_put_double(out, kernel->float_instructions);
	bytes_put_bool(out, kernel->time_known);
	if (kernel->time_known)
		write_time(out, kernel);
	write_lines(out, &kernel->lines);
}

struct kernel_summary *kernel_read(struct bytes_reader *reader)
{
	struct kernel_summary *kernel = ARENA_NEW(reader->arena, struct kernel_summary);
	kernel->name = bytes_get_required(reader);
	kernel->path = bytes_get_required(reader);
	kernel->line = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	read_shape(reader, &kernel->launch);
	kernel->chip = bytes_get_text(reader);
	kernel->occupancy_known = bytes_get_bool(reader);
	kernel->occupancy = bytes_get_double(reader);
	kernel->blocks_per_sm = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	kernel->warps_per_block = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	kernel->most_warps = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	kernel->limiters = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	kernel->shared_bytes = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	kernel->instructions = bytes_get_double(reader);
	kernel->float_instructions = bytes_get_double(reader);
	kernel->time_known = bytes_get_bool(reader);
	if (kernel->time_known)
		read_time(reader, kernel);
	read_lines(reader, &kernel->lines);
	return kernel;
}
