/* What a unit was read from: every file with a digest of its text, and every place where a header was looked
 * for and wasn't, or might have been found. As long as all of it is as it was, so is the unit.
 *
 * libclang tells which files it read, but not where it looked before. So the names in all include directives
 * of the user's files (whether or not they are compiled) are joined with all folders that are searched: more
 * places than were looked at, and all that were. */
#ifndef CUDALINT_FRONTEND_READS_H
#define CUDALINT_FRONTEND_READS_H

#include "analyzer/base/buffer.h"
#include "analyzer/base/digest.h"
#include "analyzer/base/vec.h"

enum read_kind {
	READ_ABSENT,  /* nothing is there, or no file */
	READ_PRESENT, /* something is there, and was not read */
	READ_SYSTEM, /* a header was read that isn't the user's, or is one of very many; its digest is left to
			the caller */
	READ_TEXT    /* was read, with that digest */
};

struct read_entry {
	const char *path; /* absolute, links not followed */
	enum read_kind kind;
	bool is_local; /* reached by include directives from the main file, whatever their conditions */
	struct digest digest;
};

/* A header that was looked for by name in the repository. */
struct read_lookup {
	const char *name, *found; /* NULL: nowhere */
};

/* A header as a directive names it. */
struct read_name {
	const char *name, *folder; /* of the file with the directive; NULL: not searched there */
};

typedef VEC(struct read_entry) read_entry_list;
typedef VEC(struct read_lookup) read_lookup_list;

struct reads {
	struct arena *arena;
	read_entry_list entries;
	read_lookup_list lookups;
	VEC(const char *) system_roots; /* a file below one of them is of the system */
	VEC(struct read_name) names;
	bool is_unstable; /* a file changed while it was read: nothing can be said */
};

/* `headers_dir`: the bundled headers; `toolkit_root` may be NULL. */
struct reads *reads_new(struct arena *arena, const char *headers_dir, const char *toolkit_root);

/* Whether a file, by its path, is a header of the system or of a toolkit. */
bool reads_is_system(const struct reads *reads, const char *path);

/* Whether a file was added with the digest of its text. */
bool reads_has_text(const struct reads *reads, const char *path);

/* Adds a file that was read: a header of the system by its path alone, others with the digest of `text`. Of
 * those the names in directives are remembered. */
void reads_add_file(struct reads *reads, const char *path, const char *text, size_t size, bool is_local);

/* The same for a text that was read after the fact: like a header of the system, it must not have changed
 * meanwhile. */
void reads_add_unsure(struct reads *reads, const char *path, const char *text, size_t size);

/* The same with a digest that is known. */
void reads_add_digest(struct reads *reads, const char *path, struct digest digest);

void reads_add_lookup(struct reads *reads, const char *name, const char *found);

/* When all files are there: looks at the places where headers with the remembered names could be, in the
 * folders of `flags` (-I and its like) and in `system_dirs`; then sorts the entries by path, one for each. */
void reads_settle(struct reads *reads, const char *const *flags, size_t flag_count,
	const char *const *system_dirs, size_t system_dir_count);

/* Appends entries and lookups as bytes. */
void reads_write(struct buffer *out, const struct reads *reads);

/* Reads what reads_write wrote, all of it and nothing more. False for anything else. */
bool reads_read(struct arena *arena, const void *data, size_t size, struct reads *out);

#endif
