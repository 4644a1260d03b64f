/* Mutations of source text; see mutate.h. */
#include "fuzz/mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *const words[] = {"0", "1", "-1", "31", "32", "33", "64", "1024", "2147483647",
	"-2147483648", "4294967295u", "9223372036854775807LL", "0xffffffffffffffffull", "1e308", "0.0f",
	"1u << 31", "1ull << 63", "threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x", "gridDim.x",
	"warpSize", "__syncthreads();", "__syncwarp();", "__shfl_xor_sync(0xffffffff, 1, 2)",
	"__ballot_sync(0, 1)", "atomicAdd(a, 1);", "return;", "break;", "continue;", "if (threadIdx.x == 0)",
	"for (int i = 0; i < 10; i++)", "while (1)", "do {} while (0);",
	"switch (threadIdx.x) { case 0: default: }", "__shared__ int s[32];", "extern __shared__ float e[];",
	"__launch_bounds__(1024)", "<<<1, 32>>>", "<<<0, 0>>>", "<<<1 << 30, 2048, 1 << 20>>>",
	"cudaDeviceSynchronize();", "cudaMalloc((void **)&p, 1 << 30);", "cudaFree(p);",
	"cudaMemcpyAsync(p, q, n, cudaMemcpyDefault, s);", "__global__", "__device__", "__host__",
	"template <int N>", "constexpr", "volatile", "const", "unsigned", "long long", "char", "double",
	"float4", "half", "int", "void", "struct", "auto", "*", "&", "&&", "||", "!", "~", "%", "/", "<<",
	">>", "?", ":", "{", "}", "(", ")", "[", "]", ";", ",", "=", "+=", "==", "->", ".", "::", "...",
	"<<<", ">>>", "asm volatile(\"bar.sync 0;\");", "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));",
	"#define X(a) a##a", "#if 0", "#endif", "#else", "#pragma unroll 0", "#include \"a.cu\"",
	"// cudalint: ignore[CU1] x\n", "// cudalint: launch f grid=1 block=0\n", "/*", "*/", "\"", "'",
	"\\\n", "R\"(", "cooperative_groups::this_grid().sync();", "__trap();", "assert(0);",
	"__pipeline_wait_prior(0);", "clock64()", "new int[1 << 20]", "sizeof(int[1 << 28])", "goto l;",
	"l:;"};

size_t mutate_below(struct mutation_random *random, size_t limit)
{
	random->state ^= random->state << 13;
	random->state ^= random->state >> 7;
	random->state ^= random->state << 17;
	return (size_t)(random->state >> 11) % limit;
}

struct piece {
	size_t begin, end;
};

static bool is_word(uint8_t byte)
{
	return isalnum(byte) || byte == '_' || byte >= 0x80;
}

/* The token at a random place; an empty one in an empty text. */
static struct piece any_token(struct mutation_random *random, const uint8_t *data, size_t size)
{
	struct piece piece = {0, 0};
	if (!size)
		return piece;
	piece.begin = mutate_below(random, size);
	bool word = is_word(data[piece.begin]);
	while (word && piece.begin && is_word(data[piece.begin - 1]))
		piece.begin--;
	piece.end = piece.begin + 1;
	while (word && piece.end < size && is_word(data[piece.end]))
		piece.end++;
	return piece;
}

/* Some lines, from one to four, with their ends. */
static struct piece any_lines(struct mutation_random *random, const uint8_t *data, size_t size)
{
	struct piece piece = {0, 0};
	if (!size)
		return piece;
	piece.begin = mutate_below(random, size);
	while (piece.begin && data[piece.begin - 1] != '\n')
		piece.begin--;
	piece.end = piece.begin;
	for (size_t lines = 1 + mutate_below(random, 4); lines && piece.end < size; lines--) {
		const uint8_t *end = memchr(data + piece.end, '\n', size - piece.end);
		piece.end = end ? (size_t)(end - data) + 1 : size;
	}
	return piece;
}

/* Puts `count` bytes, of at most LONGEST, in the place of a piece. Returns the new size. */
enum { LONGEST = 4096 };
static size_t put(
	uint8_t *data, size_t size, size_t room, struct piece at, const uint8_t *bytes, size_t count)
{
	uint8_t copy[LONGEST];
	if (count > sizeof copy || size - (at.end - at.begin) + count > room)
		return size;
	if (count)
		memcpy(copy, bytes, count);
	memmove(data + at.begin + count, data + at.end, size - at.end);
	if (count)
		memcpy(data + at.begin, copy, count);
	return size - (at.end - at.begin) + count;
}

static size_t step(struct mutation_random *random, uint8_t *data, size_t size, size_t room)
{
	bool lines = mutate_below(random, 3) == 0;
	struct piece at = lines ? any_lines(random, data, size) : any_token(random, data, size);
	struct piece from = lines ? any_lines(random, data, size) : any_token(random, data, size);
	const struct piece before = {at.begin, at.begin};
	const char *word = words[mutate_below(random, sizeof words / sizeof *words)];
	switch (mutate_below(random, 6)) {
	case 0: return put(data, size, room, at, NULL, 0);
	case 1: return put(data, size, room, before, data + from.begin, from.end - from.begin);
	case 2: return put(data, size, room, at, data + from.begin, from.end - from.begin);
	case 3: return put(data, size, room, before, (const uint8_t *)word, strlen(word));
	default: return put(data, size, room, at, (const uint8_t *)word, strlen(word));
	}
}

size_t mutate_source(struct mutation_random *random, uint8_t *data, size_t size, size_t room)
{
	for (size_t steps = 1 + mutate_below(random, 6); steps; steps--)
		size = step(random, data, size, room);
	return size;
}
