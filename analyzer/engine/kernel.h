/* What a launch of a kernel comes to by the model, for reports that show where time goes: what a finding's
 * price is computed from, kept when the execution is gone. */
#ifndef CUDALINT_ENGINE_KERNEL_H
#define CUDALINT_ENGINE_KERNEL_H

#include "analyzer/base/vec.h"
#include "analyzer/finding/finding.h"
#include "analyzer/ir/ir.h"
#include "analyzer/site/price/price.h"
#include "analyzer/site/site.h"
#include "model/kernel_time.h"

/* A line of source that accesses memory, or does atomics. */
struct kernel_line {
	const char *path; /* as reported */
	uint32_t line;
	double share;                        /* of the launch's time, 0 to 1; 0 where that isn't known */
	double sectors, ideal;               /* of global memory */
	double wavefronts, ideal_wavefronts; /* of shared memory */
};

typedef VEC(struct kernel_line) kernel_lines;

/* One kernel and one launch of it. */
struct kernel_summary {
	const char *name, *path; /* display name; file, as reported */
	uint32_t line;           /* of the name */
	struct finding_launch launch;
	const char *chip; /* NULL: none that the model knows */
	bool occupancy_known;
	double occupancy;                         /* 0 to 1; at most, as registers aren't known */
	unsigned blocks_per_sm, warps_per_block;  /* resident; of a block */
	unsigned most_warps;                      /* that an SM holds */
	unsigned limiters;                        /* mask of enum model_limiter */
	unsigned shared_bytes;                    /* per block, static and dynamic */
	bool time_known;                          /* then: */
	double seconds, term[MODEL_BOUND_COUNT];  /* the launch; what each part alone would take */
	enum model_bound bound;                   /* the largest of them */
	double waves, tail, dram_bytes, l2_bytes; /* as in struct model_time */
	double instructions;                      /* of warps */
	double float_instructions;                /* among them, in floating point */
	kernel_lines lines;                       /* by time, the longest first; the most expensive ones */
	double rest[MODEL_BOUND_COUNT];           /* shares of the time that no line has, by what takes it */
};

typedef VEC(struct kernel_summary *) kernel_list;

/* Of an execution whose kernel and launch it names. `chip` may be NULL. In the arena. NULL: the kernel is
 * nowhere in the source. */
struct kernel_summary *kernel_summarize(struct arena *arena, const struct ir_module *module,
	const struct simt_report *report, const struct model_chip *chip);

/* Its launch, and what a price says of it: occupancy, time and bounds. */
void kernel_set_launch(struct arena *arena, const struct simt_launch *launch, struct finding_launch *out);
void kernel_set_price(
	const struct simt_price *price, const struct model_chip *chip, struct kernel_summary *out);

/* Encoding, as in wire.h. */
struct buffer;
struct bytes_reader;
void kernel_write(struct buffer *out, const struct kernel_summary *kernel);
struct kernel_summary *kernel_read(struct bytes_reader *reader);

#endif
