/* What the program is given by strangers, each kind as a function that takes any bytes and comes back. A
 * crash, a sanitizer's word, a failed assert or a hang is what is looked for; some targets also check that
 * what was read and written again is the same. libFuzzer drives them (libfuzzer.c), and an ordinary test
 * replays the corpora (corpus_test.c). */
#ifndef CUDALINT_FUZZ_FUZZ_H
#define CUDALINT_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"

typedef void fuzz_target(const uint8_t *data, size_t size);

#define TARGET(name) fuzz_target fuzz_##name;
#include "fuzz/targets.def"
#undef TARGET

/* Ends the process when something that has to hold doesn't. */
#define FUZZ_CHECK(condition)                                                                                \
	do {                                                                                                 \
		if (!(condition))                                                                            \
			fuzz_failed(__FILE__, __LINE__, #condition);                                         \
	} while (0)
_Noreturn void fuzz_failed(const char *file, int line, const char *condition);

/* The bytes as a text with a NUL behind it; in `arena`. */
char *fuzz_text(struct arena *arena, const uint8_t *data, size_t size);

/* A folder of this process, in memory where there is such a place; or that of CUDALINT_FUZZ_FOLDER, for who
 * cleans up even behind a crash. */
const char *fuzz_folder(void);

/* The path of a file in it that holds these bytes. Good until the next call with that name. */
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);

/* While it is set, fork() fails, as on a machine that has no processes left. */
extern bool fuzz_forbids_processes;

/* Cuts the bytes at the first zero, or else in the middle. */
void fuzz_split(const uint8_t *data, size_t size, size_t *first, const uint8_t **second, size_t *rest);

#endif
