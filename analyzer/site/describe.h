/* What a site's requests look like, for messages: which part of the index sets neighbouring lanes apart, how
 * far, and what lies in between. */
#ifndef CUDALINT_SITE_DESCRIBE_H
#define CUDALINT_SITE_DESCRIBE_H

#include "analyzer/site/site.h"

/* What an expression depends on, as far as its text and the initialisers of its variables tell. */
enum {
	DEPENDS_LANE = 1, /* differs between neighbouring lanes */
	DEPENDS_ROW = 2,  /* threadIdx.y or .z, where a row of the block is at least a warp long */
	DEPENDS_TURN = 4, /* a variable that is assigned to, as loop counters are */
	/* a helper's parameter, which is taken for DEPENDS_LANE, too: its callers aren't looked at */
	DEPENDS_CALLER = 8
};

struct simt_pattern {
	/* `base[index].member`: what the source shows of them, or NULL. The base is what the kernel itself
	 * calls the memory; NULL where another text is at hand, as in a helper */
	const struct ir_expr *base;
	const struct ir_expr *term; /* the summand of the index by which neighbouring lanes differ most */
	const struct ir_type *unit; /* what it counts: an element, a record, a row; NULL: others move, too */
	const struct ir_expr *factor; /* what that summand multiplies by, when lanes don't differ in it */
	/* of a record: the one that holds it is as long as the stride, where there is such a one */
	const struct ir_field *member;
	const struct ir_type *record; /* the record that holds it, or that is copied */
	unsigned others;              /* DEPENDS_* of the other summands */
	unsigned runs, run_bytes;     /* stretches of adjacent bytes in the worst request, and the longest */
	unsigned aligned;             /* its sectors if every stretch began at a sector */
	unsigned moved;               /* and the fewest if all lanes moved together */
};

void simt_describe(struct simt_pattern *out, const struct simt_report *report, const struct simt_site *site);

/* How many bytes of each stride are accessed by sites of this kind with this stride and object, in the whole
 * kernel: 16 when .x, .y, .z and .w of an array of float4 are. 0 without a stride. */
unsigned simt_stride_bytes_used(const struct simt_report *report, const struct simt_site *site);

/* Whether each lane accesses some aligned stretch of so many bytes (a power of two) element by element, at
 * this site and at others of its kind, size, stride and object. */
bool simt_touches_window(const struct simt_report *report, const struct simt_site *site, unsigned bytes);

/* Whether another access of the same kind goes to the other half of an aligned pair in every lane: the
 * compiler makes one wider access of the two where it knows the alignment, as it does in shared memory. */
bool simt_has_neighbour(const struct simt_report *report, const struct simt_site *site);

/* The other access of the same expression, as `x[i] += 1` has one; NULL: none. */
const struct simt_site *simt_site_twin(const struct simt_report *report, const struct simt_site *site);

#endif
