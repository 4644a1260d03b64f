/* The event dumper. Addresses of the first warp with active lanes are printed as base + stride where they
 * have one. */
#include "analyzer/simt/trace.h"

#include <inttypes.h>

#include "analyzer/simt/exec/exec.h"

struct trace {
	FILE *stream;
	const struct ir_module *module;
};

static void print_place(const struct trace *trace, struct ir_range range)
{
	struct ir_place place;
	if (ir_locate(trace->module, range, &place, NULL))
		fprintf(trace->stream, "  // %u:%u\n", place.line, place.column);
	else
		fputc('\n', trace->stream);
}

static void print_mask(const struct trace *trace, const struct simt *simt, const struct simt_mask *mask)
{
	unsigned warps = (simt->lanes + SIMT_WARP - 1) / SIMT_WARP;
	for (unsigned warp = 0; warp < warps;) {
		unsigned run = warp;
		while (run < warps && mask->warp[run] == mask->warp[warp])
			run++;
		fprintf(trace->stream, " %08" PRIx32, mask->warp[warp]);
		if (run - warp > 1)
			fprintf(trace->stream, "x%u", run - warp);
		warp = run;
	}
}

static void print_lanes(FILE *stream, const struct simt *simt, int64_t constant, const int64_t *lanes)
{
	unsigned count = simt->lanes < SIMT_WARP ? simt->lanes : SIMT_WARP;
	if (!lanes || count == 1) {
		fprintf(stream, "%" PRId64, constant + (lanes ? lanes[0] : 0));
		return;
	}
	int64_t stride = lanes[1] - lanes[0];
	bool linear = true;
	for (unsigned lane = 2; lane < count && linear; lane++)
		linear = lanes[lane] - lanes[lane - 1] == stride;
	if (linear) {
		fprintf(stream, "%" PRId64 "+%" PRId64 "*lane", constant + lanes[0], stride);
		return;
	}
	fputc('{', stream);
	for (unsigned lane = 0; lane < count && lane < 8; lane++)
		fprintf(stream, "%s%" PRId64, lane ? "," : "", constant + lanes[lane]);
	fputs(count > 8 ? ",...}" : "}", stream);
}

static void print_value(FILE *stream, const struct simt *simt, const struct simt_value *value)
{
	if (value->kind == SIMT_UNKNOWN) {
		fprintf(stream, "unknown %s (%s)", value->varying ? "per lane" : "uniform", value->why);
		return;
	}
	print_lanes(stream, simt, value->constant, value->lanes);
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		fputs(" + ", stream);
		print_lanes(stream, simt, term->lanes ? 0 : term->coefficient, term->lanes);
		fprintf(stream, "*%s", simt_symbol(simt, term->symbol)->name);
	}
}

static void on_access(void *context, struct simt *simt, const struct simt_access *access)
{
	static const char *const kinds[] = {"load", "store", "atomic", "cas"};
	static const char *const spaces[] = {"global", "shared", "local", "constant", "parameter", "generic"};
	const struct trace *trace = context;
	fprintf(trace->stream, "  %s %s %s[", kinds[access->kind], spaces[access->space],
		access->object ? access->object->name : "?");
	if (access->offset)
		print_value(trace->stream, simt, access->offset);
	else
		fprintf(trace->stream, "? %s", access->why);
	fprintf(trace->stream, "] size %u", access->size);
	if (access->tile)
		fprintf(trace->stream, " tile %" PRId64 "x%" PRId64 " pitch %" PRId64, access->tile->lines,
			access->tile->line_bytes, access->tile->pitch);
	fputs(" lanes", trace->stream);
	print_mask(trace, simt, &access->active.may);
	if (access->assumptions & SIMT_ASSUMED_TAKEN)
		fputs(" guard-taken", trace->stream);
	if (access->assumptions & SIMT_ASSUMED_ALIGNED)
		fputs(" row-aligned", trace->stream);
	if (access->in_symbolic_loop)
		fputs(" each-turn", trace->stream);
	print_place(trace, access->site->range);
}

static bool is_loop(const struct ir_stmt *stmt)
{
	return stmt && (stmt->kind == IR_FOR || stmt->kind == IR_WHILE || stmt->kind == IR_DO);
}

static void on_call(
	void *context, struct simt *simt, const struct ir_expr *site, const struct ir_function *callee)
{
	const struct trace *trace = context;
	(void)simt;
	if (!callee) {
		fputs("  end of call\n", trace->stream);
		return;
	}
	fprintf(trace->stream, "  call %s", callee->display);
	print_place(trace, site->range);
}

static void on_branch(void *context, struct simt *simt, const struct simt_branch *branch)
{
	const struct trace *trace = context;
	fputs(is_loop(branch->stmt) ? "  loop yes" : "  branch yes", trace->stream);
	print_mask(trace, simt, &branch->yes);
	fputs(" no", trace->stream);
	print_mask(trace, simt, &branch->no);
	struct simt_mask decided = mask_or(&branch->yes, &branch->no);
	struct simt_mask open = mask_minus(&branch->active.may, &decided);
	if (mask_any(&open))
		fputs(branch->uniform ? " open, uniform" : " open", trace->stream);
	print_place(trace, branch->expr ? branch->expr->range : branch->stmt->range);
}

/* Barriers of the block, and lanes that return from the kernel. */
static void on_event(void *context, struct simt *simt, const struct simt_event *event)
{
	const struct trace *trace = context;
	bool is_exit = event->kind == SIMT_EXIT;
	if (!is_exit && !simt_is_block_wide(event->kind))
		return;
	fputs(is_exit ? "  exit" : "  barrier", trace->stream);
	print_mask(trace, simt, &event->active.may);
	if (!mask_equal(&event->active.may, &event->active.must))
		fputs(!is_exit && simt_together(simt) ? " maybe, together" : " maybe", trace->stream);
	print_place(trace, is_exit ? event->stmt->range : event->site->range);
}

static void on_box(void *context, struct simt *simt, int64_t blocks)
{
	const struct trace *trace = context;
	fprintf(trace->stream,
		" blocks x %" PRId64 "..%" PRId64 " y %" PRId64 "..%" PRId64 " z %" PRId64 "..%" PRId64,
		simt->box.low[0], simt->box.high[0], simt->box.low[1], simt->box.high[1], simt->box.low[2],
		simt->box.high[2]);
	if (blocks)
		fprintf(trace->stream, " (%" PRId64 ")", blocks);
	fputc('\n', trace->stream);
}

static void on_done(void *context, struct simt *simt, bool kept)
{
	const struct trace *trace = context;
	(void)simt;
	if (!kept)
		fputs("  ... blocks differ here: split\n", trace->stream);
}

static void trace_launch(struct trace *trace, struct arena *arena, const struct ir_function *kernel,
	const struct simt_launch *launch)
{
	FILE *stream = trace->stream;
	fprintf(stream, "kernel %s block %" PRId64 "x%" PRId64 "x%" PRId64, kernel->display, launch->block[0],
		launch->block[1], launch->block[2]);
	if (launch->grid_known)
		fprintf(stream, " grid %" PRId64 "x%" PRId64 "x%" PRId64, launch->grid[0], launch->grid[1],
			launch->grid[2]);
	fprintf(stream, " (%s)\n", launch_source_name(launch->source));
	struct simt_request request = {.module = trace->module, .kernel = kernel, .launch = launch};
	struct simt_sink sink = {.context = trace,
		.access = on_access,
		.branch = on_branch,
		.call = on_call,
		.event = on_event,
		.box = on_box,
		.done = on_done};
	struct simt_result result;
	simt_run(arena, &request, &sink, &result);
	if (result.gave_up)
		fprintf(stream, " gave up: %s\n", result.gave_up);
	fprintf(stream, " %u boxes, %" PRIu64 " steps\n", result.boxes, result.steps);
}

void simt_trace_module(
	FILE *stream, struct arena *arena, const struct ir_module *module, const struct launch_hints *hints)
{
	struct trace trace = {stream, module};
	const struct ir_query *query = ir_query_new(arena, module);
	const struct launch_facts facts = {
		.query = query, .walked = host_launches_walk(arena, module, query), .hints = hints};
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *kernel = module->functions.data[i];
		if (!kernel->is_kernel || !kernel->body)
			continue;
		launch_list launches = {0};
		launches_of(arena, &facts, kernel, &launches);
		for (size_t k = 0; k < launches.count; k++)
			trace_launch(&trace, arena, kernel, &launches.data[k]);
	}
}
