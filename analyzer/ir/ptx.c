/* A recursive-descent reader over the text, one character of lookahead. Semicolons end instructions, so what
 * isn't understood inside one costs no more than the rest of the text. */
#include "analyzer/ir/ptx.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

enum { MAX_NESTING = 16, MAX_MOVES = 8 };

struct reader {
	struct arena *arena;
	const char *text, *at;
	struct ptx_code *out;
	unsigned depth;
};

typedef VEC(struct ptx_operand) operand_list;
typedef VEC(const char *) word_list;

static void skip_space(struct reader *reader)
{
	for (;;) {
		while (isspace((unsigned char)*reader->at))
			reader->at++;
		if (reader->at[0] == '/' && reader->at[1] == '/') {
			reader->at += strcspn(reader->at, "\n");
		} else if (reader->at[0] == '/' && reader->at[1] == '*') {
			const char *close = strstr(reader->at + 2, "*/");
			reader->at = close ? close + 2 : reader->at + strlen(reader->at);
		} else {
			return;
		}
	}
}

static bool take(struct reader *reader, char c)
{
	skip_space(reader);
	if (*reader->at != c)
		return false;
	reader->at++;
	return true;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The length of a name, with PTX's dots (%tid.x) and colons (shared::cta) in it, and with the %= by which the
 * compiler makes it unique. */
static size_t name_length(const char *at, bool with_dots)
{
	size_t length = 0;
	for (;;) {
		if (is_word_char(at[length]))
			length++;
		else if (at[length] == ':' && at[length + 1] == ':' && is_word_char(at[length + 2]))
			length += 2;
		else if (with_dots && length && at[length] == '.' && is_word_char(at[length + 1]))
			length++;
		else if (length && at[length] == '%' && at[length + 1] == '=')
			length += 2;
		else
			return length;
	}
}

/* ---- operands -------------------------------------------------------------------------------- */

static bool read_operand(struct reader *reader, struct ptx_operand *out, unsigned nesting);

/* 0x1F, 017, 0b1, 42U, 0f3F800000, 0d..., 1.5e3 */
static void read_number(struct reader *reader, struct ptx_operand *out, bool is_negative)
{
	const char *at = reader->at;
	char *end = NULL;
	out->kind = PTX_NUMBER;
	errno = 0;
	char mark = at[0] == '0' ? (char)tolower((unsigned char)at[1]) : '\0';
	if (mark == 'f' || mark == 'd') {
		out->is_real = true;
		out->number = (int64_t)strtoull(at + 2, &end, 16);
	} else if (mark == 'b') {
		out->number = (int64_t)strtoull(at + 2, &end, 2);
	} else {
		out->number = (int64_t)strtoull(at, &end, 0);
		size_t digits = strspn(at, "0123456789");
		if (at[digits] == '.' || ((at[digits] == 'e' || at[digits] == 'E') && mark != 'x')) {
			double real = strtod(at, &end);
			out->is_real = true;
			memcpy(&out->number, &real, sizeof real);
		}
	}
	if (errno == ERANGE && !out->is_real)
		out->kind = PTX_OTHER;
	while (*end == 'U' || *end == 'u' || *end == 'L' || *end == 'l')
		end++;
	if (is_negative && !out->is_real)
		out->number = (int64_t)(0 - (uint64_t)out->number);
	reader->at = end;
}

/* %0, %%laneid, %tid.x, %[name] */
static bool read_percent(struct reader *reader, struct ptx_operand *out)
{
	const char *at = reader->at + 1;
	if (isdigit((unsigned char)*at)) {
		char *end;
		out->kind = PTX_BOUND;
		long number = strtol(at, &end, 10);
		out->binding = number < INT_MAX ? (int)number : INT_MAX;
		reader->at = end;
		return true;
	}
	if (*at == '[') {
		const char *close = strchr(at, ']');
		out->kind = PTX_OTHER;
		reader->at = close ? close + 1 : at + strlen(at);
		return close != NULL;
	}
	if (*at == '%')
		at++;
	size_t length = name_length(at, true);
	out->kind = PTX_NAME;
	reader->at = at + length;
	return length > 0;
}

/* Items between commas, up to `close`. */
static bool read_items(struct reader *reader, struct ptx_operand *out, char close, unsigned nesting)
{
	operand_list list = {0};
	if (!take(reader, close)) {
		do {
			struct ptx_operand item;
			if (!read_operand(reader, &item, nesting + 1))
				return false;
			vec_push(reader->arena, &list, item);
		} while (take(reader, ','));
		if (!take(reader, close))
			return false;
	}
	out->parts = list.data;
	out->part_count = list.count;
	return true;
}

/* a, a+16, a-4, a+4+8: bytes behind the first part of an address. */
static bool read_offset(struct reader *reader, struct ptx_operand *address)
{
	for (;;) {
		bool is_negative = false;
		if (take(reader, '+'))
			is_negative = take(reader, '-');
		else if (take(reader, '-'))
			is_negative = true;
		else
			return true;
		struct ptx_operand number = {0};
		skip_space(reader);
		if (isdigit((unsigned char)*reader->at))
			read_number(reader, &number, is_negative);
		else if (!read_operand(reader, &number, MAX_NESTING - 1))
			return false;
		if (number.kind != PTX_NUMBER ||
			__builtin_add_overflow(address->number, number.number, &address->number))
			address->kind = PTX_OTHER; /* bytes that aren't known */
	}
}

static bool read_address(struct reader *reader, struct ptx_operand *out, unsigned nesting)
{
	operand_list list = {0};
	out->kind = PTX_ADDRESS;
	do {
		struct ptx_operand part;
		if (!read_operand(reader, &part, nesting + 1))
			return false;
		vec_push(reader->arena, &list, part);
		if (!read_offset(reader, out))
			return false;
	} while (take(reader, ','));
	out->parts = list.data;
	out->part_count = list.count;
	return take(reader, ']');
}

static bool read_string(struct reader *reader, struct ptx_operand *out)
{
	const char *close = strchr(reader->at + 1, '"');
	out->kind = PTX_OTHER;
	reader->at = close ? close + 1 : reader->at + strlen(reader->at);
	return close != NULL;
}

static bool read_plain(struct reader *reader, struct ptx_operand *out, unsigned nesting)
{
	char c = *reader->at;
	bool is_negative = c == '-';
	if (c == '[')
		return reader->at++, read_address(reader, out, nesting);
	if (c == '{')
		return reader->at++, out->kind = PTX_VECTOR, read_items(reader, out, '}', nesting);
	if (c == '(')
		return reader->at++, out->kind = PTX_LIST, read_items(reader, out, ')', nesting);
	if (c == '"')
		return read_string(reader, out);
	if (c == '%')
		return read_percent(reader, out);
	if (is_negative) {
		reader->at++;
		skip_space(reader);
		c = *reader->at;
	}
	if (isdigit((unsigned char)c))
		return read_number(reader, out, is_negative), true;
	size_t length = name_length(reader->at, true);
	out->kind = is_negative ? PTX_OTHER : PTX_NAME;
	reader->at += length;
	return length > 0;
}

/* What may follow an operand in a declaration: `x<4>`, `x[4]`, ` = 5`, and names with a type before them. */
static void skip_declarator(struct reader *reader, struct ptx_operand *out)
{
	skip_space(reader);
	if (*reader->at != '<' && *reader->at != '=' && *reader->at != '*' && *reader->at != '.')
		return;
	out->kind = PTX_OTHER;
	reader->at += strcspn(reader->at, ",;})]");
}

static bool read_operand(struct reader *reader, struct ptx_operand *out, unsigned nesting)
{
	*out = (struct ptx_operand){.binding = -1};
	if (nesting >= MAX_NESTING)
		return false;
	if (take(reader, '!'))
		out->is_negated = true;
	skip_space(reader);
	const char *begin = reader->at;
	if (!read_plain(reader, out, nesting))
		return false;
	out->text = arena_strndup(reader->arena, begin, (size_t)(reader->at - begin));
	if (out->kind == PTX_NAME && out->text[0] == '%')
		out->text += strspn(out->text, "%") - 1; /* %%laneid is %laneid */
	skip_declarator(reader, out);
	if (!take(reader, '|'))
		return true;
	struct ptx_operand *parts = ARENA_ARRAY(reader->arena, struct ptx_operand, 2);
	parts[0] = *out;
	if (!read_operand(reader, &parts[1], nesting + 1))
		return false;
	*out = (struct ptx_operand){
		.kind = PTX_PAIR, .text = parts[0].text, .binding = -1, .parts = parts, .part_count = 2};
	return true;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* mbarrier.try_wait.parity.shared::cta.b64, also with blanks before a dot. */
static bool read_opcode(struct reader *reader, struct ptx_instruction *out)
{
	word_list words = {0};
	skip_space(reader);
	out->is_directive = *reader->at == '.';
	for (;;) {
		if (words.count || out->is_directive) {
			const char *before = reader->at;
			if (!take(reader, '.')) {
				reader->at = before;
				break;
			}
		}
		size_t length = name_length(reader->at, false);
		if (!length)
			return false;
		vec_push(reader->arena, &words, arena_strndup(reader->arena, reader->at, length));
		reader->at += length;
	}
	out->opcode = words.data;
	out->opcode_count = words.count;
	return words.count > 0;
}

static bool read_instruction(struct reader *reader)
{
	struct ptx_instruction out = {.depth = reader->depth, .begin = (size_t)(reader->at - reader->text)};
	operand_list list = {0};
	if (take(reader, '@')) {
		out.predicate = ARENA_NEW(reader->arena, struct ptx_operand);
		if (!read_operand(reader, out.predicate, 0))
			return false;
	}
	if (!read_opcode(reader, &out))
		return false;
	skip_space(reader);
	if (*reader->at && *reader->at != ';' && *reader->at != '}') {
		do {
			struct ptx_operand operand;
			if (!read_operand(reader, &operand, 0))
				return false;
			vec_push(reader->arena, &list, operand);
			skip_space(reader);
		} while (take(reader, ',') || (out.is_directive && *reader->at && *reader->at != ';'));
	}
	skip_space(reader);
	out.end = (size_t)(reader->at - reader->text);
	if (*reader->at && *reader->at != '}' && !take(reader, ';'))
		return false;
	out.operands = list.data;
	out.operand_count = list.count;
	vec_push(reader->arena, &reader->out->instructions, out);
	return true;
}

/* `LOOP:` but not `shared::cta`. */
static bool read_label(struct reader *reader)
{
	size_t length = name_length(reader->at, false);
	size_t blanks = strspn(reader->at + length, " \t");
	const char *colon = reader->at + length + blanks;
	if (!length || *colon != ':' || colon[1] == ':')
		return false;
	struct ptx_label label = {
		arena_strndup(reader->arena, reader->at, length), reader->out->instructions.count};
	vec_push(reader->arena, &reader->out->labels, label);
	reader->at = colon + 1;
	return true;
}

bool ptx_parse(struct arena *arena, const char *text, struct ptx_code *out)
{
	struct reader reader = {.arena = arena, .text = text, .at = text, .out = out};
	bool understood = true;
	*out = (struct ptx_code){0};
	for (;;) {
		skip_space(&reader);
		if (!*reader.at)
			return understood && reader.depth == 0;
		if (*reader.at == ';') {
			reader.at++;
		} else if (*reader.at == '{') {
			reader.at++;
			reader.depth++;
		} else if (*reader.at == '}') {
			understood &= reader.depth > 0;
			reader.depth -= reader.depth > 0;
			reader.at++;
		} else if (!read_label(&reader) && !read_instruction(&reader)) {
			understood = false;
			reader.at += strcspn(reader.at, ";");
		}
	}
}

/* ---- questions ------------------------------------------------------------------------------- */

bool ptx_is(const struct ptx_instruction *instruction, size_t index, const char *word)
{
	return index < instruction->opcode_count && strcmp(instruction->opcode[index], word) == 0;
}

bool ptx_has(const struct ptx_instruction *instruction, const char *word)
{
	for (size_t i = 0; i < instruction->opcode_count; i++)
		if (strcmp(instruction->opcode[i], word) == 0)
			return true;
	return false;
}

const char *ptx_opcode(struct arena *arena, const struct ptx_instruction *instruction)
{
	const char *out = instruction->is_directive ? "." : "";
	for (size_t i = 0; i < instruction->opcode_count; i++)
		out = arena_printf(arena, "%s%s%s", out, i ? "." : "", instruction->opcode[i]);
	return out;
}

/* Whether an instruction gives its first operand the value of its second. */
static bool is_move(const struct ptx_instruction *instruction)
{
	return instruction->operand_count == 2 && !instruction->predicate &&
	       (ptx_is(instruction, 0, "mov") || ptx_is(instruction, 0, "cvta") ||
		       (ptx_is(instruction, 0, "cvt") && !ptx_has(instruction, "f32") &&
			       !ptx_has(instruction, "f64")));
}

/* Whether an instruction's first operand, as a register or a part of one, is `name`. */
static bool writes(const struct ptx_instruction *instruction, const char *name)
{
	if (instruction->is_directive || !instruction->operand_count)
		return false;
	const struct ptx_operand *first = &instruction->operands[0];
	if (first->kind == PTX_NAME)
		return strcmp(first->text, name) == 0;
	bool is_result = first->kind == PTX_VECTOR || first->kind == PTX_PAIR;
	for (size_t i = 0; is_result && i < first->part_count; i++)
		if (first->parts[i].kind == PTX_NAME && strcmp(first->parts[i].text, name) == 0)
			return true;
	return false;
}

const struct ptx_operand *ptx_origin(
	const struct ptx_code *code, size_t index, const struct ptx_operand *operand)
{
	for (int moves = 0; moves < MAX_MOVES && operand->kind == PTX_NAME; moves++) {
		size_t count = 0;
		const struct ptx_instruction *move = NULL;
		for (size_t i = 0; i < code->instructions.count; i++) {
			if (!writes(&code->instructions.data[i], operand->text))
				continue;
			count++;
			if (i < index)
				move = &code->instructions.data[i];
		}
		if (count != 1 || !move || !is_move(move))
			return operand;
		operand = &move->operands[1];
	}
	return operand;
}

/* Whether a jump leads to a label in [from, to] of the instructions. */
static bool jumps_into(
	const struct ptx_code *code, const struct ptx_instruction *jump, size_t from, size_t to)
{
	if (!ptx_is(jump, 0, "bra") || !jump->operand_count)
		return false;
	for (size_t i = 0; i < code->labels.count; i++) {
		const struct ptx_label *label = &code->labels.data[i];
		if (label->index >= from && label->index <= to &&
			strcmp(label->name, jump->operands[0].text) == 0)
			return true;
	}
	return false;
}

bool ptx_is_conditional(const struct ptx_code *code, size_t index)
{
	if (code->instructions.data[index].predicate)
		return true;
	for (size_t i = 0; i < index; i++) /* a jump before it, over it */
		if (jumps_into(code, &code->instructions.data[i], index + 1, SIZE_MAX))
			return true;
	return false;
}

bool ptx_is_repeated(const struct ptx_code *code, size_t index)
{
	for (size_t i = index; i < code->instructions.count; i++)
		if (jumps_into(code, &code->instructions.data[i], 0, index))
			return true;
	return false;
}
