/* The directives of files that decide what the compiler sees, and how conditions nest. */
#ifndef CUDALINT_ENGINE_ARCH_DIRECTIVES_H
#define CUDALINT_ENGINE_ARCH_DIRECTIVES_H

#include <stdint.h>

#include "analyzer/base/vec.h"
#include "analyzer/engine/arch_word.h"

enum { ARCH_NO_GROUP = -1 };

enum arch_directive_kind { ARCH_TEST, ARCH_DEFINE, ARCH_INCLUDE }; /* DEFINE: also #undef */

struct arch_directive {
	enum arch_directive_kind kind;
	bool is_defined;       /* a test that asks whether a name is defined */
	int group;             /* of a test, the one it belongs to; else the innermost around it */
	struct arch_word rest; /* behind the keyword */
};

/* From #if to #endif, as bytes of the file. */
struct arch_group {
	uint32_t file, begin, end;
	int parent;
	bool has_code; /* between its directives */
	bool is_arch;  /* for whoever finds that a condition of it depends on the architecture */
};

/* Groups are in the order of their beginnings, file by file; includes outside of groups are left out. */
struct arch_directives {
	VEC(struct arch_directive) list;
	VEC(struct arch_group) groups;
};

/* Adds those of a file's code, without comments and what strings hold; `file` is its number. */
void arch_directives_read(
	struct arena *arena, uint32_t file, const char *code, size_t size, struct arch_directives *out);

#endif
