/* Declarations of what a unit uses and no header that is there declares.
 *
 * libclang loses whole statements around an unknown name. So where a parse ends with such names, the names
 * are read from its errors, what each one is is read from how the text uses it, and the unit is parsed once
 * more with declarations of that kind in front: types that convert from and to anything, functions that take
 * anything, numbers without a value. The lowering makes of them what it makes of names that nothing declares
 * (lower_invented()): nothing of an invented declaration is ever known. A unit that parses is never touched.
 */
#ifndef CUDALINT_FRONTEND_REPAIR_H
#define CUDALINT_FRONTEND_REPAIR_H

#include "analyzer/frontend/unit.h"

enum invented_kind {
	INVENTED_NUMBER,
	INVENTED_OBJECT, /* something with members, or that is indexed */
	INVENTED_FUNCTION,
	INVENTED_FUNCTION_TEMPLATE,
	INVENTED_TYPE,
	INVENTED_TYPE_TEMPLATE,
	INVENTED_NAMESPACE,
	INVENTED_QUALIFIER,      /* a macro in front of declarations: `#define X` */
	INVENTED_QUALIFIER_CALL, /* the same with arguments */
	INVENTED_LOOP,           /* a macro that is the head of a loop: `FOR_EACH(i, n) {` */
	INVENTED_CONDITION,      /* a macro that is an `if`: `IF_CONSTEXPR(n > 1) {` */
	INVENTED_STATEMENT       /* a macro that is a statement without a semicolon */
};

struct invented {
	const char *space; /* "a::b": namespaces or invented types around it; "" */
	const char *name;
	enum invented_kind kind;
	const char *parameters; /* of a template of types: "class, int", as its first use has arguments */
	bool is_banned;         /* something declares it after all */
};

struct repair {
	VEC(struct invented) names;
	bool has_extents; /* some are the extents of shared arrays, which can't be of static duration then */
};

/* Adds what the errors of a parse call unknown, and takes back what stands in the way. False: nothing new. */
bool repair_extend(struct arena *arena, const struct unit *unit, struct repair *repair);

/* The same for members of invented types alone, which instantiations ask for. */
bool repair_extend_members(struct arena *arena, const struct unit *unit, struct repair *repair);

/* The declarations as text; "" for none. */
const char *repair_text(struct arena *arena, const struct repair *repair);

/* "`missing::f`" and so on: the names that stand in the text, for people. */
void repair_names(struct arena *arena, const struct repair *repair, struct words *out);

#endif
