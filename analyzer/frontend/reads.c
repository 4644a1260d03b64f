/* What a unit was read from; see reads.h. */
#include "analyzer/frontend/reads.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/base/bytes.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"

enum { LONGEST_NAME = 300 };

typedef VEC(const char *) folder_list;

struct reads *reads_new(struct arena *arena, const char *headers_dir, const char *toolkit_root)
{
	static const char *const folders[] = {"/usr/include", "/usr/lib", "/usr/local/include"};
	struct reads *reads = ARENA_NEW(arena, struct reads);
	reads->arena = arena;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		vec_push(arena, &reads->system_roots, folders[i]);
	vec_push(arena, &reads->system_roots, headers_dir);
	const char *system = headers_dir ? beside_system(arena, headers_dir) : NULL;
	if (system)
		vec_push(arena, &reads->system_roots, system);
	if (toolkit_root)
		vec_push(arena, &reads->system_roots, toolkit_root);
	return reads;
}

static const char *rest_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	while (length && folder[length - 1] == '/')
		length--;
	return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

bool reads_is_system(const struct reads *reads, const char *path)
{
	for (size_t i = 0; i < reads->system_roots.count; i++)
		if (rest_below(path, reads->system_roots.data[i]))
			return true;
	return false;
}

bool reads_has_text(const struct reads *reads, const char *path)
{
	for (size_t i = 0; i < reads->entries.count; i++)
		if (reads->entries.data[i].kind == READ_TEXT && !strcmp(reads->entries.data[i].path, path))
			return true;
	return false;
}

/* ---- names in directives --------------------------------------------------------------------- */

static void add_name(struct reads *reads, const char *folder, const char *begin, const char *end)
{
	size_t length = (size_t)(end - begin);
	if (length == 0 || length > LONGEST_NAME)
		return;
	for (const char *at = begin; at < end; at++)
		if (!isprint((unsigned char)*at) && !((unsigned char)*at & 0x80))
			return;
	struct read_name name = {arena_strndup(reads->arena, begin, length), folder};
	vec_push(reads->arena, &reads->names, name);
}

/* Anything that stands like a header's name in a directive: a macro may become one. */
static void scan_line(struct reads *reads, const char *folder, const char *line, const char *end)
{
	static const char next[] = "include_next";
	const char *word = line + (line < end && *line == '#');
	while (word < end && isblank((unsigned char)*word))
		word++;
	if ((size_t)(end - word) >= sizeof next - 1 && strncmp(word, next, sizeof next - 1) == 0)
		folder = NULL; /* not the one beside the file */
	while (line < end) {
		char close = *line == '"' ? '"' : *line == '<' ? '>' : '\0';
		const char *stop = close ? memchr(line + 1, close, (size_t)(end - line - 1)) : NULL;
		if (!stop) {
			line++;
			continue;
		}
		add_name(reads, close == '"' ? folder : NULL, line + 1, stop);
		line = close == '"' ? stop + 1 : line + 1; /* a '<' may be an operator */
	}
}

static bool is_continued(const char *line, const char *end)
{
	if (end > line && end[-1] == '\r')
		end--;
	return end > line && end[-1] == '\\';
}

static void scan_names(struct reads *reads, const char *path, const char *text, size_t size)
{
	const char *end = text + size, *folder = path_parent(reads->arena, path);
	bool inside = false;
	for (const char *line = text; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop)
			stop = end;
		const char *at = line;
		while (at < stop && isblank((unsigned char)*at))
			at++;
		inside = inside || (at < stop && *at == '#');
		if (inside)
			scan_line(reads, folder, at, stop);
		inside = inside && is_continued(line, stop);
		line = stop + 1;
	}
}

/* ---- files ----------------------------------------------------------------------------------- */

static void add_entry(struct reads *reads, struct read_entry entry)
{
	entry.path = arena_strdup(reads->arena, entry.path);
	vec_push(reads->arena, &reads->entries, entry);
}

void reads_add_file(struct reads *reads, const char *path, const char *text, size_t size, bool is_local)
{
	struct read_entry entry = {.path = path, .kind = READ_SYSTEM};
	if (!is_local && reads_is_system(reads, path_normalize(reads->arena, path))) {
		add_entry(reads, entry);
		return;
	}
	entry.kind = READ_TEXT;
	entry.is_local = is_local;
	entry.digest = digest_strong(text, size);
	for (size_t i = 0; i < reads->entries.count; i++) {
		const struct read_entry *old = &reads->entries.data[i];
		if (old->kind == READ_TEXT && digest_equal(old->digest, entry.digest) &&
			old->is_local >= is_local && !strcmp(old->path, path))
			return;
	}
	add_entry(reads, entry);
	scan_names(reads, path, text, size);
}

void reads_add_unsure(struct reads *reads, const char *path, const char *text, size_t size)
{
	add_entry(reads, (struct read_entry){.path = path, .kind = READ_SYSTEM});
	scan_names(reads, path, text, size);
}

void reads_add_digest(struct reads *reads, const char *path, struct digest digest)
{
	add_entry(reads, (struct read_entry){.path = path, .kind = READ_TEXT, .digest = digest});
}

void reads_add_lookup(struct reads *reads, const char *name, const char *found)
{
	for (size_t i = 0; i < reads->lookups.count; i++)
		if (!strcmp(reads->lookups.data[i].name, name))
			return;
	struct read_lookup lookup = {name, found};
	vec_push(reads->arena, &reads->lookups, lookup);
}

/* ---- where headers could be ------------------------------------------------------------------ */

/* Whether a file is there. */
static bool probe(struct reads *reads, const char *folder, const char *name)
{
	struct stat status;
	const char *path = path_join(reads->arena, folder, name);
	bool is_there = stat(path, &status) == 0 && S_ISREG(status.st_mode);
	enum read_kind kind = is_there ? READ_PRESENT : READ_ABSENT;
	vec_push(reads->arena, &reads->entries, (struct read_entry){.path = path, .kind = kind});
	return is_there;
}

static void probe_all(struct reads *reads, const folder_list *folders, const char *name)
{
	for (size_t i = 0; i < folders->count; i++)
		probe(reads, folders->data[i], name);
}

static int compare_names(const void *left, const void *right)
{
	const struct read_name *a = left, *b = right;
	int order = strcmp(a->name, b->name);
	if (order || a->folder == b->folder)
		return order;
	if (!a->folder || !b->folder)
		return a->folder ? 1 : -1;
	return strcmp(a->folder, b->folder);
}

/* A header of the system that was found in one folder of those searched could be hidden by one in another. */
static void add_system_names(struct reads *reads, const char *const *system_dirs, size_t count)
{
	for (size_t i = 0; i < reads->entries.count; i++) {
		if (reads->entries.data[i].kind != READ_SYSTEM)
			continue;
		const char *path = path_normalize(reads->arena, reads->entries.data[i].path);
		for (size_t k = 0; k < count; k++) {
			const char *name = rest_below(path, system_dirs[k]);
			if (name)
				vec_push(reads->arena, &reads->names, (struct read_name){name, NULL});
		}
	}
}

static void collect_folders(
	struct reads *reads, const char *const *flags, size_t count, folder_list *user, folder_list *system)
{
	static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(flags[i], "-include") && i + 1 < count)
			probe(reads, "", flags[i + 1]);
		for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
			size_t length = strlen(options[k]);
			if (strncmp(flags[i], options[k], length) != 0)
				continue;
			const char *folder = flags[i] + length;
			if (!*folder && i + 1 < count)
				folder = flags[++i];
			bool is_system = reads_is_system(reads, arena_printf(reads->arena, "%s/x", folder));
			vec_push(reads->arena, is_system ? system : user, folder);
			break;
		}
	}
}

static int compare_entries(const void *left, const void *right)
{
	const struct read_entry *a = left, *b = right;
	int order = strcmp(a->path, b->path);
	if (order)
		return order;
	if (a->kind != b->kind)
		return a->kind > b->kind ? -1 : 1;
	return (int)b->is_local - (int)a->is_local;
}

/* One entry for each path: what was read counts more than what was seen. */
static void unify(struct reads *reads)
{
	size_t kept = 0;
	struct read_entry *data = reads->entries.data;
	if (!reads->entries.count)
		return;
	qsort(data, reads->entries.count, sizeof *data, compare_entries);
	for (size_t i = 0; i < reads->entries.count; i++) {
		const struct read_entry *entry = &data[i], *last = kept ? &data[kept - 1] : NULL;
		if (!last || strcmp(last->path, entry->path) != 0) {
			data[kept++] = *entry;
			continue;
		}
		bool both_text = entry->kind == READ_TEXT;
		reads->is_unstable |= both_text && !digest_equal(last->digest, entry->digest);
		reads->is_unstable |= last->kind != READ_ABSENT && entry->kind == READ_ABSENT;
	}
	reads->entries.count = kept;
}

/* Probes a name in the folders of the files that say it, from names[*next] on, and moves *next behind it.
 * Whether it isn't beside one of them: only then the folders for all are searched. */
static bool is_searched(struct reads *reads, const char *name, size_t *next)
{
	bool is_searched = false;
	const char *last = NULL;
	for (; *next < reads->names.count; ++*next) {
		const struct read_name *at = &reads->names.data[*next];
		if (strcmp(at->name, name) != 0)
			break;
		if (!at->folder)
			is_searched = true;
		else if (!last || strcmp(at->folder, last) != 0)
			is_searched |= !probe(reads, at->folder, name);
		last = at->folder;
	}
	return is_searched;
}

void reads_settle(struct reads *reads, const char *const *flags, size_t flag_count,
	const char *const *system_dirs, size_t system_dir_count)
{
	folder_list user = {0}, system = {0};
	collect_folders(reads, flags, flag_count, &user, &system);
	for (size_t i = 0; i < system_dir_count; i++)
		vec_push(reads->arena, &system, system_dirs[i]);
	size_t own = reads->names.count;
	add_system_names(reads, system.data, system.count);
	for (size_t i = own; i < reads->names.count; i++)
		probe_all(reads, &user, reads->names.data[i].name);
	reads->names.count = own;
	if (own)
		qsort(reads->names.data, own, sizeof *reads->names.data, compare_names);
	for (size_t i = 0, next; i < own; i = next) {
		const char *name = reads->names.data[i].name;
		next = i;
		if (!is_searched(reads, name, &next))
			continue;
		probe_all(reads, &user, name);
		probe_all(reads, &system, name);
	}
	unify(reads);
}

/* ---- as bytes -------------------------------------------------------------------------------- */

/* Neighbours share the beginning of their paths: only what differs is written. */
void reads_write(struct buffer *out, const struct reads *reads)
{
	const char *last = "";
	bytes_put_unsigned(out, reads->entries.count);
	for (size_t i = 0; i < reads->entries.count; i++) {
		const struct read_entry *entry = &reads->entries.data[i];
		size_t same = 0;
		while (last[same] && last[same] == entry->path[same])
			same++;
		bytes_put_unsigned(out, (unsigned)entry->kind | (entry->is_local ? 4u : 0u));
		bytes_put_unsigned(out, same);
		bytes_put_required(out, entry->path + same);
		if (entry->kind == READ_TEXT)
			buffer_add(out, &entry->digest, sizeof entry->digest);
		last = entry->path;
	}
	bytes_put_unsigned(out, reads->lookups.count);
	for (size_t i = 0; i < reads->lookups.count; i++) {
		bytes_put_required(out, reads->lookups.data[i].name);
		bytes_put_text(out, reads->lookups.data[i].found);
	}
}

static struct read_entry read_one(struct bytes_reader *reader, const char *last)
{
	struct read_entry entry = {0};
	uint64_t flags = bytes_get_unsigned(reader, 7);
	entry.kind = (enum read_kind)(flags & 3);
	entry.is_local = flags >> 2;
	size_t same = (size_t)bytes_get_unsigned(reader, strlen(last));
	const char *rest = bytes_get_required(reader);
	entry.path = arena_printf(reader->arena, "%.*s%s", (int)same, last, rest);
	if (entry.kind != READ_TEXT)
		return entry;
	if ((size_t)(reader->end - reader->at) < sizeof entry.digest) {
		bytes_fail(reader);
		return entry;
	}
	memcpy(&entry.digest, reader->at, sizeof entry.digest);
	reader->at += sizeof entry.digest;
	return entry;
}

bool reads_read(struct arena *arena, const void *data, size_t size, struct reads *out)
{
	struct bytes_reader reader = {arena, data, (const unsigned char *)data + size, false};
	const char *last = "";
	*out = (struct reads){.arena = arena};
	size_t count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct read_entry entry = read_one(&reader, last);
		vec_push(arena, &out->entries, entry);
		last = entry.path;
	}
	count = bytes_get_count(&reader);
	for (size_t i = 0; i < count && !reader.failed; i++) {
		struct read_lookup lookup = {.name = bytes_get_required(&reader)};
		lookup.found = bytes_get_text(&reader);
		vec_push(arena, &out->lookups, lookup);
	}
	return !reader.failed && reader.at == reader.end;
}
