/* Calls of the CUDA runtime and driver: the tables of cuda/runtime.h say what each argument is. */
#include "analyzer/host/known.h"
#include "analyzer/host/walk.h"

/* ---- one call -------------------------------------------------------------------------------- */

struct calling {
	struct walk *walk;
	const struct ir_expr *expr;
	const struct cuda_call *call;
	struct host_value *values;
	VEC(struct host_access) accesses;
	const struct host_sum *size; /* bytes moved; NULL: unknown, or several extents */
	size_t sizes;
	struct host_object *made;
	struct host_op *op;
};

static bool is_symbol_role(char role)
{
	return role == 'y' || role == 'Y';
}

static enum host_object_kind memory_kind(enum cuda_memory memory)
{
	switch (memory) {
	case CUDA_MEMORY_ARRAY: return HOST_ARRAY;
	case CUDA_MEMORY_MANAGED: return HOST_MANAGED;
	case CUDA_MEMORY_PINNED: return HOST_PINNED;
	default: return HOST_DEVICE;
	}
}

static enum host_object_kind made_kind(char role, enum cuda_memory memory)
{
	switch (role) {
	case 'S': return HOST_STREAM;
	case 'E': return HOST_EVENT;
	case 'G': return HOST_GRAPH;
	case 'X': return HOST_GRAPH_EXEC;
	case 'N': return HOST_GRAPH_NODE;
	case 'L': return HOST_LIBRARY;
	default: return memory_kind(memory);
	}
}

const struct ir_var *runtime_variable(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while (expr->kind == IR_UNARY || expr->kind == IR_INDEX)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_VAR ? expr->var : NULL;
}

static const char *name_behind(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while ((expr->kind == IR_UNARY || expr->kind == IR_INDEX) && expr->operand_count)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_VAR ? expr->var->name : expr->kind == IR_MEMBER ? expr->member.name : NULL;
}

/* The object that a pointer argument receives. */
static void receive(struct calling *calling, char role, size_t index)
{
	struct walk *walk = calling->walk;
	bool is_new = calling->call->kind != HOST_RUNTIME;
	enum host_object_kind kind = is_new ? made_kind(role, calling->call->memory) : HOST_UNSEEN;
	struct host_object *object = walk_object(walk, kind, calling->expr);
	object->is_escaped = !is_new;
	struct host_value pointer = host_value_pointer(walk, object);
	struct place place = host_value_place(walk, &calling->values[index]);
	object->var = runtime_variable(calling->expr->operands[index]);
	object->name = name_behind(calling->expr->operands[index]);
	if (place.object->var && !object->var)
		object->var = place.object->var;
	object->device = walk_device(walk);
	object->flags_known = true;
	store_set(walk->store, place.object->id, place.offset, &pointer);
	if (is_new)
		calling->made = object;
}

static void touch(struct calling *calling, size_t index, const struct host_value *value, bool writes)
{
	const char *roles = calling->call->roles;
	if (value->kind != HOST_POINTER)
		return;
	if (value->object->kind == HOST_VARIABLE || value->object->kind == HOST_HEAP ||
		value->object->kind == HOST_UNSEEN)
		value->object->is_device_used |= calling->call->is_async ||
						 calling->call->kind == HOST_GRAPH_ADD ||
						 calling->call->kind == HOST_REGISTER;
	if (writes && value->object->kind != HOST_DEVICE)
		object_forget(calling->walk, value->object);
	struct host_access access = {.object = value->object,
		.offset = value->number,
		.reads = !writes,
		.writes = writes,
		.room = value->object->is_resized ? NULL : value->object->size,
		.is_symbol = index < strlen(roles) && is_symbol_role(roles[index]),
		.expr = calling->expr->operands[index]};
	vec_push(calling->walk->arena, &calling->accesses, access);
}

/* A __device__ variable, named itself. */
static struct host_value symbol(struct calling *calling, size_t index)
{
	const struct ir_expr *expr = ir_strip_casts(calling->expr->operands[index]);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
		expr = ir_strip_casts(expr->operands[0]);
	if (expr->kind == IR_VAR)
		return place_pointer(var_place(calling->walk, expr->var));
	return eval(calling->walk, calling->expr->operands[index]);
}

/* Bytes in all; rows of which the pitch isn't looked at are an unknown range. */
static void add_size(struct calling *calling, size_t index, int64_t element)
{
	struct walk *walk = calling->walk;
	calling->sizes++;
	calling->size = calling->sizes == 1
				? host_sum_op(walk->sums, calling->expr, IR_OP_MUL,
					  host_value_as_sum(walk, &calling->values[index], calling->expr),
					  host_sum_number(walk->sums, element))
				: NULL;
}

static void move_symbol(struct calling *calling, size_t index)
{
	struct walk *walk = calling->walk;
	for (size_t i = 0; i < calling->accesses.count; i++) {
		struct host_access *access = &calling->accesses.data[i];
		if (access->is_symbol)
			access->offset = host_sum_add(walk->sums, access->offset,
				host_value_as_sum(walk, &calling->values[index], calling->expr), 1);
	}
}

/* An array of nodes; NULL when its elements or their number aren't known. */
static const struct host_object **read_nodes(
	struct calling *calling, size_t array, size_t count, size_t *length)
{
	struct walk *walk = calling->walk;
	const struct host_sum *sum = host_value_as_sum(walk, &calling->values[count], calling->expr);
	struct place place = host_value_place(walk, &calling->values[array]);
	static const struct ir_type void_type = {.kind = IR_TYPE_VOID, .size = -1};
	const struct ir_type pointer = {.kind = IR_TYPE_POINTER, .size = 8, .element = &void_type};
	int64_t number;
	if (!host_sum_is_number(sum, &number) || number < 0 || number > 64)
		return NULL;
	const struct host_object **nodes =
		ARENA_ARRAY(walk->arena, const struct host_object *, (size_t)number + 1);
	*length = (size_t)number;
	for (int64_t i = 0; i < number; i++) {
		struct host_value node = place_read(walk, place_at(walk, place, i * 8), &pointer, NULL);
		nodes[i] = node.kind == HOST_POINTER ? node.object : NULL;
	}
	return nodes;
}

static bool all_nodes(const struct host_object *const *nodes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!nodes[i] || nodes[i]->kind != HOST_GRAPH_NODE)
			return false;
	return true;
}

/* What a node waits for; or the two ends of edges. */
static void read_depends(struct calling *calling, const size_t arrays[2], size_t array_count, size_t count)
{
	struct host_op *op = calling->op;
	op->depends = read_nodes(calling, arrays[0], count, &op->depend_count);
	op->depends_known = op->depends && all_nodes(op->depends, op->depend_count);
	if (array_count < 2)
		return;
	op->dependents = read_nodes(calling, arrays[1], count, &op->dependent_count);
	op->depends_known &= op->dependents && all_nodes(op->dependents, op->dependent_count);
}

static void in_order(struct host_object **first, struct host_object **second, struct host_object *object)
{
	if (!*first)
		*first = object;
	else
		*second = object;
}

static struct host_object *object_behind(struct walk *walk, const struct host_value *value)
{
	int64_t number;
	if (value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number) && number == 0)
		return NULL;
	return host_value_place(walk, value).object;
}

static void take_argument(struct calling *calling, char role, size_t index)
{
	struct walk *walk = calling->walk;
	struct host_op *op = calling->op;
	const struct host_value *value = &calling->values[index];
	int64_t number;
	switch (role) {
	case 's': op->stream = runtime_stream(walk, value); break;
	case 'e': in_order(&op->event, &op->event2, object_behind(walk, value)); break;
	case 'S':
	case 'E':
	case 'G':
	case 'X':
	case 'N':
	case 'P':
	case 'L': receive(calling, role, index); break;
	case 'd':
	case 'y': touch(calling, index, value, true); break;
	case 'r':
	case 'Y': touch(calling, index, value, false); break;
	case 'o': move_symbol(calling, index); break;
	case 'n':
	case 'z':
	case 'W':
	case 'H': add_size(calling, index, 1); break;
	case '2':
	case '4': add_size(calling, index, role - '0'); break;
	case 'k':
		if (value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number))
			op->copy_kind = number;
		break;
	case 'g':
	case 'x':
	case 'p':
	case 'l':
	case 'M':
		if (!op->object)
			op->object = object_behind(walk, value);
		break;
	case 'w': target_forget(walk, value, calling->expr->operands[index]); break;
	default: break;
	}
}

/* A size of which conditions on the way here tell the number: `if (n != 512) return;`. */
static const struct host_sum *told_size(struct walk *walk, const struct host_sum *size)
{
	struct host_equalities equal;
	if (!size || host_sum_is_number(size, NULL))
		return size;
	host_equalities_of(walk->path, &equal);
	return host_resolved(walk->sums, &equal, size);
}

static void describe_made(struct calling *calling)
{
	struct walk *walk = calling->walk;
	struct host_object *made = calling->made;
	const char *roles = calling->call->roles;
	made->made_by = calling->op;
	if (made->kind == HOST_GRAPH_EXEC || made->kind == HOST_GRAPH_NODE)
		made->parent = calling->op->object; /* the graph */
	if (calling->op->kind != HOST_INSTANTIATE)
		calling->op->object = made;
	if (calling->call->kind == HOST_MALLOC || calling->call->kind == HOST_MALLOC_ASYNC)
		made->size = told_size(walk, calling->size);
	made->is_stream_ordered = calling->call->kind == HOST_MALLOC_ASYNC;
	if (made->is_stream_ordered)
		made->parent = calling->op->stream;
	for (size_t i = 0; roles[i] && i < calling->expr->operand_count; i++) {
		const struct host_value *value = &calling->values[i];
		if (roles[i] == 'f')
			made->flags_known =
				value->kind == HOST_NUMBER && host_sum_is_number(value->number, &made->flags);
		if (roles[i] == 'a')
			made->priority = host_value_as_sum(walk, value, calling->expr);
	}
	if (made->kind != HOST_STREAM)
		return;
	made->stream = !made->flags_known ? HOST_STREAM_EITHER
		       : made->flags & 1  ? HOST_STREAM_NON_BLOCKING
					  : HOST_STREAM_BLOCKING;
}

static bool goes_to_a_stream(enum host_op_kind kind)
{
	return kind == HOST_COPY || kind == HOST_MEMSET || kind == HOST_PREFETCH || kind == HOST_COPY_BATCH ||
	       kind == HOST_RECORD || kind == HOST_LIBRARY_CALL;
}

static bool is_async_call(const struct cuda_call *call)
{
	switch (call->kind) {
	case HOST_COPY:
	case HOST_MEMSET: return call->is_async;
	case HOST_STREAM_SYNC:
	case HOST_EVENT_SYNC:
	case HOST_DEVICE_SYNC:
	case HOST_MALLOC:
	case HOST_FREE: return false;
	default: return true;
	}
}

/* ---- calls that need more than the table says ------------------------------------------------ */

static void alias_pointer(struct calling *calling, size_t to, const struct host_value *value)
{
	struct place place = host_value_place(calling->walk, &calling->values[to]);
	store_set(calling->walk->store, place.object->id, place.offset, value);
}

static size_t index_of_role(const struct calling *calling, char role)
{
	const char *at = strchr(calling->call->roles, role);
	return at ? (size_t)(at - calling->call->roles) : 0;
}

/* Arrays of destinations, sources and sizes. */
static void read_batch(struct calling *calling)
{
	struct walk *walk = calling->walk;
	static const struct ir_type void_type = {.kind = IR_TYPE_VOID, .size = -1};
	const struct ir_type pointer = {.kind = IR_TYPE_POINTER, .size = 8, .element = &void_type};
	const struct ir_type number = {.kind = IR_TYPE_INT, .size = 8};
	const size_t arrays[2] = {index_of_role(calling, 'A'), index_of_role(calling, 'B')},
		     sizes = index_of_role(calling, 'C'), counted = index_of_role(calling, 'c');
	int64_t count;
	const struct host_sum *sum = host_value_as_sum(walk, &calling->values[counted], calling->expr);
	if (!host_sum_is_number(sum, &count) || count > 64)
		count = TURNS_UNKNOWN;
	for (int64_t i = 0; i < count; i++) {
		struct place place = place_at(walk, host_value_place(walk, &calling->values[sizes]), i * 8);
		struct host_value size = place_read(walk, place, &number, NULL);
		for (int side = 0; side < 2; side++) {
			place = place_at(walk, host_value_place(walk, &calling->values[arrays[side]]), i * 8);
			struct host_value end = place_read(walk, place, &pointer, NULL);
			size_t before = calling->accesses.count;
			touch(calling, arrays[side], &end, side == 0);
			if (calling->accesses.count > before) {
				calling->accesses.data[before].size = host_value_as_sum(walk, &size, NULL);
				calling->accesses.data[before].part = (uint32_t)i;
			}
		}
	}
}

/* What every device answers alike: how wide a warp is. */
static void tell_warp_size(struct calling *calling)
{
	enum {
		WARP_SIZE_ATTRIBUTE = 10,
		WARP_SIZE = 32
	}; /* cudaDevAttrWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE */
	struct walk *walk = calling->walk;
	const struct ir_type *pointer = ir_strip(calling->expr->operands[0])->type, *type = pointer->element;
	struct host_value width = host_value_number(walk, WARP_SIZE);
	int64_t offset = 0, asked;
	if (!type || calling->values[0].kind != HOST_POINTER)
		return;
	if (calling->call->detail == CUDA_ASKS_PROPERTIES) {
		const struct ir_field *field = field_of(type, "warpSize");
		if (!field || field->offset < 0)
			return;
		type = field->type;
		offset = field->offset;
	} else if (calling->values[1].kind != HOST_NUMBER ||
		   !host_sum_is_number(calling->values[1].number, &asked) || asked != WARP_SIZE_ATTRIBUTE) {
		return;
	}
	struct place place = place_at(walk, host_value_place(walk, &calling->values[0]), offset);
	place_write(walk, place, type, &width, NULL);
}

static void special_call(struct calling *calling)
{
	struct walk *walk = calling->walk;
	enum cuda_detail detail = calling->call->detail;
	size_t count = calling->expr->operand_count;
	if (detail == CUDA_SETS_DEVICE && count == 1) {
		struct host_value device =
			host_value_sum(host_value_as_sum(walk, &calling->values[0], calling->expr));
		store_set(walk->store, walk->settings->id, host_sum_number(walk->sums, 0), &device);
	} else if (detail == CUDA_FINDS_SYMBOL && count == 2) {
		struct host_value address = symbol(calling, 1);
		alias_pointer(calling, 0, &address);
	} else if (detail == CUDA_FINDS_MAPPED && count >= 2) {
		alias_pointer(calling, 0, &calling->values[1]);
	} else if (calling->call->kind == HOST_COPY_BATCH && strchr(calling->call->roles, 'C')) {
		read_batch(calling);
		calling->op->batch = batch_read(walk, calling->call->roles, calling->expr, calling->values);
	} else if (detail == CUDA_ADDS_FREE && count == 5) {
		calling->op->memory = object_behind(walk, &calling->values[4]);
	} else if (calling->call->kind == HOST_GRAPH_ADD && strchr(calling->call->roles, 'j')) {
		size_t params = index_of_role(calling, 'j');
		const struct ir_type *type = ir_strip(calling->expr->operands[params])->type;
		read_node(walk, &calling->values[params], type->element, calling->op);
	} else if (detail == CUDA_SETS_ATTRIBUTE && count == 3) {
		enum { ACCESS_POLICY_WINDOW = 1 };
		const struct ir_type *type = ir_strip_casts(calling->expr->operands[2])->type;
		int64_t id;
		if (calling->values[1].kind == HOST_NUMBER &&
			host_sum_is_number(calling->values[1].number, &id) && id == ACCESS_POLICY_WINDOW &&
			type->element)
			calling->op->window =
				read_window(walk, host_value_place(walk, &calling->values[2]), type->element);
	} else if ((detail == CUDA_ASKS_ATTRIBUTE || detail == CUDA_ASKS_PROPERTIES) && count >= 2) {
		tell_warp_size(calling);
	} else if (calling->call->kind == HOST_CALLBACK) {
		for (size_t i = 0; i < count; i++)
			if (calling->call->roles[i] == 'u' && calling->values[i].kind == HOST_POINTER) {
				touch(calling, i, &calling->values[i], true);
				calling->accesses.data[calling->accesses.count - 1].is_maybe = true;
			}
	}
}

/* The argument of a role as a number; NULL: there is none. */
static const struct host_sum *sum_of_role(struct calling *calling, char role)
{
	const char *at = strchr(calling->call->roles, role);
	size_t index = at ? (size_t)(at - calling->call->roles) : calling->expr->operand_count;
	return index < calling->expr->operand_count
		       ? host_value_as_sum(calling->walk, &calling->values[index], calling->expr)
		       : NULL;
}

/* What rows reach over: (rows - 1) pitches and one row. */
static const struct host_sum *extent_of(struct calling *calling, char pitch_role)
{
	struct host_sums *sums = calling->walk->sums;
	const struct host_sum *pitch = sum_of_role(calling, pitch_role), *row = sum_of_role(calling, 'W'),
			      *rows = sum_of_role(calling, 'H');
	if (!pitch || !row || !rows)
		return NULL;
	const struct host_sum *before = host_sum_add(sums, rows, host_sum_number(sums, 1), -1);
	return host_sum_add(sums, host_sum_op(sums, calling->expr, IR_OP_MUL, before, pitch), row, 1);
}

/* Rows that a call allocates: the pitch is what it was seen to write. */
static void describe_rows(struct calling *calling)
{
	struct walk *walk = calling->walk;
	const char *pitch = strchr(calling->call->roles, 'w');
	const struct host_sum *rows = sum_of_role(calling, 'H');
	static const struct ir_type number = {.kind = IR_TYPE_INT, .size = 8};
	if (!pitch || !rows)
		return;
	struct place place = host_value_place(walk, &calling->values[pitch - calling->call->roles]);
	struct host_value value = place_read(walk, place, &number, NULL);
	calling->made->pitch = host_value_as_sum(walk, &value, calling->expr);
	calling->made->row = sum_of_role(calling, 'W');
	calling->made->size = host_sum_op(walk->sums, calling->expr, IR_OP_MUL, calling->made->pitch, rows);
}

static void finish_op(struct calling *calling)
{
	struct host_op *op = calling->op;
	if (op->access_count) /* a kernel node's */
		return;
	op->accesses = calling->accesses.data;
	op->access_count = calling->accesses.count;
	for (size_t i = 0; i < calling->accesses.count; i++)
		calling->accesses.data[i].extent =
			extent_of(calling, calling->accesses.data[i].writes ? 'q' : 'Q');
	for (size_t i = 0; op->kind == HOST_COPY && i < calling->accesses.count; i++)
		if (calling->accesses.data[i].reads)
			object_expose(calling->walk, calling->accesses.data[i].object);
	for (size_t i = 0; i < calling->accesses.count; i++)
		if (!calling->accesses.data[i].size && !calling->accesses.data[i].is_maybe &&
			op->kind != HOST_COPY_BATCH)
			calling->accesses.data[i].size = calling->size;
}

/* What a call frees or destroys has ended; a default stream hasn't. */
static void end_life(struct calling *calling)
{
	const struct host_op *op = calling->op;
	const struct host_object *object = op->object;
	bool ends = op->kind == HOST_FREE || op->kind == HOST_FREE_ASYNC || op->kind == HOST_DESTROY;
	if (ends && object && !(object->kind == HOST_STREAM && object->made_by == NULL))
		life_end(calling->walk, object, op);
}

static void run_call(struct calling *calling)
{
	struct walk *walk = calling->walk;
	const char *roles = calling->call->roles;
	size_t count = calling->expr->operand_count, arrays[2] = {0, 0}, array_count = 0;
	calling->values = ARENA_ARRAY(walk->arena, struct host_value, count + 1);
	for (size_t i = 0, known = strlen(roles); i < count; i++)
		calling->values[i] = i < known && is_symbol_role(roles[i])
					     ? symbol(calling, i)
					     : eval(walk, calling->expr->operands[i]);
	calling->op = walk_op(walk, calling->call->kind, calling->expr);
	calling->op->call = calling->call;
	calling->op->values = calling->values;
	calling->op->value_count = count;
	calling->op->is_async = is_async_call(calling->call);
	for (size_t i = 0; roles[i] && i < count; i++) {
		take_argument(calling, roles[i], i);
		if (roles[i] == 'D' && array_count < 2)
			arrays[array_count++] = i;
		else if (roles[i] == 'c' && calling->call->kind == HOST_GRAPH_ADD)
			read_depends(calling, arrays, array_count, i);
	}
	if (!calling->op->stream && goes_to_a_stream(calling->call->kind)) {
		struct host_value none = host_value_number(walk, 0);
		calling->op->stream = runtime_stream(walk, &none);
	}
	special_call(calling);
	if (calling->made) {
		describe_made(calling);
		if (calling->call->kind == HOST_MALLOC)
			describe_rows(calling);
	}
	if (calling->call->kind == HOST_REGISTER && calling->op->object)
		calling->op->object->is_device_used = true;
	if (calling->call->kind == HOST_DESTROY && !calling->op->object)
		calling->op->object = calling->op->stream ? calling->op->stream : calling->op->event;
	finish_op(calling);
	life_check(walk, calling->op);
	end_life(calling);
}

/* A call of CUDA's that the table doesn't have: says nothing, changes what it may write. */
static void other_function(struct walk *walk, const struct ir_expr *expr)
{
	struct host_value *values = ARENA_ARRAY(walk->arena, struct host_value, expr->operand_count + 1);
	for (size_t i = 0; i < expr->operand_count; i++) {
		values[i] = eval(walk, expr->operands[i]);
		const struct ir_type *type = ir_strip(expr->operands[i])->type;
		bool is_const = type->kind == IR_TYPE_POINTER && type->element && type->element->is_const;
		if (values[i].kind == HOST_POINTER && !is_const &&
			(values[i].object->kind == HOST_VARIABLE || values[i].object->kind == HOST_HEAP))
			target_forget(walk, &values[i], expr->operands[i]);
	}
	struct host_op *op = walk_op(walk, HOST_RUNTIME, expr);
	op->values = values;
	op->value_count = expr->operand_count;
}

bool runtime_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	const char *name = expr->call->name;
	const struct ir_function *function = expr->call->function;
	if (expr->kind != IR_CALL || expr->call->object || *name == '\0' ||
		(function && (!function->is_system || function->is_method)))
		return false;
	if (runtime_make(walk, expr, result))
		return true;
	const struct cuda_call *call = cuda_call_of(name, expr->operand_count);
	const struct ir_launch *launch = ir_launch_of(expr);
	*result = host_value_number(walk, 0);
	if (launch) {
		eval_launch(walk, launch);
		return true;
	}
	enum cuda_space space = cuda_space_of(name);
	if (!call && space == CUDA_SPACE_LIBRARY) {
		runtime_library(walk, expr);
		return true;
	}
	if (!call && space != CUDA_SPACE_RUNTIME && space != CUDA_SPACE_DRIVER)
		return false;
	if (call) {
		struct calling calling = {.walk = walk, .expr = expr, .call = call};
		run_call(&calling);
		if (call->kind == HOST_STREAM_QUERY || call->kind == HOST_EVENT_QUERY)
			*result = host_value_sum(host_sum_fresh(walk->sums, expr));
	} else {
		other_function(walk, expr);
	}
	return true;
}
