/* `cudalint model occupancy`: how many blocks of a given shape an SM holds, and what stands in the way of
 * more. */
#include "cli/command/cmd_model.h"
#include "cli/options.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Above any GPU's shared memory, below any overflow. */
#define SHARED_MAX (16 * 1024 * 1024)

/* The block as the command line describes it, and what the model says about it. */
struct request {
	enum model_format format;
	const struct model_arch *arch;
	int block[3]; /* threads in x, y, z; block[0] is 0 until given */
	int threads;
	int64_t registers, static_shared, dynamic_shared, barriers;
	const char *carveout; /* as typed: its meaning depends on the architecture */
	struct model_occupancy_query query;
	struct model_occupancy result;
	char refusal[160]; /* why the block can't launch; empty if it can */
};

enum { KEY_ARCH = 256, KEY_BLOCK, KEY_REGS, KEY_SMEM, KEY_STATIC_SMEM, KEY_CARVEOUT, KEY_BARRIERS };

static const struct argp_option options[] = {
	{"arch", KEY_ARCH, "ARCH", 0, "Architecture, e.g. sm_90 (required)", 0},
	{"block", KEY_BLOCK, "X[xY[xZ]]", 0, "Threads per block, e.g. 256 or 32x8 (required)", 0},
	{"regs", KEY_REGS, "N", 0, "Registers per thread (default: unknown, no limit)", 0},
	{"smem", KEY_SMEM, "BYTES", 0, "Dynamic shared memory per block; a suffix K means 1024", 0},
	{"static-smem", KEY_STATIC_SMEM, "BYTES", 0, "Static shared memory per block", 0},
	{"carveout", KEY_CARVEOUT, "KB", 0, "Preferred shared memory per SM, KB or per cent (50%)", 0},
	{"barriers", KEY_BARRIERS, "N", 0, "Named barriers per block (default 1)", 0},
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0}, OPTIONS_HELP_ROW, {0}};

/* "32x8" into three dimensions and their product. */
static int read_block(struct request *request, const char *text)
{
	int dims[3] = {1, 1, 1};
	int64_t threads = 1;
	const char *part = text;
	for (int i = 0; i < 3; i++) {
		char number[24];
		int64_t value;
		size_t length = strcspn(part, "xX");
		bool valid = length > 0 && length < sizeof(number) && strspn(part, "0123456789") == length;
		if (!valid || (i == 2 && part[length] != '\0'))
			return options_error("--block: '%s' is not a block size such as 256 or 32x8", text);
		memcpy(number, part, length);
		number[length] = '\0';
		if (options_number(&value, "--block", number, 1, INT_MAX))
			return OPTIONS_USAGE;
		dims[i] = (int)value;
		threads *= value;
		if (threads > INT_MAX)
			return options_error("--block: '%s' is more than %d threads", text, INT_MAX);
		part += length;
		if (*part == '\0')
			break;
		part++;
	}
	memcpy(request->block, dims, sizeof(dims));
	request->threads = (int)threads;
	return 0;
}

/* A size in bytes, or in KB with the suffix K, KB or KiB. */
static int read_bytes(int64_t *out, const char *option, const char *text)
{
	char number[24];
	size_t length = strspn(text, "0123456789");
	const char *suffix = text + length;
	bool kilo = strcmp(suffix, "K") == 0 || strcmp(suffix, "k") == 0 || strcmp(suffix, "KB") == 0 ||
		    strcmp(suffix, "KiB") == 0;
	int64_t unit = kilo ? 1024 : 1;
	if (!kilo || length == 0 || length >= sizeof(number))
		return options_number(out, option, text, 0, SHARED_MAX);
	memcpy(number, text, length);
	number[length] = '\0';
	int status = options_number(out, option, number, 0, SHARED_MAX / unit);
	if (status == 0)
		*out *= unit;
	return status;
}

static int read_arch(struct request *request, const char *text)
{
	const struct model_arch *arch = model_arch_find(text);
	int cc = model_arch_parse(text);
	const struct model_arch *nearest = cc < 0 ? NULL : model_arch_nearest(cc);
	if (!arch && nearest)
		return options_error(
			"--arch: unknown architecture '%s' (nearest known: %s)", text, nearest->name);
	if (!arch && cc >= 0)
		return options_error("--arch: unknown architecture '%s': %s and newer are known", text,
			model_arch_at(0)->name);
	if (!arch)
		return options_error("--arch: unknown architecture '%s' ('cudalint model' lists them)", text);
	request->arch = arch;
	return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	int status = 0;
	switch (key) {
	case KEY_ARCH: status = read_arch(request, argument); break;
	case KEY_BLOCK: status = read_block(request, argument); break;
	/* 255 is the most that nvcc assigns on every architecture in the table. */
	case KEY_REGS: status = options_number(&request->registers, "--regs", argument, 1, 255); break;
	case KEY_SMEM: status = read_bytes(&request->dynamic_shared, "--smem", argument); break;
	case KEY_STATIC_SMEM: status = read_bytes(&request->static_shared, "--static-smem", argument); break;
	case KEY_CARVEOUT: request->carveout = argument; break;
	/* PTX names barriers 0 to 15. */
	case KEY_BARRIERS: status = options_number(&request->barriers, "--barriers", argument, 0, 16); break;
	case 'f': status = cmd_model_format(&request->format, argument); break;
	case 'h': options_help(state); break;
	case ARGP_KEY_ARG: status = options_error("model occupancy takes no '%s'", argument); break;
	case ARGP_KEY_END:
		if (!request->arch || !request->block[0])
			status = options_error("model occupancy needs --arch and --block");
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return status ? EINVAL : 0;
}

/* "64" (KB) or "50%" into per cent of the SM's shared memory, as the driver takes it. */
static int read_carveout(struct request *request)
{
	const struct model_arch *arch = request->arch;
	const char *text = request->carveout;
	int64_t value = MODEL_CARVEOUT_DEFAULT;
	if (text && arch->carveout_count == 1)
		return options_error("--carveout: shared memory of %s has one size, %d KB", arch->name,
			arch->shared_per_sm / 1024);
	if (text) {
		char number[8];
		size_t length = strspn(text, "0123456789");
		bool percent = length > 0 && length < sizeof(number) && strcmp(text + length, "%") == 0;
		snprintf(number, sizeof(number), "%.*s", (int)(length < sizeof(number) ? length : 0), text);
		if (options_number(&value, "--carveout", percent ? number : text, 0,
			    percent ? 100 : arch->shared_per_sm / 1024))
			return OPTIONS_USAGE;
		if (!percent && model_carveout_fit(arch, value * 1024) != value * 1024)
			return options_error(
				"--carveout: %s has no carve-out of %s KB ('cudalint model %s' lists them)",
				arch->name, text, arch->name);
		/* Rounded down: the model rounds up to the next carve-out, which is the one asked for. */
		if (!percent)
			value = value * 1024 * 100 / arch->shared_per_sm;
	}
	request->query.carveout_percent = (int)value;
	return 0;
}

/* The sentence for a block that can't launch. A dimension over its limit is none of the calculator's
 * business, but as final. */
static void explain_refusal(struct request *request)
{
	const struct model_arch *arch = request->arch;
	struct model_occupancy *result = &request->result;
	char *out = request->refusal;
	size_t size = sizeof(request->refusal);
	if (request->threads > arch->max_threads_per_block) {
		snprintf(out, size, "%d threads per block, the limit is %d", request->threads,
			arch->max_threads_per_block);
	} else if (result->limit_registers == 0) {
		snprintf(out, size,
			"%d registers per block (warps counted in multiples of 4), the limit is %d",
			result->registers_per_block, arch->registers_per_block);
	} else if (result->limit_shared == 0) {
		snprintf(out, size, "%d bytes of shared memory per block, the limit is %d",
			request->query.static_shared + request->query.dynamic_shared,
			arch->shared_per_block_opt_in);
	}
	for (int i = 0; i < 3 && !out[0]; i++) {
		if (request->block[i] <= arch->max_block_dim[i])
			continue;
		snprintf(out, size, "block dimension %c is %d, the limit is %d", "xyz"[i],
			request -> block[i], arch -> max_block_dim[i]);
		result->blocks_per_sm = result->warps_per_sm = 0;
		result->occupancy = 0;
		result->limiters = 0;
	}
}

/* What must hold besides, for the launch to work as computed; NULL if nothing. */
static const char *remark(const struct request *request)
{
	const struct model_arch *arch = request->arch;
	if (request->query.static_shared > arch->shared_per_block)
		return "static shared memory over 48 KB does not compile; make it dynamic";
	if (request->query.static_shared + request->query.dynamic_shared > arch->shared_per_block &&
		!request->refusal[0])
		return "needs cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ...)";
	if (request->registers == 0 && !request->refusal[0])
		return "registers are unknown, so this is an upper bound (--regs)";
	return NULL;
}

static void print_shape(const struct request *request)
{
	const struct model_occupancy_query *query = &request->query;
	int threads = request->threads, warps = request->result.warps_per_block;
	printf("%s%s, block %dx%dx%d: ", request->arch->name,
		request->arch->limits_evidence == MODEL_UNCONFIRMED ? " (limits unconfirmed)" : "",
		request->block[0], request->block[1], request->block[2]);
	printf("%d thread%s in %d warp%s", threads, threads == 1 ? "" : "s", warps, warps == 1 ? "" : "s");
	if (request->registers)
		printf(", %d registers each", query->registers_per_thread);
	if (query->static_shared)
		printf(", %d bytes static shared", query->static_shared);
	if (query->dynamic_shared)
		printf(", %d bytes dynamic shared", query->dynamic_shared);
	printf("\n\n");
}

static void print_limiters(unsigned limiters)
{
	const char *separator = "";
	printf("  %-20s", "limited by");
	for (unsigned bit = MODEL_LIMIT_WARPS; bit <= MODEL_LIMIT_VIRTUAL; bit <<= 1) {
		if (limiters & bit) {
			printf("%s%s", separator, model_limiter_name((enum model_limiter)bit));
			separator = ", ";
		}
	}
	printf("\n");
}

static void print_limit(enum model_limiter limiter, int limit)
{
	printf("  %-12s", model_limiter_name(limiter));
	if (limit == MODEL_NO_LIMIT)
		printf("%8s  ", "-");
	else
		printf("%8d  ", limit);
}

static void print_limits(const struct request *request)
{
	const struct model_arch *arch = request->arch;
	const struct model_occupancy *result = &request->result;
	printf("  %-12s%8s\n", "limit", "blocks");
	print_limit(MODEL_LIMIT_WARPS, result->limit_warps);
	printf("%d per block, %d per SM\n", result->warps_per_block, arch->warps_per_sm);
	print_limit(MODEL_LIMIT_REGISTERS, result->limit_registers);
	if (request->registers)
		printf("%d per block, %d per SM\n", result->registers_per_block, arch->registers_per_sm);
	else
		printf("unknown (--regs)\n");
	print_limit(MODEL_LIMIT_SHARED, result->limit_shared);
	printf("%d bytes per block", result->shared_per_block);
	if (arch->shared_reserved)
		printf(" (%d of them reserved)", arch->shared_reserved);
	if (result->shared_per_sm)
		printf(", %d per SM", result->shared_per_sm);
	printf("\n");
	print_limit(MODEL_LIMIT_BLOCKS, result->limit_blocks);
	printf("of the SM\n");
	print_limit(MODEL_LIMIT_BARRIERS, result->limit_barriers);
	if (result->limit_barriers == MODEL_NO_LIMIT)
		printf("no limit here\n");
	else
		printf("%d per block, %d per SM\n", request->query.barriers, arch->barriers_per_sm);
}

static void print_text(const struct request *request)
{
	const struct model_occupancy *result = &request->result;
	print_shape(request);
	if (request->refusal[0])
		printf("  cannot launch: %s\n\n", request->refusal);
	printf("  %-20s%d\n", "blocks per SM", result->blocks_per_sm);
	printf("  %-20s%d of %d\n", "warps per SM", result->warps_per_sm, request->arch->warps_per_sm);
	printf("  %-20s%.4g %%\n", "occupancy", 100 * result->occupancy);
	if (!request->refusal[0])
		print_limiters(result->limiters);
	printf("\n");
	print_limits(request);
	if (remark(request))
		printf("\nnote: %s\n", remark(request));
}

static json_t *limits_json(const struct model_occupancy *result)
{
	const int limits[] = {result->limit_warps, result->limit_registers, result->limit_shared,
		result->limit_blocks, result->limit_barriers, result->limit_virtual};
	json_t *object = json_object();
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		if (limits[i] != MODEL_NO_LIMIT)
			json_object_set_new(object, model_limiter_name((enum model_limiter)(1 << i)),
				json_integer(limits[i]));
	}
	return object;
}

static void print_json(const struct request *request)
{
	const struct model_arch *arch = request->arch;
	const struct model_occupancy_query *query = &request->query;
	const struct model_occupancy *result = &request->result;
	json_t *document = json_pack("{s:s, s:s, s:s, s:[iii], s:i, s:i, s:b}", "schema",
		"cudalint-occupancy/1", "arch", arch->name, "evidence",
		model_evidence_name(arch->limits_evidence), "block", request->block[0], request->block[1],
		request->block[2], "static_shared_bytes", query->static_shared, "dynamic_shared_bytes",
		query->dynamic_shared, "launchable", request->refusal[0] == '\0');
	if (request->registers)
		json_object_set_new(
			document, "registers_per_thread", json_integer(query->registers_per_thread));
	if (request->refusal[0])
		json_object_set_new(document, "reason", json_string(request->refusal));
	json_t *limiters = json_array();
	for (unsigned bit = MODEL_LIMIT_WARPS; bit <= MODEL_LIMIT_VIRTUAL; bit <<= 1) {
		if (result->limiters & bit)
			json_array_append_new(
				limiters, json_string(model_limiter_name((enum model_limiter)bit)));
	}
	if (result->limiters)
		json_object_set_new(document, "limiter",
			json_string(model_limiter_name(model_limiter_first(result->limiters))));
	json_object_set_new(document, "limiters", limiters);
	json_object_set_new(document, "theoretical", json_real(result->occupancy));
	json_object_set_new(document, "blocks_per_sm", json_integer(result->blocks_per_sm));
	json_object_set_new(document, "warps_per_block", json_integer(result->warps_per_block));
	json_object_set_new(document, "warps_per_sm", json_integer(result->warps_per_sm));
	json_object_set_new(document, "limits", limits_json(result));
	if (request->registers)
		json_object_set_new(
			document, "allocated_registers_per_block", json_integer(result->registers_per_block));
	json_object_set_new(
		document, "allocated_shared_bytes_per_block", json_integer(result->shared_per_block));
	if (result->shared_per_sm)
		json_object_set_new(document, "carveout_bytes", json_integer(result->shared_per_sm));
	if (remark(request))
		json_object_set_new(document, "note", json_string(remark(request)));
	json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	printf("\n");
	json_decref(document);
}

int cmd_model_occupancy(int argc, char **argv)
{
	static const struct argp argp = {options, parse, "--arch=ARCH --block=X[xY[xZ]]",
		"Computes theoretical occupancy as NVIDIA's calculator does.", NULL, NULL, NULL};
	struct request request = {.barriers = 1};
	if (options_parse(&argp, "cudalint model occupancy", argc, argv, &request))
		return OPTIONS_USAGE;
	request.query = model_occupancy_query_default(request.arch, request.threads);
	request.query.registers_per_thread = (int)request.registers;
	request.query.static_shared = (int)request.static_shared;
	request.query.dynamic_shared = (int)request.dynamic_shared;
	request.query.barriers = (int)request.barriers;
	if (read_carveout(&request))
		return OPTIONS_USAGE;
	model_occupancy(&request.result, &request.query);
	explain_refusal(&request);
	if (request.format == MODEL_FORMAT_JSON)
		print_json(&request);
	else
		print_text(&request);
	return 0;
}
