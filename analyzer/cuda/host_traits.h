/* What rules ask about functions of the host's API (runtime, driver, libraries) beyond what operation they
 * are and what their parameters are, which analyzer/host/api says.
 *
 * host_traits.def has a row for each function of which there is something to say; everything else is zero. */
#ifndef CUDALINT_CUDA_HOST_TRAITS_H
#define CUDALINT_CUDA_HOST_TRAITS_H

#include <stdbool.h>
#include <stddef.h>

struct cuda_host_traits {
	const char *name; /* with `*`: a pattern */

	/* errors, and when the runtime starts */
	bool asks_error;     /* for the last error, which no other call's status tells */
	bool starts_nothing; /* says nothing of a device, so that the runtime needn't start for it */

	/* captures and graphs */
	bool exchanges_capture_mode; /* of the thread */
	bool changes_capture;        /* what a capture goes on from */
	bool changes_graph;          /* nodes or edges that are there, or finds a node by another one */

	/* order and memory */
	bool orders_unseen;   /* a stream waits for what isn't an event */
	bool looks_at_device; /* resets, profilers, other processes, graphics: see what the device has done */
	bool is_pinned;       /* allocates memory of the host */
	bool imports;         /* what another process has made */
	bool releases;        /* also where the kind of operation doesn't say so */
	bool resets_l2;       /* lines that persist in L2 are ordinary ones again */
	bool resets_device;
	const char *batch; /* the function that does many of it */

	/* settings and questions */
	bool sets_cache;       /* how much of the L1 cache is shared memory */
	bool tells_priorities; /* the range of priorities of streams: least and greatest */
	bool asks_device;      /* for one attribute of a device; which, says its second argument */
	bool is_setup;         /* gives, or leaves, the same each time that it has the same arguments */
	bool describes;        /* a library's description of data, which lies in memory of the host */
	unsigned attribute_at; /* sets an attribute of a function: number of that argument, from 1 */
	unsigned value_at;     /* and of its value */
	const char *flagged;   /* the function that takes flags, too */
};

/* The row for a function by its unqualified name, versions (`_v2`, `_ptsz`) aside: its own, else the first
 * pattern that fits, else one that says nothing; never NULL. */
const struct cuda_host_traits *cuda_host_traits(const char *name);

/* For tests: all rows, in the order of the table. */
const struct cuda_host_traits *cuda_host_traits_at(size_t index);

#endif
