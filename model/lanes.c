/* Sets over the lanes of a warp. */
#include "model/lanes.h"

#include <assert.h>

bool distinct_add(struct distinct *set, uint64_t key)
{
	unsigned at = set->count;
	while (at > 0 && set->key[at - 1] > key)
		at--;
	if (at > 0 && set->key[at - 1] == key)
		return false;
	assert(set->count < DISTINCT_MAX);
	for (unsigned i = set->count; i > at; i--)
		set->key[i] = set->key[i - 1];
	set->key[at] = key;
	set->count++;
	return true;
}

unsigned lanes_count(uint32_t mask)
{
	unsigned count = 0;
	for (; mask; mask &= mask - 1)
		count++;
	return count;
}
