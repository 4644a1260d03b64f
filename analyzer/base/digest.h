/* A digest of bytes: what is equal has the same, and what differs has, for all practical purposes, another
 * one. Not for secrets. */
#ifndef CUDALINT_BASE_DIGEST_H
#define CUDALINT_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
	uint64_t low, high;
};

/* 128 bits (XXH3). */
struct digest digest_of(const void *data, size_t size);

bool digest_equal(struct digest a, struct digest b);

#endif
