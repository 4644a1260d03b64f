/* `cudalint model [ARCH|CHIP]`: prints the hardware tables that findings are judged and priced by.
 *
 * A number that is only remembered is shown as such: "unconfirmed" in an architecture's page, "?" in the
 * tables. */
#include "cli/command/cmd_model.h"
#include "analyzer/base/suggest.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the command line asks for. */
struct request {
	enum model_format format;
	const char *subject; /* architecture or chip; NULL: the tables */
};

static const struct argp_option options[] = {
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0}, OPTIONS_HELP_ROW, {0}};

int cmd_model_format(enum model_format *out, const char *text)
{
	if (strcmp(text, "text") == 0)
		*out = MODEL_FORMAT_TEXT;
	else if (strcmp(text, "json") == 0)
		*out = MODEL_FORMAT_JSON;
	else
		return options_error("--format: '%s' is not one of text, json", text);
	return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	switch (key) {
	case 'f': return cmd_model_format(&request->format, argument) ? EINVAL : 0;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG:
		if (request->subject) {
			options_error("model takes one architecture or chip, '%s' is one too many", argument);
			return EINVAL;
		}
		request->subject = argument;
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* The number as text, with `unit`; "unknown" when there is none. */
static void print_number(const char *label, struct model_number number, const char *unit)
{
	printf("  %-32s", label);
	if (number.evidence == MODEL_UNKNOWN)
		printf("unknown\n");
	else if (number.evidence == MODEL_UNCONFIRMED)
		printf("%g%s (unconfirmed)\n", number.value, unit);
	else
		printf("%g%s\n", number.value, unit);
}

static void print_count(const char *label, int count, const char *unit)
{
	printf("  %-32s%d%s\n", label, count, unit);
}

/* A number in a table column, right-aligned. "?" follows an unconfirmed one, a blank the others except at the
 * end. */
static void print_cell(struct model_number number, int width, bool last)
{
	char text[32];
	snprintf(text, sizeof(text), "%g", number.value);
	printf("%*s", width, number.evidence == MODEL_UNKNOWN ? "-" : text);
	if (number.evidence == MODEL_UNCONFIRMED)
		printf("?");
	else if (!last)
		printf(" ");
}

static void print_limit_cell(const struct model_arch *arch, int value, int width)
{
	print_cell((struct model_number){value, arch->limits_evidence}, width, false);
}

static void print_arch_table(void)
{
	printf("Architectures   per SM                        KB shared    KB L1+    FP32 FP32:  latency, "
	       "cycles\n"
	       "                blocks warps threads   regs  per SM block   shared   lanes  FP64   L1    L2  "
	       "DRAM\n");
	for (size_t i = 0; i < model_arch_count(); i++) {
		const struct model_arch *a = model_arch_at(i);
		printf("%-7s%-9s", a->name, a->family);
		print_limit_cell(a, a->blocks_per_sm, 5);
		print_limit_cell(a, a->warps_per_sm, 5);
		print_limit_cell(a, a->threads_per_sm, 7);
		print_limit_cell(a, a->registers_per_sm, 7);
		print_limit_cell(a, a->shared_per_sm / 1024, 7);
		print_limit_cell(a, a->shared_per_block_opt_in / 1024, 6);
		if (a->unified_l1)
			print_limit_cell(a, a->unified_l1 / 1024, 7);
		else
			printf("%7s ", "-");
		print_cell(a->fp32_lanes, 8, false);
		print_cell(a->fp64_ratio, 5, false);
		print_cell(a->latency_l1, 5, false);
		print_cell(a->latency_l2, 5, false);
		print_cell(a->latency_dram, 5, true);
		printf("\n");
	}
}

/* The chips of one compute capability; of all when it is 0. */
static void print_chip_table(int cc)
{
	printf("%-11s %-18s %-8s %6s %7s %7s  %9s\n", "Chips", "", "arch", "SMs", "GHz", "MB L2",
		"GB/s DRAM");
	for (size_t i = 0; i < model_chip_count(); i++) {
		const struct model_chip *chip = model_chip_at(i);
		if (cc && chip->cc != cc)
			continue;
		printf("%-11s %-18s %-8s", chip->name, chip->label, model_arch_by_number(chip->cc)->name);
		print_cell(chip->sms, 7, false);
		print_cell(chip->ghz, 7, false);
		print_cell(chip->l2_mb, 7, false);
		print_cell(chip->dram_gbs, 9, !chip->is_default);
		printf("%s\n", chip->is_default ? "  default" : "");
	}
}

static void print_footnote(void)
{
	printf("\n?  unconfirmed: not found in a source\n");
}

static void print_tables(void)
{
	print_arch_table();
	printf("\n");
	print_chip_table(0);
	print_footnote();
	printf("default: stands for its architecture when no chip is named\n");
}

static void print_shared(const struct model_arch *arch)
{
	printf("\nShared memory\n");
	print_count("per SM", arch->shared_per_sm / 1024, " KB");
	print_count("per block", arch->shared_per_block / 1024, " KB");
	print_count("per block, opted in", arch->shared_per_block_opt_in / 1024, " KB");
	print_count("reserved per block", arch->shared_reserved, " bytes");
	print_count("allocation unit", arch->shared_unit, " bytes");
	printf("  %-32s%d of %d bytes\n", "banks", arch->shared_banks, arch->shared_bank_bytes);
	if (arch->unified_l1)
		print_count("together with L1", arch->unified_l1 / 1024, " KB");
	printf("  %-32s", "carve-outs");
	for (size_t i = 0; i < arch->carveout_count; i++)
		printf("%s%d", i ? ", " : "", arch->carveouts_kb[i]);
	printf(" KB%s\n", arch->carveout_count == 1 ? " (fixed)" : "");
}

static void print_arch(const struct model_arch *arch)
{
	printf("%s (%s)%s\n\n", arch->name, arch->family,
		arch->limits_evidence == MODEL_UNCONFIRMED ? ", all limits unconfirmed" : "");
	printf("Launch\n");
	print_count("warp size", arch->warp_size, "");
	print_count("threads per block", arch->max_threads_per_block, "");
	printf("  %-32s%d x %d x %d\n", "block", arch->max_block_dim[0], arch->max_block_dim[1],
		arch->max_block_dim[2]);
	printf("  %-32s%d x %d x %d\n", "grid", arch->max_grid_dim[0], arch->max_grid_dim[1],
		arch->max_grid_dim[2]);
	if (arch->resident_grids)
		print_count("grids running at once", arch->resident_grids, "");
	printf("\nSM\n");
	print_count("blocks", arch->blocks_per_sm, "");
	print_count("warps", arch->warps_per_sm, "");
	print_count("threads", arch->threads_per_sm, "");
	print_count("sub-partitions", arch->subpartitions, "");
	print_count("registers", arch->registers_per_sm, "");
	print_count("registers per block", arch->registers_per_block, "");
	print_count("registers per thread", arch->registers_per_thread, "");
	print_count("register unit of a warp", arch->register_unit, "");
	print_count("named barriers", arch->barriers_per_sm,
		arch->barriers_limit_residence ? "" : " (no limit on blocks here)");
	print_count("constant memory", arch->constant_bytes / 1024, " KB");
	print_count("constant cache", arch->constant_cache_bytes / 1024, " KB");
	print_number("FP32 lanes", arch->fp32_lanes, "");
	print_number("FP32 : FP64", arch->fp64_ratio, "");
	print_number("L1 or shared bytes per cycle", arch->l1_bytes_per_cycle, "");
	print_shared(arch);
	printf("\nLatency\n");
	print_number("dependent FMA", arch->latency_fma, " cycles");
	print_number("shared memory", arch->latency_shared, " cycles");
	print_number("L1", arch->latency_l1, " cycles");
	print_number("L2", arch->latency_l2, " cycles");
	print_number("DRAM", arch->latency_dram, " cycles, +-30 %");
}

static void print_arch_page(const struct model_arch *arch)
{
	print_arch(arch);
	printf("\n");
	const struct model_chip *chip = model_chip_default(arch);
	if (chip->cc == arch->cc) {
		print_chip_table(arch->cc);
		print_footnote();
	} else {
		printf("Chips: none known, priced as %s\n", chip->name);
	}
}

static void print_chip_page(const struct model_chip *chip)
{
	printf("%s (%s)\n\n", chip->name, chip->label);
	print_number("SMs", chip->sms, "");
	print_number("boost clock", chip->ghz, " GHz");
	print_number("L2 cache", chip->l2_mb, " MB");
	print_number("DRAM bandwidth", chip->dram_gbs, " GB/s");
	printf("\n");
	print_arch(model_arch_by_number(chip->cc));
}

/* One line for a name that is in neither table. */
static int unknown_subject(const char *subject)
{
	int cc = model_arch_parse(subject);
	const struct model_arch *nearest = cc < 0 ? NULL : model_arch_nearest(cc);
	if (nearest)
		return options_error("unknown architecture '%s' (nearest known: %s)", subject, nearest->name);
	if (cc >= 0)
		return options_error(
			"unknown architecture '%s': %s and newer are known", subject, model_arch_at(0)->name);

	const char *names[64];
	size_t count = 0;
	for (size_t i = 0; i < model_arch_count() && count < 64; i++)
		names[count++] = model_arch_at(i)->name;
	for (size_t i = 0; i < model_chip_count() && count < 64; i++)
		names[count++] = model_chip_at(i)->name;
	const char *suggestion = suggest_nearest(subject, names, count);
	if (suggestion)
		return options_error(
			"unknown architecture or chip '%s' (did you mean '%s'?)", subject, suggestion);
	return options_error("unknown architecture or chip '%s' ('cudalint model' lists them)", subject);
}

static int show(const struct request *request)
{
	const struct model_arch *arch = NULL;
	const struct model_chip *chip = NULL;
	if (request->subject) {
		arch = model_arch_find(request->subject);
		chip = arch ? NULL : model_chip_find(request->subject);
		if (!arch && !chip)
			return unknown_subject(request->subject);
	}
	if (request->format == MODEL_FORMAT_JSON)
		cmd_model_print_json(arch, chip);
	else if (arch)
		print_arch_page(arch);
	else if (chip)
		print_chip_page(chip);
	else
		print_tables();
	return 0;
}

int cmd_model(int argc, char **argv)
{
	static const struct argp argp = {options, parse, "[ARCH|CHIP]",
		"Shows the hardware tables: limits and latencies of each architecture, size and speed of "
		"each chip.\v`cudalint model occupancy --help` tells about the occupancy calculator.",
		NULL, NULL, NULL};
	struct request request = {0};
	int status;
	if (argc > 1 && strcmp(argv[1], "occupancy") == 0) {
		status = cmd_model_occupancy(argc - 1, argv + 1);
	} else {
		status = options_parse(&argp, "cudalint model", argc, argv, &request);
		if (status == 0)
			status = show(&request);
	}
	return status;
}
