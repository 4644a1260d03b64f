/* Replacing a file: the new contents go to a file of their own in the same folder, to the disk, and then take
 * the name. Signals that would end the process wait meanwhile, so that no half-written file stays behind.
 *
 * The folder is opened once, step by step and through no link, and all is done within it: whoever puts a link
 * on the way meanwhile doesn't lead us elsewhere. */
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

#include "analyzer/base/buffer.h"

#ifndef O_PATH /* of Linux: a place, which need not be readable */
#define O_PATH O_RDONLY
#endif

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

static int write_all(int fd, const char *data, size_t size, bool to_disk)
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
	return to_disk && fsync(fd) ? errno : 0;
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
static void sync_folder(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* Opens the folder that an absolute path lies in. Returns -1 with errno where a link is on the way. */
static int open_folder(const char *path)
{
	const char *at = path + strspn(path, "/"), *slash;
	int folder = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	while (folder >= 0 && (slash = strchr(at, '/'))) {
		char *name = strndup(at, (size_t)(slash - at));
		int next = -1, error = ENOMEM;
		if (name) {
			next = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
			error = errno;
		}
		free(name);
		close(folder);
		folder = next;
		errno = error;
		at = slash + strspn(slash, "/");
	}
	return folder;
}

/* Whether the file of that name is there, no link, and holds what is expected; NULL: whatever it holds. */
static int look(int folder, const char *name, const struct file_text *expected, struct stat *status)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct buffer text = {0};
	if (fd < 0)
		return errno == ELOOP ? ESTALE : errno;
	int error = fstat(fd, status) ? errno : S_ISREG(status->st_mode) ? 0 : EINVAL;
	if (!error && expected) {
		error = buffer_read_fd(&text, fd, expected->size + 1);
		bool same = text.size == expected->size &&
			    (!text.size || !memcmp(text.data, expected->data, text.size));
		error = same ? error : ESTALE;
	}
	buffer_free(&text);
	close(fd);
	return error;
}

/* A file of its own for the new contents. */
static int make_beside(int folder, char *name, size_t size)
{
	for (unsigned tries = 0; tries < 100; tries++) {
		snprintf(name, size, ".cudalint-%ld-%u", (long)getpid(), tries);
		int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

/* Nobody has put another file in its place since it was looked at, nor written to it. */
static bool is_unchanged(int folder, const char *name, const struct stat *old)
{
	struct stat now;
	return fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == old->st_dev &&
	       now.st_ino == old->st_ino && now.st_size == old->st_size &&
	       now.st_mtim.tv_sec == old->st_mtim.tv_sec && now.st_mtim.tv_nsec == old->st_mtim.tv_nsec;
}

static int replace(
	int folder, const char *name, const struct file_text *expected, const char *data, size_t size)
{
	struct stat status;
	char beside[64];
	int error = look(folder, name, expected, &status);
	if (error)
		return error;
	int fd = make_beside(folder, beside, sizeof beside);
	if (fd < 0)
		return errno;
	error = write_all(fd, data, size, true);
	if (!error)
		error = copy_rights(fd, &status);
	if (close(fd) && !error)
		error = errno;
	if (!error && !is_unchanged(folder, name, &status))
		error = ESTALE;
	if (!error && renameat(folder, beside, folder, name))
		error = errno;
	if (error)
		unlinkat(folder, beside, 0);
	else
		sync_folder(folder);
	return error;
}

static void hold_signals(sigset_t *before)
{
	sigset_t ending;
	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigaddset(&ending, SIGHUP);
	sigaddset(&ending, SIGQUIT);
	sigprocmask(SIG_BLOCK, &ending, before);
}

static int replace_at(const char *real, const struct file_text *expected, const char *data, size_t size)
{
	sigset_t before;
	hold_signals(&before);
	int folder = open_folder(real), error = folder < 0 ? errno : 0;
	if (!error) {
		error = replace(folder, strrchr(real, '/') + 1, expected, data, size);
		close(folder);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return error;
}

int file_replace(const char *path, const struct file_text *expected, const char *data, size_t size)
{
	int error = *path == '/' ? file_is_replaceable(path) : EINVAL;
	return error ? error : replace_at(path, expected, data, size);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Where a result goes. */
struct place {
	char *real;  /* the file, or what is to be one, without links; NULL: it is written through */
	bool exists; /* and is a regular file */
	mode_t mode; /* that it is to have */
};

/* A name for what is open already: to replace it would leave the stream behind. */
static bool is_stream(const char *path)
{
	return !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6);
}

/* The real path of something that isn't there, from that of its folder. Returns NULL with errno. */
static char *real_of_new(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char *folder = slash ? folder_of(path) : strdup(".");
	char *real = folder ? realpath(folder, NULL) : NULL, *whole = NULL;
	int error = folder ? errno : ENOMEM;
	if (real) {
		size_t size = strlen(real) + strlen(name) + 2;
		whole = malloc(size);
		error = ENOMEM;
		if (whole)
			snprintf(whole, size, "%s/%s", strcmp(real, "/") ? real : "", name);
	}
	free(folder);
	free(real);
	errno = error;
	return whole;
}

/* The path with its last part, if that is a link to nothing, followed; to be freed. NULL with errno. */
static char *follow(const char *path)
{
	char target[4096];
	ssize_t length = readlink(path, target, sizeof target - 1);
	if (length < 0)
		return real_of_new(path);
	target[length] = 0;
	char *folder = target[0] == '/' || !strchr(path, '/') ? strdup("") : folder_of(path);
	size_t size = folder ? strlen(folder) + (size_t)length + 2 : 0;
	char *next = size ? malloc(size) : NULL, *real = NULL;
	if (next) {
		snprintf(next, size, "%s%s%s", folder, *folder ? "/" : "", target);
		real = real_of_new(next); /* a chain of links to nothing ends with the first */
	}
	int error = next ? errno : ENOMEM;
	free(folder);
	free(next);
	errno = error;
	return real;
}

static int find_existing(const char *path, const struct stat *status, struct place *out)
{
	if (access(path, W_OK))
		return errno;
	out->exists = S_ISREG(status->st_mode);
	out->mode = status->st_mode & 07777;
	if (S_ISDIR(status->st_mode))
		return EISDIR;
	if (!out->exists || is_stream(path))
		return 0;
	out->real = realpath(path, NULL);
	return out->real ? 0 : errno;
}

static int find_new(const char *path, struct place *out)
{
	mode_t mask = umask(0);
	umask(mask);
	out->mode = 0666 & ~mask;
	size_t length = strlen(path);
	if (!length || path[length - 1] == '/')
		return length ? EISDIR : ENOENT;
	out->real = follow(path);
	return out->real ? 0 : errno;
}

/* Looks where the file is, or would be. Returns 0 or an errno value. */
static int find_place(const char *path, struct place *out)
{
	struct stat status;
	*out = (struct place){0};
	if (!stat(path, &status))
		return find_existing(path, &status, out);
	return errno == ENOENT ? find_new(path, out) : errno;
}

/* Whether files can be made beside it. */
static bool can_make_beside(const struct place *place)
{
	char *folder = folder_of(place->real);
	bool can = folder && access(folder, W_OK | X_OK) == 0;
	free(folder);
	return can;
}

int file_can_be_put(const char *path)
{
	struct place place;
	int error = find_place(path, &place);
	if (!error && place.real && !place.exists && !can_make_beside(&place))
		error = errno ? errno : EACCES;
	free(place.real);
	return error;
}

/* Opened as it is. What is half-written in the end goes away, as far as it can. */
static int write_through(const char *path, bool is_file, const char *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return errno;
	int error = write_all(fd, data, size, false);
	if (error && is_file && unlink(path) && ftruncate(fd, 0))
		error = EIO;
	if (close(fd) && !error)
		error = errno;
	return error;
}

static int put_beside(int folder, const char *name, const struct place *place, const char *data, size_t size)
{
	char beside[64];
	struct stat status;
	int fd = make_beside(folder, beside, sizeof beside);
	if (fd < 0)
		return errno;
	int error = write_all(fd, data, size, false);
	if (!error && place->exists && !fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
		error = copy_rights(fd, &status);
	else if (!error && fchmod(fd, place->mode))
		error = errno;
	if (close(fd) && !error)
		error = errno;
	if (!error && renameat(folder, beside, folder, name))
		error = errno;
	if (error)
		unlinkat(folder, beside, 0);
	return error;
}

int file_put(const char *path, const char *data, size_t size)
{
	sigset_t before;
	struct place place;
	int error = find_place(path, &place);
	if (error)
		return error;
	if (!place.real || (place.exists && !can_make_beside(&place))) {
		error = write_through(path, place.exists && place.real, data, size);
		free(place.real);
		return error;
	}
	hold_signals(&before);
	int folder = open_folder(place.real);
	error = folder < 0 ? errno : put_beside(folder, strrchr(place.real, '/') + 1, &place, data, size);
	if (folder >= 0)
		close(folder);
	/* A file that something is mounted on can't be renamed to. */
	if (error == EBUSY && place.exists)
		error = write_through(path, true, data, size);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(place.real);
	return error;
}
