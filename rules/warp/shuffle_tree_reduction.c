/* CU411 shuffle-tree-reduction: five shuffles and five operations that reduce a 32-bit integer over a warp,
 * where sm_80 and newer have one instruction.
 *
 * The tree itself is recognised in analyzer/structure/shuffle_tree.h. Only trees over the whole warp are
 * reported, or over the lanes that a constant mask names: with several segments in a warp the instruction is
 * executed once for each of them, and gains nothing. Floats and 64 bits have no such instruction. A target
 * below sm_80 that real code is compiled from keeps the tree. The fix is safe for a butterfly alone: a tree
 * of
 * `__shfl_down_sync` leaves other values in lanes but the first. */
#include "analyzer/operation/collective.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/shuffle_tree.h"

#include <string.h>

enum { FIRST_ARCH = 80, WARP_SIZE = 32 };

struct op_words {
	const char *intrinsic, *functor, *verb;
};

static const struct op_words words[] = {
	[IR_TREE_ADD] = {"__reduce_add_sync", "plus", "sums"},
	[IR_TREE_MIN] = {"__reduce_min_sync", "less", "finds the least"},
	[IR_TREE_MAX] = {"__reduce_max_sync", "greater", "finds the greatest"},
	[IR_TREE_AND] = {"__reduce_and_sync", "bit_and", "ands"},
	[IR_TREE_OR] = {"__reduce_or_sync", "bit_or", "ors"},
	[IR_TREE_XOR] = {"__reduce_xor_sync", "bit_xor", "xors"},
};

static bool is_word(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_INT && type->size == 4;
}

/* A mask that is worked out elsewhere; not one that is asked for on the spot. */
static bool is_named(const struct ir_expr *mask)
{
	mask = ir_strip_casts(mask);
	if (mask->kind == IR_MEMBER)
		return true;
	if (mask->kind != IR_VAR)
		return false;
	const struct ir_expr *init = mask->var->init ? ir_strip_casts(mask->var->init) : NULL;
	return !init || ir_cuda(init)->op != CUDA_ACTIVE_MASK;
}

/* thread_block_tile<32> */
static bool is_warp_tile(const struct ir_type *type)
{
	const struct ir_record *record = ir_type_value(type)->record;
	return record && record->cuda && record->cuda->family == CUDA_TILE && record->arg_count &&
	       record->args[0].is_value && record->args[0].value == WARP_SIZE;
}

/* Whether one reduction does what the tree does; `*full`: by the whole warp, says a constant. */
static bool is_reducible(const struct ir_shuffle_tree *tree, bool *full)
{
	int64_t mask, segment = WARP_SIZE;
	*full = false;
	if (!tree->mask)
		return tree->width == WARP_SIZE && tree->group && is_warp_tile(tree->group->type);
	if (tree->segment && !ir_fold_int(tree->segment, &segment) &&
		ir_builtin(tree->segment) != CUDA_WARP_SIZE)
		return false;
	if (!ir_fold_int(tree->mask, &mask))
		return tree->width == WARP_SIZE && segment == WARP_SIZE && is_named(tree->mask);
	uint32_t lanes = tree->width == WARP_SIZE ? UINT32_MAX : (UINT32_C(1) << tree->width) - 1;
	*full = lanes == UINT32_MAX;
	return (uint32_t)mask == lanes && (segment == WARP_SIZE || segment == tree->width);
}

static const char *replacement(struct pass *pass, const struct ir_shuffle_tree *tree)
{
	const char *place = pass_text(pass, tree->place->range);
	const struct op_words *word = &words[tree->op];
	if (tree->mask)
		return arena_printf(pass->arena, "%s = %s(%s, %s)", place, word->intrinsic,
			pass_text(pass, tree->mask->range), place);
	return arena_printf(pass->arena,
		"%s = cooperative_groups::reduce(%s, %s, cooperative_groups::%s<%s>())", place,
		pass_text(pass, tree->group->range), place, word->functor,
		ir_type_value(tree->place->type)->is_signed ? "int" : "unsigned");
}

/* `#pragma unroll` in the line before has to stay with a loop. */
static bool has_pragma(const struct pass *pass, const struct ir_stmt *stmt)
{
	struct ir_place place;
	if (!ir_locate(pass->module, stmt->range, &place, NULL) || place.file >= pass->module->files.count)
		return true;
	const char *text = pass->module->files.data[place.file].text;
	size_t end = place.begin;
	while (end > 0 && strchr(" \t\r\n", text[end - 1]))
		end--;
	size_t start = end;
	while (start > 0 && text[start - 1] != '\n')
		start--;
	start += strspn(text + start, " \t");
	return !strncmp(text + start, "#", 1) || !strncmp(text + start, "_Pragma", 7);
}

static void offer_fix(
	struct pass *pass, struct finding *finding, const struct ir_shuffle_tree *tree, bool every_target)
{
	bool generic = pass->function->is_instantiation || pass->function->is_pattern;
	if (!tree->mask || !tree->is_alone || !every_target || generic || has_pragma(pass, tree->first))
		return;
	struct fix *fix = pass_fix(pass, finding, tree->is_butterfly ? FIX_SAFE : FIX_UNSAFE, "Use `%s`%s",
		words[tree->op].intrinsic,
		tree->is_butterfly ? "" : ", which gives every lane what lane 0 gets here");
	bool ends_in_block = tree->last->kind == IR_FOR && tree->last->body->kind == IR_BLOCK;
	struct ir_range range = {tree->first->range.begin, tree->last->range.end};
	fix_replace(pass, fix, range, "%s%s", replacement(pass, tree), ends_in_block ? ";" : "");
}

static void check(struct pass *pass, const struct ir_shuffle_tree *tree)
{
	bool full;
	if (!is_word(tree->place->type) || !is_reducible(tree, &full))
		return;
	struct finding *finding = pass_report(pass, tree->shuffle->range,
		"a tree of shuffles %s `%s` over %u lanes, a 32-bit integer: `%s` is one instruction from "
		"sm_80 on",
		words[tree->op].verb, pass_text(pass, tree->place->range), tree->width,
		replacement(pass, tree));
	/* a mask that isn't seen; and what may be meant as a scan from the end, which these operations make
	 */
	bool repeats = tree->op != IR_TREE_ADD && tree->op != IR_TREE_XOR;
	if ((tree->mask && !full && tree->width == WARP_SIZE) || (repeats && !tree->is_butterfly))
		finding->confidence = CONFIDENCE_LIKELY;
	unsigned steps = 0;
	while (1u << steps < tree->width)
		steps++;
	pass_cost_tree(pass, finding, tree->first, steps);
	size_t targets = finding_limit_archs(finding, FIRST_ARCH, 0);
	offer_fix(pass, finding, tree, targets == pass->target->arch_count);
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	struct ir_shuffle_tree trees[IR_TREE_LIMIT];
	int below = pass->target->virtual_arch;
	if (!pass->function || (below && below < FIRST_ARCH))
		return;
	size_t count = ir_shuffle_trees(stmt, trees);
	for (size_t i = 0; i < count; i++)
		check(pass, &trees[i]);
}

const struct rule rule_shuffle_tree_reduction = {
	.code = "CU411",
	.name = "shuffle-tree-reduction",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Tree of shuffles that reduces a 32-bit integer",
	.hooks = {.stmt = on_stmt},
};
