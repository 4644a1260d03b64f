/* Guards of the index in the grid.
 *
 * `x < width ? in[y * width + x] : 0` says that a launch has threads past the width; where another access at
 * the index x isn't kept below it, they get there. That follows from the kernel alone, whoever launches it.
 * Loops that stride over the elements say no such thing of what each thread has for itself. */
#include "analyzer/site/site_guard.h"

#include "analyzer/simt/exec/exec.h"

enum { MOST_GUARDS = 32, MOST_OPEN = 64 };

bool site_is_whole_grid(const struct simt *simt)
{
	const struct simt_launch *launch = simt->request->launch;
	for (int dim = 0; dim < 3; dim++) {
		int64_t last = launch->grid_known ? launch->grid[dim] - 1 : dim ? 65534 : INT32_MAX - 1;
		if (simt->box.low[dim] || simt->box.high[dim] != last)
			return false;
	}
	return true;
}

/* A number that is one for the whole launch. */
static bool is_of_grid(const struct simt *simt, const struct simt_value *value)
{
	if (!value || value->kind != SIMT_INT || value->lanes)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_symbol *symbol = simt_symbol(simt, value->terms[i].symbol);
		if (value->terms[i].lanes || symbol->kind == SYMBOL_BLOCK || symbol->kind == SYMBOL_LOADED)
			return false;
		if (symbol->kind == SYMBOL_COMPUTED &&
			(!is_of_grid(simt, symbol->left) || !is_of_grid(simt, symbol->right)))
			return false;
	}
	return true;
}

static bool asks_grid(const struct simt *simt, const struct simt_condition *condition)
{
	for (unsigned i = 0; i < condition->relation_count; i++)
		if (!is_of_grid(simt, condition->relations[i].left) ||
			!is_of_grid(simt, condition->relations[i].right))
			return false;
	return condition->relation_count && !condition->by_data;
}

/* Whether lanes may have gone elsewhere without a condition that tells of it. */
static bool has_left(const struct simt *simt)
{
	const struct simt_frame *inner = simt->frame;
	struct simt_mask left = exec_left(simt);
	for (const struct simt_frame *frame = inner->up; frame; frame = frame->up)
		left = mask_or(&left, &frame->returned.lanes.may);
	return mask_any(&left);
}

bool site_is_grid_wide(const struct simt *simt, const struct simt_access *access)
{
	if (!(access->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS)))
		return true;
	for (const struct simt_path *path = access->where.path; path; path = path->up)
		if (!asks_grid(simt, path->condition))
			return false;
	return access->where.path && !has_left(simt);
}

/* ---- what is kept below a size ---------------------------------------------------------------- */

static const struct simt_term *block_term(const struct simt *simt, const struct simt_value *value, int dim)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].symbol == simt->block_symbol[dim])
			return &value->terms[i];
	return NULL;
}

static bool mentions_block(const struct simt *simt, const struct simt_value *value, int dim)
{
	if (!value)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_symbol *symbol = simt_symbol(simt, value->terms[i].symbol);
		if (value->terms[i].symbol == simt->block_symbol[dim])
			return true;
		if (symbol->kind == SYMBOL_COMPUTED &&
			(mentions_block(simt, symbol->left, dim) || mentions_block(simt, symbol->right, dim)))
			return true;
	}
	return value->kind == SIMT_UNKNOWN;
}

/* Whether no condition on the way asks for the block's number in this dimension. */
static bool is_open(const struct simt *simt, const struct simt_access *access, int dim)
{
	for (const struct simt_path *path = access->where.path; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		if (condition->by_data || !condition->relation_count)
			return false;
		for (unsigned i = 0; i < condition->relation_count; i++)
			if (mentions_block(simt, condition->relations[i].left, dim) ||
				mentions_block(simt, condition->relations[i].right, dim))
				return false;
	}
	return !simt->asked[dim] && !has_left(simt);
}

/* Whether a condition asks for the block's number in other dimensions than this one. */
static bool asks_elsewhere(const struct simt *simt, const struct simt_condition *condition, int dim)
{
	bool found = true;
	for (unsigned i = 0; i < condition->relation_count && found; i++) {
		found = false;
		for (int other = 0; other < 3; other++)
			found |= other != dim &&
				 (mentions_block(simt, condition->relations[i].left, other) ||
					 mentions_block(simt, condition->relations[i].right, other));
	}
	return found;
}

bool site_is_axis_wide(const struct simt *simt, const struct simt_access *access, int dim)
{
	if (access->assumptions & SIMT_ASSUMED_TURNS || !access->where.path)
		return false;
	for (const struct simt_path *path = access->where.path; path; path = path->up)
		if (!asks_grid(simt, path->condition) && !asks_elsewhere(simt, path->condition, dim))
			return false;
	return is_open(simt, access, dim);
}

/* The index that a relation keeps below a size where it holds, or doesn't hold; NULL: it keeps none. */
static const struct simt_value *kept_below(
	const struct simt_relation *relation, bool holds, const struct simt_value **size)
{
	enum ir_op op = holds ? relation->op : simt_negated(relation->op);
	bool is_left = op == IR_OP_LT, is_right = op == IR_OP_GT;
	*size = is_left ? relation->right : relation->left;
	return is_left ? relation->left : is_right ? relation->right : NULL;
}

/* Whether an address moves with an index: by so many bytes for each, in all lanes of the access and from
 * block to block. */
static bool moves_with(
	const struct simt *simt, const struct simt_access *access, const struct simt_value *index, int dim)
{
	const struct simt_term *block = block_term(simt, access->offset, dim),
			       *own = block_term(simt, index, dim);
	int64_t step = access->size;
	if (!block || !own || block->lanes || own->lanes || own->coefficient < 2 ||
		block->coefficient != own->coefficient * step)
		return false;
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (mask_has(&access->active.may, lane) &&
			value_lane(access->offset, lane) != value_lane(index, lane) * step)
			return false;
	return true;
}

/* Whether nothing but that index tells the addresses of lanes apart. */
static bool is_plain(const struct simt_value *offset)
{
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].lanes)
			return false;
	return true;
}

static void meet(const struct simt *simt, const struct simt_guarded *guard, const struct simt_open *open)
{
	if (open->site->kept_elsewhere || open->dim != guard->dim ||
		!moves_with(simt, &open->access, guard->index, guard->dim))
		return;
	open->site->kept_elsewhere = guard->site->expr;
	open->site->kept_dim = guard->dim;
}

static void add_guard(struct simt *simt, const struct simt_guarded *guard)
{
	for (size_t i = 0; i < simt->guarded.count; i++)
		if (simt->guarded.data[i].dim == guard->dim &&
			value_same(simt->guarded.data[i].index, guard->index))
			return;
	if (simt->guarded.count == MOST_GUARDS)
		return;
	vec_push(simt->arena, &simt->guarded, *guard);
	for (size_t i = 0; i < simt->open_sites.count; i++)
		meet(simt, guard, &simt->open_sites.data[i]);
}

static void add_open(struct simt *simt, const struct simt_access *access, struct simt_site *site, int dim)
{
	struct simt_open open = {*access, site, dim};
	for (size_t i = 0; i < simt->open_sites.count; i++)
		if (simt->open_sites.data[i].site == site && simt->open_sites.data[i].dim == dim)
			return;
	if (simt->open_sites.count == MOST_OPEN)
		return;
	vec_push(simt->arena, &simt->open_sites, open);
	for (size_t i = 0; i < simt->guarded.count; i++)
		meet(simt, &simt->guarded.data[i], &open);
}

static void find_guards(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	for (const struct simt_path *path = access->where.path; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		bool holds = path->side == condition->relation_side;
		if (condition->is_loop || condition->by_data ||
			(!holds && !(condition->exactly && condition->relation_count == 1)))
			continue;
		for (unsigned i = 0; i < condition->relation_count; i++) {
			const struct simt_value *size,
				*index = kept_below(&condition->relations[i], holds, &size);
			if (!index || index->kind != SIMT_INT || !is_of_grid(simt, size) || !size->term_count)
				continue;
			for (int dim = 0; dim < 3; dim++)
				if (moves_with(simt, access, index, dim))
					add_guard(simt, &(struct simt_guarded){index, site, dim});
		}
	}
}

void site_note_guard(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	if (access->space != SIMT_GLOBAL || !access->offset || access->offset->kind != SIMT_INT ||
		!site_is_whole_grid(simt))
		return;
	if (access->where.path)
		find_guards(simt, access, site);
	bool is_written = access->kind != SIMT_LOAD && is_plain(access->offset);
	for (int dim = 0; is_written && dim < 3; dim++)
		if (block_term(simt, access->offset, dim) && is_open(simt, access, dim))
			add_open(simt, access, site, dim);
}
