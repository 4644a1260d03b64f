/* Digests; see digest.h. */
#include "analyzer/base/digest.h"

#include <sodium.h>
#include <xxhash.h>

_Static_assert(sizeof(struct digest) >= crypto_generichash_BYTES_MIN, "BLAKE2b gives at least 16 bytes");

struct digest digest_of(const void *data, size_t size)
{
	XXH128_hash_t hash = XXH3_128bits(size ? data : "", size);
	return (struct digest){hash.low64, hash.high64};
}

/* Chooses the fastest version of what the machine has, once; where that fails, the plain one serves. */
static void prepare(void)
{
	int ignored = sodium_init();
	(void)ignored;
}

static struct digest blake(const void *data, size_t size, const unsigned char *key, size_t key_size)
{
	struct digest digest;
	prepare();
	crypto_generichash((unsigned char *)&digest, sizeof digest, size ? data : "", size, key, key_size);
	return digest;
}

struct digest digest_strong(const void *data, size_t size)
{
	return blake(data, size, NULL, 0);
}

struct digest digest_keyed(const struct digest_key *key, const void *data, size_t size)
{
	return blake(data, size, key->bytes, sizeof key->bytes);
}

struct digest_key digest_key_of(const void *secret, size_t size)
{
	struct digest_key key;
	prepare();
	crypto_generichash(key.bytes, sizeof key.bytes, size ? secret : "", size, NULL, 0);
	return key;
}

struct digest_key digest_key_random(void)
{
	struct digest_key key;
	prepare();
	randombytes_buf(key.bytes, sizeof key.bytes);
	return key;
}

bool digest_equal(struct digest a, struct digest b)
{
	return a.low == b.low && a.high == b.high;
}
