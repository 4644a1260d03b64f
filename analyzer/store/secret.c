/* The user's key; see secret.h. */
#include "analyzer/store/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/base/path.h"

enum { SHORTEST_TEXT = 16 };

static const char *key_folder(struct arena *arena)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	if (data && data[0] == '/')
		return arena_printf(arena, "%s/cudalint", data);
	if (home && home[0] == '/')
		return arena_printf(arena, "%s/.local/share/cudalint", home);
	return NULL;
}

/* Reads a key that nobody else can have read or written. Returns 0 or an errno value. */
static int read_key(const char *path, struct digest_key *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;
	if (fd < 0)
		return errno;
	int error = fstat(fd, &status) ? errno : 0;
	bool is_ours = !error && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
		       !(status.st_mode & (S_IRWXG | S_IRWXO));
	if (!error && !is_ours)
		error = EPERM;
	if (!error && read(fd, out->bytes, sizeof out->bytes) != (ssize_t)sizeof out->bytes)
		error = EIO;
	close(fd);
	return error;
}

/* Puts a new key in place, unless another process just did. A half-written one is never seen. */
static int make_key(struct arena *arena, const char *folder, const char *path)
{
	int error = path_make_folders(arena, folder);
	if (error)
		return error;
	char *temporary = arena_printf(arena, "%s/.cache-key-XXXXXX", folder);
	int fd = mkstemp(temporary); /* readable by the user alone */
	if (fd < 0)
		return errno;
	struct digest_key key = digest_key_random();
	if (write(fd, key.bytes, sizeof key.bytes) != (ssize_t)sizeof key.bytes || fsync(fd))
		error = errno ? errno : ENOSPC;
	close(fd);
	if (!error && link(temporary, path) && errno != EEXIST)
		error = errno;
	unlink(temporary);
	return error;
}

bool secret_get(struct arena *arena, struct digest_key *out, const char **problem)
{
	const char *given = getenv("CUDALINT_CACHE_KEY"), *folder = key_folder(arena);
	if (given && *given) {
		*problem = "CUDALINT_CACHE_KEY is shorter than 16 characters";
		*out = digest_key_of(given, strlen(given));
		return strlen(given) >= SHORTEST_TEXT;
	}
	*problem = "there is no folder for the key that they are signed with; set CUDALINT_CACHE_KEY";
	if (!folder)
		return false;
	const char *path = arena_printf(arena, "%s/cache-key", folder);
	int error = read_key(path, out);
	if (error == ENOENT) {
		error = make_key(arena, folder, path);
		error = error ? error : read_key(path, out);
	}
	if (error == EPERM)
		*problem = arena_printf(arena, "'%s' can be read by others, or isn't yours", path);
	else if (error)
		*problem = arena_printf(arena, "no key at '%s': %s", path, strerror(error));
	return !error;
}
