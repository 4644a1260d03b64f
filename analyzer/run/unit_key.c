/* Keys of results; see unit_key.h. A digest of the program itself is part of each: another build may find
 * other things, whatever it calls its version. */
#ifdef __linux__
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include <link.h>
#endif
#include "analyzer/run/unit_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/bytes.h"

enum { LARGEST_PROGRAM = 1 << 30 };

struct config_digest {
	const struct config *config;
	struct digest digest;
};

struct unit_keys {
	const struct plan *plan;
	struct digest common;
	VEC(struct config_digest) configs;
};

static struct digest digest_and_free(struct buffer *bytes)
{
	struct digest digest = digest_strong(bytes->data, bytes->size);
	buffer_free(bytes);
	return digest;
}

#ifdef __linux__
/* The linker's own digest of what it wrote: the note of type NT_GNU_BUILD_ID, whose name is "GNU". Notes and
 * their parts begin at multiples of 4 bytes. */
static bool digest_notes(const char *at, size_t size, struct digest *out)
{
	const char *end = at + size;
	while ((size_t)(end - at) > sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const void *)at;
		size_t name = (note->n_namesz + 3) & ~(size_t)3, text = (note->n_descsz + 3) & ~(size_t)3;
		if (name + text > (size_t)(end - at) - sizeof *note)
			return false;
		at += sizeof *note;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(at, "GNU", 4) &&
			note->n_descsz >= sizeof *out) {
			*out = digest_of(at + name, note->n_descsz);
			return true;
		}
		at += name + text;
	}
	return false;
}

/* Of the first object, which is the program. 1: found; -1: it has none. */
static int digest_program(struct dl_phdr_info *info, size_t size, void *out)
{
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		if (part->p_type == PT_NOTE &&
			digest_notes((const char *)(info->dlpi_addr + part->p_vaddr), part->p_memsz, out))
			return 1;
	}
	return -1;
}

static bool digest_build_id(struct digest *out)
{
	return dl_iterate_phdr(digest_program, out) > 0;
}
#else
static bool digest_build_id(struct digest *out)
{
	(void)out;
	return false;
}
#endif

bool unit_key_program(struct digest *out)
{
	struct buffer program = {0};
	if (digest_build_id(out))
		return true; /* reading the file would take longer than all else that a run without news does
			      */
	bool is_read = buffer_read_file(&program, "/proc/self/exe", LARGEST_PROGRAM) == 0 && program.size;
	*out = digest_of(program.data, program.size); /* ours: no stranger has written it */
	buffer_free(&program);
	return is_read;
}

/* ---- what all units share -------------------------------------------------------------------- */

/* An upgrade of a package renames files into these, which changes their times. */
static void put_system_folders(struct buffer *out)
{
	static const char *const folders[] = {"/usr/include", "/usr/include/c++", "/usr/local/include",
		"/usr/include/x86_64-linux-gnu", "/usr/include/x86_64-linux-gnu/bits",
		"/usr/include/aarch64-linux-gnu", "/usr/include/aarch64-linux-gnu/bits"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		struct stat status;
		bool is_there = stat(folders[i], &status) == 0;
		bytes_put_signed(out, is_there ? (int64_t)status.st_mtim.tv_sec : 0);
		bytes_put_signed(out, is_there ? (int64_t)status.st_mtim.tv_nsec : 0);
	}
	for (int version = 9; version <= 16; version++) {
		char path[64];
		struct stat status;
		snprintf(path, sizeof path, "/usr/include/c++/%d/bits", version);
		bytes_put_signed(out, stat(path, &status) == 0 ? (int64_t)status.st_mtime : 0);
	}
}

static void put_environment(struct buffer *out)
{
	static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
	char here[4096];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		bytes_put_text(out, getenv(names[i]));
	bytes_put_text(out, getcwd(here, sizeof here));
}

struct unit_keys *unit_keys_new(const struct plan *plan)
{
	struct unit_keys *keys = ARENA_NEW(plan->arena, struct unit_keys);
	struct digest program;
	struct buffer bytes = {0};
	if (!unit_key_program(&program))
		return NULL;
	keys->plan = plan;
	buffer_add(&bytes, &program, sizeof program);
	bytes_put_text(&bytes, CUDALINT_VERSION);
	bytes_put_text(&bytes, unit_parser_version(plan->arena));
	put_environment(&bytes);
	put_system_folders(&bytes);
	bytes_put_text(&bytes, plan->headers_dir);
	bytes_put_signed(&bytes, plan->headers_stamp);
	bytes_put_unsigned(&bytes, plan->roots.count);
	for (size_t i = 0; i < plan->roots.count; i++)
		bytes_put_text(&bytes, plan->roots.data[i]);
	/* What was refused once may be allowed now. */
	bytes_put_unsigned(&bytes, plan->options->sandbox);
	bytes_put_unsigned(&bytes, plan->readable.count);
	for (size_t i = 0; i < plan->readable.count; i++)
		bytes_put_text(&bytes, plan->readable.data[i]);
	keys->common = digest_and_free(&bytes);
	return keys;
}

/* ---- what each has --------------------------------------------------------------------------- */

void unit_key_put_config(struct buffer *out, const struct config *config)
{
	bytes_put_unsigned(out, config ? config->items.count + 1 : 0);
	for (size_t i = 0; config && i < config->items.count; i++) {
		const struct config_item *item = &config->items.data[i];
		bytes_put_text(out, item->key->name);
		bytes_put_text(out, item->name);
		bytes_put_text(out, item->option);
		bytes_put_text(out, item->text);
	}
}

static struct digest config_digest(struct unit_keys *keys, const struct config *config)
{
	for (size_t i = 0; i < keys->configs.count; i++)
		if (keys->configs.data[i].config == config)
			return keys->configs.data[i].digest;
	struct buffer bytes = {0};
	unit_key_put_config(&bytes, config);
	bytes_put_text(&bytes, config ? config->path : NULL);
	bytes_put_text(&bytes, config ? config->base : NULL);
	for (size_t i = 0; config && i < config->items.count; i++)
		bytes_put_text(&bytes, config->items.data[i].folder);
	struct config_digest entry = {config, digest_and_free(&bytes)};
	vec_push(keys->plan->arena, &keys->configs, entry);
	return entry.digest;
}

void unit_key_put_hints(struct buffer *out, const struct launch_hints *hints)
{
	bytes_put_unsigned(out, hints ? hints->launches.count : 0);
	for (size_t i = 0; hints && i < hints->launches.count; i++) {
		const struct launch_hint *hint = &hints->launches.data[i];
		bytes_put_text(out, hint->kernel);
		bytes_put_unsigned(out, hint->source);
		bytes_put_bool(out, hint->grid_known);
		bytes_put_bool(out, hint->block_known);
		for (int k = 0; k < 3; k++) {
			bytes_put_signed(out, hint->grid[k]);
			bytes_put_signed(out, hint->block[k]);
		}
		bytes_put_signed(out, hint->shared);
	}
	bytes_put_unsigned(out, hints ? hints->params.count : 0);
	for (size_t i = 0; hints && i < hints->params.count; i++) {
		const struct param_hint *hint = &hints->params.data[i];
		bytes_put_text(out, hint->kernel);
		bytes_put_text(out, hint->param);
		bytes_put_signed(out, hint->value);
	}
	bytes_put_unsigned(out, hints ? hints->promises.count : 0);
	for (size_t i = 0; hints && i < hints->promises.count; i++) {
		bytes_put_text(out, hints->promises.data[i].text);
		bytes_put_text(out, hints->promises.data[i].kernel);
	}
}

static void put_target(struct buffer *out, const struct target *target)
{
	bytes_put_unsigned(out, target->arch_count);
	for (size_t i = 0; i < target->arch_count; i++)
		bytes_put_signed(out, target->archs[i]);
	bytes_put_bool(out, target->archs_assumed);
	bytes_put_signed(out, target->virtual_arch);
	bytes_put_signed(out, target->cuda_version);
	bytes_put_bool(out, target->per_thread_default_stream);
	bytes_put_bool(out, target->fast_math);
	bytes_put_text(out, target->chip);
}

static void put_toolkit(struct buffer *out, const struct toolkit *toolkit)
{
	bool is_there = toolkit && toolkit->root;
	bytes_put_text(out, is_there ? toolkit->root : NULL);
	bytes_put_text(out, is_there ? toolkit->cccl_dir : NULL);
	bytes_put_signed(out, is_there ? toolkit->version : 0);
	for (size_t i = 0; is_there && i < toolkit->include_dirs.count; i++)
		bytes_put_text(out, toolkit->include_dirs.data[i]);
}

static void put_parse(struct buffer *out, const struct unit_options *parse)
{
	bytes_put_text(out, parse->path);
	bytes_put_text(out, parse->directory);
	bytes_put_signed(out, parse->arch);
	bytes_put_text(out, parse->arch_suffixes);
	bytes_put_bool(out, parse->host_pass);
	bytes_put_unsigned(out, parse->torch);
	bytes_put_unsigned(out, parse->flag_count);
	for (size_t i = 0; i < parse->flag_count; i++)
		bytes_put_text(out, parse->flags[i]);
	bytes_put_unsigned(out, parse->toolkit_flag_count);
	for (size_t i = 0; i < parse->toolkit_flag_count; i++)
		bytes_put_text(out, parse->toolkit_flags[i]);
}

struct digest unit_key(struct unit_keys *keys, const struct run_unit_input *input, struct digest main_text)
{
	struct buffer bytes = {0};
	struct digest config = config_digest(keys, input->config);
	buffer_add(&bytes, &keys->common, sizeof keys->common);
	buffer_add(&bytes, &main_text, sizeof main_text);
	buffer_add(&bytes, &config, sizeof config);
	put_parse(&bytes, &input->parse);
	put_toolkit(&bytes, input->toolkit);
	put_target(&bytes, &input->target);
	for (size_t i = 0; input->rules[i]; i++)
		bytes_put_text(&bytes, input->rules[i]->code);
	bytes_put_text(&bytes, NULL);
	bytes_put_text(&bytes, input->fragment);
	bytes_put_text(&bytes, input->fragment_path);
	bytes_put_bool(&bytes, input->preview);
	bytes_put_bool(&bytes, input->all_passes);
	bytes_put_bool(&bytes, input->ignore_suppressions);
	bytes_put_bool(&bytes, input->facts_only);
	if (project_given_any(input->given))
		project_write_given(&bytes, input->given);
	unit_key_put_hints(&bytes, input->hints);
	return digest_and_free(&bytes);
}
