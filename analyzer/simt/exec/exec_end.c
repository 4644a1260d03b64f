/* Objects that end with the block that declares them: their destructors run, the last one's first, whichever
 * way lanes leave the block. So a guard gives back the lock that its constructor took. */
#include "analyzer/simt/exec/exec.h"

/* Objects within each other that are looked into. */
enum { MAX_NESTING = 32 };

static const struct ir_function *find_destructor(struct simt *simt, const struct ir_record *record)
{
	const struct ir_module *module = simt->module;
	for (size_t i = 0; i < module->functions.count && !simt->knows_destructors; i++) {
		struct ir_function *function = module->functions.data[i];
		if (function->is_destructor && function->body && !function->is_pattern)
			*pointer_table_at(simt->arena, &simt->destructors, function->record) = function;
	}
	simt->knows_destructors = true;
	return pointer_table_find(&simt->destructors, record);
}

/* What the end of a record's objects does. */
struct ending {
	const struct ir_function *destructor; /* its own; NULL: none with a body */
	bool does_something;                  /* that, or a member's, or a base's */
};

static const struct ending *ending_of(struct simt *simt, const struct ir_type *type, unsigned nesting);

static bool part_does(struct simt *simt, const struct ir_type *type, unsigned nesting)
{
	const struct ending *ending = nesting < MAX_NESTING ? ending_of(simt, type, nesting + 1) : NULL;
	return ending && ending->does_something;
}

static struct ending *find_ending(struct simt *simt, const struct ir_record *record, unsigned nesting)
{
	struct ending *ending = ARENA_NEW(simt->arena, struct ending);
	ending->destructor = find_destructor(simt, record);
	bool does = ending->destructor != NULL;
	for (size_t i = 0; i < record->field_count && !does; i++)
		does = part_does(simt, record->fields[i].type, nesting);
	for (size_t i = 0; i < record->base_count && !does; i++)
		does = part_does(simt, record->bases[i], nesting);
	ending->does_something = does;
	return ending;
}

/* Looked up once for each record; NULL: the type is none that ends. */
static const struct ending *ending_of(struct simt *simt, const struct ir_type *type, unsigned nesting)
{
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record || record->is_system || record->is_union)
		return NULL;
	const struct ending *known = pointer_table_find(&simt->ending, record);
	if (known)
		return known;
	struct ending *found = find_ending(simt, record, nesting);
	*pointer_table_at(simt->arena, &simt->ending, record) = found;
	return found;
}

/* Itself, its members, its bases: each as it was made, the last one first. */
static void end_object(
	struct simt *simt, struct simt_place place, const struct ir_type *type, const struct ir_expr *site)
{
	const struct ending *ending = ending_of(simt, type, 0);
	if (!ending || !ending->does_something || simt->stop != SIMT_RUNNING)
		return;
	const struct ir_record *record = type->record;
	if (ending->destructor)
		exec_enter(simt, site, ending->destructor, place);
	for (size_t i = record->field_count; i-- > 0;) {
		const struct ir_field *field = &record->fields[i];
		if (field->offset >= 0)
			end_object(simt, place_moved(simt, place, value_int(simt, field->offset)),
				field->type, site);
	}
	for (size_t i = record->base_count; i-- > 0;) /* where it lies isn't told: at the start, as a rule */
		end_object(simt, place, record->bases[i], site);
}

void exec_will_end(struct simt *simt, const struct ir_var *var, struct simt_object *object)
{
	if (!var->init || !part_does(simt, var->type, 0))
		return;
	struct simt_end end = {var, object};
	vec_push(simt->arena, &simt->frame->ends, end);
}

void exec_end_since(struct simt *simt, size_t count, const struct ir_var *kept)
{
	struct simt_frame *frame = simt->frame;
	for (size_t i = frame->ends.count; i-- > count && simt->stop == SIMT_RUNNING;) {
		struct simt_end end = frame->ends.data[i];
		if (end.var == kept)
			continue;
		struct simt_place whole = {.object = end.object, .offset = value_int(simt, 0)};
		end_object(simt, whole, end.var->type, end.var->init);
	}
}
