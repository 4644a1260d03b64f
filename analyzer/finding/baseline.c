/* Matching findings with the entries of a baseline, and changing these. */
#include "analyzer/finding/baseline.h"
#include "analyzer/base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/base/utf8.h"
#include "analyzer/finding/fingerprint.h"

#include <sys/stat.h>

#include <uthash.h> /* behind memory.h */

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* ---- paths ----------------------------------------------------------------------------------- */

const char *baseline_find(struct arena *arena, const char *folder)
{
	for (;;) {
		const char *path = path_join(arena, folder, BASELINE_FILE), *up = path_parent(arena, folder);
		if (path_is_there(path))
			return path;
		if (path_is_there(path_join(arena, folder, ".git")) || !strcmp(up, folder))
			return NULL;
		folder = up;
	}
}

/* Bytes that are no UTF-8 as U+FFFD: JSON has no others. */
static const char *valid_text(struct arena *arena, const char *text)
{
	struct buffer out = {0};
	for (size_t size = strlen(text), length; size > 0; text += length, size -= length) {
		uint32_t c;
		length = utf8_decode(text, size, &c);
		if (c == UTF8_INVALID)
			buffer_add_text(&out, REPLACEMENT);
		else
			buffer_add(&out, text, length);
	}
	const char *copy = arena_strndup(arena, out.size ? out.data : "", out.size);
	buffer_free(&out);
	return copy;
}

/* An absolute path as seen from an absolute folder. */
static const char *relative_to(struct arena *arena, const char *folder, const char *path)
{
	const char *up = "";
	for (;;) {
		size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
		if (strncmp(path, folder, length) == 0 && path[length] == '/')
			return arena_printf(arena, "%s%s", up, path + length + 1);
		if (length == 0)
			return path;
		up = arena_printf(arena, "../%s", up);
		folder = path_parent(arena, folder);
	}
}

static const char *entry_path(struct arena *arena, const struct baseline *baseline, const char *path)
{
	const char *absolute = path_resolve(arena, path), *here;
	if (!absolute && (here = path_resolve(arena, ".")))
		absolute = path_normalize(arena, path_join(arena, here, path));
	return valid_text(arena, absolute ? relative_to(arena, baseline->folder, absolute) : path);
}

/* The paths of findings, which are sorted: each is worked out once. */
struct path_memory {
	const char *of, *path;
};

static const char *recall_path(
	struct arena *arena, const struct baseline *baseline, const char *path, struct path_memory *memory)
{
	if (!memory->of || strcmp(memory->of, path) != 0)
		*memory = (struct path_memory){path, entry_path(arena, baseline, path)};
	return memory->path;
}

/* ---- matching -------------------------------------------------------------------------------- */

/* The entries of one fingerprint. */
struct group {
	char fingerprint[FINGERPRINT_DIGITS + 1];
	VEC(struct baseline_entry *) entries;
	UT_hash_handle hh;
};

static struct group *find_group(struct group *groups, const char *fingerprint)
{
	struct group *group = NULL;
	char base[FINGERPRINT_DIGITS + 1] = "";
	strncpy(base, fingerprint, FINGERPRINT_DIGITS);
	HASH_FIND_STR(groups, base, group);
	return group;
}

static struct group *group_entries(struct arena *arena, struct baseline *baseline)
{
	struct group *groups = NULL;
	for (size_t i = 0; i < baseline->entries.count; i++) {
		struct baseline_entry *entry = &baseline->entries.data[i];
		struct group *group = find_group(groups, entry->fingerprint);
		if (!group) {
			group = ARENA_NEW(arena, struct group);
			strncpy(group->fingerprint, entry->fingerprint, FINGERPRINT_DIGITS);
			HASH_ADD_STR(groups, fingerprint, group);
		}
		entry->left = entry->count;
		entry->coverage = ENTRY_UNJUDGED;
		vec_push(arena, &group->entries, entry);
	}
	return groups;
}

static bool is_covered(struct arena *arena, const struct baseline *baseline, struct baseline_entry *entry,
	const struct baseline_judge *judge)
{
	if (entry->coverage == ENTRY_UNJUDGED) {
		const char *path = path_normalize(arena, path_join(arena, baseline->folder, entry->path));
		entry->coverage =
			judge->covers(judge->context, path, entry) ? ENTRY_COVERED : ENTRY_NOT_COVERED;
	}
	return entry->coverage == ENTRY_COVERED;
}

/* A file that isn't there; nor is one whose name the baseline can't hold. */
static bool is_gone(struct arena *arena, const struct baseline *baseline, const struct baseline_entry *entry)
{
	struct stat status;
	return !strstr(entry->path, REPLACEMENT) &&
	       lstat(path_join(arena, baseline->folder, entry->path), &status) != 0;
}

static void match_in_place(struct arena *arena, const struct baseline *baseline, struct group *groups,
	const finding_list *findings)
{
	struct path_memory memory = {0};
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		struct group *group = find_group(groups, finding->fingerprint);
		for (size_t k = 0; group && k < group->entries.count && !finding->baselined; k++) {
			struct baseline_entry *entry = group->entries.data[k];
			if (!entry->left || strcmp(entry->path, recall_path(arena, baseline,
									finding->span.path, &memory)) != 0)
				continue;
			entry->left--;
			finding->baselined = true;
		}
	}
}

static void match_moved(struct arena *arena, const struct baseline *baseline, struct group *groups,
	const finding_list *findings, const struct baseline_judge *judge)
{
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		struct group *group = finding->baselined ? NULL : find_group(groups, finding->fingerprint);
		for (size_t k = 0; group && k < group->entries.count && !finding->baselined; k++) {
			struct baseline_entry *entry = group->entries.data[k];
			if (!entry->left || (!is_gone(arena, baseline, entry) &&
						    !is_covered(arena, baseline, entry, judge)))
				continue;
			entry->left--;
			finding->baselined = true;
		}
	}
}

void baseline_match(struct arena *arena, struct baseline *baseline, const finding_list *findings,
	const struct baseline_judge *judge)
{
	for (size_t i = 0; i < findings->count; i++)
		findings->data[i]->baselined = false; /* of an earlier run */
	struct group *groups = group_entries(arena, baseline);
	match_in_place(arena, baseline, groups, findings);
	match_moved(arena, baseline, groups, findings, judge);
	HASH_CLEAR(hh, groups);
}

void baseline_judge_rest(struct arena *arena, struct baseline *baseline, const struct baseline_judge *judge)
{
	for (size_t i = 0; i < baseline->entries.count; i++) {
		if (baseline->entries.data[i].left)
			is_covered(arena, baseline, &baseline->entries.data[i], judge);
	}
}

unsigned baseline_stale(const struct baseline_entry *entry)
{
	return entry->coverage == ENTRY_COVERED ? entry->left : 0;
}

/* ---- changing -------------------------------------------------------------------------------- */

void baseline_add(struct arena *arena, struct baseline *baseline, const struct finding *finding)
{
	const char *function = finding->function ? fingerprint_function(arena, finding->function) : NULL;
	struct baseline_entry entry = {.path = entry_path(arena, baseline, finding->span.path),
		.code = finding->code,
		.function = function ? valid_text(arena, function) : NULL,
		.fingerprint = arena_strndup(arena, finding->fingerprint, FINGERPRINT_DIGITS),
		.is_possible = finding->confidence == CONFIDENCE_POSSIBLE,
		.count = 1};
	vec_push(arena, &baseline->entries, entry);
}

void baseline_prune(struct baseline *baseline)
{
	size_t kept = 0;
	for (size_t i = 0; i < baseline->entries.count; i++) {
		struct baseline_entry entry = baseline->entries.data[i];
		unsigned stale = baseline_stale(&entry);
		entry.count -= stale;
		entry.left -= stale;
		if (entry.count)
			baseline->entries.data[kept++] = entry;
	}
	baseline->entries.count = kept;
}

void baseline_update(struct arena *arena, struct baseline *baseline, const finding_list *findings)
{
	size_t kept = 0;
	for (size_t i = 0; i < baseline->entries.count; i++) {
		struct baseline_entry entry = baseline->entries.data[i];
		entry.count = entry.left - baseline_stale(&entry);
		if (entry.count)
			baseline->entries.data[kept++] = entry;
	}
	baseline->entries.count = kept;
	for (size_t i = 0; i < findings->count; i++)
		if (findings->data[i]->baselined)
			baseline_add(arena, baseline, findings->data[i]);
}
