#include "analyzer/cuda/opcode.h"

#include <string.h>

#define PARTS(...)                                                                                           \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

static const struct {
	const char *opcode;
	enum cuda_ptx does;
} opcodes[] = {
#define OPCODE(opcode, does) {opcode, does},
#define COLLECTIVE(opcode, function, mask, value, by)
#include "analyzer/cuda/ptx.def"
#undef OPCODE
#undef COLLECTIVE
};

static const struct cuda_ptx_collective collectives[] = {
#define OPCODE(opcode, does)
#define COLLECTIVE(opcode, function, mask, value, by) {opcode, function, mask, value, by},
#include "analyzer/cuda/ptx.def"
#undef OPCODE
#undef COLLECTIVE
};

enum cuda_ptx cuda_ptx_of(const char *opcode)
{
	for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
		if (!strcmp(opcodes[i].opcode, opcode))
			return opcodes[i].does;
	return CUDA_PTX_COMPUTES;
}

const struct cuda_ptx_collective *cuda_ptx_collective_of(const char *const *opcode, size_t count)
{
	for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++) {
		const char *const *parts = collectives[i].opcode;
		size_t k = 0;
		while (parts[k] && k < count && !strcmp(parts[k], opcode[k]))
			k++;
		if (!parts[k])
			return &collectives[i];
	}
	return NULL;
}
