/* Literals: read from the source text where that is the literal itself, else evaluated by libclang (a literal
 * that stands for a template argument, or comes out of token pasting, has no text of its own). */
#include "analyzer/frontend/lower/lower.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Integer text without digit separators and suffix; false when the text isn't a plain integer. */
static bool parse_integer(const char *text, size_t available, int64_t *value)
{
	char digits[80];
	size_t count = 0;
	for (size_t i = 0; i < available && count + 1 < sizeof digits; i++) {
		char c = text[i];
		if (c == '\'' && i + 1 < available && isalnum((unsigned char)text[i + 1]))
			continue;
		if (!isalnum((unsigned char)c) && c != '_')
			break;
		digits[count++] = c;
	}
	digits[count] = '\0';
	if (!isdigit((unsigned char)digits[0]))
		return false;
	bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
	char *end;
	errno = 0;
	unsigned long long number = strtoull(binary ? digits + 2 : digits, &end, binary ? 2 : 0);
	if (errno || strspn(end, "uUlLzZ") != strlen(end))
		return false;
	*value = (int64_t)number;
	return true;
}

static void evaluate(CXCursor cursor, struct ir_expr *expr)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	if (!result) {
		expr->kind = IR_UNKNOWN_EXPR;
		return;
	}
	switch (clang_EvalResult_getKind(result)) {
	case CXEval_Int:
		expr->kind = IR_INT;
		expr->integer = clang_EvalResult_isUnsignedInt(result)
					? (int64_t)clang_EvalResult_getAsUnsigned(result)
					: clang_EvalResult_getAsLongLong(result);
		break;
	case CXEval_Float:
		expr->kind = IR_REAL;
		expr->real = clang_EvalResult_getAsDouble(result);
		break;
	default: expr->kind = IR_UNKNOWN_EXPR; break;
	}
	clang_EvalResult_dispose(result);
}

static char unescaped(const char **at)
{
	char c = *(*at)++;
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case 'a': return '\a';
	case 'b': return '\b';
	case 'f': return '\f';
	case 'v': return '\v';
	default: break;
	}
	if (c < '0' || c > '7')
		return c;
	int value = c - '0';
	for (int i = 0; i < 2 && **at >= '0' && **at <= '7'; i++)
		value = (value * 8 + (*(*at)++ - '0')) & 0xff;
	return (char)value;
}

/* A string's spelling is the whole literal, adjacent ones joined, as it would be written in one piece. */
static void lower_string(struct lower *lower, CXCursor cursor, struct ir_expr *expr)
{
	const char *spelling = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	const char *at = strchr(spelling, '"'), *end = strrchr(spelling, '"');
	char *text = arena_alloc(lower->arena, strlen(spelling) + 1);
	size_t length = 0;
	if (at)
		at++;
	while (at && at < end) {
		if (*at == '\\') {
			at++;
			text[length++] = unescaped(&at);
		} else {
			text[length++] = *at++;
		}
	}
	expr->kind = IR_STRING;
	expr->string.text = text;
	expr->string.length = length;
}

void lower_literal(struct lower *lower, CXCursor cursor, struct ir_expr *expr)
{
	size_t available = 0;
	const char *text = lower_text(lower, clang_getCursorLocation(cursor), &available);
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_IntegerLiteral:
		if (text && parse_integer(text, available, &expr->integer))
			return;
		break;
	case CXCursor_CXXBoolLiteralExpr:
		if (text && available >= 4 &&
			(strncmp(text, "true", 4) == 0 || strncmp(text, "fals", 4) == 0)) {
			expr->integer = text[0] == 't';
			return;
		}
		break;
	case CXCursor_StringLiteral: lower_string(lower, cursor, expr); return;
	default: break;
	}
	evaluate(cursor, expr);
}

/* ---- zero ------------------------------------------------------------------------------------ */

bool lower_is_value_initialised(struct lower *lower, CXCursor cursor)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	CXFile file, end_file;
	unsigned begin, end;
	size_t available = 0;
	const char *text = lower_text(lower, clang_getRangeStart(range), &available);
	clang_getSpellingLocation(clang_getRangeStart(range), &file, NULL, NULL, &begin);
	clang_getSpellingLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &end);
	if (!text || file != end_file || end <= begin + 2 || end - begin > available ||
		strncmp(text, "__", 2) == 0)
		return false;
	size_t at = end - begin;
	if (text[--at] != ')')
		return false;
	while (at > 0 && isspace((unsigned char)text[at - 1]))
		at--;
	return at > 1 && text[at - 1] == '(';
}

struct ir_expr *lower_zero(struct lower *lower, CXCursor cursor)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_INT);
	switch (expr->type->kind) {
	case IR_TYPE_BOOL:
	case IR_TYPE_INT:
	case IR_TYPE_ENUM: break;
	case IR_TYPE_FLOAT: expr->kind = IR_REAL; break;
	case IR_TYPE_POINTER: expr->kind = IR_NULL; break;
	default: expr->kind = IR_UNKNOWN_EXPR; break;
	}
	return expr;
}
