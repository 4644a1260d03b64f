/* A block of a page as an input of the linter; see block_lint.h. */
#include "rules/block_lint.h"

#include <string.h>

#include "analyzer/frontend/args/args.h"
#include "rules/registry.h"

static int read_flags(struct arena *arena, const struct block *block, struct args *args, char **error)
{
	struct words words = {0};
	char *why = NULL;
	if (block->std)
		vec_push(arena, &words, arena_printf(arena, "-std=%s", block->std));
	if (block->flags)
		words_split(arena, block->flags, WORDS_SHELL, &words);
	if (!args_translate(arena, NULL, (int)words.count, words.data, args, &why))
		return 0;
	*error = arena_printf(arena, "flags: %s", why);
	return -1;
}

/* What config= says, as a configuration file would. */
static int read_config(
	struct arena *arena, const struct block *block, const struct config **config, char **error)
{
	config_errors errors = {0};
	if (!block->config)
		return 0;
	*config = config_from_text(arena, rules_registry, "/page.yml", block->config, &errors);
	if (*config && !errors.count)
		return 0;
	*error = arena_printf(arena, "config: %s", errors.count ? errors.data[0].text : "is none");
	return -1;
}

int block_lint(struct arena *arena, const struct block *block, const char *text,
	const struct rule *const *rules, const char *cache_dir, struct unit_result *out, char **error)
{
	struct args args = {0};
	struct arch_list archs = {0};
	const struct config *config = NULL;
	char *why = NULL;
	if (read_flags(arena, block, &args, error) || read_config(arena, block, &config, error))
		return -1;
	if (args_parse_arch_list(arena, block->arch ? block->arch : "sm_80,sm_90", &archs, &why)) {
		*error = arena_printf(arena, "arch: %s", why);
		return -1;
	}
	struct run_unit_input input = {
		.parse = {.path = block->name ? block->name : "page.cu",
			.flags = args.clang_flags.data,
			.flag_count = args.clang_flags.count,
			.arch = archs.data[archs.count - 1],
			.headers_dir = CUDALINT_SOURCE_HEADERS,
			.cache_dir = cache_dir,
			.contents = text,
			.contents_size = strlen(text)},
		.target = {.archs = archs.data,
			.arch_count = archs.count,
			.virtual_arch = args.virtual_arch,
			.cuda_version = 13000,
			.per_thread_default_stream = args.per_thread_default_stream,
			.fast_math = args.fast_math},
		.rules = rules,
		.registry = rules_registry,
		.config = config,
		.hints = config ? &config->hints : NULL,
		.preview = block->is_preview,
	};
	*out = (struct unit_result){0};
	return run_one(arena, &input, out, error);
}
