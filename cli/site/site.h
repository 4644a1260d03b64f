/* The site: the rules' pages, the guides and what goes around them, as files that need no server. A build
 * tool of its own (`./dev site`), which the program knows nothing of.
 *
 * Addresses are stable: rules/CU201.html is where CUDALINT_RULES_URL expects it. Nothing is fetched from
 * elsewhere, and all of it can be read without the script, which searches, filters, copies and changes the
 * theme. */
#ifndef CUDALINT_CLI_SITE_H
#define CUDALINT_CLI_SITE_H

#include "cli/html/html.h"
#include "rules/page.h"

struct site {
	struct arena *arena;
	const char *source; /* the source tree */
	const char *folder; /* the site's */
	const char *cache;  /* for precompiled headers */
	char error[512];    /* the first thing that went wrong, in one line; "": nothing */
	const char *up;     /* from the page being written to the site's top: "" or "../" */
	struct html html;   /* the page being written: html.stream */
	struct buffer search;
};

/* ---- pages (site_frame.c) -------------------------------------------------------------------- */

/* Opens a page, at a path below the site's folder, with what stands above its contents. `part` is the entry
 * of the navigation that it belongs to: "rules", "sets", "guide", "playground"; `about` says what it is in a
 * line. */
void site_open(struct site *site, const char *path, const char *title, const char *about, const char *part);
void site_close(struct site *site);

/* Writes a file whole. */
void site_write(struct site *site, const char *path, const char *text, size_t size);

/* The first one counts. */
FORMAT_PRINTF(2, 3) void site_fail(struct site *site, const char *format, ...);

/* ---- parts ----------------------------------------------------------------------------------- */

/* All rules by family, with search and filters; which rules each set has (site_index.c). */
void site_index(struct site *site);
void site_sets(struct site *site);

/* "Shared memory", for CU201; NULL: no rule has such a code. */
const char *site_family(const char *code);

/* The pages of all rules (site_rule.c), which gathers what is searched, too. */
void site_rules(struct site *site);

/* The documentation, and how to try things (site_guide.c). */
void site_guide(struct site *site);
void site_playground(struct site *site);

/* Where a link of a page leads that lies at that path of the source tree (docs/ci.md); NULL: to nothing that
 * is on the site. */
const char *site_link(struct site *site, const char *page, const char *target);

/* ---- code (site_code.c) ---------------------------------------------------------------------- */

/* Code as a block; CUDA is coloured where `is_cuda`. Findings are marked in it and said under their lines;
 * lines that `before` doesn't have are marked as new. Both may be NULL. */
struct site_code {
	const char *text;
	size_t size;
	bool is_cuda;
	const finding_list *findings;
	const char *before;
};
void site_code(struct site *site, const struct site_code *code);

/* Style and script. */
extern const struct page_data site_data[];

#endif
