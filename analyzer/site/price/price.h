/* What a launch costs on a chip, and what one defect adds to it.
 *
 * The counts of an execution become the work that the hardware model prices; a defect's price is the
 * difference to the same work with the site's counts replaced by ideal ones. */
#ifndef CUDALINT_SITE_PRICE_H
#define CUDALINT_SITE_PRICE_H

#include "analyzer/site/price/price_ordered.h"
#include "analyzer/site/site.h"
#include "model/kernel_time.h"

struct simt_price {
	bool known; /* `time` holds: the launch is known and was executed to its end */
	bool occupancy_known;
	struct model_occupancy occupancy; /* an upper bound while registers are unknown */
	bool shared_known;                /* whether dynamic shared memory is known */
	int shared_bytes; /* static and dynamic, per block; static alone where that is not known */
	struct model_time time;
};

/* Prices a launch. `registers` per thread; 0: unknown. Returns out->known. */
bool price_report(struct simt_price *out, const struct simt_report *report, const struct model_chip *chip,
	int registers);

/* Sectors of a request whose addresses data chooses: every other lane has one of its own; if it didn't, all
 * would lie side by side. */
enum { PRICE_UNKNOWN_SECTORS = 16, PRICE_KNOWN_SECTORS = 4 };

/* What a defect costs in a launch. */
struct simt_saving {
	double time_us;      /* that the launch would take less */
	double speedup;      /* of the whole launch; at least 1 */
	const char *assumed; /* what nobody told and this rests on; NULL: nothing */
	bool is_estimate;    /* of that, more than addresses that data chooses */
};

/* The saving if every request of a site took its ideal count of sectors, wavefronts or constant requests.
 * False when even with assumptions (estimate.h) it isn't known what the launch does; *out is then untouched.
 */
bool price_site(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	const struct model_chip *chip);

/* The same if the lanes of a warp that meet at one address in an atomic summed up first, and one of them came
 * there. The site has such requests (contention.h). */
bool price_contention(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	const struct model_chip *chip);

/* The same if each block summed up first, in registers over the turns of a loop, and came there once for each
 * address. All threads of the launch meet at the site. */
bool price_grid_contention(struct simt_saving *out, const struct simt_report *report,
	const struct simt_site *site, const struct model_chip *chip);

/* The same if a fence or an atomic object's operation were as `fix` says. */
bool price_ordered(struct simt_saving *out, const struct simt_report *report, const struct price_order *fix,
	const struct model_chip *chip);

/* The same if no lane of a split warp waited for the other side of a branch. */
bool price_branch(struct simt_saving *out, const struct simt_report *report,
	const struct simt_branch_site *site, const struct model_chip *chip);

/* The same if a block didn't come by so many barriers of its block; `warp`: but by as many of its warps. */
bool price_barrier(struct simt_saving *out, const struct simt_report *report, double times, bool warp,
	const struct model_chip *chip);

/* What is wrong with the shape of a launch. */
enum price_shape {
	PRICE_PARTIAL_WARPS, /* blocks that don't fill their warps: the same threads in full ones */
	PRICE_FEW_RESIDENT,  /* shared memory or small blocks limit residence: neither does */
	PRICE_FEW_BLOCKS,    /* the same work by as many blocks as the device holds at once */
	PRICE_TAIL,          /* without the blocks of the last wave, and their work */
};

/* The saving if the launch had a better shape. */
bool price_launch(struct simt_saving *out, const struct simt_report *report, enum price_shape shape,
	const struct model_chip *chip);

/* The same if a shared array were kept in registers instead. */
bool price_array(struct simt_saving *out, const struct simt_report *report, const struct simt_array *array,
	const struct model_chip *chip);

/* The same if a tree of shuffles with so many steps were one instruction; `stmt`: the loop, or the first
 * statement. */
bool price_tree(struct simt_saving *out, const struct simt_report *report, const struct ir_stmt *stmt,
	unsigned steps, const struct model_chip *chip);

/* The same if no thread allocated from the device's heap, once each. */
bool price_heap_use(struct simt_saving *out, const struct simt_report *report, const struct model_chip *chip);

/* The same if so many elements were accessed as one, by the site and those like it. */
bool price_narrow(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	double elements, const struct model_chip *chip);

/* The same if what is loaded and stored in shared memory were copied there asynchronously. */
bool price_staged(struct simt_saving *out, const struct simt_report *report, const struct simt_site *load,
	const struct simt_site *store, const struct model_chip *chip);

/* The same if everything that is done in double were done in float. */
bool price_double(struct simt_saving *out, const struct simt_report *report, const struct model_chip *chip);

#endif
