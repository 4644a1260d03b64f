/* Include scanning: a line-wise look for #include and __CUDA_ARCH__, through the user's own headers.
 * Conditions are not evaluated: an include in a dead branch costs a lookup and nothing else. */
#include "analyzer/frontend/includes.h"

#include <ctype.h>
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/includes_find.h"
#include "analyzer/frontend/respell.h"
#include "analyzer/frontend/unit.h"

enum { MAX_ENTRIES = 200000, MAX_DEPTH = 24, MAX_FILES = 400, MAX_FILE_SIZE = 5 * 1024 * 1024 };

/* ---- the index ------------------------------------------------------------------------------- */

struct header_entry {
	struct header_entry *next;
	const char *name; /* base name, inside path */
	const char *path;
};

enum { BUCKETS = 4096 };

struct header_index {
	struct arena *arena;
	struct header_entry *buckets[BUCKETS];
	size_t entries;
};

static size_t bucket_of(const char *name)
{
	uint32_t hash = 2166136261u;
	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash % BUCKETS;
}

static bool is_header(const char *name)
{
	static const char *const endings[] = {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc", ".cu",
		".cpp", ".c", ".ipp", ".def", ".impl", ".hu", ".tpp", ".tcc", ".txx"};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(dot, endings[i]) == 0)
			return true;
	return false;
}

static void index_folder(struct header_index *index, const char *folder, unsigned depth)
{
	DIR *dir = depth < MAX_DEPTH ? opendir(folder) : NULL;
	if (!dir)
		return;
	for (struct dirent *entry; (entry = readdir(dir)) && index->entries < MAX_ENTRIES;) {
		if (entry->d_name[0] == '.')
			continue;
		index->entries++;
		bool header = is_header(entry->d_name);
		if (entry->d_type == DT_REG && !header)
			continue;
		char *path = arena_printf(index->arena, "%s/%s", folder, entry->d_name);
		struct stat status;
		if (entry->d_type == DT_UNKNOWN ? lstat(path, &status) : 0)
			continue;
		bool is_dir =
			entry->d_type == DT_DIR || (entry->d_type == DT_UNKNOWN && S_ISDIR(status.st_mode));
		if (is_dir) {
			index_folder(index, path, depth + 1);
		} else if (header) {
			struct header_entry *add = ARENA_NEW(index->arena, struct header_entry);
			add->path = path;
			add->name = strrchr(path, '/') + 1;
			size_t bucket = bucket_of(add->name);
			add->next = index->buckets[bucket];
			index->buckets[bucket] = add;
		}
	}
	closedir(dir);
}

struct header_index *header_index_build(struct arena *arena, const char *root)
{
	struct header_index *index = ARENA_NEW(arena, struct header_index);
	index->arena = arena;
	index_folder(index, root, 0);
	return index;
}

/* How far a header is from the file that names it, both as paths: 0 is nearest. Steps up to the folder that
 * holds both, then steps down from it. More than two up is another part of a collection, whose own folders
 * lie deeper than those meant for all: steps down count first there. */
static size_t distance(const char *header, const char *from)
{
	enum { NEAR = 2, WEIGHT = 1000 };
	size_t same = 0, up = 0, down = 0;
	for (size_t i = 0; header[i] && header[i] == from[i]; i++)
		if (header[i] == '/')
			same = i + 1;
	for (const char *at = from + same; *at; at++)
		up += *at == '/';
	for (const char *at = header + same; *at; at++)
		down += *at == '/';
	return up <= NEAR ? up * WEIGHT + down : (NEAR + 1 + down) * WEIGHT + up;
}

/* Of several that are as near the first by name. */
const char *header_index_find(const struct header_index *index, const char *name, const char *from)
{
	if (!index)
		return NULL;
	while (strncmp(name, "../", 3) == 0 || strncmp(name, "./", 2) == 0)
		name = strchr(name, '/') + 1;
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
	size_t wanted = strlen(name), nearest = SIZE_MAX;
	const char *best = NULL;
	for (const struct header_entry *entry = index->buckets[bucket_of(base)]; entry; entry = entry->next) {
		size_t length = strlen(entry->path);
		if (length <= wanted || entry->path[length - wanted - 1] != '/' ||
			strcmp(entry->path + length - wanted, name) != 0)
			continue;
		size_t far = distance(entry->path, from);
		if (!best || far < nearest || (far == nearest && strcmp(entry->path, best) < 0)) {
			best = entry->path;
			nearest = far;
		}
	}
	return best;
}

/* ---- the scan -------------------------------------------------------------------------------- */

struct scan {
	struct arena *arena;
	const struct includes_query *query;
	struct includes *out;
	struct include_search search;
	VEC(const char *) pending; /* local files still to be read */
};

typedef VEC(const char *) name_list;

static void add_unique(struct arena *arena, void *list, const char *name)
{
	name_list *names = list;
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->data[i], name) == 0)
			return;
	vec_push(arena, names, name);
}

static void add_local(struct scan *scan, const char *path)
{
	size_t before = scan->out->local.count;
	char *resolved = realpath(path, NULL);
	add_unique(scan->arena, &scan->out->local, resolved ? arena_strdup(scan->arena, resolved) : path);
	free(resolved);
	if (scan->out->local.count > before && scan->out->local.count < MAX_FILES)
		vec_push(scan->arena, &scan->pending, path);
}

static void resolve(struct scan *scan, const char *from, const char *name, bool is_angled)
{
	const char *path = NULL;
	enum include_place place = include_find(&scan->search, from, name, is_angled, &path);
	bool is_looked_up = place == INCLUDE_NOWHERE || place == INCLUDE_BY_NAME;
	if (is_looked_up && scan->query->reads)
		reads_add_lookup(scan->query->reads, name, path);
	if (place == INCLUDE_NOWHERE)
		add_unique(scan->arena, &scan->out->missing, name);
	if (place == INCLUDE_STANDARD)
		add_unique(scan->arena, &scan->out->system, name);
	if (place == INCLUDE_BY_NAME)
		include_add_folder(&scan->search, path, name);
	if (path)
		add_local(scan, path);
}

/* `line` begins behind the '#'. */
static void scan_directive(struct scan *scan, const char *from, const char *line, const char *end)
{
	while (line < end && isblank((unsigned char)*line))
		line++;
	if (end - line < 8 || strncmp(line, "include", 7) != 0)
		return;
	line += 7;
	while (line < end && isblank((unsigned char)*line))
		line++;
	if (line == end || (*line != '"' && *line != '<'))
		return;
	bool angled = *line == '<';
	const char *close = memchr(line + 1, angled ? '>' : '"', (size_t)(end - line - 1));
	if (close && close > line + 1)
		resolve(scan, from, arena_strndup(scan->arena, line + 1, (size_t)(close - line - 1)), angled);
}

static void add_arch_test(struct scan *scan, int arch)
{
	for (size_t i = 0; arch && i < scan->out->arch_tests.count; i++)
		if (scan->out->arch_tests.data[i] == arch)
			return;
	if (arch)
		vec_push(scan->arena, &scan->out->arch_tests, arch);
}

/* `defined(__CUDA_ARCH_FEAT_SM90_ALL)`, `__CUDA_ARCH_SPECIFIC__ == 1000`, `__CUDA_ARCH_FAMILY_SPECIFIC__`:
 * true for one architecture, or for some from it on. Without a number, all that have features of their own
 * are meant. */
static void scan_features(struct scan *scan, const char *line, const char *end)
{
	static const char word[] = "__CUDA_ARCH_", feat[] = "FEAT_SM";
	static const char *const specific[] = {"SPECIFIC__", "FAMILY_SPECIFIC__"};
	static const int with_features[] = {90, 100, 103, 110, 120, 121};
	for (const char *at = line; end - at >= (ptrdiff_t)sizeof word - 1; at++) {
		if (*at != '_' || strncmp(at, word, sizeof word - 1) != 0)
			continue;
		at += sizeof word - 2; /* its last character */
		size_t left = (size_t)(end - at) - 1;
		if (left >= sizeof feat && strncmp(at + 1, feat, sizeof feat - 1) == 0)
			add_arch_test(scan, (int)strtol(at + sizeof feat, NULL, 10));
		for (size_t k = 0; k < 2; k++) {
			size_t length = strlen(specific[k]);
			if (left < length || strncmp(at + 1, specific[k], length) != 0)
				continue;
			const char *number = at + 1 + length;
			while (number < end && (isblank((unsigned char)*number) || strchr("<>=!)", *number)))
				number++;
			bool is_told = number < end && isdigit((unsigned char)*number);
			for (size_t i = 0; !is_told && i < sizeof with_features / sizeof *with_features; i++)
				add_arch_test(scan, with_features[i]);
			if (is_told)
				add_arch_test(scan, (int)strtol(number, NULL, 10) / 10);
		}
	}
}

/* `__CUDA_ARCH__ >= 800`, `__CUDA_ARCH__ < 700`: the number, as 80. */
static void scan_arch(struct scan *scan, const char *line, const char *end)
{
	static const char word[] = "__CUDA_ARCH__";
	for (const char *at = line; end - at >= (ptrdiff_t)sizeof word - 1; at++) {
		if (*at != '_' || strncmp(at, word, sizeof word - 1) != 0)
			continue;
		scan->out->tests_cuda_arch = true;
		for (at += sizeof word - 1; at < end && (isblank((unsigned char)*at) || strchr("<>=!)", *at));
			at++)
			;
		add_arch_test(
			scan, at < end && isdigit((unsigned char)*at) ? (int)strtol(at, NULL, 10) / 10 : 0);
	}
}

static void scan_text(struct scan *scan, const char *from, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *line = text; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop)
			stop = end;
		const char *at = line;
		while (at < stop && isblank((unsigned char)*at))
			at++;
		if (at < stop && *at == '#') {
			scan_directive(scan, from, at + 1, stop);
			scan_arch(scan, at, stop);
			scan_features(scan, at, stop);
		}
		line = stop + 1;
	}
}

/* Text of a file as read from `path`. */
static void scan_file(struct scan *scan, const char *path, const char *text, size_t size)
{
	struct respelled_file file = {.path = path, .size = size};
	file.text = respell(scan->arena, text, size);
	if (scan->query->reads) {
		reads_add_file(scan->query->reads, path, text, size, true);
		file.original = digest_strong(text, size);
	}
	if (file.text) {
		file.disk_text = arena_strndup(scan->arena, text, size);
		vec_push(scan->arena, &scan->out->respelled, file);
	}
	scan_text(scan, path, text, size);
}

static const struct unit_buffer *buffer_of(const struct includes_query *query, const char *path)
{
	if (!query->buffer_count)
		return NULL;
	char *resolved = realpath(path, NULL);
	const struct unit_buffer *found = NULL;
	for (size_t i = 0; i < query->buffer_count && !found; i++)
		if (strcmp(query->buffers[i].path, resolved ? resolved : path) == 0)
			found = &query->buffers[i];
	free(resolved);
	return found;
}

bool includes_lack_cccl(const struct includes *includes)
{
	static const char *const folders[] = {"cub/", "thrust/", "cuda/", "nv/"};
	for (size_t i = 0; i < includes->missing.count; i++)
		for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
			if (!strncmp(includes->missing.data[i], folders[k], strlen(folders[k])))
				return true;
	return false;
}

/* Its text is known by one name, however it was reached. */
static void scan_unsaved(struct scan *scan, const char *path, const struct unit_buffer *unsaved)
{
	size_t before = scan->out->respelled.count;
	scan_file(scan, path, unsaved->text, unsaved->size);
	if (scan->out->respelled.count > before)
		scan->out->respelled.data[before].path = unsaved->path;
}

void includes_scan(struct arena *arena, const struct includes_query *query, struct includes *out)
{
	struct scan scan = {.arena = arena, .query = query, .out = out};
	scan.search = (struct include_search){.arena = arena, .query = query, .by_name = &out->dirs};
	include_search_begin(&scan.search);
	if (query->contents)
		scan_file(&scan, query->path, query->contents, query->size);
	else
		vec_push(arena, &scan.pending, query->path);
	for (size_t i = 0; i < scan.pending.count; i++) {
		struct buffer text = {0};
		const struct unit_buffer *unsaved = buffer_of(query, scan.pending.data[i]);
		if (unsaved)
			scan_unsaved(&scan, scan.pending.data[i], unsaved);
		else if (buffer_read_file(&text, scan.pending.data[i], MAX_FILE_SIZE) == 0)
			scan_file(&scan, scan.pending.data[i], text.data ? text.data : "", text.size);
		buffer_free(&text);
	}
}
