/* Pictures: what a finding is about, as data that can be drawn.
 *
 * A finding about a request to memory shows where each lane of one warp goes; one about a barrier, a
 * collective or a branch shows which lanes get there; one about a race shows two threads and what they share;
 * one about bounds shows an allocation and what a launch touches of it and beyond.
 * The worst instance that was executed is shown. Printers draw from the data: as text here, as SVG in the
 * HTML report.
 *
 * A picture belongs to a finding's arena and isn't changed once it is made. */
#ifndef CUDALINT_FINDING_PICTURE_H
#define CUDALINT_FINDING_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/vec.h"

enum picture_kind {
	PICTURE_SECTORS,  /* `request`: a warp's request to global or local memory, by sectors of 32 bytes */
	PICTURE_BANKS,    /* `request`: one to shared memory, by the 32 banks */
	PICTURE_LANES,    /* `lanes`: who gets to a place, and who doesn't */
	PICTURE_CONFLICT, /* `conflict`: two threads and what both touch */
	PICTURE_BOUNDS    /* `bounds`: an allocation, and how far a launch reaches */
};

enum {
	PICTURE_WARP = 32,         /* lanes of a warp, and banks */
	PICTURE_SECTOR_BYTES = 32, /* and sectors of a line: 4 */
	PICTURE_MAX_SECTORS = 2 * PICTURE_WARP,
	PICTURE_MAX_THREADS = 1024
};

enum picture_access { PICTURE_LOAD, PICTURE_STORE, PICTURE_ATOMIC };

/* One request of one warp. */
struct picture_request {
	const char *object; /* what the source calls the memory; NULL: not known */
	enum picture_access access;
	unsigned warp; /* of the block */
	unsigned size; /* bytes per lane, 1 to 32 */
	uint32_t active;
	bool is_apart;         /* some distances between lanes aren't known: they are taken to be far */
	unsigned count, ideal; /* sectors or wavefronts that it takes, and that would do */
	int64_t base;          /* bytes from the object's start to where `offset` counts from; of lines */
	uint64_t offset[PICTURE_WARP]; /* bytes from `base`; 0 for lanes that aren't active */
};

/* Warps of a block that look alike, a bit per lane. Lanes that are nowhere do none of it. */
struct picture_row {
	unsigned first, last; /* warps */
	uint32_t here;        /* get to the place */
	uint32_t maybe;       /* may get there: data or unknown numbers decide */
	uint32_t there;       /* are somewhere else instead */
	uint32_t named;       /* are named by the mask */
};

/* The threads of a block, at one place of the source. */
struct picture_lanes {
	unsigned threads; /* of the block */
	const char *here,
		*there; /* "waiting at `__syncthreads()`", "returned before"; there: NULL where none are */
	bool has_mask;  /* the rows' `named` holds */
	bool has_pair;  /* the two below do */
	unsigned waits, absent; /* threads of the block, x first: one that is here, and the one it misses */
	VEC(struct picture_row) rows; /* in order of warps; those that don't matter are left out */
};

/* One of the two that conflict. */
struct picture_side {
	const char *who;  /* "thread (3,1)", "warp 2" */
	const char *does; /* "writes", "reads", "updates" */
	unsigned thread;  /* of the block, x first */
};

struct picture_conflict {
	const char *what;                  /* "tile[3][4]" */
	struct picture_side first, second; /* in the order of execution */
	bool is_one_store;                 /* both write by one store: there is no order */
	bool blocks;                       /* they are in different blocks */
	bool in_loop;                      /* the second is in a later turn of a loop */
};

/* What all blocks of a launch touch by one access, against what there is. In bytes from the start of the
 * memory. */
struct picture_bounds {
	const char *object; /* what the source calls the memory */
	const char *who;    /* the thread that gets outside: "thread 5 of block 3" */
	enum picture_access access;
	int64_t bytes;     /* of the memory */
	int64_t low, high; /* first byte touched, and the one behind the last; low < high */
};

/* A part of the line on which memory and reach are drawn, so many units wide: parts of it, from the left. */
struct picture_extent {
	unsigned begin, end;
};

struct picture {
	enum picture_kind kind;
	union {
		struct picture_request request;
		struct picture_lanes lanes;
		struct picture_conflict conflict;
		struct picture_bounds bounds;
	};
};

/* "sectors", "banks", "lanes", "conflict", "bounds". */
const char *picture_kind_name(enum picture_kind kind);

/* A deep copy in another arena; NULL for NULL. */
struct picture *picture_copy(struct arena *arena, const struct picture *picture);

/* An order of pictures, for sorting: 0 only for equal ones. NULL comes first. */
int picture_compare(const struct picture *a, const struct picture *b);

enum picture_charset {
	PICTURE_UTF8, /* block characters */
	PICTURE_ASCII
};

/* Appends the picture as text of fixed width: a title of at most 120 columns, then lines of at most 78; each
 * ends with a newline. Names from the source are as they are there: the caller makes them harmless. */
void picture_text(struct buffer *out, const struct picture *picture, enum picture_charset charset);

/* The title alone, in the arena: "Warp 0 loads 4 bytes per lane of `in`: 32 sectors, 4 would do". */
const char *picture_title(struct arena *arena, const struct picture *picture);

/* What the picture shows, in a sentence or two for who can't see it, in the arena. */
const char *picture_description(struct arena *arena, const struct picture *picture);

/* ---- requests, taken apart for drawing ------------------------------------------------------- */

/* A sector that a request touches. */
struct picture_sector {
	uint64_t index; /* of 32 bytes, from the request's base */
	uint32_t lanes; /* that touch it */
	uint32_t bytes; /* of its 32 that are touched, a bit each */
};

/* Those of a request, ascending; returns how many. */
unsigned picture_sectors(
	const struct picture_request *request, struct picture_sector sectors[PICTURE_MAX_SECTORS]);

/* What is wanted of a bank. */
struct picture_bank {
	unsigned words; /* different words; for atomics: lanes */
	uint32_t lanes; /* that want some */
};

/* Fills in all banks and returns the one that has the most to do: the first of several. */
unsigned picture_banks(const struct picture_request *request, struct picture_bank banks[PICTURE_WARP]);

/* ---- bounds, laid out ------------------------------------------------------------------------- */

/* Where on a line of `width` units the memory lies, and what is touched: in proportion, but nothing that is
 * there gets less than `least` units. */
void picture_lay_out(const struct picture_bounds *bounds, unsigned width, unsigned least,
	struct picture_extent *memory, struct picture_extent *touched);

#endif
