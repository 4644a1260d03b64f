/* What a condition of the preprocessor comes to for several architectures at once. */
#ifndef CUDALINT_ENGINE_ARCH_CONDITION_H
#define CUDALINT_ENGINE_ARCH_CONDITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/engine/arch_word.h"

enum arch_macro {
	ARCH_MACRO_SAME,    /* whatever it stands for, and whether it is defined */
	ARCH_MACRO_NUMBER,  /* likewise, and it stands for a number */
	ARCH_MACRO_DIFFERS, /* from one architecture to another */
};

/* How the condition is seen. */
struct arch_views {
	const int *archs; /* as 80; 0: the host, for which there is none */
	size_t count;
	bool has_features; /* some are built with features of their own, as sm_90a */
	/* Of a macro other than __CUDA_ARCH__ and its kin; `asks`: only whether it is defined. */
	enum arch_macro (*macro)(void *context, struct arch_word name, bool asks, int64_t *number);
	void *context;
};

/* Whether the text behind `#if`, or a macro's, is true for some of the architectures and false for others;
 * true when in doubt. `asks`: the text is a name, as behind `#ifdef`. */
bool arch_condition_differs(const struct arch_views *views, struct arch_word text, bool asks);

#endif
