/* A preamble is made by a process in the sandbox that may read what a worker may, and write to a folder made
 * for it and nothing else. Its name is a digest of all texts that it is made of. So whatever a hostile text
 * makes of that process, it serves that text alone. */
#include "analyzer/run/preamble_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/frontend/pch_folder.h"

/* Each has some megabytes; no process takes so long to make one. */
enum { FILES_KEPT = 48, LEFTOVER_S = 15 * 60 };

void preamble_folder_drop(struct arena *arena, const char *folder)
{
	unlink(arena_printf(arena, "%s/pch", folder));
	unlink(arena_printf(arena, "%s/files", folder));
	rmdir(folder);
}

/* Deletes what was used longest ago, and what processes left that were killed. */
static void trim(struct arena *arena, const char *folder)
{
	kept_file_list files = {0};
	DIR *dir = opendir(folder);
	for (const struct dirent *entry; dir && (entry = readdir(dir));) {
		struct kept_file file = {.path = arena_printf(arena, "%s/%s", folder, entry->d_name)};
		struct stat status;
		if (entry->d_name[0] == '.' || lstat(file.path, &status))
			continue;
		file.used = status.st_mtime;
		if (!S_ISDIR(status.st_mode)) {
			if (strcmp(path_extension(file.path), "files") != 0)
				vec_push(arena, &files, file);
		} else if (time(NULL) - file.used > LEFTOVER_S) {
			preamble_folder_drop(arena, file.path);
		}
	}
	if (dir)
		closedir(dir);
	pch_folder_sort(&files);
	for (size_t i = FILES_KEPT; i < files.count; i++) {
		const char *path = files.data[i].path, *dot = strrchr(path, '.');
		unlink(path);
		unlink(arena_printf(arena, "%.*s.files", (int)(dot - path), path));
	}
}

const char *preamble_folder_begin(
	struct arena *arena, const struct unit_preamble_place *place, const struct unit_preamble *preamble)
{
	if (path_make_folders(arena, place->folder))
		return NULL;
	trim(arena, place->folder);
	if (access(place->header, R_OK) && file_put(place->header, preamble->text, strlen(preamble->text)))
		return NULL;
	return mkdtemp(arena_printf(arena, "%s/made.XXXXXX", place->folder));
}

bool preamble_folder_end(struct arena *arena, const struct unit_preamble_place *place, const char *folder,
	enum unit_preamble_state state)
{
	bool is_put = false;
	if (state == UNIT_PREAMBLE_MADE) {
		is_put = !rename(arena_printf(arena, "%s/files", folder), place->files) &&
			 !rename(arena_printf(arena, "%s/pch", folder), place->result);
	} else if (state == UNIT_PREAMBLE_UNFIT) {
		int fd = open(place->failed, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		is_put = fd >= 0 && close(fd) == 0;
	}
	preamble_folder_drop(arena, folder);
	return is_put;
}
