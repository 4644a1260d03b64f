/* Baselines in the editor; see lsp_baseline.h. */
#include "ide/analysis/lsp_baseline.h"

#include <string.h>

#include "analyzer/base/path.h"

const char *lsp_baseline_path(struct arena *arena, const struct lsp_settings *settings, const char *folder)
{
	if (!settings->baseline)
		return baseline_find(arena, folder);
	return strcmp(settings->baseline, "none") == 0 ? NULL : settings->baseline;
}

void lsp_baseline_read(struct arena *arena, const struct lsp_settings *settings, const char *folder,
	struct lsp_baseline *out)
{
	char *error = NULL;
	const char *path = lsp_baseline_path(arena, settings, folder);
	*out = (struct lsp_baseline){0};
	if (!path)
		return;
	out->is_there = baseline_read(arena, path, &out->file, &error) == 0;
	out->error = error;
}

static bool is_gone(void *context, const char *path, const struct baseline_entry *entry)
{
	(void)context;
	(void)entry;
	return !path_is_there(path);
}

finding_list lsp_baseline_rest(
	struct arena *arena, struct lsp_baseline *baseline, const finding_list *findings)
{
	const struct baseline_judge judge = {is_gone, NULL};
	finding_list rest = {0}, counted = {0};
	if (!baseline->is_there)
		return *findings;
	for (size_t i = 0; i < findings->count; i++)
		if (!findings->data[i]->suppressed && findings->data[i]->fingerprint)
			vec_push(arena, &counted, findings->data[i]);
	baseline_match(arena, &baseline->file, &counted, &judge);
	for (size_t i = 0; i < findings->count; i++)
		if (!findings->data[i]->baselined)
			vec_push(arena, &rest, findings->data[i]);
	return rest;
}
