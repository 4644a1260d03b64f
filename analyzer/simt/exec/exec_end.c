/* Objects that end with the block that declares them: their destructors run, the last one's first, whichever
 * way lanes leave the block. So a guard gives back the lock that its constructor took. */
#include "analyzer/simt/exec/exec.h"

/* Objects within each other that are looked into. */
enum { MAX_NESTING = 8 };

static const struct ir_function *find_destructor(
	const struct ir_module *module, const struct ir_record *record)
{
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (function->is_destructor && function->record == record && function->body &&
			!function->is_pattern)
			return function;
	}
	return NULL;
}

/* Looked up once for each record. */
static const struct ir_function *destructor_of(struct simt *simt, const struct ir_record *record)
{
	for (size_t i = 0; i < simt->destructors.count; i++)
		if (simt->destructors.data[i].record == record)
			return simt->destructors.data[i].function;
	struct simt_destructor found = {record, find_destructor(simt->module, record)};
	vec_push(simt->arena, &simt->destructors, found);
	return found.function;
}

/* Whether its end does anything: a destructor of its own, of a member or of a base. */
static bool does_something(struct simt *simt, const struct ir_type *type, unsigned nesting)
{
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record || record->is_system || record->is_union || nesting > MAX_NESTING)
		return false;
	bool does = destructor_of(simt, record) != NULL;
	for (size_t i = 0; i < record->field_count && !does; i++)
		does = does_something(simt, record->fields[i].type, nesting + 1);
	for (size_t i = 0; i < record->base_count && !does; i++)
		does = does_something(simt, record->bases[i], nesting + 1);
	return does;
}

/* Itself, its members, its bases: each as it was made, the last one first. */
static void end_object(
	struct simt *simt, struct simt_place place, const struct ir_type *type, const struct ir_expr *site)
{
	if (!does_something(simt, type, 0) || simt->stop != SIMT_RUNNING)
		return;
	const struct ir_record *record = type->record;
	const struct ir_function *function = destructor_of(simt, record);
	if (function)
		exec_enter(simt, site, function, place);
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
	if (!var->init || !does_something(simt, var->type, 0))
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
