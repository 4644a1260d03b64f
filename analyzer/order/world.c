/* Choosing which way threads go. */
#include "analyzer/order/world.h"

#include <string.h>

#include "analyzer/base/vec.h"
#include "analyzer/order/relation.h"
#include "analyzer/simt/exec/exec.h"

enum { MAX_FORMS = 512, MAX_PATH = 256 };

/* An unknown number that all lanes share: a sum of symbols. */
struct form {
	const struct simt_term *terms;
	uint32_t count;
	int64_t least, most, step; /* that it can be: a multiple of step */
	int64_t low, high;         /* that it can still be in this world */
};

/* A comparison that may hold or not. */
struct group {
	struct simt_relation relation; /* left NULL: like no other */
	bool is_chosen, holds, is_parted;
	struct simt_mask others; /* for which it is the opposite */
};

struct atom {
	bool is_form;
	unsigned index;
	enum ir_op op;                       /* of a form */
	bool negative;                       /* the form is in it with the opposite sign */
	bool inverse;                        /* it holds where the group doesn't */
	const struct simt_value *difference; /* NULL: unknown */
	/* of a form: where the difference is least and most, of the lanes for which the condition is open */
	unsigned ends[2];
	bool is_empty; /* there are none */
};

enum { MAX_ATOMS = SIMT_MAX_RELATIONS + 1 };

/* The condition is `side` exactly where all atoms hold. */
struct choice {
	const struct simt_condition *condition;
	struct atom atoms[MAX_ATOMS];
	unsigned atom_count;
	bool side;
	bool yes_known; /* else `yes` isn't there yet */
	struct simt_mask yes;
};

struct world {
	struct arena *arena;
	const struct simt *simt;
	VEC(struct choice) choices;
	VEC(struct form) forms;
	VEC(struct group) groups;
	VEC(unsigned) by_id; /* index of a condition's choice plus one */
	bool parted;
};

struct world *world_new(struct arena *arena, const struct simt *simt)
{
	struct world *world = ARENA_NEW(arena, struct world);
	world->arena = arena;
	world->simt = simt;
	return world;
}

/* ---- conditions ------------------------------------------------------------------------------ */

__extension__ typedef __int128 wide;

static int64_t clamp(wide number)
{
	const int64_t most = INT64_MAX / 4;
	return number > most ? most : number < -most ? -most : (int64_t)number;
}

static void bound_form(const struct simt *simt, struct form *form, bool negative)
{
	wide low = 0, high = 0;
	for (uint32_t i = 0; i < form->count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[form->terms[i].symbol];
		int64_t factor = negative ? -form->terms[i].coefficient : form->terms[i].coefficient;
		wide a = (wide)factor * symbol->low, b = (wide)factor * symbol->high;
		low += a < b ? a : b;
		high += a < b ? b : a;
		int64_t multiple = clamp((wide)factor * symbol->divisor);
		form->step = value_common_divisor(form->step, multiple);
	}
	form->least = clamp(low);
	form->most = clamp(high);
	form->step = form->step ? form->step : 1;
}

static bool same_form(const struct form *form, const struct simt_value *value, bool negative)
{
	if (form->count != value->term_count)
		return false;
	for (uint32_t i = 0; i < form->count; i++) {
		int64_t a = form->terms[i].coefficient, b = value->terms[i].coefficient;
		bool first_negative = form->terms[0].coefficient < 0;
		if (form->terms[i].symbol != value->terms[i].symbol ||
			(first_negative ? -a : a) != (negative ? -b : b))
			return false;
	}
	return true;
}

static bool add_form(struct world *world, struct atom *atom, const struct simt_relation *relation)
{
	const struct simt_value *value = relation->difference;
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].lanes)
			return false;
	atom->is_form = true;
	atom->negative = value->term_count && value->terms[0].coefficient < 0;
	for (atom->index = 0; atom->index < world->forms.count; atom->index++)
		if (same_form(&world->forms.data[atom->index], value, atom->negative))
			return true;
	if (world->forms.count >= MAX_FORMS)
		return atom->is_form = false;
	struct form form = {.terms = value->terms, .count = value->term_count};
	bound_form(world->simt, &form, atom->negative);
	vec_push(world->arena, &world->forms, form);
	return true;
}

static bool same_relation(const struct simt_relation *a, const struct simt_relation *b)
{
	if (!a->left || !b->left)
		return false;
	if (a->difference && b->difference)
		return value_same(a->difference, b->difference);
	return value_same(a->left, b->left) && value_same(a->right, b->right);
}

static void add_group(struct world *world, struct atom *atom, const struct simt_relation *relation)
{
	for (size_t i = 0; i < world->groups.count; i++) {
		const struct simt_relation *other = &world->groups.data[i].relation;
		bool inverse = other->op == simt_negated(relation->op);
		if ((other->op != relation->op && !inverse) || !same_relation(other, relation))
			continue;
		atom->index = (unsigned)i;
		atom->inverse = inverse;
		return;
	}
	struct group group = {.relation = *relation};
	atom->index = (unsigned)world->groups.count;
	vec_push(world->arena, &world->groups, group);
}

/* What a comparison demands of a form grows with the number that the form is compared with, so that the lanes
 * with the least and the greatest number demand all that the others do. */
static void find_ends(const struct world *world, struct atom *atom, const struct simt_mask *lanes)
{
	atom->is_empty = true;
	for (unsigned lane = 0; lane < world->simt->lanes; lane++) {
		if (!mask_has(lanes, lane))
			continue;
		int64_t known = value_lane(atom->difference, lane);
		if (atom->is_empty || known < value_lane(atom->difference, atom->ends[0]))
			atom->ends[0] = lane;
		if (atom->is_empty || known > value_lane(atom->difference, atom->ends[1]))
			atom->ends[1] = lane;
		atom->is_empty = false;
	}
}

static void add_choice(struct world *world, const struct simt_condition *condition)
{
	struct choice choice = {.condition = condition, .side = condition->relation_side};
	for (unsigned i = 0; i < condition->relation_count; i++) {
		const struct simt_relation *relation = &condition->relations[i];
		struct atom *atom = &choice.atoms[choice.atom_count++];
		atom->op = relation->op;
		atom->difference = relation->difference;
		if (!relation->difference || !add_form(world, atom, relation))
			add_group(world, atom, relation);
		else
			find_ends(world, atom, &condition->open);
	}
	if (!condition->exactly || !condition->relation_count) {
		static const struct simt_relation none;
		choice.side = condition->relation_count ? choice.side : true;
		add_group(world, &choice.atoms[choice.atom_count++], &none);
	}
	vec_push(world->arena, &world->choices, choice);
}

void world_add(struct world *world, const struct simt_path *path)
{
	if (!path)
		return;
	const struct simt_condition *condition = path->condition;
	unsigned at = condition->id;
	while (world->by_id.count <= at)
		vec_push(world->arena, &world->by_id, 0);
	if (world->by_id.data[at])
		return;
	world_add(world, path->up);
	add_choice(world, condition);
	world->by_id.data[at] = (unsigned)world->choices.count;
}

static struct choice *choice_of(const struct world *world, const struct simt_condition *condition)
{
	unsigned at = condition->id;
	bool known = at < world->by_id.count && world->by_id.data[at];
	return known ? &world->choices.data[world->by_id.data[at] - 1] : NULL;
}

unsigned world_parts(const struct world *world, const struct simt_condition *condition)
{
	const struct choice *choice = choice_of(world, condition);
	return choice ? choice->atom_count : 0;
}

/* Numbers that aren't followed, as opposed to data. */
static bool is_lost(const struct simt_value *value)
{
	static const char *const reasons[] = {"inline assembly", "result of a call", "no value returned",
		"element of a local array", "part of another value", "never written",
		"written at an unknown place", "not executed", NULL};
	for (const char *const *reason = reasons; value->kind == SIMT_UNKNOWN && *reason; reason++)
		if (strcmp(value->why, *reason) == 0)
			return true;
	return false;
}

bool world_is_guess(const struct world *world, const struct simt_condition *condition, unsigned part)
{
	const struct choice *choice = choice_of(world, condition);
	if (!choice || choice->atoms[part].is_form)
		return false;
	const struct simt_relation *relation = &world->groups.data[choice->atoms[part].index].relation;
	return !relation->left || is_lost(relation->left) || is_lost(relation->right);
}

size_t world_size(const struct world *world)
{
	return world->choices.count;
}

bool world_is_parted(const struct world *world)
{
	return world->parted;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* Where X compares as `hold` says, for the form's sign. */
static struct relation_interval interval_of(const struct atom *atom, bool hold, unsigned lane)
{
	enum ir_op op = hold ? atom->op : simt_negated(atom->op);
	int64_t known = value_lane(atom->difference, lane);
	struct relation_interval out = relation_interval(op, known);
	if (!atom->negative)
		return out;
	return (struct relation_interval){-out.high, -out.low, -out.except, out.has_exception};
}

static bool align(struct form *form)
{
	int64_t step = form->step, low = form->low, high = form->high;
	int64_t up = low % step, down = high % step;
	form->low = low + (up > 0 ? step - up : -up);
	form->high = high - (down < 0 ? step + down : down);
	return form->low <= form->high;
}

#define EACH_LANE(simt, lane, mask)                                                                          \
	for (unsigned lane = 0; lane < (simt)->lanes; lane++)                                                \
		if (mask_has((mask), lane))

/* Makes a comparison hold in all the open lanes, or in none of them; false: it can't. */
static bool require_form(const struct world *world, const struct atom *atom, bool hold)
{
	struct form *form = &world->forms.data[atom->index], before = *form;
	int64_t least = INT64_MAX, most = INT64_MIN;
	for (unsigned end = 0; end < 2 && !atom->is_empty; end++) {
		struct relation_interval one = interval_of(atom, hold, atom->ends[end]);
		form->low = one.low > form->low ? one.low : form->low;
		form->high = one.high < form->high ? one.high : form->high;
		if (!one.has_exception)
			continue;
		least = one.except < least ? one.except : least;
		most = one.except > most ? one.except : most;
	}
	if (least <= most && form->low <= most && form->high >= least) { /* beyond all exceptions */
		if (form->high > most)
			form->low = most + 1;
		else
			form->high = least - 1;
	}
	bool fits = form->low <= form->high && align(form);
	if (!fits)
		*form = before;
	return fits;
}

static bool require_atom(const struct world *world, const struct atom *atom, bool hold)
{
	if (atom->is_form)
		return require_form(world, atom, hold);
	struct group *group = &world->groups.data[atom->index];
	bool holds = hold != atom->inverse;
	if (group->is_chosen)
		return !group->is_parted && group->holds == holds;
	group->is_chosen = true;
	group->holds = holds;
	return true;
}

/* Makes a condition true or false in all lanes for which it isn't decided. */
static bool require(const struct world *world, const struct choice *choice, bool side)
{
	bool all = side == choice->side;
	for (unsigned i = choice->atom_count; i-- > 0;)
		if (require_atom(world, &choice->atoms[i], all) != all)
			return !all;
	return all;
}

/* Chooses the shared number so that a comparison holds in some of the lanes: all but few, or few. */
static bool part_form(const struct world *world, const struct atom *atom, bool few_hold)
{
	struct form *form = &world->forms.data[atom->index];
	int64_t least = INT64_MAX, most = INT64_MIN;
	bool below = false, point = atom->op == IR_OP_EQ || atom->op == IR_OP_NE;
	for (unsigned i = 0; i < 2 && !atom->is_empty; i++) {
		struct relation_interval one = interval_of(atom, atom->op != IR_OP_NE, atom->ends[i]);
		below = one.low < -(INT64_MAX / 4);
		int64_t end = below || point ? one.high : one.low;
		least = end < least ? end : least;
		most = end > most ? end : most;
	}
	if (least >= most)
		return false;
	if (!point) {
		least += below;
		most -= !below;
	}
	form->low = least > form->low ? least : form->low;
	form->high = most < form->high ? most : form->high;
	if (form->low > form->high || !align(form))
		return false;
	bool at_high = point ? few_hold : few_hold == below;
	form->low = form->high = at_high ? form->high : form->low;
	return true;
}

/* The last of the lanes, and those that can't go another way than it does. */
static struct simt_mask witness_of(
	const struct world *world, const struct group *group, const struct simt_mask *lanes)
{
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	unsigned last = 0;
	EACH_LANE(world->simt, lane, lanes) last = lane;
	const struct simt_relation *relation = &group->relation;
	bool by_warp = relation->left && value_is_warp_wide(world->simt, NULL, relation->left) &&
		       value_is_warp_wide(world->simt, NULL, relation->right);
	const struct simt_value *difference = relation->difference;
	EACH_LANE(world->simt, lane, lanes)
	{
		bool same = by_warp && lane / SIMT_WARP == last / SIMT_WARP;
		if (difference && relation_same_unknown(difference, lane, difference, last) &&
			value_lane(difference, lane) == value_lane(difference, last))
			same = true;
		if (same || lane == last)
			mask_add(&out, lane);
	}
	return out;
}

static bool part_atom(
	const struct world *world, const struct atom *atom, bool few_hold, const struct simt_mask *lanes)
{
	if (atom->is_form)
		return part_form(world, atom, few_hold);
	struct group *group = &world->groups.data[atom->index];
	if (group->is_chosen)
		return false;
	group->is_chosen = group->is_parted = true;
	group->holds = few_hold == atom->inverse;
	group->others = witness_of(world, group, lanes);
	return true;
}

static void forget(struct world *world)
{
	world->parted = false;
	for (size_t i = 0; i < world->forms.count; i++) {
		struct form *form = &world->forms.data[i];
		form->low = form->least;
		form->high = form->most;
		align(form);
	}
	for (size_t i = 0; i < world->groups.count; i++) {
		struct group *group = &world->groups.data[i];
		group->is_chosen = group->is_parted = false;
		memset(&group->others, 0, sizeof group->others);
	}
}

static bool holds_in(const struct world *world, const struct atom *atom, unsigned lane)
{
	if (!atom->is_form) {
		const struct group *group = &world->groups.data[atom->index];
		return (group->holds != mask_has(&group->others, lane)) != atom->inverse;
	}
	struct relation_interval where = interval_of(atom, true, lane);
	int64_t value = world->forms.data[atom->index].low;
	return value >= where.low && value <= where.high && !(where.has_exception && where.except == value);
}

/* Whether an atom is one answer for the whole block. */
static bool is_for_all(const struct atom *atom)
{
	return atom->is_form && !atom->difference->lanes;
}

/* The lanes in which the condition holds, of those for which it is open. Only a few conditions are asked
 * after each choice. */
static void find_yes(const struct world *world, struct choice *choice)
{
	bool shared = true, differ = false;
	choice->yes_known = true;
	for (unsigned k = 0; shared && k < choice->atom_count; k++)
		if (is_for_all(&choice->atoms[k]))
			shared = holds_in(world, &choice->atoms[k], 0);
		else
			differ = true;
	bool is_open = shared && differ;
	memset(&choice->yes, !is_open && shared == choice->side ? 0xff : 0, sizeof choice->yes);
	for (unsigned lane = 0; lane < world->simt->lanes && is_open; lane++) {
		bool all = true;
		for (unsigned k = 0; all && k < choice->atom_count; k++)
			all = is_for_all(&choice->atoms[k]) || holds_in(world, &choice->atoms[k], lane);
		if (all == choice->side)
			mask_add(&choice->yes, lane);
	}
}

struct simt_mask world_elsewhere(const struct world *world, const struct simt_path *path)
{
	struct choice *choice = choice_of(world, path->condition);
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	if (!choice)
		return out;
	if (!choice->yes_known)
		find_yes(world, choice);
	return path->side ? mask_minus(&path->condition->open, &choice->yes)
			  : mask_and(&path->condition->open, &choice->yes);
}

/* What was left open becomes the usual way of all lanes where that can be. */
static void settle(struct world *world)
{
	for (size_t i = 0; i < world->choices.count; i++) {
		const struct choice *choice = &world->choices.data[i];
		bool usual = choice->condition->usual;
		if (!require(world, choice, usual) && !require(world, choice, !usual))
			world->parted |= !choice->condition->uniform;
	}
	for (size_t i = 0; i < world->choices.count; i++)
		world->choices.data[i].yes_known = false;
}

bool world_choose_parted(struct world *world, const struct simt_path *path, const struct simt_path *node,
	unsigned part, bool most)
{
	const struct simt_path *nodes[MAX_PATH];
	unsigned count = 0;
	for (; path && count < MAX_PATH; path = path->up)
		nodes[count++] = path;
	forget(world);
	while (count-- > 0) {
		const struct choice *choice = choice_of(world, nodes[count]->condition);
		const struct simt_condition *condition = nodes[count]->condition;
		bool side = nodes[count]->side;
		if (!choice)
			return false;
		if (nodes[count] != node) {
			if (!require(world, choice, side) && condition->uniform)
				return false;
			continue;
		}
		bool few_hold = most == (side == choice->side);
		for (unsigned i = 0; i < choice->atom_count; i++) {
			const struct atom *atom = &choice->atoms[i];
			if (!(i == part ? part_atom(world, atom, few_hold, &condition->open)
					: require_atom(world, atom, true)))
				return false;
		}
		world->parted = true;
	}
	settle(world);
	return true;
}

bool world_choose(struct world *world, const struct simt_path *path)
{
	return world_choose_parted(world, path, NULL, 0, false);
}
