/* Makes inputs of the binary targets from a source, as the present program writes them:
 * seed SOURCE FOLDER puts FOLDER/wire/NAME, report/NAME, reads/NAME and shard/NAME there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/bytes.h"
#include "analyzer/base/path.h"
#include "analyzer/engine/wire.h"
#include "analyzer/frontend/reads.h"
#include "rules/registry.h"

static void put(struct arena *arena, const char *folder, const char *kind, const char *name,
	const struct buffer *bytes)
{
	const char *path = arena_printf(arena, "%s/%s", folder, kind);
	path_make_folders(arena, path);
	FILE *file = fopen(arena_printf(arena, "%s/%s", path, name), "wb");
	if (!file || fwrite(bytes->data, 1, bytes->size, file) != bytes->size || fclose(file)) {
		fprintf(stderr, "seed: cannot write %s/%s\n", path, name);
		exit(2);
	}
}

/* The body of a part with this one file, as run/shard_file.c has it behind the digests. */
static void put_part(struct buffer *out, const char *path, const struct buffer *encoded)
{
	bytes_put_unsigned(out, 1); /* part 1 of 1 */
	bytes_put_unsigned(out, 1);
	bytes_put_unsigned(out, 1); /* files */
	bytes_put_required(out, path);
	bytes_put_unsigned(out, 0);
	bytes_put_unsigned(out, 1); /* results */
	bytes_put_unsigned(out, 0);
	bytes_put_block(out, encoded->data, encoded->size);
	bytes_put_unsigned(out, 1); /* fragments */
	bytes_put_unsigned(out, 0);
	bytes_put_unsigned(out, 0);
	bytes_put_block(out, encoded->data, encoded->size);
	bytes_put_unsigned(out, 1); /* hints */
	bytes_put_required(out, "--launch");
	bytes_put_required(out, "--param");
	bytes_put_unsigned(out, 0);
	bytes_put_unsigned(out, 1);
	bytes_put_required(out, "f");
	bytes_put_unsigned(out, 1);
	bytes_put_required(out, "f");
	bytes_put_required(out, "n");
	bytes_put_unsigned(out, 1); /* warnings */
	bytes_put_required(out, "warning");
	bytes_put_unsigned(out, 1); /* texts */
	bytes_put_required(out, path);
	bytes_put_bool(out, true);
	bytes_put_block(out, "int a;\n", 7);
}

int main(int argc, char **argv)
{
	static const int archs[] = {90};
	struct arena *arena = arena_new();
	struct unit_result result = {0};
	struct buffer encoded = {0}, reads = {0}, part = {0};
	char *error = NULL;
	if (argc != 3)
		return 2;
	const char *name = path_name(argv[1]);
	struct run_unit_input input = {.parse = {.path = argv[1],
					       .arch = archs[0],
					       .headers_dir = CUDALINT_SOURCE_HEADERS,
					       .reads = reads_new(arena, CUDALINT_SOURCE_HEADERS, NULL)},
		.target = {.archs = archs, .arch_count = 1, .cuda_version = 13000},
		.rules = rules_registry,
		.registry = rules_registry,
		.preview = true};
	if (run_one(arena, &input, &result, &error)) {
		fprintf(stderr, "seed: %s\n", error);
		return 2;
	}
	result.path = name;
	wire_write_unit(&encoded, &result);
	reads_write(&reads, input.parse.reads);
	put_part(&part, name, &encoded);
	put(arena, argv[2], "wire", name, &encoded);
	put(arena, argv[2], "report", name, &encoded);
	put(arena, argv[2], "reads", name, &reads);
	put(arena, argv[2], "shard", name, &part);
	return 0;
}
