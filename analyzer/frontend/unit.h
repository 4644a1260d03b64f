/* One translation unit: parsed by libclang, lowered to IR.
 *
 * This is the only door between the rest of the program and libclang. libclang can crash on hostile source,
 * so callers parse in a process of its own (analyzer/run). */
#ifndef CUDALINT_FRONTEND_UNIT_H
#define CUDALINT_FRONTEND_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"
#include "analyzer/frontend/args/words.h"
#include "analyzer/frontend/includes.h"
#include "analyzer/ir/ir.h"

/* The unsaved text of a header: in an editor, or with fixes that aren't written yet. */
struct unit_buffer {
	const char *path; /* absolute */
	const char *text;
	size_t size;
};

/* Parses that are kept from one call of unit_parse() to the next, for a file that is edited; see unit_pool.c.
 * Not to be used by two threads. */
struct unit_pool;
struct unit_pool *unit_pool_new(struct arena *arena);
void unit_pool_free(struct unit_pool *pool);

/* Which declarations of PyTorch are used: the bundled ones where the real ones aren't found, always, never.
 */
enum unit_torch { TORCH_AUTO, TORCH_BUNDLED, TORCH_REAL };

/* A precompiled header, as a parse wants it: what it holds depends on this and on the options. */
enum { UNIT_HEADERS_LEVELS = 3 };

struct unit_headers {
	unsigned level; /* enum pch_level */
	int arch;       /* as in the options */
	bool host_pass, toolkit_cccl;
	bool again;       /* the one that is there is no good */
	bool is_preamble; /* it is that of the options' preamble, on top of this one */
};

/* What the unit begins with, as other units do; see preamble.h. */
struct unit_preamble {
	const char *name; /* of its files: tells all that it holds */
	const char *text;
	line_list dirs;  /* folders of what it includes by name */
	line_list files; /* whose texts the name tells, links followed */
};

/* Where the files of a precompiled preamble are. */
struct unit_preamble_place {
	const char *folder;
	const char *header; /* its text */
	const char *result; /* precompiled; depends on the options, too */
	const char *files;  /* the paths of what was read for it, a line each; then what it declares */
	const char *failed; /* is there where it can't be precompiled */
};

/* What was found to be missing in front of a file. */
struct unit_found;

struct unit_options {
	const char *path;         /* file to parse, as the user named it */
	const char *directory;    /* where its relative flags belong to; NULL: the working directory */
	const char *const *flags; /* clang spellings from args_translate: -D, -I, -std, ... */
	size_t flag_count;
	int arch;                  /* real compute capability to parse for: 90 */
	const char *arch_suffixes; /* "90a 100f": architectures built with features of their own (a) or of
				    * their family (f), where the macros that tell so are defined; or NULL */
	const char *headers_dir;   /* bundled headers */
	const char *const *toolkit_flags; /* from toolkit_include_flags; none: the bundled headers alone */
	size_t toolkit_flag_count;
	bool toolkit_cccl;     /* CCCL is the toolkit's own, as toolkit_flags say */
	const char *cache_dir; /* for precompiled headers; NULL: don't use any */
	/* Is told of those that are missing, in a process that may not make them; then the unit is parsed
	 * without, if this returns at all. NULL: they are made. */
	void (*ask_headers)(void *context, const struct unit_headers *wanted);
	void *ask_context;
	long long
		headers_stamp; /* headers_dir_stamp(headers_dir), for many units; 0: found out when needed */
	const struct unit_preamble *preamble; /* NULL: none that is shared */
	const char *contents; /* unsaved text of the file (standard input, an editor's buffer), or NULL */
	size_t contents_size;
	const struct header_index *index; /* headers of the repository by name, or NULL */
	enum unit_torch torch;
	bool host_pass; /* parse as the host compiler sees it (no __CUDA_ARCH__) */
	/* Of another parse of the file, for another target: this one begins with it. Or NULL. */
	const struct unit_found *found;
	bool once; /* errors are no reason to try whether another parse has fewer */
	/* Asked before such another one, and now and then by those who go on with the unit: once it says so,
	 * what is left isn't done, and the result is of no use. Or NULL. */
	bool (*is_unwanted)(void *context);
	void *unwanted_context;
	const struct includes *includes; /* of unit_includes, for several parses of a file; NULL: found out */
	const struct unit_buffer *buffers; /* headers that are otherwise than on disk */
	size_t buffer_count;
	struct unit_pool *pool; /* of the file; NULL: nothing is kept */
	struct reads *reads;    /* gets what is read, by unit_includes and by each parse; or NULL */
};

enum unit_status {
	UNIT_OK,
	UNIT_DEGRADED, /* some functions contain parse errors, or it only parses with what it leaves out */
	UNIT_FAILED    /* nothing of use was parsed */
};

/* A parse error that isn't tolerated. */
struct unit_error {
	struct ir_range range;
	struct ir_place place; /* where; file may be UINT32_MAX when it isn't in a file */
	const char *message;
	const char *function; /* display name of the function it lies in, or NULL */
};

struct unit {
	struct arena *arena;
	struct ir_module *module;
	enum unit_status status;
	VEC(struct unit_error) errors;      /* in source order; 1,000 at most */
	size_t error_count;                 /* all of them */
	VEC(const char *) missing_includes; /* names as written, of headers that weren't found */
	bool has_refused;                   /* some are there, but may not be read */
	VEC(const char *) damaged;          /* display names of functions with errors inside */
	VEC(const char *) omitted; /* lines that had to be put in front for it to parse; see omitted.h */
	const char *guard;     /* the macro that had to be defined for anything to be compiled; NULL: none */
	struct words invented; /* names that were taken to be declared; see repair.h */
	struct ir_place omitted_at; /* the first error without them; nowhere if it was parsed with `found` */
	const struct unit_found *found; /* what the parse that counts had in front; NULL: nothing */
	struct includes includes;
	bool used_pch, used_preamble;
	struct words preamble_files; /* what the preamble was read from */
	bool is_first_parse;         /* no other one had fewer errors */
	double parse_ms, lower_ms;
	struct unit_front *front; /* libclang's side of it */
};

/* What the file includes, whatever it is parsed for. */
void unit_includes(struct arena *arena, const struct unit_options *options, struct includes *out);

/* Parses and lowers. Returns 0, or -1 with one line in *error that doesn't name the file (libclang refused).
 * The unit's memory is in `arena`, but it also holds libclang's objects: call unit_close before freeing the
 * arena. */
int unit_parse(struct arena *arena, const struct unit_options *options, struct unit **out, char **error);
void unit_close(struct unit *unit);

/* The files that the unit was read from, as absolute paths without links; the module knows only those that
 * something is from. */
void unit_files(struct arena *arena, const struct unit *unit, struct words *out);

/* Which of the levels a file with these includes asks for. */
unsigned unit_headers_level(const struct includes *includes);

/* Makes a precompiled header that a parse with these options (but for those that `wanted` has) asks for. The
 * calling process is there for this alone: libclang may end it. */
bool unit_make_headers(
	struct arena *arena, const struct unit_options *options, const struct unit_headers *wanted);

/* What a process that made some has left half-written below a cache folder goes. */
void unit_forget_headers(struct arena *arena, const char *cache_dir, long process);

/* The folder that libclang and its own headers were installed to; NULL: it is a part of the program. */
const char *unit_parser_folder(struct arena *arena);

/* The places of the options' preamble; NULL where no precompiled headers are used. The folder need not be
 * there. */
const struct unit_preamble_place *unit_preamble_place(
	struct arena *arena, const struct unit_options *options, const struct unit_headers *wanted);

/* Precompiles the options' preamble into two files in `folder`, "pch" and "files". The calling process is
 * there for this alone, and the preamble's text is in its place. */
enum unit_preamble_state {
	UNIT_PREAMBLE_MADE,
	UNIT_PREAMBLE_FAILED, /* it could not be written, or read */
	UNIT_PREAMBLE_UNFIT   /* there are errors in it, or a declaration can't be found in it again */
};
enum unit_preamble_state unit_make_preamble(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, const char *folder);

/* Where preambles are, and where all precompiled headers are, below a cache folder. */
const char *unit_preambles_folder(struct arena *arena, const char *cache_dir);
const char *unit_headers_folder(struct arena *arena, const char *cache_dir);

/* When all parses are done: settles options->reads, for the flags of the options and the folders that were
 * found by name. */
void unit_settle_reads(
	struct arena *arena, const struct unit_options *options, const struct includes *includes);

/* "clang version 19.1.7 ..." for the version command. */
const char *unit_parser_version(struct arena *arena);

#endif
