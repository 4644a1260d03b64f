/* Captures, read from the text of a lambda: `[&, n]`, `[=, &sum]`, `[this]`. */
#include "rules/memory/common/captures.h"

#include <string.h>

#include "analyzer/cuda/runtime.h"

static const char REACH[] =
	"it faults where the GPU can't reach the host's memory (only with HMM, or on Grace)";

/* ---- the list -------------------------------------------------------------------------------- */

/* The next entry of a list of captures, without blanks around it; false at its end. */
static bool next_capture(const char **at, const char **begin, size_t *size)
{
	int depth = 0;
	*at += strspn(*at, " \t\n,");
	*begin = *at;
	for (; **at && (depth || (**at != ',' && **at != ']')); ++*at)
		depth += strchr("([{", **at) ? 1 : strchr(")]}", **at) ? -1 : 0;
	*size = (size_t)(*at - *begin);
	while (*size && strchr(" \t\n", (*begin)[*size - 1]))
		--*size;
	return **at && *size;
}

struct captures {
	const char *list; /* behind the bracket */
	bool all_by_reference, has_this_by_value;
};

static bool is_word(const char *begin, size_t size, const char *word)
{
	return size == strlen(word) && !memcmp(begin, word, size);
}

static bool read_captures(const struct pass *pass, const struct ir_expr *lambda, struct captures *captures)
{
	const char *text = pass_text(pass, lambda->range), *begin;
	size_t size;
	if (*text != '[')
		return false;
	*captures = (struct captures){.list = text + 1};
	for (const char *at = captures->list; next_capture(&at, &begin, &size);) {
		captures->all_by_reference |= is_word(begin, size, "&");
		captures->has_this_by_value |= is_word(begin, size, "*this");
	}
	return true;
}

/* Whether the list names the variable; *by_reference: with an ampersand. An entry with an initialiser is a
 * variable of its own. */
static bool is_named(const struct captures *captures, const char *name, bool *by_reference)
{
	const char *begin;
	size_t size, length = strlen(name);
	for (const char *at = captures->list; next_capture(&at, &begin, &size);) {
		bool has_ampersand = *begin == '&';
		const char *word = begin + has_ampersand;
		size_t left = size - has_ampersand, blanks = strspn(word, " \t");
		word += blanks;
		left -= blanks < left ? blanks : left;
		size_t word_length = strcspn(word, " \t\n=({,]");
		if (word_length != length || memcmp(word, name, length) != 0)
			continue;
		*by_reference = has_ampersand && left == length;
		return true;
	}
	return false;
}

/* ---- what the body uses ---------------------------------------------------------------------- */

struct uses {
	struct pass *pass;
	const struct ir_expr *lambda;
	struct captures captures;
	VEC(const struct ir_var *) told;
	bool is_this_told;
};

static bool is_constant(const struct ir_var *var)
{
	int64_t value;
	return var->is_constexpr || (var->type->is_const && var->init && ir_fold_int(var->init, &value));
}

static bool is_of_host(const struct uses *uses, const struct ir_var *var)
{
	return (var->storage == IR_LOCAL || var->storage == IR_PARAM) && var->function &&
	       var->function == uses->lambda->lambda->parent && var->type->kind != IR_TYPE_REFERENCE &&
	       !is_constant(var);
}

static void use_variable(struct uses *uses, const struct ir_expr *expr)
{
	const struct ir_var *var = expr->var;
	bool by_reference = false;
	if (!is_of_host(uses, var))
		return;
	if (!is_named(&uses->captures, var->name, &by_reference))
		by_reference = uses->captures.all_by_reference;
	for (size_t i = 0; i < uses->told.count; i++)
		by_reference &= uses->told.data[i] != var;
	if (!by_reference)
		return;
	vec_push(uses->pass->arena, &uses->told, var);
	struct finding *finding = pass_report(uses->pass, expr->range,
		"the lambda runs on the device, but has `%s` of the host's stack by reference: %s; capture it by value",
		var->name, REACH);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(uses->pass, finding, var->range, "declared here");
}

static bool allocates_itself(const struct pass *pass, const struct ir_record *record)
{
	const struct ir_module *module = pass->module;
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->record == record &&
			!strncmp(module->functions.data[i]->name, "operator new", 12))
			return true;
	for (size_t i = 0; i < record->base_count; i++)
		if (!record->bases[i]->record || allocates_itself(pass, record->bases[i]->record))
			return true;
	return false;
}

struct managed {
	const struct ir_record *record;
	bool is_found;
};

static void look_for_managed(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct managed *managed = context;
	(void)path;
	if (expr->kind != IR_CALL || !expr->operand_count || !expr->operands[0])
		return;
	const struct cuda_call *call = cuda_call_of(expr->call->name, expr->operand_count);
	bool allocates =
		call && call->shows_host && (call->kind == HOST_MALLOC || call->kind == HOST_REGISTER);
	const struct ir_type *type = allocates ? ir_strip_casts(expr->operands[0])->type : NULL;
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE))
		type = type->element;
	managed->is_found |=
		allocates && (!type || type->kind == IR_TYPE_VOID || type->record == managed->record);
}

/* Whether objects of the class may lie where both sides reach them. */
static bool may_be_shared(const struct pass *pass, const struct ir_record *record)
{
	const struct ir_visitor visitor = {.expr = look_for_managed, .enter_lambdas = true};
	struct managed managed = {.record = record};
	if (allocates_itself(pass, record))
		return true;
	for (size_t i = 0; i < pass->module->functions.count && !managed.is_found; i++)
		ir_walk_function(pass->module->functions.data[i], &visitor, &managed);
	return managed.is_found;
}

static void use_this(struct uses *uses, const struct ir_expr *member)
{
	const struct ir_function *method = uses->lambda->lambda->parent;
	if (uses->is_this_told || uses->captures.has_this_by_value || !method || !method->record ||
		method->is_lambda || may_be_shared(uses->pass, method->record))
		return;
	uses->is_this_told = true;
	struct finding *finding = pass_report(uses->pass, member->range,
		"the lambda runs on the device, but has `%s` through `this`, an object of the host's: %s; copy the "
		"member into a local first, or capture `*this`",
		member->member.name, REACH);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
}

static void look_at_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct uses *uses = context;
	for (const struct ir_path *up = path; up; up = up->up)
		if (up->expr && up->expr->kind == IR_SIZEOF)
			return;
	if (expr->kind == IR_VAR && expr->var)
		use_variable(uses, expr);
	else if (expr->kind == IR_MEMBER && expr->operand_count &&
		 ir_strip_casts(expr->operands[0])->kind == IR_THIS)
		use_this(uses, expr);
}

void captures_check(struct pass *pass, const struct ir_expr *lambda)
{
	const struct ir_visitor visitor = {.expr = look_at_use};
	struct uses uses = {.pass = pass, .lambda = lambda};
	if (lambda->lambda && lambda->lambda->body && read_captures(pass, lambda, &uses.captures))
		ir_walk_function(lambda->lambda, &visitor, &uses);
}

/* ---- where a lambda is written --------------------------------------------------------------- */

struct search {
	const struct ir_function *wanted;
	const struct ir_expr *found;
};

static void look_for_lambda(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (expr->kind == IR_LAMBDA && expr->lambda == search->wanted)
		search->found = expr;
}

const struct ir_expr *captures_lambda(const struct ir_function *call_operator)
{
	const struct ir_visitor visitor = {.expr = look_for_lambda};
	struct search search = {.wanted = call_operator};
	if (call_operator->parent && call_operator->parent->body)
		ir_walk_function(call_operator->parent, &visitor, &search);
	return search.found;
}
