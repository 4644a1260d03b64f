/* Which errors count. nvcc takes what clang rejects, and this parse sees every function as the device does,
 * so many of clang's errors say nothing about the source. libclang gives no identifiers for them, only
 * messages: one table. */
#include "analyzer/frontend/diagnostics.h"

#include <string.h>

#include "analyzer/base/path.h"

/* Messages that begin so are no errors in CUDA as nvcc compiles it. */
static const char *const tolerated[] = {
	"reference to __host__ ",
	"reference to __device__ ",
	"reference to __global__ function",
	"initialization is not supported for __shared__",
	"dynamic initialization is not supported for",
	"cannot use 'throw'",
	"cannot use 'try'",
	"CUDA device code does not support variadic functions",
	"variable-length arrays are not supported",
	"cannot use variable-length arrays in ",
	"host variable ",
	"capture host variable",
	"capture host side class data member",
	"kernel call to non-global function",
	"'__float128' is not supported on this target",
	"__float128 is not supported on this target",
	"exceptions are disabled",
	"cannot use 'dynamic_cast'",
	"use of typeid requires",
	"thread-local storage is not supported",
	"invalid register name",
	"invalid input constraint",
	"invalid output constraint",
	"unknown register name",
	"constraint '",
	"value '",
	"inline assembly",
	"invalid instruction",
	"builtin is not supported on this target",
	"'long double' is not supported",
	"'__int128' is not supported",
	"unknown type name '__nv_bfloat16' in asm",
	"__launch_bounds__ attribute requires",
	"declaration of 'va_list'",
	"needs target feature",
	"attribute only applies to",
	"no matching function for call to 'cudaConfigureCall'",
	"an attribute list cannot appear here", /* __shared__ alignas(16) float x[4] */
	"variable-sized object may not be initialized",
	"invalid % escape in inline assembly string",
};

static bool is_tolerated(const char *message)
{
	for (size_t i = 0; i < sizeof tolerated / sizeof *tolerated; i++)
		if (strncmp(message, tolerated[i], strlen(tolerated[i])) == 0)
			return true;
	/* "'x' (of type long double) requires 128 bit size support, but target does not support it" */
	return strstr(message, "is used but not defined in this translation unit") ||
	       strstr(message, "but target 'nvptx64") || strstr(message, "but target does not support it");
}

/* A kernel launched by a kernel: where it is overloaded or a template, clang finds "no matching function",
 * and a note tells why. */
static bool is_nested_launch(CXDiagnostic diagnostic, const char *message)
{
	static const char what[] = "no matching function for call to ";
	static const char reason[] = "candidate function not viable: call to __global__ function from ";
	if (strncmp(message, what, sizeof what - 1) != 0)
		return false;
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	unsigned count = clang_getNumDiagnosticsInSet(notes);
	bool found = false;
	for (unsigned i = 0; i < count && !found; i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		CXString text = clang_getDiagnosticSpelling(note);
		found = strncmp(clang_getCString(text), reason, sizeof reason - 1) == 0;
		clang_disposeString(text);
		clang_disposeDiagnostic(note);
	}
	return found;
}

static bool inside(const struct ir_place *outer, const struct ir_place *inner)
{
	return outer->file == inner->file && outer->begin <= inner->begin && inner->begin <= outer->end;
}

/* A header that is there but may not be read; its path, or NULL. */
static const char *refused_header(struct arena *arena, const char *message)
{
	static const char begin[] = "cannot open file '";
	const char *path = message + sizeof begin - 1;
	const char *end =
		strncmp(message, begin, sizeof begin - 1) ? NULL : strstr(path, "': Permission denied");
	return end ? arena_strndup(arena, path, (size_t)(end - path)) : NULL;
}

/* Whether "'NAME' file not found" is about the header at `path`. */
static bool is_about(const char *message, const char *path)
{
	const char *tail = strstr(message, "' file not found");
	size_t length = tail ? (size_t)(tail - message - 1) : 0, whole = strlen(path);
	return length && whole >= length && !strncmp(path + whole - length, message + 1, length);
}

/* Of a header that may not be read, libclang may go on to say that it isn't found. */
static bool is_said_later(CXTranslationUnit tu, unsigned index, const char *path)
{
	bool is_said = false;
	for (unsigned i = index + 1; i < clang_getNumDiagnostics(tu) && !is_said; i++) {
		CXDiagnostic later = clang_getDiagnostic(tu, i);
		CXString text = clang_getDiagnosticSpelling(later);
		is_said = is_about(clang_getCString(text), path);
		clang_disposeString(text);
		clang_disposeDiagnostic(later);
	}
	return is_said;
}

static void note_missing(struct unit *unit, const char *message)
{
	const char *tail = strstr(message, "' file not found");
	const char *refused = refused_header(unit->arena, message);
	const char *name = refused ? path_display(unit->arena, refused) : NULL;
	if (!name && (!tail || message[0] != '\''))
		return;
	if (!name)
		name = arena_strndup(unit->arena, message + 1, (size_t)(tail - message - 1));
	for (size_t i = 0; i < unit->missing_includes.count; i++)
		if (strcmp(unit->missing_includes.data[i], name) == 0)
			return;
	vec_push(unit->arena, &unit->missing_includes, name);
}

/* Errors of an instantiation lie in the pattern's text: every function whose range holds the place is
 * damaged. */
static void damage_functions(struct unit *unit, struct unit_error *error, const struct ir_place *ranges)
{
	const struct ir_module *module = unit->module;
	uint32_t smallest = UINT32_MAX;
	for (size_t i = 0; i < module->functions.count; i++) {
		struct ir_function *function = module->functions.data[i];
		if (!inside(&ranges[i], &error->place))
			continue;
		function->body_state = IR_BODY_DAMAGED;
		if (ranges[i].end - ranges[i].begin < smallest) {
			smallest = ranges[i].end - ranges[i].begin;
			error->function = function->display;
		}
	}
}

static void name_damaged(struct unit *unit)
{
	for (size_t i = 0; i < unit->module->functions.count; i++) {
		const struct ir_function *function = unit->module->functions.data[i];
		if (function->body_state != IR_BODY_DAMAGED || function->is_lambda)
			continue;
		bool known = false;
		for (size_t k = 0; k < unit->damaged.count && !known; k++)
			known = strcmp(unit->damaged.data[k], function->display) == 0;
		if (!known)
			vec_push(unit->arena, &unit->damaged, function->display);
	}
}

static void add_error(struct lower *lower, struct unit *unit, CXDiagnostic diagnostic, const char *message)
{
	unit->error_count++;
	note_missing(unit, message);
	if (unit->errors.count >= 1000)
		return;
	struct unit_error error = {.message = message, .place.file = UINT32_MAX};
	CXFile file;
	unsigned line, column, offset;
	CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);
	clang_getExpansionLocation(location, &file, &line, &column, &offset);
	if (file) {
		error.place = (struct ir_place){.file = lower_file(lower, file, location),
			.begin = offset,
			.end = offset,
			.line = line,
			.column = column,
			.end_line = line,
			.end_column = column};
		error.range = (struct ir_range){location.int_data, location.int_data};
	}
	vec_push(unit->arena, &unit->errors, error);
}

static bool counts(CXDiagnostic diagnostic, const char *message)
{
	return !is_tolerated(message) && !is_nested_launch(diagnostic, message);
}

bool diagnostics_counts(CXDiagnostic diagnostic)
{
	if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error)
		return false;
	CXString message = clang_getDiagnosticSpelling(diagnostic);
	bool is_error = counts(diagnostic, clang_getCString(message));
	clang_disposeString(message);
	return is_error;
}

bool diagnostics_any(CXTranslationUnit tu)
{
	bool found = false;
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !found; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		found = diagnostics_counts(diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
	return found;
}

void diagnostics_collect(struct lower *lower, struct unit *unit)
{
	unsigned count = clang_getNumDiagnostics(lower->tu);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(lower->tu, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			char *message = cx_take(unit->arena, clang_getDiagnosticSpelling(diagnostic));
			const char *refused = refused_header(unit->arena, message);
			unit->has_refused |= refused != NULL;
			bool is_twice = refused && is_said_later(lower->tu, i, refused);
			if (!is_twice && counts(diagnostic, message))
				add_error(lower, unit, diagnostic, message);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	const struct ir_module *module = unit->module;
	if (unit->errors.count && module->functions.count) {
		struct ir_place *ranges = ARENA_ARRAY(unit->arena, struct ir_place, module->functions.count);
		for (size_t i = 0; i < module->functions.count; i++)
			if (!ir_locate(module, module->functions.data[i]->range, NULL, &ranges[i]))
				ranges[i].file = UINT32_MAX - 1;
		for (size_t i = 0; i < unit->errors.count; i++)
			damage_functions(unit, &unit->errors.data[i], ranges);
	}
	name_damaged(unit);
	bool nothing = module->functions.count == 0 && module->globals.count == 0;
	unit->status = !unit->error_count ? UNIT_OK : nothing ? UNIT_FAILED : UNIT_DEGRADED;
}
