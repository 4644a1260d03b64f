/* What the part of an address that a whole warp shares can leave, divided by a sector or a word. */
#ifndef CUDALINT_SITE_RESIDUE_H
#define CUDALINT_SITE_RESIDUE_H

#include "analyzer/simt/simt.h"

enum { MAX_RESIDUES = 64 };

/* The remainders that the shared part can have, and how many blocks have each. */
struct residues {
	unsigned count;
	uint32_t value[MAX_RESIDUES];
	double weight[MAX_RESIDUES]; /* sums to 1 */
	bool assumed;
};

/* Of the symbols in the offset, as `lane` has them. */
struct residues residues_of(
	const struct simt *simt, const struct simt_access *access, unsigned lane, int64_t modulus);

#endif
