/* One target as libFuzzer wants it; FUZZ_TARGET is its function. Sources are mutated by lines and tokens as
 * well as by bytes: few of those that a byte has hit parse. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FUZZ_TARGET(data, size);
	return 0;
}

#ifdef FUZZ_TOKENS
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
	struct mutation_random random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
	if (mutate_below(&random, 8) == 0)
		return LLVMFuzzerMutate(data, size, room);
	return mutate_source(&random, data, size, room);
}
#endif
