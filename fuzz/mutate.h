/* Mutations of source text that leave much of it parsable: tokens and lines are doubled, dropped, swapped and
 * replaced by others of the same text or by words of CUDA. */
#ifndef CUDALINT_FUZZ_MUTATE_H
#define CUDALINT_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* A sequence of numbers that the seed, which is not 0, decides. */
struct mutation_random {
	uint64_t state;
};

/* From 0 to before `limit`, which is at least 1. */
size_t mutate_below(struct mutation_random *random, size_t limit);

/* Changes the text in place, a few steps at a time; it never gets longer than `room`. Returns its size. */
size_t mutate_source(struct mutation_random *random, uint8_t *data, size_t size, size_t room);

#endif
