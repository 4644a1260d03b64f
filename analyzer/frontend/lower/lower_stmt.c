/* Statements. libclang leaves out children that are null, so the parts of `for`, `if` and `switch` are told
 * apart by what stands around them in the source; inside macros, by their kind and type. */
#include "analyzer/frontend/lower/lower.h"

#include <ctype.h>
#include <string.h>

static struct ir_stmt *make(struct lower *lower, CXCursor cursor, enum ir_stmt_kind kind)
{
	struct ir_stmt *stmt = ARENA_NEW(lower->arena, struct ir_stmt);
	stmt->kind = kind;
	stmt->range = lower_range(cursor);
	return stmt;
}

static CXCursor child(const struct lower *lower, size_t index)
{
	return lower->stack.data[index];
}

static bool is_kind(const struct lower *lower, size_t index, enum CXCursorKind kind)
{
	return clang_getCursorKind(child(lower, index)) == kind;
}

/* Declarations in a DeclStmt or a condition: variables; local types and aliases mean nothing here. */
static void add_vars(struct lower *lower, struct ir_stmt *stmt, size_t first, size_t count)
{
	lower_var_list vars = {0};
	for (size_t i = 0; i < count; i++) {
		CXCursor cursor = child(lower, first + i);
		if (lower_is_decomposition(cursor))
			lower_decomposition(lower, cursor, &vars);
		if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
			continue;
		struct ir_var *var = lower_var(lower, cursor);
		lower_var_init(lower, cursor, var);
		vec_push(lower->arena, &vars, var);
	}
	stmt->vars = vars.data;
	stmt->var_count = vars.count;
}

static struct ir_stmt *lower_children(
	struct lower *lower, CXCursor cursor, enum ir_stmt_kind kind, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, kind);
	if (!count)
		return stmt;
	stmt->children = ARENA_ARRAY(lower->arena, struct ir_stmt *, count);
	for (size_t i = 0; i < count; i++)
		stmt->children[i] = lower_stmt(lower, child(lower, first + i));
	stmt->child_count = count;
	return stmt;
}

/* The first character behind a node that is not white space; 0 when it can't be told. */
static char after(struct lower *lower, CXCursor cursor)
{
	size_t available = 0;
	const char *text = lower_text(lower, clang_getRangeEnd(clang_getCursorExtent(cursor)), &available);
	for (size_t i = 0; text && i < available; i++)
		if (!isspace((unsigned char)text[i]))
			return text[i];
	return '\0';
}

/* Condition variable and init-statement, which come before the condition. Returns how many children they
 * take. */
static size_t lower_prelude(
	struct lower *lower, struct ir_stmt *stmt, size_t first, size_t count, size_t needed)
{
	size_t taken = 0;
	if (taken < count && is_kind(lower, first, CXCursor_VarDecl)) {
		add_vars(lower, stmt, first, 1);
		taken++;
	}
	if (taken < count && is_kind(lower, first + taken, CXCursor_DeclStmt)) {
		stmt->init = lower_stmt(lower, child(lower, first + taken));
		taken++;
	} else if (count - taken > needed && lower_is_expr(child(lower, first + taken)) &&
		   after(lower, child(lower, first + taken)) == ';') {
		stmt->init = lower_stmt(lower, child(lower, first + taken));
		taken++;
	}
	return taken;
}

/* Whether the word after `if` is constexpr. */
static bool is_constexpr_if(struct lower *lower, CXCursor cursor)
{
	size_t available = 0;
	const char *text = lower_text(lower, clang_getRangeStart(clang_getCursorExtent(cursor)), &available);
	if (!text || available < 12 || strncmp(text, "if", 2) != 0)
		return false;
	size_t i = 2;
	while (i < available && isspace((unsigned char)text[i]))
		i++;
	return available - i > 9 && strncmp(text + i, "constexpr", 9) == 0;
}

static struct ir_stmt *lower_if(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_IF);
	stmt->is_constexpr = is_constexpr_if(lower, cursor);
	size_t taken = lower_prelude(lower, stmt, first, count, 2);
	if (taken < count)
		stmt->expr = lower_expr(lower, child(lower, first + taken++));
	if (taken < count)
		stmt->body = lower_stmt(lower, child(lower, first + taken++));
	if (taken < count)
		stmt->other = lower_stmt(lower, child(lower, first + taken++));
	return stmt;
}

/* Offsets of the two semicolons and the parenthesis that ends `for (init; cond; step)`, relative to its
 * start; false where the loop doesn't start with `for`, as when a macro's argument does. */
static bool for_separators(struct lower *lower, CXCursor cursor, size_t offsets[3])
{
	size_t available = 0;
	const char *text = lower_text(lower, clang_getRangeStart(clang_getCursorExtent(cursor)), &available);
	if (!text || available < 5 || strncmp(text, "for", 3) != 0)
		return false;
	size_t found = 0, level = 0;
	for (size_t i = 3; i < available; i++) {
		char c = text[i];
		if (c == '/' && i + 1 < available && text[i + 1] == '/') {
			while (i < available && text[i] != '\n')
				i++;
		} else if (c == '/' && i + 1 < available && text[i + 1] == '*') {
			for (i += 2; i + 1 < available && (text[i] != '*' || text[i + 1] != '/'); i++)
				;
		} else if (c == '"' || c == '\'') {
			for (i++; i < available && text[i] != c; i++)
				i += text[i] == '\\';
		} else if (strchr("([{", c)) {
			level++;
		} else if (strchr(")]}", c)) {
			if (--level == 0) {
				offsets[2] = i;
				return found == 2;
			}
		} else if (c == ';' && level == 1 && found < 2) {
			offsets[found++] = i;
		}
	}
	return false;
}

enum part { PART_INIT, PART_CONDITION, PART_STEP };

/* False when the part is spelled elsewhere than the loop: in a macro's argument. */
static bool part_by_position(CXCursor loop, CXCursor cursor, const size_t offsets[3], enum part *part)
{
	CXFile file, other;
	unsigned base, at;
	clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(loop)), &file, NULL, NULL, &base);
	clang_getSpellingLocation(
		clang_getRangeStart(clang_getCursorExtent(cursor)), &other, NULL, NULL, &at);
	if (other != file || at < base || at - base > offsets[2])
		return false;
	size_t offset = at - base;
	*part = offset < offsets[0] ? PART_INIT : offset < offsets[1] ? PART_CONDITION : PART_STEP;
	return true;
}

static enum part part_by_kind(CXCursor cursor, bool seen_condition)
{
	if (clang_getCursorKind(cursor) == CXCursor_DeclStmt)
		return PART_INIT;
	if (!seen_condition && clang_getCanonicalType(clang_getCursorType(cursor)).kind == CXType_Bool)
		return PART_CONDITION;
	return seen_condition ? PART_STEP : PART_INIT;
}

static struct ir_stmt *lower_for(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_FOR);
	size_t offsets[3];
	bool by_position = for_separators(lower, cursor, offsets);
	for (size_t i = 0; i + 1 < count; i++) {
		CXCursor at = child(lower, first + i);
		if (clang_getCursorKind(at) == CXCursor_VarDecl) {
			add_vars(lower, stmt, first + i, 1);
			continue;
		}
		enum part part;
		if (!by_position || !part_by_position(cursor, at, offsets, &part))
			part = part_by_kind(at, stmt->expr != NULL);
		if (part == PART_INIT)
			stmt->init = lower_stmt(lower, at);
		else if (part == PART_CONDITION)
			stmt->expr = lower_expr(lower, at);
		else
			stmt->step = lower_expr(lower, at);
	}
	if (count)
		stmt->body = lower_stmt(lower, child(lower, first + count - 1));
	return stmt;
}

static struct ir_stmt *lower_range_for(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_RANGE_FOR);
	for (size_t i = 0; i < count; i++) {
		CXCursor at = child(lower, first + i);
		if (clang_getCursorKind(at) == CXCursor_VarDecl || lower_is_decomposition(at))
			add_vars(lower, stmt, first + i, 1);
		else if (i + 1 == count)
			stmt->body = lower_stmt(lower, at);
		else if (lower_is_expr(at))
			stmt->expr = lower_expr(lower, at);
	}
	if (stmt->var_count && stmt->expr)
		lower_mark_bound(stmt->vars[0]->type, stmt->expr);
	return stmt;
}

static struct ir_stmt *lower_conditional_body(
	struct lower *lower, CXCursor cursor, enum ir_stmt_kind kind, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, kind);
	size_t taken = lower_prelude(lower, stmt, first, count, 2);
	if (taken < count)
		stmt->expr = lower_expr(lower, child(lower, first + taken++));
	if (taken < count)
		stmt->body = lower_stmt(lower, child(lower, first + taken));
	return stmt;
}

static struct ir_stmt *lower_do(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_DO);
	if (count)
		stmt->body = lower_stmt(lower, child(lower, first));
	if (count > 1)
		stmt->expr = lower_expr(lower, child(lower, first + 1));
	return stmt;
}

static struct ir_stmt *lower_case(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_CASE);
	if (count)
		stmt->expr = lower_expr(lower, child(lower, first));
	if (count > 2)
		stmt->step = lower_expr(lower, child(lower, first + 1));
	if (count > 1)
		stmt->body = lower_stmt(lower, child(lower, first + count - 1));
	return stmt;
}

static struct ir_stmt *lower_try(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, IR_TRY);
	if (count)
		stmt->body = lower_stmt(lower, child(lower, first));
	VEC(struct ir_stmt *) handlers = {0};
	for (size_t i = 1; i < count; i++) {
		CXCursor handler = child(lower, first + i);
		size_t inner = cx_push_children(&lower->stack, handler), start = lower->stack.count - inner;
		for (size_t k = 0; k < inner; k++)
			if (is_kind(lower, start + k, CXCursor_CompoundStmt)) {
				struct ir_stmt *body = lower_stmt(lower, child(lower, start + k));
				vec_push(lower->arena, &handlers, body);
			}
		lower->stack.count = start;
	}
	stmt->children = handlers.data;
	stmt->child_count = handlers.count;
	return stmt;
}

static struct ir_stmt *lower_with_expr(
	struct lower *lower, CXCursor cursor, enum ir_stmt_kind kind, size_t first, size_t count)
{
	struct ir_stmt *stmt = make(lower, cursor, kind);
	if (count)
		stmt->expr = lower_expr(lower, child(lower, first));
	return stmt;
}

static struct ir_stmt *lower_label(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	bool is_goto = clang_getCursorKind(cursor) != CXCursor_LabelStmt;
	struct ir_stmt *stmt = make(lower, cursor, is_goto ? IR_GOTO : IR_LABEL);
	CXCursor named = is_goto && count ? child(lower, first) : cursor;
	stmt->label = cx_take(lower->arena, clang_getCursorSpelling(named));
	if (!is_goto && count)
		stmt->body = lower_stmt(lower, child(lower, first + count - 1));
	return stmt;
}

/* Attributed statements (#pragma unroll, [[likely]]) wrap one statement; anything else keeps its children. */
static struct ir_stmt *lower_unexposed(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		CXCursor at = child(lower, first + i);
		if (clang_isStatement(clang_getCursorKind(at)) || lower_is_expr(at))
			lower->stack.data[first + kept++] = at;
	}
	if (kept && clang_isStatement(clang_getCursorKind(child(lower, first + kept - 1))))
		return lower_stmt(lower, child(lower, first + kept - 1));
	return lower_children(lower, cursor, IR_UNKNOWN_STMT, first, kept);
}

static struct ir_stmt *dispatch(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	struct ir_stmt *stmt;
	switch (kind) {
	case CXCursor_CompoundStmt: return lower_children(lower, cursor, IR_BLOCK, first, count);
	case CXCursor_DeclStmt:
		stmt = make(lower, cursor, IR_DECL);
		add_vars(lower, stmt, first, count);
		return stmt;
	case CXCursor_IfStmt: return lower_if(lower, cursor, first, count);
	case CXCursor_ForStmt: return lower_for(lower, cursor, first, count);
	case CXCursor_CXXForRangeStmt: return lower_range_for(lower, cursor, first, count);
	case CXCursor_WhileStmt: return lower_conditional_body(lower, cursor, IR_WHILE, first, count);
	case CXCursor_SwitchStmt: return lower_conditional_body(lower, cursor, IR_SWITCH, first, count);
	case CXCursor_DoStmt: return lower_do(lower, cursor, first, count);
	case CXCursor_CaseStmt: return lower_case(lower, cursor, first, count);
	case CXCursor_DefaultStmt:
		stmt = make(lower, cursor, IR_DEFAULT);
		if (count)
			stmt->body = lower_stmt(lower, child(lower, first));
		return stmt;
	case CXCursor_ReturnStmt: return lower_with_expr(lower, cursor, IR_RETURN, first, count);
	case CXCursor_BreakStmt: return make(lower, cursor, IR_BREAK);
	case CXCursor_ContinueStmt: return make(lower, cursor, IR_CONTINUE);
	case CXCursor_NullStmt: return make(lower, cursor, IR_EMPTY);
	case CXCursor_LabelStmt:
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt: return lower_label(lower, cursor, first, count);
	case CXCursor_CXXTryStmt: return lower_try(lower, cursor, first, count);
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt:
		stmt = make(lower, cursor, IR_ASM);
		stmt->assembly = lower_asm(lower, cursor, first, count);
		return stmt;
	default: return lower_unexposed(lower, cursor, first, count);
	}
}

struct ir_stmt *lower_stmt(struct lower *lower, CXCursor cursor)
{
	if (lower->depth >= LOWER_MAX_DEPTH)
		return make(lower, cursor, IR_UNKNOWN_STMT);
	lower->depth++;
	struct ir_stmt *stmt;
	if (lower_is_expr(cursor)) {
		stmt = make(lower, cursor, IR_EXPR);
		stmt->expr = lower_expr(lower, cursor);
	} else {
		size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
		stmt = dispatch(lower, cursor, first, count);
		lower->stack.count = first;
	}
	lower->depth--;
	return stmt;
}
