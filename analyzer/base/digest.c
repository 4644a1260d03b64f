/* Digests; see digest.h. */
#include "analyzer/base/digest.h"

#include <xxhash.h>

struct digest digest_of(const void *data, size_t size)
{
	XXH128_hash_t hash = XXH3_128bits(size ? data : "", size);
	return (struct digest){hash.low64, hash.high64};
}

bool digest_equal(struct digest a, struct digest b)
{
	return a.low == b.low && a.high == b.high;
}
