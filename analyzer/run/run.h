/* One run over many files: a worker process each, results in the order of the inputs, whatever happens to a
 * worker.
 *
 * The command line stands on this. The library never prints and never exits; what
 * went wrong is in the report. */
#ifndef CUDALINT_RUN_RUN_H
#define CUDALINT_RUN_RUN_H

#include "analyzer/engine/lint.h"
#include "analyzer/run/inputs.h"

/* Whether workers give up the rights that they don't need; see ../sandbox. */
enum run_sandbox {
	RUN_SANDBOX_AUTO,     /* as far as the system can */
	RUN_SANDBOX_REQUIRED, /* or nothing is done */
	RUN_SANDBOX_OFF
};

/* What to do; every string outlives the run. */
struct run_options {
	const char *const *paths; /* files and folders as named; empty: the files of the database, else "." */
	size_t path_count;
	const char *const *flags; /* after "--": nvcc or clang spellings, for every file */
	size_t flag_count;
	const char *const *extra_args; /* --extra-arg */
	size_t extra_arg_count;
	const char *build_dir; /* -p; NULL: search upward from each input */
	const int *archs;      /* --arch; empty: those of the build, else 80 and 90 */
	size_t arch_count;
	const char *arch_suffixes; /* "90a 100f": those of --arch that have one; NULL: none */
	const char *chip;
	const char *cuda_path; /* DIR, "none", or NULL: search */
	int cuda_version;      /* assumed when no toolkit is found; 0: newest known */
	enum unit_torch torch; /* which declarations of PyTorch */
	const char *cache_dir; /* NULL: the default; only with use_cache */
	bool use_cache;
	unsigned shard,
		shards; /* --shard=I/N: only this part of the files; shards 0: all of them, kept nowhere */
	const char *store_path; /* where a part is kept; NULL: in the cache */
	unsigned jobs;          /* 0: one per core */
	unsigned timeout_s;     /* per file; 0: none */
	unsigned max_memory_mb; /* per worker; 0: none */
	enum run_sandbox sandbox;
	const char *const *allowed; /* folders that may be read besides; see rights.h */
	size_t allowed_count;
	const char *stdin_text; /* "-" among the paths: this text under this name */
	size_t stdin_size;
	const char *stdin_name;
	const char *select, *ignore,
		*extend_select;  /* comma lists of codes, prefixes, names, ALL; NULL: default */
	const char *config_path; /* --config: this file for every input; NULL: the one nearest to each */
	bool no_config;          /* none at all */
	bool preview;            /* also `possible` findings and preview rules */
	bool all_passes;         /* parses files for every target and the host, whatever that may show */
	bool no_preambles;       /* units that begin alike are parsed from their beginnings all the same */
	bool strict_parse;       /* CU001 keeps its place in the exit status */
	bool timing;
	const struct launch_hints *hints; /* --launch and --param; NULL: none */
	/* Results of a run with buffers are never stored: they are of texts that may not come to be. */
	const struct unit_buffer
		*buffers; /* files that are to be taken otherwise than on disk, links resolved */
	size_t buffer_count;
	/* The run that the paths are a part of, for what other units say of theirs; NULL: that over the files
	 * of their compilation database. Outlives this one, too. */
	const struct run_options *project;
	const struct run_report
		*previous; /* of a run with the same options but for the buffers; NULL: none */
	const char *const
		*changed; /* files that are otherwise since then: only units they belong to are run */
	size_t changed_count;
	void (*progress)(void *context, size_t done, size_t total, size_t findings); /* may be NULL */
	/* Of each input what is found in it at first, as soon as it is: what other units say of it may change
	 * that. May be NULL. */
	void (*found)(void *context, const struct unit_result *result);
	void *progress_context; /* of both */
};

/* A text that a report may have to show lines of. */
struct run_text {
	const char *path, *data; /* path: as findings have it */
	size_t size;
};

struct run_report {
	VEC(struct unit_result *) units; /* in input order */
	finding_list findings;           /* of all units, merged and sorted; suppressed ones left out */
	finding_list silenced;           /* the suppressed ones, in the same way */
	size_t suppressed;               /* how many those are */
	size_t baselined;                /* how many of the findings a baseline has taken away; 0 at first */
	VEC(const char *) warnings;      /* about the run: one line each */
	int stopped_by;                  /* SIGINT or SIGTERM when that ended the run early; else 0 */
	VEC(struct run_text) texts;      /* of joined parts; otherwise texts are read where they are needed */
	bool is_empty;                   /* there was no file to lint: a warning says why */
	bool is_storeless;               /* the result store could not be used: a warning says why */
	const char *store_error;         /* a part of a run could not be kept: one line */
	const char *fatal;               /* usage or configuration error: one line; nothing was run */
};

/* Lints. Memory of the report is in `arena`. `registry` ends with NULL. Returns 0, or 2 when report->fatal is
 * set. */
int run_check(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	struct run_report *report);

#endif
