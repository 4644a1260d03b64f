/* Digests of bytes: what is equal has the same, and what differs has, for all practical purposes, another
 * one. */
#ifndef CUDALINT_BASE_DIGEST_H
#define CUDALINT_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
	uint64_t low, high;
};

/* 128 bits (XXH3), fast. Somebody who wants to can find bytes that differ and have the same. */
struct digest digest_of(const void *data, size_t size);

/* For what strangers write, as sources are: 128 bits of BLAKE2b, for which nobody knows how. */
struct digest digest_strong(const void *data, size_t size);

/* A secret: who doesn't know it can't make the digest that goes with it. */
struct digest_key {
	unsigned char bytes[32];
};

struct digest digest_keyed(const struct digest_key *key, const void *data, size_t size);

/* A key made from a text that is secret; from nothing, at random. */
struct digest_key digest_key_of(const void *secret, size_t size);
struct digest_key digest_key_random(void);

bool digest_equal(struct digest a, struct digest b);

#endif
