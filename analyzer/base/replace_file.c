/* Replacing a file: the new contents go to a file of their own in the same folder, to the disk, and then take
 * the name. Signals that would end the process wait meanwhile, so that no half-written file stays behind. */
#include "analyzer/base/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of an absolute path, to be freed. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash == path ? 1 : (size_t)(slash - path);
	return strndup(path, length);
}

static int check_target(const char *path)
{
	struct stat status;
	if (stat(path, &status) || access(path, W_OK))
		return errno;
	return S_ISREG(status.st_mode) ? 0 : EINVAL;
}

int file_is_replaceable(const char *path)
{
	char *real = realpath(path, NULL);
	if (!real)
		return errno;
	int error = check_target(real);
	char *folder = folder_of(real);
	if (!error && (!folder || access(folder, W_OK | X_OK)))
		error = folder ? errno : ENOMEM;
	free(folder);
	free(real);
	return error;
}

static int write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t count = write(fd, data, size);
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return errno;
		data += count;
		size -= (size_t)count;
	}
	return fsync(fd) ? errno : 0;
}

/* Owner and group first: changing them may take rights away. A group that can't be given gets none. */
static int copy_rights(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & 07777;
	struct stat now;
	if (fstat(fd, &now))
		return errno;
	bool differs = now.st_uid != old->st_uid || now.st_gid != old->st_gid;
	if (differs && fchown(fd, old->st_uid, old->st_gid)) {
		mode &= ~(mode_t)(S_ISUID | S_ISGID);
		if (now.st_gid != old->st_gid && fchown(fd, (uid_t)-1, old->st_gid))
			mode &= ~(mode_t)S_IRWXG;
	}
	return fchmod(fd, mode) ? errno : 0;
}

/* The name isn't safe before its folder is; not every file system can do that. */
static void sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

static int replace(const char *path, const char *folder, const char *data, size_t size)
{
	static const char ending[] = "/.cudalint-XXXXXX";
	struct stat status;
	if (stat(path, &status))
		return errno;
	char *temporary = malloc(strlen(folder) + sizeof ending);
	if (!temporary)
		return ENOMEM;
	strcat(strcpy(temporary, folder), ending);
	int fd = mkstemp(temporary), error = fd < 0 ? errno : 0;
	if (!error) {
		error = write_all(fd, data, size);
		if (!error)
			error = copy_rights(fd, &status);
		if (close(fd) && !error)
			error = errno;
		if (!error && rename(temporary, path))
			error = errno;
		if (error)
			unlink(temporary);
		else
			sync_folder(folder);
	}
	free(temporary);
	return error;
}

int file_replace(const char *path, const char *data, size_t size)
{
	int error = file_is_replaceable(path);
	if (error)
		return error;
	char *real = realpath(path, NULL), *folder = real ? folder_of(real) : NULL;
	sigset_t ending, before;
	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigaddset(&ending, SIGHUP);
	sigaddset(&ending, SIGQUIT);
	sigprocmask(SIG_BLOCK, &ending, &before);
	error = folder ? replace(real, folder, data, size) : ENOMEM;
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(folder);
	free(real);
	return error;
}
