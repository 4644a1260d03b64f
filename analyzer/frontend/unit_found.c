/* What was found to be missing in front of a unit. */
#include "analyzer/frontend/unit_found.h"

#include <stdint.h>

struct unit_found *unit_found_keep(struct arena *arena, const struct unit_found *found)
{
	struct unit_found *kept = ARENA_NEW(arena, struct unit_found);
	kept->guard = found->guard;
	vec_append(arena, &kept->omitted.headers, &found->omitted.headers);
	vec_append(arena, &kept->omitted.lines, &found->omitted.lines);
	vec_append(arena, &kept->omitted.told, &found->omitted.told);
	kept->repair.has_extents = found->repair.has_extents;
	vec_append(arena, &kept->repair.names, &found->repair.names);
	vec_append(arena, &kept->standins, &found->standins);
	return kept;
}

bool unit_found_has_front(const struct unit_found *found)
{
	return found && (found->guard || found->omitted.told.count || found->repair.names.count);
}

static void tell_found(struct unit *unit, const struct unit_found *found)
{
	struct unit_found *kept = unit_found_keep(unit->arena, found);
	kept->error_count = unit->error_count;
	unit->found = kept;
	unit->guard = found->guard;
	unit->omitted_at.file = UINT32_MAX;
	vec_append(unit->arena, &unit->omitted, &found->omitted.told);
	repair_names(unit->arena, &found->repair, &unit->invented);
	bool is_whole = !found->omitted.told.count && !found->repair.names.count;
	if (unit->status == UNIT_OK && !is_whole)
		unit->status = UNIT_DEGRADED;
}

static const char *define_guard(struct arena *arena, const char *guard)
{
	return guard ? arena_printf(arena, "#define %s 1\n", guard) : "";
}

/* A name of a precompiled header that the unit doesn't include may be in the way of what it leaves out, but
 * that matters no more where the unit is guessed at anyway. */
struct unit *unit_found_parse(struct arena *arena, const struct unit_options *options,
	const struct unit_attempt *first, const struct unit_found *found)
{
	char *ignored = NULL;
	bool is_exact = found->omitted.told.count && !found->repair.names.count;
	const struct unit_attempt attempt = {.includes = first->includes,
		.level = is_exact ? PCH_CORE : first->level,
		.front = arena_printf(arena, "%s%s%s", define_guard(arena, found->guard),
			omitted_text(arena, &found->omitted), repair_text(arena, &found->repair)),
		.invents = found->repair.names.count > 0};
	struct unit *unit = unit_parse_at(arena, options, &attempt, &ignored);
	if (unit)
		tell_found(unit, found);
	return unit;
}
