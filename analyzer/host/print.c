/* A trace as text, for people and tests: a line per operation. */
#include <inttypes.h>
#include <stdio.h>

#include "analyzer/host/host.h"
#include "analyzer/ir/print.h"

static const char *const kind_names[] = {
	[HOST_LAUNCH] = "launch",
	[HOST_COPY] = "copy",
	[HOST_COPY_BATCH] = "copy-batch",
	[HOST_MEMSET] = "memset",
	[HOST_PREFETCH] = "prefetch",
	[HOST_CALLBACK] = "callback",
	[HOST_ATTACH] = "attach",
	[HOST_MALLOC_ASYNC] = "malloc-async",
	[HOST_FREE_ASYNC] = "free-async",
	[HOST_LIBRARY_CALL] = "library-call",
	[HOST_GRAPH_LAUNCH] = "graph-launch",
	[HOST_RECORD] = "record",
	[HOST_STREAM_WAIT] = "stream-wait",
	[HOST_STREAM_SYNC] = "stream-sync",
	[HOST_EVENT_SYNC] = "event-sync",
	[HOST_DEVICE_SYNC] = "device-sync",
	[HOST_STREAM_QUERY] = "stream-query",
	[HOST_EVENT_QUERY] = "event-query",
	[HOST_MAKE] = "make",
	[HOST_DESTROY] = "destroy",
	[HOST_MALLOC] = "malloc",
	[HOST_FREE] = "free",
	[HOST_REGISTER] = "register",
	[HOST_UNREGISTER] = "unregister",
	[HOST_CAPTURE_BEGIN] = "capture-begin",
	[HOST_CAPTURE_END] = "capture-end",
	[HOST_GRAPH_ADD] = "graph-add",
	[HOST_INSTANTIATE] = "instantiate",
	[HOST_GRAPH_UPDATE] = "graph-update",
	[HOST_SET_DEVICE] = "set-device",
	[HOST_STREAM_ATTRIBUTE] = "stream-attribute",
	[HOST_FUNCTION_ATTRIBUTE] = "function-attribute",
	[HOST_LIMIT] = "limit",
	[HOST_ADVISE] = "advise",
	[HOST_ELAPSED] = "elapsed",
	[HOST_RUNTIME] = "runtime",
	[HOST_ACCESS] = "access",
	[HOST_STRAY] = "stray",
	[HOST_ENVIRONMENT] = "environment",
	[HOST_CLOCK] = "clock",
	[HOST_SCOPE_END] = "scope-end",
	[HOST_OPAQUE] = "opaque",
	[HOST_ROOT_END] = "root-end",
};

static const char *const object_kinds[] = {
	[HOST_UNSEEN] = "unseen",
	[HOST_VARIABLE] = "variable",
	[HOST_HEAP] = "heap",
	[HOST_PINNED] = "pinned",
	[HOST_MANAGED] = "managed",
	[HOST_DEVICE] = "device",
	[HOST_ARRAY] = "array",
	[HOST_TEXT] = "text",
	[HOST_STREAM] = "stream",
	[HOST_EVENT] = "event",
	[HOST_GRAPH] = "graph",
	[HOST_GRAPH_EXEC] = "exec",
	[HOST_GRAPH_NODE] = "node",
	[HOST_LIBRARY] = "library",
};

static void print_sum(FILE *out, const struct host_sum *sum);

static void print_atom(FILE *out, const struct host_atom *atom)
{
	const char *sign = atom->op != IR_OP_NONE ? ir_op_name(atom->op) : NULL;
	const struct ir_expr *expr = atom->expr ? ir_strip_casts(atom->expr) : NULL;
	if (atom->op == IR_OP_DEREF || atom->op == IR_OP_ADDRESS) { /* what lies somewhere unseen */
		const char *name = expr && expr->kind == IR_VAR      ? expr->var->name
				   : expr && expr->kind == IR_MEMBER ? expr->member.name
								     : NULL;
		fprintf(out, "%s%s", atom->op == IR_OP_ADDRESS ? "&" : "", name ? name : "*");
		if (!name)
			fprintf(out, "_%" PRIu32, atom->id);
	} else if (atom->left && atom->op != IR_OP_COMMA) {
		fputc('(', out);
		print_sum(out, atom->left);
		fprintf(out, " %s ", sign ? sign : "?");
		if (atom->right)
			print_sum(out, atom->right);
		fputc(')', out);
	} else if (expr && expr->kind == IR_VAR && expr->var) {
		fputs(expr->var->name, out);
	} else if (expr && expr->kind == IR_CALL && expr->call && *expr->call->name) {
		fprintf(out, "%s()", expr->call->name);
	} else {
		fprintf(out, "_%" PRIu32, atom->id);
	}
}

static void print_sum(FILE *out, const struct host_sum *sum)
{
	if (!sum) {
		fputc('?', out);
		return;
	}
	for (size_t i = 0; i < sum->term_count; i++) {
		int64_t factor = sum->terms[i].factor;
		if (i)
			fputs(factor < 0 ? " - " : " + ", out);
		else if (factor < 0)
			fputc('-', out);
		if (factor != 1 && factor != -1)
			fprintf(out, "%" PRIu64 "*", factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor);
		print_atom(out, sum->terms[i].atom);
	}
	if (!sum->term_count)
		fprintf(out, "%" PRId64, sum->constant);
	else if (sum->constant)
		fprintf(out, " %c %" PRIu64, sum->constant < 0 ? '-' : '+',
			sum->constant < 0 ? 0 - (uint64_t)sum->constant : (uint64_t)sum->constant);
}

static void print_object(FILE *out, const char *label, const struct host_object *object)
{
	if (!object)
		return;
	fprintf(out, " %s ", label);
	if (object->kind == HOST_STREAM && object->stream == HOST_STREAM_NULL)
		fputs("NULL", out);
	else if (object->kind == HOST_STREAM && object->stream == HOST_STREAM_PER_THREAD)
		fputs("per-thread", out);
	else
		fputs(object->name                         ? object->name
			: object->var && object->var->name ? object->var->name
							   : object_kinds[object->kind],
			out);
	fprintf(out, "#%" PRIu32, object->id);
	if (object->kind == HOST_UNSEEN)
		fputc('?', out);
}

static uint32_t line_of(const struct host_trace *trace, struct ir_range range)
{
	struct ir_place expansion;
	if (!trace->module || !trace->module->locate || !ir_locate(trace->module, range, NULL, &expansion))
		return 0;
	return expansion.line;
}

static void print_access(FILE *out, const struct host_access *access)
{
	const char *verb = access->reads ? access->writes ? "updates" : "reads" : "writes";
	fprintf(out, ",%s%s", access->is_maybe ? " maybe" : "", access->is_atomic ? " atomically" : "");
	print_object(out, verb, access->object);
	fputc('[', out);
	print_sum(out, access->offset);
	fputs(" +", out);
	print_sum(out, access->size);
	fputc(']', out);
}

static void print_window(FILE *out, const struct host_window *window)
{
	static const char *const properties[] = {"normal", "streaming", "persisting"};
	print_object(out, "window of", window->object);
	fputs(" +", out);
	print_sum(out, window->bytes);
	if (window->ratio_known)
		fprintf(out, " hit %g", window->ratio);
	if (window->hit_known && window->hit >= 0 && window->hit <= 2)
		fprintf(out, " %s", properties[window->hit]);
}

static void print_where(FILE *out, const struct host_trace *trace, const struct host_where *where)
{
	for (const struct host_path *path = where->path; path; path = path->up) {
		fputs(path->is_taken ? " if (" : " unless (", out);
		print_sum(out, path->condition);
		fputc(')', out);
	}
	for (const struct host_turn *turn = where->turn; turn; turn = turn->up) {
		fprintf(out, " turn %" PRIu32, turn->turn);
		if (turn->loop)
			fprintf(out, " of line %" PRIu32, line_of(trace, turn->loop->range));
		fputs(turn->is_cut ? " ..." : turn->is_last ? " last" : "", out);
	}
	for (const struct host_call *call = where->call; call; call = call->up)
		fprintf(out, " in %s", call->function ? call->function->name : "?");
}

/* What a launch says besides its grid and block: `attributes 2 of 3: 4(2, 1, 1) 6(1)`. */
static void print_attributes(FILE *out, const struct host_launch *launch)
{
	if (!launch->attribute_count)
		return;
	fprintf(out, " attributes %zu of %" PRId64 ":", launch->attribute_count, launch->room);
	for (size_t i = 0; i < launch->attribute_count; i++) {
		const struct host_attribute *attribute = &launch->attributes[i];
		if (attribute->id_known)
			fprintf(out, " %" PRId64 "(", attribute->id);
		else
			fputs(" ?(", out);
		for (int k = 0; k < 3 && attribute->value[k]; k++) {
			fputs(k ? ", " : "", out);
			print_sum(out, attribute->value[k]);
		}
		fputc(')', out);
	}
}

/* `3`, or `(3, 2)`: as many numbers as it takes. */
static void print_extent(FILE *out, const struct host_sum *const extent[3])
{
	int64_t number;
	int count = 3;
	while (count > 1 && host_sum_is_number(extent[count - 1], &number) && number == 1)
		count--;
	fputs(count > 1 ? "(" : "", out);
	for (int i = 0; i < count; i++) {
		fputs(i ? ", " : "", out);
		print_sum(out, extent[i]);
	}
	fputs(count > 1 ? ")" : "", out);
}

static void print_launch(FILE *out, const struct host_launch *launch)
{
	fprintf(out, " %s<<<", launch->kernel ? launch->kernel->name : "?");
	print_extent(out, launch->grid);
	fputs(", ", out);
	print_extent(out, launch->block);
	fputs(">>>", out);
}

static void print_op(FILE *out, const struct host_trace *trace, const struct host_op *op)
{
	static const char *const copies[] = {"host-to-host", "to-device", "to-host", "on-device", "default"};
	fprintf(out, "%4" PRIu32 " %-12s", op->index, kind_names[op->kind]);
	if (op->launch)
		print_launch(out, op->launch);
	else if (op->callee && *op->callee)
		fprintf(out, " %s", op->callee);
	uint32_t line = line_of(trace, op->range);
	if (line)
		fprintf(out, " line %" PRIu32, line);
	print_object(out, "stream", op->stream);
	print_object(out, "event", op->event);
	print_object(out, "to", op->event2);
	print_object(out, "on", op->object);
	if (op->kind == HOST_COPY && op->copy_kind >= 0 && op->copy_kind <= 4)
		fprintf(out, " %s", copies[op->copy_kind]);
	if (host_is_work(op) && op->is_async)
		fputs(" async", out);
	for (size_t i = 0; i < op->depend_count; i++)
		print_object(out, "after", op->depends[i]);
	if (op->launch)
		print_attributes(out, op->launch);
	for (size_t i = 0; i < op->access_count; i++)
		print_access(out, &op->accesses[i]);
	print_object(out, "memory", op->memory);
	if (op->window)
		print_window(out, op->window);
	print_where(out, trace, &op->where);
	print_object(out, "captured into", op->capture);
	fputc('\n', out);
}

/* What is used behind its end, and what is lost. */
static void print_ends(FILE *out, const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->late.count; i++) {
		const struct host_late *late = &trace->late.data[i];
		fprintf(out, "late %" PRIu32, late->op->index);
		print_object(out, "uses", late->object);
		fprintf(out, " ended by %" PRIu32 "\n", late->end->index);
	}
	for (size_t i = 0; i < trace->losses.count; i++) {
		const struct host_loss *loss = &trace->losses.data[i];
		fputs(loss->freed ? "forgotten" : "lost", out);
		print_object(out, "is", loss->object);
		fprintf(out, " when %s returns", loss->function->name);
		if (loss->at)
			fprintf(out, " at line %" PRIu32, line_of(trace, loss->at->range));
		fputc('\n', out);
	}
}

void host_print(const struct host_trace *trace, void *file)
{
	FILE *out = file;
	fprintf(out, "%s: %zu operations%s\n", trace->root ? trace->root->display : "?", trace->ops.count,
		trace->is_partial ? ", given up before the end" : "");
	for (size_t i = 0; i < trace->ops.count; i++)
		print_op(out, trace, trace->ops.data[i]);
	print_ends(out, trace);
}
