/* From a parse's errors to what its unknown names seem to be. Names are identifiers and nothing else, however
 * hostile the text is, and there are MOST_NAMES of them. */
#include "analyzer/frontend/repair.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/cuda/device.h"

enum { MOST_NAMES = 400, MOST_SPACES = 6, NAME_SIZE = 128, ARGUMENTS_LIMIT = 2000, MOST_ARGUMENTS = 12 };

/* Where a name is used. `at`: right behind it; NULL: it isn't seen where. */
struct use {
	const char *text, *begin, *at, *end;
};

/* ---- text ------------------------------------------------------------------------------------ */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const char *text, size_t length)
{
	if (!length || length >= NAME_SIZE || isdigit((unsigned char)*text))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!is_word(text[i]))
			return false;
	return true;
}

static const char *skip_blank(const char *at, const char *end)
{
	while (at < end && (isspace((unsigned char)*at) || *at == '\\'))
		at++;
	return at;
}

static const char *skip_word(const char *at, const char *end)
{
	while (at < end && is_word(*at))
		at++;
	return at;
}

static bool starts(const char *at, const char *end, const char *what)
{
	size_t length = strlen(what);
	return (size_t)(end - at) >= length && memcmp(at, what, length) == 0;
}

/* Behind what closes the bracket at `at`; NULL where it isn't closed, or a `<` is no bracket. */
static const char *closed(const char *at, const char *end)
{
	const char open = *at, *limit = end - at > ARGUMENTS_LIMIT ? at + ARGUMENTS_LIMIT : end;
	int depth = 0, inner = 0;
	for (; at < limit; at++) {
		if (open == '<' && strchr(";{}", *at))
			return NULL;
		if (*at == '(' || *at == '[')
			inner++;
		else if (*at == ')' || *at == ']')
			inner--;
		if (open == '<' && inner < 0)
			return NULL;
		if (open == '<' && !inner)
			depth += *at == '<' ? 1 : *at == '>' ? -1 : 0;
		if (open == '<' ? depth == 0 : inner == 0)
			return at + 1;
	}
	return NULL;
}

/* The first place in the unit's own files where `name` stands as a word: for names in macros. */
static struct use find_use(const struct unit *unit, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < unit->module->files.count; i++) {
		const struct ir_file *file = &unit->module->files.data[i];
		const char *end = file->text + file->size;
		for (const char *at = file->text; file->size && at && at < end;) {
			at = memchr(at, *name, (size_t)(end - at));
			if (!at || (size_t)(end - at) < length)
				break;
			bool whole = memcmp(at, name, length) == 0 &&
				     (at == file->text || !is_word(at[-1])) &&
				     (at + length == end || !is_word(at[length]));
			if (whole)
				return (struct use){file->text, at, at + length, end};
			at++;
		}
	}
	return (struct use){0};
}

static struct use use_of(const struct unit *unit, const struct unit_error *error, const char *name)
{
	size_t length = strlen(name);
	if (error->place.file < unit->module->files.count) {
		const struct ir_file *file = &unit->module->files.data[error->place.file];
		const char *at = file->text + error->place.begin, *end = file->text + file->size;
		if (error->place.begin < file->size && starts(at, end, name) && !is_word(at[length]))
			return (struct use){file->text, at, at + length, end};
	}
	return find_use(unit, name);
}

/* ---- what a name is -------------------------------------------------------------------------- */

static bool begins_declaration(const char *at, const char *end)
{
	static const char *const words[] = {"void", "int", "float", "double", "static", "inline", "unsigned",
		"const", "constexpr", "bool", "char", "auto", "template", "struct", "class", "extern", "long",
		"size_t", "__global__", "__device__", "__host__", "__forceinline__", "__inline__",
		"typename"};
	size_t length = (size_t)(skip_word(at, end) - at);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length && memcmp(at, words[i], length) == 0)
			return true;
	return false;
}

static char before(const struct use *use)
{
	const char *at = use->begin;
	while (at > use->text && isspace((unsigned char)at[-1]))
		at--;
	return at > use->text ? at[-1] : ';';
}

/* `X *p = ...;`, `X &r = ...`, `X v;` at the start of a statement; `(X *)p`, `(X)p`. */
static bool is_type_use(const struct use *use, const char *at)
{
	char last = before(use);
	const char *next = at;
	while (next < use->end && (*next == '*' || *next == '&' || isspace((unsigned char)*next)))
		next++;
	if (last == '(' && next < use->end && *next == ')') {
		next = skip_blank(next + 1, use->end);
		return next > at + 2 && next < use->end && (is_word(*next) || strchr("(&*", *next));
	}
	const char *word = next;
	next = skip_blank(skip_word(next, use->end), use->end);
	bool follows = next > word && next < use->end && strchr("=;,([{)", *next);
	return is_name(word, (size_t)(skip_word(word, use->end) - word)) && follows && strchr(";{}<,(", last);
}

static bool looks_constant(const char *name)
{
	bool upper = true;
	for (const char *c = name; *c; c++)
		upper &= !islower((unsigned char)*c);
	return upper || (name[0] == 'k' && isupper((unsigned char)name[1]));
}

static enum invented_kind template_kind(const struct use *use, const char *behind)
{
	const char *next = skip_blank(behind, use->end);
	return next < use->end && *next == '(' ? INVENTED_FUNCTION_TEMPLATE : INVENTED_TYPE_TEMPLATE;
}

/* Whether a name is a macro's, as people write them: __DH__, API_EXPORT. */
static bool looks_macro(const char *at, size_t length)
{
	bool upper = length > 2;
	for (size_t i = 0; i < length; i++)
		upper &= !islower((unsigned char)at[i]);
	return upper || (length > 2 && at[0] == '_' && at[1] == '_');
}

/* Behind a name and what makes a type of it: `a::b<c> *`. `at` where no name stands. */
static const char *skip_type(const char *at, const char *end)
{
	const char *behind = skip_word(at, end), *next = behind;
	if (!is_name(at, (size_t)(behind - at)))
		return at;
	while (next) {
		behind = next;
		next = skip_blank(behind, end);
		if (starts(next, end, "::"))
			next = skip_word(skip_blank(next + 2, end), end);
		else
			next = next < end && *next == '<' ? closed(next, end) : NULL;
	}
	for (next = skip_blank(behind, end); next < end && (*next == '*' || *next == '&');)
		next = skip_blank(next + 1, end);
	return next;
}

/* `X __DH__ type name(`: a type and a name follow, and so it is neither. */
static bool is_before_declaration(const struct use *use, const char *at)
{
	enum { MOST_WORDS = 8 };
	unsigned words = 0;
	for (unsigned i = 0; i < MOST_WORDS; i++) {
		const char *next = skip_type(at, use->end);
		if (next == at)
			break;
		words += !looks_macro(at, (size_t)(skip_word(at, use->end) - at));
		at = next;
	}
	return words >= 2 && at < use->end && *at && strchr("(;={[", *at);
}

static bool follows_else(const struct use *use)
{
	const char *end = use->begin;
	while (end > use->text && isspace((unsigned char)end[-1]))
		end--;
	return end - use->text > 4 && !strncmp(end - 4, "else", 4) && !is_word(end[-5]);
}

/* `IF_CONSTEXPR(a == b) x = 1;`, `else IF_X(c) {`: a word of the name is "if", and a statement follows. */
static bool is_condition(const struct use *use, const char *next)
{
	bool has_if = false;
	for (const char *c = use->begin; c + 1 < use->at; c++)
		has_if |= tolower((unsigned char)c[0]) == 'i' && tolower((unsigned char)c[1]) == 'f' &&
			  (c == use->begin || c[-1] == '_') && (c + 2 == use->at || c[2] == '_');
	return has_if && (strchr(";{})", before(use)) || follows_else(use)) &&
	       (*next == '{' || is_word(*next) || *next == '*' || *next == '+');
}

static enum invented_kind call_kind(const struct use *use, const char *at)
{
	const char *next = closed(at, use->end);
	next = next ? skip_blank(next, use->end) : use->end;
	if (next < use->end && is_condition(use, next))
		return INVENTED_CONDITION;
	if (next == use->end || !strchr(";{})", before(use)))
		return INVENTED_FUNCTION;
	if (begins_declaration(next, use->end) && !strchr("{;", before(use)))
		return INVENTED_QUALIFIER_CALL;
	if (*next == '{' && is_word(*skip_blank(at + 1, use->end)))
		return INVENTED_LOOP;
	return is_word(*next) || *next == '}' ? INVENTED_STATEMENT : INVENTED_FUNCTION;
}

static enum invented_kind kind_of(const struct use *use, const char *name, bool is_type)
{
	if (!use->at)
		return is_type ? INVENTED_TYPE : INVENTED_NUMBER;
	const char *at = skip_blank(use->at, use->end);
	if (at == use->end)
		return INVENTED_NUMBER;
	if (starts(at, use->end, "::"))
		return islower((unsigned char)*name) ? INVENTED_NAMESPACE : INVENTED_TYPE;
	const char *behind = *at == '<' && at == use->at ? closed(at, use->end) : NULL;
	if (behind)
		return template_kind(use, behind);
	if (is_type && (begins_declaration(at, use->end) || is_before_declaration(use, at)))
		return INVENTED_QUALIFIER;
	if (*at == '(')
		return is_type ? INVENTED_QUALIFIER_CALL : call_kind(use, at);
	if (is_type)
		return INVENTED_TYPE;
	if (*at == '.' || starts(at, use->end, "->") || *at == '[')
		return INVENTED_OBJECT;
	if (*at == '{' || is_type_use(use, at))
		return INVENTED_TYPE;
	bool is_argument = (before(use) == '<' || before(use) == ',') && (*at == '>' || *at == ',');
	return is_argument && before(use) == '<' && !looks_constant(name) ? INVENTED_TYPE : INVENTED_NUMBER;
}

/* "class, int": what the arguments of a template's use are. */
static const char *parameters_of(struct arena *arena, const struct use *use)
{
	const char *open = use->at ? skip_blank(use->at, use->end) : NULL;
	const char *stop = open && open < use->end && *open == '<' ? closed(open, use->end) : NULL;
	const char *text = "", *at = stop ? open + 1 : NULL;
	for (unsigned count = 0; at && at < stop && count < MOST_ARGUMENTS; count++) {
		int depth = 0;
		const char *from = skip_blank(at, stop);
		for (; at < stop - 1 && (depth || *at != ','); at++)
			depth += strchr("<([", *at) ? 1 : strchr(">)]", *at) ? -1 : 0;
		const char *word = skip_word(from, stop);
		char name[NAME_SIZE] = "";
		if (is_name(from, (size_t)(word - from)))
			memcpy(name, from, (size_t)(word - from));
		bool is_value = from < at && (isdigit((unsigned char)*from) || *from == '-' || *from == '(' ||
						     !strcmp(name, "true") || !strcmp(name, "false") ||
						     (*name && *skip_blank(word, stop) != ':' &&
							     looks_constant(name) && strlen(name) > 2));
		text = arena_printf(arena, "%s%s%s", text, count ? ", " : "", is_value ? "auto" : "class");
		at++;
	}
	return *text ? text : "class...";
}

/* ---- the names ------------------------------------------------------------------------------- */

static struct invented *find(const struct repair *repair, const char *space, const char *name)
{
	for (size_t i = 0; i < repair->names.count; i++)
		if (!strcmp(repair->names.data[i].name, name) && !strcmp(repair->names.data[i].space, space))
			return &repair->names.data[i];
	return NULL;
}

static bool is_reserved(const char *name)
{
	static const char *const words[] = {"std", "cuda", "cooperative_groups", "cub", "thrust", "nvcuda",
		"defined", "override", "final", "template", "typename", "operator", "cudalint_unknown"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(words[i], name))
			return true;
	return strncmp(name, "__nv", 4) == 0 || cuda_function_find(name);
}

static bool add(struct arena *arena, struct repair *repair, const char *space, const char *name,
	const struct use *use, bool is_type)
{
	if (is_reserved(name) || strncmp(space, "std", 3) == 0 || repair->names.count >= MOST_NAMES)
		return false;
	struct invented *old = find(repair, space, name);
	struct invented invented = {.space = space, .name = name, .kind = kind_of(use, name, is_type)};
	invented.parameters = parameters_of(arena, use);
	if (!old) {
		vec_push(arena, &repair->names, invented);
		return true;
	}
	/* more than it seemed: what was a number or an object is a type after all */
	bool more = !old->is_banned && old->kind < INVENTED_FUNCTION && invented.kind > old->kind;
	if (more)
		*old = invented;
	return more;
}

/* 'NAME' behind `prefix` at the message's start; NULL: another message, or no identifier. */
static const char *quoted(struct arena *arena, const char *message, const char *prefix)
{
	size_t length = strlen(prefix);
	if (strncmp(message, prefix, length) != 0)
		return NULL;
	const char *name = message + length, *end = strchr(name, '\'');
	return end && is_name(name, (size_t)(end - name)) ? arena_strndup(arena, name, (size_t)(end - name))
							  : NULL;
}

/* The scope that a message ends with, "... in namespace 'a::b'" or "... in 'Type'", where it is one that may
 * be added to; NULL: it may not. */
static const char *scope_of(struct arena *arena, const struct repair *repair, const char *message)
{
	static const char space[] = "' in namespace '", type[] = "' in '";
	const char *at = strstr(message, space);
	size_t depth = 0, skip = sizeof space - 1;
	bool is_space = at != NULL;
	if (!at && !(at = strstr(message, type)))
		return strstr(message, "in the global namespace") || !strstr(message, "' in ") ? "" : NULL;
	at += is_space ? skip : sizeof type - 1;
	if (strncmp(at, "const ", 6) == 0)
		at += 6;
	const char *end = at;
	while (is_word(*end) || *end == ':') {
		depth += *end == ':';
		end++;
	}
	char *scope = arena_strndup(arena, at, (size_t)(end - at));
	if (depth > 2 * MOST_SPACES || (!is_space && *end != '\'' && *end != '<'))
		return NULL;
	if (is_space || !strcmp(scope, "cudalint_unknown::value"))
		return scope;
	char *last = strrchr(scope, ':');
	const struct invented *owner =
		last ? find(repair, arena_strndup(arena, scope, (size_t)(last - 1 - scope)), last + 1)
		     : find(repair, "", scope);
	return owner && owner->kind >= INVENTED_TYPE && owner->kind <= INVENTED_TYPE_TEMPLATE ? scope : NULL;
}

static bool ban(struct arena *arena, struct repair *repair, const char *message)
{
	static const char *const begins[] = {"redefinition of '", "reference to '", "typedef redefinition"};
	bool banned = false;
	if (strncmp(message, begins[0], strlen(begins[0])) != 0 &&
		!(strncmp(message, begins[1], strlen(begins[1])) == 0 && strstr(message, "is ambiguous")))
		return false;
	const char *name =
		quoted(arena, message, *message == 'r' && message[2] == 'd' ? begins[0] : begins[1]);
	for (size_t i = 0; name && i < repair->names.count; i++) {
		struct invented *invented = &repair->names.data[i];
		if (strcmp(invented->name, name) != 0 || invented->is_banned)
			continue;
		invented->is_banned = true;
		banned = true;
	}
	return banned;
}

/* `using namespace a::b;`, `namespace c = a::b;`: each part is a namespace. `struct c : a::b`: the last one
 * is a class. */
static bool add_path(struct arena *arena, struct repair *repair, const struct unit *unit,
	const struct unit_error *error, bool is_class)
{
	const struct ir_file *file = error->place.file < unit->module->files.count
					     ? &unit->module->files.data[error->place.file]
					     : NULL;
	if (!file || error->place.begin >= file->size)
		return false;
	const char *end = file->text + file->size, *at = file->text + error->place.begin, *space = "";
	while (at > file->text && (is_word(at[-1]) || at[-1] == ':'))
		at--;
	bool added = false;
	for (unsigned i = 0; i < MOST_SPACES; i++) {
		while (at < end && *at == ':')
			at++;
		const char *stop = skip_word(at, end);
		if (!is_name(at, (size_t)(stop - at)))
			break;
		const char *name = arena_strndup(arena, at, (size_t)(stop - at));
		const char *behind = skip_blank(stop, end);
		bool ends = is_class && !starts(behind, end, "::");
		const struct use use = {file->text, at, stop, end};
		struct invented invented = {.space = space,
			.name = name,
			.kind = !ends                            ? INVENTED_NAMESPACE
				: behind < end && *behind == '<' ? INVENTED_TYPE_TEMPLATE
								 : INVENTED_TYPE,
			.parameters = parameters_of(arena, &use)};
		struct invented *old = find(repair, space, name);
		added |= !old && !is_reserved(name);
		if (!old && !is_reserved(name))
			vec_push(arena, &repair->names, invented);
		space = *space ? arena_printf(arena, "%s::%s", space, name) : name;
		at = skip_blank(stop, end);
		if (!starts(at, end, "::"))
			break;
	}
	return added;
}

/* "class, auto" with the parameter at `index` as `kind`; NULL where it is that already, or isn't there. */
static const char *with_parameter(
	struct arena *arena, const char *parameters, unsigned index, const char *kind)
{
	const char *at = parameters;
	while (index && (at = strstr(at, ", "))) {
		at += 2;
		index--;
	}
	size_t length = at ? strcspn(at, ",") : 0;
	if (!at || strstr(at, "...") || (strlen(kind) == length && !strncmp(at, kind, length)))
		return NULL;
	return arena_printf(arena, "%.*s%s%s", (int)(at - parameters), parameters, kind, at + length);
}

/* A template's argument is a type where a value was thought of, or the other way round. */
static bool turn_parameter(
	struct arena *arena, struct repair *repair, const struct unit *unit, const struct unit_error *error)
{
	bool is_type = !strncmp(error->message, "template argument for non-type template parameter", 49);
	if ((!is_type && strncmp(error->message, "template argument for template type parameter", 45) != 0) ||
		error->place.file >= unit->module->files.count)
		return false;
	const struct ir_file *file = &unit->module->files.data[error->place.file];
	const char *at = file->text + error->place.begin, *begin = file->text;
	unsigned index = 0, limit = ARGUMENTS_LIMIT;
	int depth = 0;
	if (error->place.begin >= file->size)
		return false;
	for (; at > begin && limit-- && (depth || at[-1] != '<'); at--) {
		depth += strchr(">)]", at[-1]) ? 1 : strchr("<([", at[-1]) ? -1 : 0;
		index += !depth && at[-1] == ',';
	}
	const char *end = at > begin ? at - 1 : at, *word = end;
	while (word > begin && is_word(word[-1]))
		word--;
	for (size_t i = 0; i < repair->names.count; i++) {
		struct invented *invented = &repair->names.data[i];
		if (strlen(invented->name) != (size_t)(end - word) ||
			strncmp(invented->name, word, (size_t)(end - word)) != 0)
			continue;
		const char *turned =
			with_parameter(arena, invented->parameters, index, is_type ? "class" : "auto");
		if (turned)
			invented->parameters = turned;
		return turned != NULL;
	}
	return false;
}

/* `'N' does not refer to a value`: what was taken for a type is a constant: in `dim3 block(W, H);` both were
 * parameters. */
static bool turn_to_value(struct arena *arena, struct repair *repair, const char *message)
{
	const char *name = quoted(arena, message, "'");
	const char *end = name ? message + strlen(name) + 1 : message;
	struct invented *invented = name ? find(repair, "", name) : NULL;
	if (!invented || strcmp(end, "' does not refer to a value") != 0 || invented->kind != INVENTED_TYPE ||
		!looks_constant(name))
		return false;
	invented->kind = INVENTED_NUMBER;
	return true;
}

/* Shared arrays are static in the bundled declarations, so their extents have to be constants. */
static bool free_extents(struct repair *repair)
{
	bool changed = !repair->has_extents;
	repair->has_extents = true;
	return changed;
}

static bool add_error(
	struct arena *arena, struct repair *repair, const struct unit *unit, const struct unit_error *error)
{
	static const struct {
		const char *prefix;
		bool is_type;
	} forms[] = {{"use of undeclared identifier '", false}, {"unknown type name '", true},
		{"no template named '", false}, {"unknown template name '", false}, {"no type named '", true},
		{"no member named '", false}};
	if (strncmp(error->message, "expected namespace name", 23) == 0)
		return add_path(arena, repair, unit, error, false);
	if (strncmp(error->message, "variable length array declaration cannot have", 45) == 0)
		return repair->names.count && free_extents(repair);
	if (strncmp(error->message, "expected class name", 19) == 0)
		return add_path(arena, repair, unit, error, true);
	if (strncmp(error->message, "template argument for", 21) == 0)
		return turn_parameter(arena, repair, unit, error);
	if (*error->message == '\'')
		return turn_to_value(arena, repair, error->message);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const char *name = quoted(arena, error->message, forms[i].prefix);
		const char *space = name ? scope_of(arena, repair, error->message) : NULL;
		if (!space)
			continue;
		const struct use use = use_of(unit, error, name);
		return add(arena, repair, space, name, &use, forms[i].is_type);
	}
	return ban(arena, repair, error->message);
}

static bool is_named(const struct invented *invented, const char *qualified)
{
	size_t space = strlen(invented->space);
	return space ? strncmp(qualified, invented->space, space) == 0 &&
			       strncmp(qualified + space, "::", 2) == 0 &&
			       strcmp(qualified + space + 2, invented->name) == 0
		     : strcmp(qualified, invented->name) == 0;
}

/* Takes back functions that the text has after all, behind something that wasn't understood before. */
static bool drop_defined(const struct unit *unit, struct repair *repair)
{
	bool dropped = false;
	for (size_t i = 0; i < repair->names.count; i++) {
		struct invented *invented = &repair->names.data[i];
		bool is_function =
			!invented->is_banned &&
			(invented->kind == INVENTED_FUNCTION || invented->kind == INVENTED_FUNCTION_TEMPLATE);
		for (size_t k = 0; is_function && !invented->is_banned && k < unit->module->functions.count;
			k++)
			invented->is_banned = is_named(invented, unit->module->functions.data[k]->qualified);
		dropped |= is_function && invented->is_banned;
	}
	return dropped;
}

bool repair_extend(struct arena *arena, const struct unit *unit, struct repair *repair)
{
	bool changed = drop_defined(unit, repair);
	for (size_t i = 0; i < unit->errors.count; i++)
		changed |= add_error(arena, repair, unit, &unit->errors.data[i]);
	return changed;
}

bool repair_extend_members(struct arena *arena, const struct unit *unit, struct repair *repair)
{
	bool changed = false;
	for (size_t i = 0; i < unit->errors.count; i++) {
		const struct unit_error *error = &unit->errors.data[i];
		bool is_member = strncmp(error->message, "no member named '", 17) == 0 ||
				 strncmp(error->message, "no type named '", 15) == 0;
		if (is_member && strstr(error->message, "' in '"))
			changed |= add_error(arena, repair, unit, error);
	}
	return changed;
}
