/* What a unit includes, found by a quick look at the text before libclang parses it.
 *
 * Two uses: the standard and bundled headers it needs decide which precompiled header serves it; and headers
 * of the user's own repository that no flag leads to are looked up by name there, so that a file is
 * understood without a compilation database, as it lies in a fresh clone. */
#ifndef CUDALINT_FRONTEND_INCLUDES_H
#define CUDALINT_FRONTEND_INCLUDES_H

#include <stdbool.h>
#include <stddef.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/digest.h"
#include "analyzer/base/lines.h"
#include "analyzer/base/vec.h"
#include "analyzer/frontend/args/words.h"
#include "analyzer/frontend/reads.h"

/* Every header below a folder, by base name. */
struct header_index;
struct unit_buffer;

/* Walks `root`, at most 200,000 entries; hidden folders are left out and links are not followed. Free with
 * the arena. */
struct header_index *header_index_build(struct arena *arena, const char *root);

/* The header whose path ends in `name`, nearest to the file `from`; NULL: none. Without `index`: none. */
const char *header_index_find(const struct header_index *index, const char *name, const char *from);

struct includes_query {
	const char *path;     /* absolute path of the unit's main file */
	const char *contents; /* its unsaved text, or NULL: read it */
	size_t size;
	const char *const *flags; /* -I and -isystem among them are searched */
	size_t flag_count;
	const char *headers_dir;           /* bundled declarations */
	const struct header_index *index;  /* NULL: no lookup by name */
	struct reads *reads;               /* gets the files that are looked at and the lookups; or NULL */
	const struct unit_buffer *buffers; /* headers that are otherwise than on disk */
	size_t buffer_count;
};

/* A file of the user's whose text libclang gets otherwise than it is on disk; see respell.h. */
struct respelled_file {
	const char *path, *text, *disk_text; /* both texts are of the same size */
	size_t size;
	struct digest original; /* of the text on disk; with `reads` alone */
};

struct includes {
	VEC(const char *)
	system; /* names as written that resolve to standard or bundled headers; unique, in order */
	VEC(const char *) local;   /* absolute paths of the user's own headers reached */
	line_list dirs;            /* folders to add as -I so that local headers found by name resolve */
	VEC(const char *) missing; /* names found nowhere */
	VEC(int) arch_tests;       /* constants that __CUDA_ARCH__ is compared with in local text, as 80 */
	VEC(struct respelled_file) respelled;
	bool tests_cuda_arch; /* __CUDA_ARCH__ is named at all in local text */
};

/* Folders where the compiler finds headers without being told, those that are there. */
void includes_system_dirs(struct arena *arena, const char *headers_dir, struct words *out);

/* Whether a header of CCCL is among those found nowhere. */
bool includes_lack_cccl(const struct includes *includes);

void includes_scan(struct arena *arena, const struct includes_query *query, struct includes *out);

#endif
