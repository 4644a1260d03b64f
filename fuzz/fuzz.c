/* What targets share; see fuzz.h. */
#include "fuzz/fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool fuzz_forbids_processes;

/* The linker puts __wrap_fork() in the place of fork(). */
pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void)
{
	if (!fuzz_forbids_processes)
		return __real_fork();
	errno = EAGAIN;
	return -1;
}

_Noreturn void fuzz_failed(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: this doesn't hold: %s\n", file, line, condition);
	abort();
}

char *fuzz_text(struct arena *arena, const uint8_t *data, size_t size)
{
	return arena_strndup(arena, size ? (const char *)data : "", size);
}

static char folder[64];
static pid_t folder_owner;

static void remove_folder(void)
{
	char command[sizeof folder + 16];
	if (getpid() != folder_owner)
		return;
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	if (system(command))
		fprintf(stderr, "%s: could not be removed\n", folder);
}

const char *fuzz_folder(void)
{
	const char *given = getenv("CUDALINT_FUZZ_FOLDER");
	if (given)
		return given;
	if (*folder)
		return folder;
	const char *above = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	snprintf(folder, sizeof folder, "%s/cudalint-fuzz-XXXXXX", above);
	if (!mkdtemp(folder))
		fuzz_failed(__FILE__, __LINE__, "mkdtemp");
	folder_owner = getpid();
	atexit(remove_folder);
	return folder;
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size)
{
	static char path[4096];
	snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	FUZZ_CHECK(fd >= 0);
	for (size_t done = 0; done < size;) {
		ssize_t count = write(fd, data + done, size - done);
		FUZZ_CHECK(count > 0);
		done += (size_t)count;
	}
	close(fd);
	return path;
}

void fuzz_split(const uint8_t *data, size_t size, size_t *first, const uint8_t **second, size_t *rest)
{
	const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
	*first = zero ? (size_t)(zero - data) : size / 2;
	size_t skipped = zero ? 1 : 0;
	*second = data + *first + skipped;
	*rest = size - *first - skipped;
}
