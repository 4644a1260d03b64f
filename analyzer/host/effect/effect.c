/* Works out summaries of functions when they are first asked for, and turns a kernel's into its effects. */
#include "analyzer/host/effect/effect.h"

#include "analyzer/host/effect/effect_state.h"

enum { MAX_PASSES = 12, MAX_NESTING = 64 };

struct entry {
	const struct ir_function *function;
	struct effect_summary *summary;
	struct host_effects *effects; /* of a kernel; NULL: not asked for yet */
};

struct host_effect_table {
	struct arena *arena;
	struct entry *entries; /* open addressing */
	size_t count, size;
	unsigned nesting;
};

struct host_effect_table *host_effect_table_new(
	struct arena *arena, const struct ir_module *module, const struct ir_query *query)
{
	struct host_effect_table *table = ARENA_NEW(arena, struct host_effect_table);
	(void)module;
	(void)query;
	table->arena = arena;
	return table;
}

static size_t slot_of(const struct host_effect_table *table, const struct ir_function *function)
{
	uint64_t hash = (uint64_t)(uintptr_t)function * UINT64_C(0x9E3779B97F4A7C15);
	size_t mask = table->size - 1, slot = (size_t)(hash >> 32) & mask;
	while (table->entries[slot].function && table->entries[slot].function != function)
		slot = (slot + 1) & mask;
	return slot;
}

static void grow(struct host_effect_table *table)
{
	struct entry *old = table->entries;
	size_t old_size = table->size;
	table->size = old_size ? old_size * 2 : 64;
	table->entries = ARENA_ARRAY(table->arena, struct entry, table->size);
	for (size_t i = 0; i < old_size; i++)
		if (old[i].function)
			table->entries[slot_of(table, old[i].function)] = old[i];
}

/* Good until the next call. */
static struct entry *entry_of(struct host_effect_table *table, const struct ir_function *function)
{
	if (table->count * 2 >= table->size)
		grow(table);
	struct entry *entry = &table->entries[slot_of(table, function)];
	if (!entry->function) {
		entry->function = function;
		table->count++;
	}
	return entry;
}

/* ---- summaries ------------------------------------------------------------------------------- */

static const struct ir_type *element_of(const struct ir_type *type)
{
	bool leads = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE ||
		     type->kind == IR_TYPE_ARRAY;
	return leads ? type->element : NULL;
}

static struct effect_summary *new_summary(struct arena *arena, const struct ir_function *function)
{
	struct effect_summary *summary = ARENA_NEW(arena, struct effect_summary);
	summary->function = function;
	summary->root_count = EFFECT_GLOBALS;
	for (size_t i = 0; i < function->param_count && i < EFFECT_PARAMS; i++)
		summary->roots[i] = (struct effect_root){
			.var = function->params[i], .element = element_of(function->params[i]->type)};
	if (function->param_count > EFFECT_PARAMS)
		summary->roots[EFFECT_PARAMS - 1].element = NULL;
	if (function->record && !function->is_lambda) {
		struct ir_type *type = ARENA_NEW(arena, struct ir_type);
		*type = (struct ir_type){
			.kind = IR_TYPE_RECORD, .record = function->record, .size = -1, .align = -1};
		summary->roots[EFFECT_THIS].element = type;
	}
	return summary;
}

static void read_function(struct host_effect_table *table, struct effect_summary *summary)
{
	struct arena *scratch = arena_new();
	struct effect_state state = {
		.table = table, .arena = scratch, .summary = summary, .function = summary->function};
	unsigned passes = 0;
	do {
		state.has_changed = false;
		effect_stmt(&state, summary->function->body);
	} while (state.has_changed && ++passes < MAX_PASSES);
	bool is_lost = state.has_changed || summary->function->body_state == IR_BODY_DAMAGED;
	for (size_t i = 0; is_lost && i < summary->root_count; i++)
		summary->roots[i].direct |= EFFECT_UNKNOWN;
	arena_free(scratch);
}

const struct effect_summary *effect_summary_of(
	struct host_effect_table *table, const struct ir_function *function)
{
	struct effect_summary *summary = entry_of(table, function)->summary;
	if (summary)
		return summary;
	if (table->nesting >= MAX_NESTING)
		return NULL;
	summary = new_summary(table->arena, function);
	entry_of(table, function)->summary = summary;
	table->nesting++;
	read_function(table, summary);
	table->nesting--;
	summary->is_done = true;
	return summary;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static struct host_effect effect_of(unsigned acts)
{
	return (struct host_effect){.reads = acts & EFFECT_READ,
		.writes = acts & EFFECT_WRITE,
		.atomics = acts & EFFECT_ATOMIC,
		.is_unknown = acts & EFFECT_UNKNOWN};
}

static bool leads_to_const(const struct ir_type *type)
{
	bool leads = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE;
	return leads && type->element && type->element->is_const;
}

static bool is_number(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_BOOL ||
	       type->kind == IR_TYPE_ENUM;
}

static struct host_effect param_effect(const struct effect_summary *summary, size_t index)
{
	const struct ir_type *type = summary->function->params[index]->type;
	size_t root = index < EFFECT_PARAMS ? index : EFFECT_PARAMS - 1;
	unsigned acts = summary->roots[root].direct;
	const struct effect_value *stored = &summary->stored;
	if ((stored->direct | stored->held) >> root & 1)
		acts |= EFFECT_UNKNOWN; /* others may find it there */
	if (leads_to_const(type) && (type->is_restrict || !(acts & (EFFECT_WRITE | EFFECT_ATOMIC))))
		acts = acts ? EFFECT_READ : 0;
	if (is_number(type))
		acts &= ~(unsigned)EFFECT_UNKNOWN;
	return effect_of(acts);
}

static struct host_effects *unseen_effects(struct arena *arena, const struct ir_function *kernel)
{
	struct host_effects *effects = ARENA_NEW(arena, struct host_effects);
	effects->count = kernel->param_count;
	effects->params = ARENA_ARRAY(arena, struct host_effect, effects->count);
	for (size_t i = 0; i < effects->count; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		effects->params[i].reads = leads_to_const(type);
		effects->params[i].is_unknown =
			!leads_to_const(type) && !is_number(type) && effect_has_pointers(type);
	}
	return effects;
}

static struct host_effects *seen_effects(struct host_effect_table *table, const struct ir_function *kernel,
	const struct effect_summary *summary)
{
	struct host_effects *effects = ARENA_NEW(table->arena, struct host_effects);
	effects->count = kernel->param_count;
	effects->params = ARENA_ARRAY(table->arena, struct host_effect, effects->count);
	for (size_t i = 0; i < effects->count; i++)
		effects->params[i] = param_effect(summary, i);
	size_t room = summary->root_count - EFFECT_GLOBALS;
	effects->globals = arena_alloc(table->arena, room * sizeof *effects->globals);
	for (size_t i = EFFECT_GLOBALS; i < summary->root_count; i++) {
		/* what is shared by several may be any of them */
		unsigned acts = summary->roots[i].direct | summary->roots[EFFECT_ROOTS - 1].direct;
		if (summary->stored.direct >> i & 1)
			acts |= EFFECT_UNKNOWN;
		if (!acts || !summary->roots[i].var)
			continue;
		effects->globals[effects->global_count].var = summary->roots[i].var;
		effects->globals[effects->global_count++].effect = effect_of(acts);
	}
	effect_find_start(table->arena, kernel, effects);
	return effects;
}

const struct host_effects *host_effects_of(struct host_effect_table *table, const struct ir_function *kernel)
{
	if (entry_of(table, kernel)->effects)
		return entry_of(table, kernel)->effects;
	const struct effect_summary *summary = kernel->body ? effect_summary_of(table, kernel) : NULL;
	struct host_effects *effects =
		summary ? seen_effects(table, kernel, summary) : unseen_effects(table->arena, kernel);
	entry_of(table, kernel)->effects = effects;
	return effects;
}
