/* Types, records, qualified names and template arguments. Every CXType is lowered once; qualifiers make it
 * another. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

static const struct ir_type unknown_type = {
	.kind = IR_TYPE_UNKNOWN, .size = -1, .align = -1, .count = -1, .name = ""};

static void lower_scalar(CXType type, struct ir_type *out)
{
	switch (type.kind) {
	case CXType_Void: out->kind = IR_TYPE_VOID; break;
	case CXType_Bool: out->kind = IR_TYPE_BOOL; break;
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_WChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
	case CXType_Int128:
		out->kind = IR_TYPE_INT;
		out->is_signed = true;
		break;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
	case CXType_UInt128: out->kind = IR_TYPE_INT; break;
	case CXType_Half:
	case CXType_Float16:
	case CXType_BFloat16:
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
	case CXType_Float128:
		out->kind = IR_TYPE_FLOAT;
		out->is_signed = true;
		break;
	case CXType_Dependent: out->kind = IR_TYPE_DEPENDENT; break;
	default: out->kind = IR_TYPE_UNKNOWN; break;
	}
}

static void lower_compound(struct lower *lower, CXType type, struct ir_type *out)
{
	switch (type.kind) {
	case CXType_Enum:
		out->kind = IR_TYPE_ENUM;
		out->element =
			lower_type(lower, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
		out->is_signed = out->element->is_signed;
		break;
	case CXType_Pointer:
		out->kind = IR_TYPE_POINTER;
		out->element = lower_type(lower, clang_getPointeeType(type));
		break;
	case CXType_LValueReference:
	case CXType_RValueReference:
		out->kind = IR_TYPE_REFERENCE;
		out->element = lower_type(lower, clang_getPointeeType(type));
		break;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
	case CXType_DependentSizedArray:
		out->kind = IR_TYPE_ARRAY;
		out->element = lower_type(lower, clang_getArrayElementType(type));
		out->count = type.kind == CXType_ConstantArray ? clang_getArraySize(type) : -1;
		if (type.kind == CXType_VariableArray && lower->invented && lower->function)
			lower->function->rests_on_invented = true; /* it may be the extent that is made up */
		break;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		out->kind = IR_TYPE_FUNCTION;
		out->element = lower_type(lower, clang_getResultType(type));
		break;
	case CXType_Record:
		if (lower_is_invented(lower, clang_getTypeDeclaration(type))) {
			out->kind = IR_TYPE_DEPENDENT;
			break;
		}
		out->kind = IR_TYPE_RECORD;
		out->record = lower_record(lower, clang_getTypeDeclaration(type), type);
		break;
	default: lower_scalar(type, out); break;
	}
}

/* libclang crashes when asked for the size of its placeholder types. */
static bool has_layout(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_TYPE_BOOL:
	case IR_TYPE_INT:
	case IR_TYPE_FLOAT:
	case IR_TYPE_ENUM:
	case IR_TYPE_POINTER: return true;
	case IR_TYPE_RECORD: return type->record && !type->record->is_unsized;
	case IR_TYPE_REFERENCE: return has_layout(type->element);
	case IR_TYPE_ARRAY: return type->count >= 0 && has_layout(type->element);
	default: return false;
	}
}

/* "(lambda at /a/b.cu:3:5)" becomes "(lambda at b.cu:3:5)": the same on every machine. */
static char *without_folders(char *name)
{
	for (char *at = name; (at = strstr(at, "(lambda at "));) {
		at += strlen("(lambda at ");
		char *end = strchr(at, ')'), *base = at;
		for (char *c = at; end && c < end; c++)
			if (*c == '/')
				base = c + 1;
		memmove(at, base, strlen(base) + 1);
	}
	return name;
}

/* Among invented declarations: a function that has to do with a type of which nothing is known rests on them.
 */
static void note_use(struct lower *lower, const struct ir_type *type)
{
	while (type->element && type->kind != IR_TYPE_ENUM)
		type = type->element;
	bool is_unsized = type->kind == IR_TYPE_DEPENDENT ||
			  (type->kind == IR_TYPE_RECORD && type->record && type->record->is_unsized);
	for (struct ir_function *function = lower->function; function && is_unsized;
		function = function->parent)
		function->rests_on_invented = true;
}

const struct ir_type *lower_type(struct lower *lower, CXType type)
{
	if (type.kind == CXType_Invalid)
		return &unknown_type;
	void **slot = cx_map_type(&lower->types, type);
	if (*slot && lower->invented)
		note_use(lower, *slot);
	if (*slot)
		return *slot;
	struct ir_type *out = ARENA_NEW(lower->arena, struct ir_type);
	*slot = out;
	CXType canonical = clang_getCanonicalType(type);
	*out = (struct ir_type){.size = -1, .align = -1, .count = -1};
	out->is_const = clang_isConstQualifiedType(canonical);
	out->is_volatile = clang_isVolatileQualifiedType(canonical);
	out->is_restrict = clang_isRestrictQualifiedType(canonical);
	out->name = without_folders(cx_take(lower->arena, clang_getTypeSpelling(canonical)));
	if (lower->depth++ < LOWER_MAX_DEPTH)
		lower_compound(lower, canonical, out);
	lower->depth--;
	if (out->kind == IR_TYPE_UNKNOWN && strstr(out->name, "dependent"))
		out->kind = IR_TYPE_DEPENDENT;
	if (out->kind == IR_TYPE_UNKNOWN && canonical.kind == CXType_Unexposed)
		out->kind = IR_TYPE_DEPENDENT;
	if (has_layout(out)) {
		long long size = clang_Type_getSizeOf(canonical), align = clang_Type_getAlignOf(canonical);
		out->size = size >= 0 ? size : -1; /* negative answers are errors */
		out->align = align >= 0 ? align : -1;
	}
	if (lower->invented)
		note_use(lower, out);
	return out;
}

/* `true` is one bit wide, and comes sign-extended. */
static int64_t template_value(CXCursor cursor, unsigned index)
{
	int64_t value = clang_Cursor_getTemplateArgumentValue(cursor, index);
	return value == -1 && clang_Cursor_getTemplateArgumentUnsignedValue(cursor, index) == 1 ? 1 : value;
}

const struct ir_template_arg *lower_template_args(struct lower *lower, CXCursor cursor, size_t *count)
{
	int total = clang_Cursor_getNumTemplateArguments(cursor);
	*count = total > 0 ? (size_t)total : 0;
	if (!*count)
		return NULL;
	struct ir_template_arg *args = ARENA_ARRAY(lower->arena, struct ir_template_arg, *count);
	for (unsigned i = 0; i < *count; i++) {
		switch (clang_Cursor_getTemplateArgumentKind(cursor, i)) {
		case CXTemplateArgumentKind_Type:
			args[i].type = lower_type(lower, clang_Cursor_getTemplateArgumentType(cursor, i));
			break;
		case CXTemplateArgumentKind_Integral:
			args[i].is_value = true;
			args[i].value = template_value(cursor, i);
			break;
		default: break;
		}
	}
	return args;
}

const char *lower_args_text(struct lower *lower, const struct ir_template_arg *args, size_t count)
{
	if (!count)
		return "";
	char *text = arena_strdup(lower->arena, "<");
	for (size_t i = 0; i < count; i++) {
		const char *comma = i ? ", " : "";
		if (args[i].type)
			text = arena_printf(lower->arena, "%s%s%s", text, comma, args[i].type->name);
		else if (args[i].is_value)
			text = arena_printf(lower->arena, "%s%s%lld", text, comma, (long long)args[i].value);
		else
			text = arena_printf(lower->arena, "%s%s...", text, comma);
	}
	return arena_printf(lower->arena, "%s>", text);
}

const char *lower_qualified_name(struct lower *lower, CXCursor cursor)
{
	char *name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	enum CXCursorKind kind = clang_getCursorKind(parent);
	if (clang_Cursor_isNull(parent) || kind == CXCursor_TranslationUnit || clang_isInvalid(kind))
		return name;
	void **slot = cx_map_cursor(&lower->scopes, parent);
	const char *scope = *slot;
	if (!scope) {
		bool through = kind == CXCursor_LinkageSpec || kind == CXCursor_FunctionDecl ||
			       kind == CXCursor_CXXMethod;
		scope = through ? "" : lower_qualified_name(lower, parent);
		*cx_map_cursor(&lower->scopes, parent) = (void *)(uintptr_t)scope;
	}
	return *scope ? arena_printf(lower->arena, "%s::%s", scope, name) : name;
}

struct field_list {
	struct lower *lower;
	VEC(struct ir_field) fields;
	VEC(CXCursor) inits; /* of each field; null: none */
	VEC(const struct ir_type *) bases;
	bool is_unsized, has_destructor;
};

/* A member whose size is made up: what comes behind it is nobody knows where. */
static void note_size(struct field_list *list, const struct ir_type *type)
{
	while (type->kind == IR_TYPE_ARRAY)
		type = type->element;
	bool is_unsized = type->kind == IR_TYPE_DEPENDENT ||
			  (type->kind == IR_TYPE_RECORD && type->record && type->record->is_unsized);
	list->is_unsized |= list->lower->invented && is_unsized;
}

/* The initialiser in a member's declaration: the expression that it ends with. */
static CXCursor field_init(struct lower *lower, CXCursor cursor)
{
	size_t count = cx_push_children(&lower->stack, cursor);
	CXCursor last = count ? lower->stack.data[lower->stack.count - 1] : clang_getNullCursor();
	lower->stack.count -= count;
	if (!count || !lower_is_expr(last) || clang_Cursor_isBitField(cursor))
		return clang_getNullCursor();
	CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(last));
	bool is_last = clang_equalLocations(end, clang_getRangeEnd(clang_getCursorExtent(cursor)));
	return is_last ? last : clang_getNullCursor();
}

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
	struct field_list *list = data;
	struct lower *lower = list->lower;
	struct ir_field field = {.offset = -1, .bit_width = -1};
	field.name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	field.type = lower_type(lower, clang_getCursorType(cursor));
	long long bits = clang_Cursor_getOffsetOfField(cursor);
	if (bits >= 0)
		field.offset = bits / 8;
	if (clang_Cursor_isBitField(cursor))
		field.bit_width = clang_getFieldDeclBitWidth(cursor);
	field.range = lower_range(cursor);
	CXCursor init = field_init(lower, cursor);
	note_size(list, field.type);
	vec_push(lower->arena, &list->fields, field);
	vec_push(lower->arena, &list->inits, init);
	return CXVisit_Continue;
}

static enum CXChildVisitResult find_destructor(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	bool is_found = clang_getCursorKind(cursor) == CXCursor_Destructor;
	*(bool *)data |= is_found;
	return is_found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Whether the template of an instantiation declares a destructor: not all that an instantiation has is
 * visited with it. */
static bool pattern_has_destructor(struct lower *lower, CXCursor declaration)
{
	static char yes, no;
	CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
	if (clang_Cursor_isNull(pattern))
		return false;
	void **known = cx_map_cursor(&lower->owners, pattern);
	if (!*known) {
		bool found = false;
		clang_visitChildren(pattern, find_destructor, &found);
		*known = found ? &yes : &no;
	}
	return *known == &yes;
}

/* The members of unnamed structs and unions within are members of the whole; they come after its own. Of the
 * others, a destructor counts. */
static enum CXChildVisitResult add_unnamed(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct field_list *list = data;
	CXType type = clang_getCursorType(cursor);
	list->has_destructor |= clang_getCursorKind(cursor) == CXCursor_Destructor;
	if (!clang_Cursor_isAnonymousRecordDecl(cursor))
		return CXChildVisit_Continue;
	const struct ir_record *inner = lower_record(list->lower, cursor, type);
	for (size_t i = 0; i < inner->field_count; i++) {
		struct ir_field field = inner->fields[i];
		long long bits = clang_Type_getOffsetOf(clang_getCursorType(parent), field.name);
		if (bits >= 0 && *field.name) {
			field.offset = bits / 8;
			vec_push(list->lower->arena, &list->fields, field);
		}
	}
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult add_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct field_list *list = data;
	if (clang_getCursorKind(cursor) != CXCursor_CXXBaseSpecifier)
		return CXChildVisit_Break; /* bases come first */
	const struct ir_type *type = lower_type(list->lower, clang_getCursorType(cursor));
	note_size(list, type);
	vec_push(list->lower->arena, &list->bases, type);
	return CXChildVisit_Continue;
}

static bool is_std(const struct ir_record *record, const char *name)
{
	return record->is_system && strcmp(record->name, name) == 0;
}

/* The standard library's insides are of no use to any rule, and there are many. */
static bool is_opaque(const struct ir_record *record)
{
	return record->is_system && !is_std(record, "std::pair") &&
	       (strncmp(record->name, "std::", 5) == 0 || strncmp(record->name, "__gnu", 5) == 0);
}

/* The elements of a std::tuple, one after the other: where a library puts them is its own affair. */
static void add_elements(struct lower *lower, CXType type, struct field_list *list)
{
	int count = clang_Type_getNumTemplateArguments(type);
	int64_t offset = 0;
	for (int i = 0; i < count; i++) {
		struct ir_field field = {.bit_width = -1, .name = arena_printf(lower->arena, "%d", i)};
		field.type = lower_type(lower, clang_Type_getTemplateArgumentAsType(type, (unsigned)i));
		if (field.type->size < 0 || field.type->align <= 0) {
			list->fields.count = 0;
			return;
		}
		field.offset = (offset + field.type->align - 1) / field.type->align * field.type->align;
		offset = field.offset + field.type->size;
		vec_push(lower->arena, &list->fields, field);
	}
}

struct ir_record *lower_record(struct lower *lower, CXCursor declaration, CXType type)
{
	CXCursor canonical = clang_getCanonicalCursor(declaration);
	void **slot = cx_map_cursor(&lower->records, canonical);
	if (*slot)
		return *slot;
	struct ir_record *record = ARENA_NEW(lower->arena, struct ir_record);
	*slot = record;
	record->name = without_folders(arena_strdup(lower->arena, lower_qualified_name(lower, declaration)));
	record->cuda = cuda_type_find(record->name);
	record->is_lambda = strstr(record->name, "(lambda at ") != NULL || *record->name == '\0';
	record->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
	record->is_system = lower_in_system(lower, declaration);
	record->args = lower_template_args(lower, declaration, &record->arg_count);
	struct field_list list = {.lower = lower};
	if (!is_opaque(record)) {
		clang_Type_visitFields(type, add_field, &list);
		clang_visitChildren(declaration, add_unnamed, &list);
		clang_visitChildren(declaration, add_base, &list);
	} else if (is_std(record, "std::tuple")) {
		add_elements(lower, type, &list);
	}
	record->fields = list.fields.data;
	record->field_count = list.fields.count;
	record->is_unsized = list.is_unsized;
	record->has_destructor =
		!record->is_system && (list.has_destructor || pattern_has_destructor(lower, declaration));
	for (size_t i = 0; i < list.fields.count && list.is_unsized; i++)
		list.fields.data[i].offset = -1;
	record->bases = list.bases.data;
	record->base_count = list.bases.count;
	for (size_t i = 0; i < list.inits.count && !record->is_system; i++) {
		struct pending_init init = {record, i, list.inits.data[i]};
		if (!clang_Cursor_isNull(init.cursor))
			vec_push(lower->arena, &lower->inits, init);
	}
	return record;
}
