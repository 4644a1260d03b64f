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
#include "analyzer/cuda/ptx.def"
};

static const struct cuda_ptx_collective collectives[] = {
#define COLLECTIVE(opcode, function, mask, value, by) {opcode, function, mask, value, by},
#include "analyzer/cuda/ptx.def"
};

static const struct {
	const char *text;
	unsigned says;
} mentions[] = {
#define MENTION(text, says) {text, says},
#include "analyzer/cuda/ptx.def"
};

const char *const cuda_ptx_matrix[] = {
#define MATRIX(opcode) opcode,
#include "analyzer/cuda/ptx.def"
	NULL};

const char *const cuda_ptx_copies[] = {
#define COPY(opcode) opcode,
#include "analyzer/cuda/ptx.def"
	NULL};

static const char *const accesses[] = {
#define ACCESS(opcode) opcode,
#include "analyzer/cuda/ptx.def"
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

unsigned cuda_asm_mentions(const char *text)
{
	unsigned out = 0;
	for (size_t i = 0; text && i < sizeof mentions / sizeof *mentions; i++)
		out |= strstr(text, mentions[i].text) ? mentions[i].says : 0;
	return out;
}

bool cuda_asm_is_remote(const char *text)
{
	bool found = false;
	for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
		const char *at = strstr(text, accesses[i]);
		found |= at && strstr(at, CUDA_PTX_REMOTE);
	}
	return found;
}
