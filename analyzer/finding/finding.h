/* Findings: what a rule says about the source, complete and independent of the unit it came from.
 *
 * A finding owns nothing: all its memory is in one arena, and positions are resolved (paths, lines, columns),
 * so it can be copied to another arena, sent to another process, or stored. */
#ifndef CUDALINT_FINDING_FINDING_H
#define CUDALINT_FINDING_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"

enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };
enum confidence { CONFIDENCE_POSSIBLE, CONFIDENCE_LIKELY, CONFIDENCE_PROVEN };
enum fix_safety { FIX_SAFE, FIX_UNSAFE };

/* 1-based; columns count Unicode code points, offsets bytes. */
struct position {
	uint32_t line, column, offset;
};

struct span {
	const char *path; /* as reported */
	struct position start, end;
};

struct edit {
	const char *path;
	uint32_t start, end; /* bytes replaced; start == end inserts */
	const char *text;
};

struct fix {
	const char *title;
	enum fix_safety safety;
	uint64_t text_hash; /* of the text that the edits are for, see fix_text_hash(); 0: not told */
	VEC(struct edit) edits;
};

struct related {
	struct span span;
	const char *message;
};

/* A launch that a finding holds for. `source` is one of launch-site, launch-bounds, source-comment, config,
 * command-line, assumed; NULL: the finding isn't about a launch. */
struct finding_launch {
	const char *source;
	int64_t grid[3], block[3];
	bool grid_known, block_known;
};

/* Below this, what would be faster is nothing to speak of: there is a speed-up of 1 then, and no time. */
#define COST_LEAST_SPEEDUP 1.01

/* What the defect costs. Fields that are unknown are absent: has_* tells. */
struct cost {
	const char *metric; /* "sectors_per_request", ...; NULL: no cost */
	double value, ideal;
	bool has_ideal;
	double requests_per_warp, time_us, speedup;
	bool has_requests, has_time, has_speedup;
	const char *chip;
	const char *assumed; /* what nobody told and the time rests on; NULL: nothing */
	/* the time as computed, told or not; only while a unit is linted */
	double saved_us;
	bool has_saved;
};

struct picture; /* analyzer/finding/picture/picture.h */

struct finding {
	const char *code, *rule; /* "CU401", "maskless-warp-intrinsic" */
	enum severity severity;
	enum confidence confidence;
	bool doubtful; /* of a block that was assumed, and that the code contradicts: possible at most */
	bool lone;     /* in a device function that was executed without a kernel: never proven */
	const char *message;
	struct span span;
	bool has_expansion;    /* the span lies in a macro's definition or arguments... */
	struct span expansion; /* ...and this is where the macro is used */
	const char *function;  /* display name of the enclosing function; NULL at namespace scope */
	const char *kernel;    /* the same when it is a kernel */
	const char *side;      /* "device" or "host" */
	const char *object;    /* the memory that it is about, by its name; NULL: not told */
	VEC(int) archs;        /* targets it holds for, ascending; as 80, 90 */
	struct finding_launch launch;
	struct cost cost;
	/* what memory is accessed and how, by which lanes (a hash); 0: not told. Only while a unit is linted
	 */
	uint64_t access;
	const struct picture *picture; /* of the worst instance; NULL: there is none */
	VEC(struct related) related;
	VEC(struct fix) fixes;
	const char *fingerprint;
	/* Found in a kernel that this unit knows no launch, or no instantiation, of: the kernel's symbol (or
	 * its template's) and the file that defines it. A unit that knows better outranks it. NULL: not so.
	 */
	const char *assumed_symbol, *assumed_path;
	unsigned instances; /* merged findings of one defect: template instantiations, launches, units */
	bool suppressed;
	bool baselined; /* accepted by the baseline */
	struct {
		const char *path; /* NULL unless suppressed */
		uint32_t offset;  /* of the word in the comment that silences it */
	} suppressor;
};

typedef VEC(struct finding *) finding_list;

const char *severity_name(enum severity severity);
const char *confidence_name(enum confidence confidence);

/* Negative when `a` is the worse one: more severe, then more certain, then more expensive. */
int finding_compare_badness(const struct finding *a, const struct finding *b);

/* A deep copy in another arena. */
struct finding *finding_copy(struct arena *arena, const struct finding *finding);

/* Sorts by path, position, code, message; then merges findings of one code and range into the worst of them,
 * with the union of the archs of those that are as severe and the number of instances. Equal findings of two
 * passes or units count as one instance. Of findings of one code that are about one access on one line, as in
 * `a[i] * a[i]`, the first is kept. Suppressed findings merge among themselves only. The result doesn't
 * depend on the order of the input. */
void finding_merge(struct arena *arena, finding_list *list);

#endif
