/* What a site's requests look like, for messages: which part of the index sets neighbouring lanes apart, how
 * far, and what lies in between. */
#ifndef CUDALINT_SIMT_DESCRIBE_H
#define CUDALINT_SIMT_DESCRIBE_H

#include "analyzer/simt/site.h"

/* What an expression depends on, as far as its text and the initialisers of its variables tell. */
enum {
	DEPENDS_LANE = 1, /* differs between neighbouring lanes */
	DEPENDS_ROW = 2,  /* threadIdx.y or .z, where a row of the block is at least a warp long */
	DEPENDS_TURN = 4  /* a variable that is assigned to, as loop counters are */
};

struct simt_pattern {
	/* `base[index].member`: what the source shows of them, or NULL */
	const struct ir_expr *base;
	const struct ir_expr *term;    /* the summand of the index by which neighbouring lanes differ most */
	const struct ir_expr *factor;  /* what that summand multiplies by, when lanes don't differ in it */
	const struct ir_field *member; /* outermost member of a record that is accessed */
	const struct ir_type *record;  /* the record that holds it, or that is copied */
	unsigned others;               /* DEPENDS_* of the other summands */
	unsigned runs, run_bytes;      /* stretches of adjacent bytes in the worst request, and the longest */
	unsigned aligned;              /* its sectors if every stretch began at a sector */
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

/* What the kernel calls the memory, for an access in a helper; NULL where the source at hand names it. */
const char *simt_site_base(const struct simt_report *report, const struct simt_site *site);

/* The other access of the same expression, as `x[i] += 1` has one; NULL: none. */
const struct simt_site *simt_site_twin(const struct simt_report *report, const struct simt_site *site);

#endif
