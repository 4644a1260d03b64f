/* Sharing and bounding the folder of precompiled headers; see pch_folder.h. */
#include "analyzer/frontend/pch_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analyzer/base/vec.h"

enum {
	FILES_KEPT = 12,
	DAY_S = 24 * 60 * 60,
	LEFTOVER_S = 10 * 60, /* no file takes that long to make */
	WAIT_MS = 30 * 1000,
	STEP_MS = 5
};

static int open_lock(struct arena *arena, const char *folder)
{
	return open(arena_printf(arena, "%s/lock", folder), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

/* One file for all keys: each locks a byte of its own. False: another process has it. A file system without
 * locks has to do without. */
static bool take_lock(int fd, unsigned long long key)
{
	struct flock range = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)(key & 0x3fffffff), .l_len = 1};
	return fcntl(fd, F_SETLK, &range) == 0 || (errno != EACCES && errno != EAGAIN && errno != EINTR);
}

int pch_folder_lock(struct arena *arena, const char *folder, unsigned long long key)
{
	int fd = open_lock(arena, folder);
	for (int waited = 0; fd >= 0 && !take_lock(fd, key) && waited < WAIT_MS; waited += STEP_MS)
		nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
	return fd;
}

void pch_folder_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}

/* Once a day is enough to know what is used. */
void pch_folder_touch(const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0 && time(NULL) - status.st_mtime > DAY_S)
		utimensat(AT_FDCWD, path, NULL, 0);
}

static int by_use(const void *a, const void *b)
{
	const struct kept_file *left = a, *right = b;
	return (left->used < right->used) - (left->used > right->used);
}

void pch_folder_sort(kept_file_list *files)
{
	if (files->count)
		qsort(files->data, files->count, sizeof *files->data, by_use);
}

/* The precompiled header and the text that it was made from. */
static void delete_pair(struct arena *arena, const char *path)
{
	unlink(path);
	unlink(arena_printf(arena, "%.*s.h", (int)(strlen(path) - strlen(".pch")), path));
}

void pch_folder_forget(struct arena *arena, const char *folder, long process)
{
	const char *end = arena_printf(arena, ".%ld", process);
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		const char *name = entry->d_name, *dot = strchr(name, '.');
		bool is_part = dot && (!strncmp(dot, ".pch.", 5) || !strncmp(dot, ".h.", 3));
		if (is_part && strcmp(strrchr(name, '.'), end) == 0)
			unlink(arena_printf(arena, "%s/%s", folder, name));
	}
	if (dir)
		closedir(dir);
}

void pch_folder_trim(struct arena *arena, const char *folder)
{
	kept_file_list files = {0};
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		struct kept_file file = {.path = arena_printf(arena, "%s/%s", folder, entry->d_name)};
		struct stat status;
		const char *dot = strchr(entry->d_name, '.');
		if (!dot || dot == entry->d_name || stat(file.path, &status))
			continue;
		file.used = status.st_mtime;
		if (strcmp(dot, ".pch") == 0)
			vec_push(arena, &files, file);
		else if (strchr(dot + 1, '.') && time(NULL) - file.used > LEFTOVER_S)
			unlink(file.path); /* "key.pch.pid" */
	}
	if (dir)
		closedir(dir);
	pch_folder_sort(&files);
	for (size_t i = FILES_KEPT; i < files.count; i++)
		delete_pair(arena, files.data[i].path);
}
