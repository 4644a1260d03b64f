/* CU907 asm-memory-clobber: inline assembly that orders memory or copies it asynchronously, without a
 * "memory" clobber: the compiler may then move loads and stores across it, or keep values in registers that
 * other threads have changed.
 *
 * Looked for are barriers, fences, waits, mbarrier operations, asynchronous copies, and loads, stores and
 * atomics with acquire or release. Relaxed and plain accesses are left alone: they order nothing. */
#include <ctype.h>
#include <string.h>

#include "analyzer/ir/ptx.h"
#include "analyzer/rule/rule.h"

/* Opcodes of PTX, by how they begin: what the text of the assembly is compared with. */
static const char *const orders[] = {
	"bar.",
	"barrier.",
	"membar",
	"fence.",
	"mbarrier.",
	"cp.async",
	"cp.reduce.async",
	"st.async",
	"red.async",
	"wgmma.fence",
	"wgmma.commit_group",
	"wgmma.wait_group",
	"griddepcontrol.wait",
	"tcgen05.wait",
	"tcgen05.fence",
	"tcgen05.commit",
};

static const char *const accesses[] = {"ld.", "st.", "atom.", "red.", "multimem."};

static const char *const orderings[] = {".acquire", ".release", ".acq_rel", ".sc"};

static bool begins_with(const char *text, size_t length, const char *prefix)
{
	size_t wanted = strlen(prefix);
	return length >= wanted && !strncmp(text, prefix, wanted);
}

/* A qualifier as a whole word: ".release" but not ".released". */
static bool has_qualifier(const char *text, size_t length, const char *qualifier)
{
	size_t wanted = strlen(qualifier);
	for (size_t i = 0; i + wanted <= length; i++)
		if (!strncmp(text + i, qualifier, wanted) &&
			(i + wanted == length || text[i + wanted] == '.'))
			return true;
	return false;
}

static bool orders_memory(const char *opcode, size_t length)
{
	if (has_qualifier(opcode, length, ".relaxed"))
		return false;
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (begins_with(opcode, length, orders[i]))
			return true;
	for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
		if (!begins_with(opcode, length, accesses[i]))
			continue;
		for (size_t j = 0; j < sizeof orderings / sizeof *orderings; j++)
			if (has_qualifier(opcode, length, orderings[j]))
				return true;
	}
	return false;
}

/* The first instruction in the text that orders memory, or NULL. */
static const char *find_instruction(struct pass *pass, const char *text)
{
	struct ptx_code code;
	ptx_parse(pass->arena, text, &code);
	for (size_t i = 0; i < code.instructions.count; i++) {
		const char *opcode = ptx_opcode(pass->arena, &code.instructions.data[i]);
		if (orders_memory(opcode, strlen(opcode)))
			return opcode;
	}
	return NULL;
}

/* ---- the fix --------------------------------------------------------------------------------- */

/* Past a string literal that begins at `i`. */
static size_t skip_string(const char *text, size_t i)
{
	for (i++; text[i] && text[i] != '"'; i++)
		if (text[i] == '\\' && text[i + 1])
			i++;
	return text[i] ? i + 1 : i;
}

/* Counts the colons between the outer parentheses, finds the closing one, and whether anything follows the
 * last colon. */
static bool parse_sections(const char *text, unsigned *colons, size_t *close, bool *last_is_empty)
{
	unsigned depth = 0;
	*colons = 0;
	*last_is_empty = true;
	for (size_t i = 0; text[i];) {
		char c = text[i];
		if (c == '"') {
			*last_is_empty = false;
			i = skip_string(text, i);
			continue;
		}
		if (c == '/' && (text[i + 1] == '/' || text[i + 1] == '*'))
			return false;
		if (c == '(' || c == '[')
			depth++;
		if ((c == ')' || c == ']') && depth-- == 1) {
			*close = i;
			return true;
		}
		if (c == ':' && depth == 1) {
			++*colons;
			*last_is_empty = true;
		} else if (depth >= 1 && !isspace((unsigned char)c) && c != '(') {
			*last_is_empty = false;
		}
		i++;
	}
	return false;
}

static void offer_fix(struct pass *pass, struct finding *finding, const struct ir_stmt *stmt)
{
	static const char *const missing[] = {" ::: \"memory\"", " :: \"memory\"", " : \"memory\""};
	const char *text = pass_text(pass, stmt->range);
	unsigned colons;
	size_t close;
	bool last_is_empty;
	if (!parse_sections(text, &colons, &close, &last_is_empty) || colons > 3)
		return;
	const char *addition = colons < 3 ? missing[colons] : last_is_empty ? " \"memory\"" : ", \"memory\"";
	struct fix *fix = pass_fix(pass, finding, FIX_SAFE, "Add a \"memory\" clobber");
	fix_replace(pass, fix, stmt->range, "%.*s%s%s", (int)close, text, addition, text + close);
}

static void on_assembly(struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_asm *assembly = stmt->assembly;
	if (!assembly || !assembly->text || assembly->clobbers_memory)
		return;
	const char *opcode = find_instruction(pass, assembly->text);
	if (!opcode)
		return;
	struct finding *finding = pass_report(pass, stmt->range,
		"`%s` orders memory, but the assembly has no \"memory\" clobber: the compiler may move "
		"accesses across it",
		opcode);
	offer_fix(pass, finding, stmt);
}

const struct rule rule_asm_memory_clobber = {
	.code = "CU907",
	.name = "asm-memory-clobber",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Inline barrier, fence or asynchronous copy without a memory clobber",
	.hooks = {.assembly = on_assembly},
};
