/* Atomics whose lanes meet at one address: in a warp, or all over the grid.
 *
 * Two rules share this. What every thread of the launch updates is to be summed up in the block first; where
 * the address is another one for each block or warp, or only some threads get there, the lanes of a warp
 * should. */
#ifndef CUDALINT_SITE_CONTENTION_H
#define CUDALINT_SITE_CONTENTION_H

#include "analyzer/site/site.h"

/* What the lanes of a warp do one after the other at one address, because ptxas doesn't merge it. */
enum simt_serial {
	SIMT_NOT_SERIAL,
	SIMT_SERIAL_FLOAT,   /* adds floats, doubles or halves */
	SIMT_SERIAL_WIDE,    /* adds 64-bit amounts of their own */
	SIMT_SERIAL_RANKS,   /* adds amounts of their own, each wants the old value, and lanes are missing */
	SIMT_SERIAL_COMPARE, /* compare-and-swap */
	SIMT_SERIAL_EXCHANGE
};

/* By the kind of the operation, if it is an atomic at all. */
enum simt_serial simt_serial_of(const struct simt_access *access, uint32_t active);

/* The same for a site that has such requests. */
enum simt_serial simt_site_serial(const struct simt_site *site);

/* Adds a warp's request to the site's counts met_* and grid_lanes; `passes`: what the memory does for it. */
void contention_add(struct simt *simt, const struct simt_access *access, const uint64_t offset[SIMT_WARP],
	unsigned warp, double blocks, double passes, struct simt_site *site);

enum simt_meeting {
	SIMT_NO_MEETING,
	SIMT_WARP_MEETING, /* lanes of a warp meet where they are served one after the other */
	SIMT_GRID_MEETING  /* every thread of the launch, or nearly, updates one address; or may, if data has
			      it so */
};

/* Where the threads meet that come to an atomic; of grid meetings, too, whose lanes the compiler merges. A
 * launch of one warp has none. */
enum simt_meeting simt_meeting_of(const struct simt_report *report, const struct simt_site *site);

/* How many addresses a block updates where all threads of the launch meet; at least 1. */
double simt_met_addresses(const struct simt_site *site);

#endif
