/* The command line's side of fixes: what is asked for, and what is said about it. analyzer/fix/fixer.c does
 * the work. */
#include "cli/command/check_fix.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <string.h>

bool check_fix_wanted(const struct check_options *options)
{
	bool wanted = options->fix || options->fix_diff;
	for (size_t i = 0; i < options->outputs.count; i++)
		wanted |= options->outputs.data[i].format == FORMAT_DIFF;
	return wanted;
}

bool check_fix_filters(const struct check_options *options)
{
	return options->fix && options->reads_stdin;
}

void check_fix(struct arena *arena, const struct check_options *options, check_select *select, void *context,
	struct run_report *report, finding_list *shown, struct fix_report *out)
{
	const struct fix_request request = {.safety = options->unsafe_fixes ? FIX_UNSAFE : FIX_SAFE,
		.write = options->fix,
		.select = select,
		.context = context};
	struct run_options run = options->run;
	struct progress progress = {0};
	progress_start(&progress);
	run.progress = options->quiet ? NULL : progress_show;
	run.progress_context = &progress;
	run_fix(arena, &run, rules_registry, &request, report, out);
	progress_end(&progress);
	if (options->fix)
		*shown = out->remaining;
	for (size_t i = 0; i < out->problems.count; i++) {
		fputs("cudalint: ", stderr);
		text_write(stderr, out->problems.data[i]);
		fputc('\n', stderr);
	}
}

const struct fixed_file *check_fix_file(const struct fix_report *fixes, const char *path)
{
	for (size_t i = 0; i < fixes->files.count; i++)
		if (!strcmp(fixes->files.data[i].path, path))
			return &fixes->files.data[i];
	return NULL;
}

void check_fix_summary(const struct check_options *options, const struct out *out)
{
	const struct fix_report *fixes = out->fixes;
	size_t fixed = fixes->fixed, all = fixed + fixes->remaining.count;
	for (size_t i = 0; options->verbose && i < fixes->rules.count; i++) {
		const struct fixed_rule *rule = &fixes->rules.data[i];
		fputs("cudalint: ", out->stream);
		text_write(out->stream, rule->path);
		fprintf(out->stream, ": %s %zu x %s %s\n", options->fix ? "fixed" : "would fix", rule->count,
			rule->code, rule->rule);
	}
	if (options->fix && all)
		fprintf(out->stream, "Found %s (%zu fixed, %zu remaining).\n",
			text_count(out->arena, all, "finding"), fixed, fixes->remaining.count);
	else if (options->fix)
		out_summary(out);
	if (options->fix && all && out_fixable(out))
		fprintf(out->stream, "%s.\n", out_fixable(out));
	if (options->fix)
		return;
	if (options->fix_diff && fixed)
		fprintf(out->stream, "Would fix %s in %s.\n", text_count(out->arena, fixed, "finding"),
			text_count(out->arena, fixes->files.count, "file"));
	else if (options->fix_diff)
		fputs("No fixes.\n", out->stream);
}
