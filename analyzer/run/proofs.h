/* What `prove` says of the kernels of files, in short: a mark for each, for reports and editors. */
#ifndef CUDALINT_RUN_PROOFS_H
#define CUDALINT_RUN_PROOFS_H

#include "analyzer/proof/prove.h"
#include "analyzer/run/run.h"

/* A kernel and one launch of it. */
struct proof_mark {
	const char *kernel, *path; /* display name; file, as reported */
	uint32_t line;             /* of the name */
	enum proof_verdict verdicts[PROOF_PROPERTIES];
	const char *reasons[PROOF_PROPERTIES]; /* the witness, or what isn't decided; NULL: proven */
};

typedef VEC(struct proof_mark) proof_marks;

/* Of a kernel as a whole: refuted when something is, proven when everything is. */
enum proof_verdict proof_mark_verdict(const struct proof_mark *mark);

/* How much is asked, in steps of the solver: for one question, and for each property of a kernel. */
struct proof_effort {
	uint64_t steps, budget;
};

/* For reports, which are to come soon: a second or two for a kernel at most. */
struct proof_effort proof_effort_short(void);

/* Proves the kernels of the one file that the options name, in this process, which gives up the rights that
 * the plan doesn't ask for: it is there for this alone. Nothing where the file can't be parsed. */
void proofs_of_file(struct arena *arena, const struct run_options *options,
	const struct rule *const *registry, const struct proof_effort *effort, proof_marks *out);

/* The same for files, `options->jobs` processes at a time; those that die have no marks. Paths are named as
 * the options' own. */
void proofs_find(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	const char *const *paths, size_t count, const struct proof_effort *effort, proof_marks *out);

/* Encoding; false: wrong bytes. */
struct buffer;
void proofs_write(struct buffer *out, const proof_marks *marks);
bool proofs_read(struct arena *arena, const void *data, size_t size, proof_marks *out);

#endif
