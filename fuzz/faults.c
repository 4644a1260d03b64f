/* Makes our own calls for memory and for the system's services fail: linked into the program
 * `cudalint_faults` with the linker's --wrap for each of them, so that the sources know nothing of it. Calls
 * of libraries are theirs. fuzz/faults (the script) says what has to hold then.
 *
 * CUDALINT_FAULTS names a file that all processes of a run count in (struct counter). With
 * CUDALINT_FAULTS_SITES set, the way to each call is noted there, too; with CUDALINT_FAULTS_STACK set, the
 * callers of the one that failed are shown on standard error. What standard output and files are written with
 * is counted where their buffers go out. */
#define _GNU_SOURCE /* fopencookie() */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST_CALLS = 1 << 18, MOST_FRAMES = 200 };

struct counter {
	_Atomic uint64_t wanted;    /* which of all processes' calls is to fail; 0: none */
	_Atomic uint64_t count;     /* how many there were */
	uint64_t failed;            /* the way to the one that failed; 0: none did */
	char name[32];              /* its name */
	uint64_t sites[MOST_CALLS]; /* the ways to the first ones */
};

static struct counter *counter;
static bool shows_stack, notes_sites;

extern const char __executable_start, __etext; /* the linker's */

int __real_open(const char *path, int flags, ...);
void *__real_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
int __real_close(int fd);
ssize_t __real_write(int fd, const void *bytes, size_t size);

/* The way to a call: which places of the program called one another. How often a function called itself on it
 * makes none of its own. */
static uint64_t site_of(void)
{
	enum { SHIFT = 29 };
	static const uint64_t first = 0x9e3779b97f4a7c15u, second = 0xbf58476d1ce4e5b9u;
	void *stack[MOST_FRAMES];
	int count = backtrace(stack, MOST_FRAMES);
	uint64_t site = 0;
	for (int i = 0; i < count; i++) {
		const char *place = stack[i];
		bool is_new = place >= &__executable_start && place < &__etext;
		for (int j = 0; j < i && is_new; j++)
			is_new = stack[j] != stack[i];
		uint64_t mixed = (uint64_t)(place - &__executable_start) * first;
		mixed = (mixed ^ (mixed >> SHIFT)) * second;
		site += is_new ? mixed ^ (mixed >> SHIFT) : 0;
	}
	return site | 1;
}

static bool fails(const char *name, int error)
{
	if (!counter)
		return false;
	uint64_t number = atomic_fetch_add(&counter->count, 1) + 1;
	bool is_wanted = number == atomic_load(&counter->wanted);
	uint64_t site = is_wanted || notes_sites ? site_of() : 0;
	if (number < MOST_CALLS)
		counter->sites[number] = site;
	if (!is_wanted)
		return false;
	counter->failed = site;
	snprintf(counter->name, sizeof counter->name, "%s", name);
	if (shows_stack) {
		void *stack[40];
		backtrace_symbols_fd(stack, backtrace(stack, 40), STDERR_FILENO);
	}
	errno = error;
	return true;
}

/* ---- streams --------------------------------------------------------------------------------- */

static ssize_t write_stream(void *cookie, const char *bytes, size_t size)
{
	size_t done = 0;
	if (fails("stream", ENOSPC))
		return 0;
	while (done < size) {
		ssize_t count = __real_write((int)(intptr_t)cookie, bytes + done, size - done);
		if (count < 0 && errno != EINTR)
			return 0;
		done += count > 0 ? (size_t)count : 0;
	}
	return (ssize_t)size;
}

static int close_stream(void *cookie)
{
	return __real_close((int)(intptr_t)cookie);
}

static FILE *stream_to(int fd, bool closes)
{
	cookie_io_functions_t functions = {.write = write_stream, .close = closes ? close_stream : NULL};
	return fopencookie((void *)(intptr_t)fd, "w", functions);
}

__attribute__((constructor)) static void prepare(void)
{
	const char *path = getenv("CUDALINT_FAULTS");
	int fd = path ? __real_open(path, O_RDWR | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	void *memory = __real_mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	__real_close(fd);
	FILE *out = stream_to(STDOUT_FILENO, false);
	if (memory == MAP_FAILED || !out)
		abort();
	stdout = out;
	shows_stack = getenv("CUDALINT_FAULTS_STACK") != NULL;
	notes_sites = getenv("CUDALINT_FAULTS_SITES") != NULL;
	(void)site_of(); /* which loads what it needs, once */
	counter = memory;
}

/* ---- the calls ------------------------------------------------------------------------------- */

#define WRAP_BARE(type, name, failure, error)                                                                \
	type __real_##name(void);                                                                            \
	type __wrap_##name(void);                                                                            \
	type __wrap_##name(void)                                                                             \
	{                                                                                                    \
		return fails(#name, error) ? (failure) : __real_##name();                                    \
	}
#define WRAP(type, name, failure, error, parameters, ...)                                                    \
	type __real_##name parameters;                                                                       \
	type __wrap_##name parameters;                                                                       \
	type __wrap_##name parameters                                                                        \
	{                                                                                                    \
		return fails(#name, error) ? (failure) : __real_##name(__VA_ARGS__);                         \
	}

WRAP(void *, malloc, NULL, ENOMEM, (size_t size), size)
WRAP(void *, calloc, NULL, ENOMEM, (size_t count, size_t size), count, size)
WRAP(void *, realloc, NULL, ENOMEM, (void *old, size_t size), old, size)
WRAP(char *, strdup, NULL, ENOMEM, (const char *text), text)
WRAP(char *, strndup, NULL, ENOMEM, (const char *text, size_t size), text, size)
WRAP(char *, realpath, NULL, EIO, (const char *path, char *out), path, out)
WRAP(void *, mmap, MAP_FAILED, ENOMEM, (void *at, size_t size, int how, int flags, int fd, off_t offset), at,
	size, how, flags, fd, offset)
WRAP(FILE *, open_memstream, NULL, ENOMEM, (char **text, size_t *size), text, size)
WRAP(ssize_t, read, -1, EIO, (int fd, void *bytes, size_t size), fd, bytes, size)
WRAP(ssize_t, write, -1, ENOSPC, (int fd, const void *bytes, size_t size), fd, bytes, size)
WRAP(int, fsync, -1, EIO, (int fd), fd)
WRAP(int, rename, -1, EIO, (const char *from, const char *to), from, to)
WRAP(int, renameat, -1, EIO, (int a, const char *from, int b, const char *to), a, from, b, to)
WRAP(int, link, -1, EIO, (const char *from, const char *to), from, to)
WRAP(int, unlink, -1, EIO, (const char *path), path)
WRAP(int, unlinkat, -1, EIO, (int folder, const char *path, int flags), folder, path, flags)
WRAP(int, mkdir, -1, ENOSPC, (const char *path, mode_t mode), path, mode)
WRAP(int, mkstemp, -1, ENOSPC, (char *path), path)
WRAP(int, fchmod, -1, EIO, (int fd, mode_t mode), fd, mode)
WRAP(int, fchown, -1, EPERM, (int fd, uid_t user, gid_t group), fd, user, group)
WRAP(int, stat, -1, EIO, (const char *path, struct stat *out), path, out)
WRAP(int, lstat, -1, EIO, (const char *path, struct stat *out), path, out)
WRAP(int, fstat, -1, EIO, (int fd, struct stat *out), fd, out)
WRAP(int, fstatat, -1, EIO, (int folder, const char *path, struct stat *out, int flags), folder, path, out,
	flags)
WRAP(int, access, -1, EIO, (const char *path, int mode), path, mode)
WRAP(ssize_t, readlink, -1, EIO, (const char *path, char *out, size_t size), path, out, size)
WRAP(char *, getcwd, NULL, EACCES, (char *out, size_t size), out, size)
WRAP(DIR *, opendir, NULL, EMFILE, (const char *path), path)
WRAP(struct dirent *, readdir, NULL, EIO, (DIR * folder), folder)
WRAP_BARE(pid_t, fork, -1, EAGAIN)
WRAP(int, pipe, -1, EMFILE, (int ends[2]), ends)
WRAP(int, socketpair, -1, EMFILE, (int domain, int type, int protocol, int ends[2]), domain, type, protocol,
	ends)
WRAP(int, poll, -1, ENOMEM, (struct pollfd * polled, nfds_t count, int wait_ms), polled, count, wait_ms)
WRAP_BARE(FILE *, tmpfile, NULL, EMFILE)
WRAP(int, posix_spawnp, ENOMEM, ENOMEM,
	(pid_t * pid, const char *file, const posix_spawn_file_actions_t *actions,
		const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]),
	pid, file, actions, attributes, argv, envp)

/* What is closed is closed, whatever is said of it. */
int __wrap_close(int fd);
int __wrap_close(int fd)
{
	bool failed = fails("close", EIO);
	int result = __real_close(fd);
	if (!failed)
		return result;
	errno = EIO;
	return -1;
}

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return fails("open", EMFILE) ? -1 : __real_open(path, flags, mode);
}

int __real_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return fails("openat", EMFILE) ? -1 : __real_openat(folder, path, flags, mode);
}

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
	enum { WRITABLE_BY_ALL = 0666 };
	if (fails("fopen", EMFILE))
		return NULL;
	if (mode[0] != 'w' || !counter)
		return __real_fopen(path, mode);
	int fd = __real_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, WRITABLE_BY_ALL);
	return fd < 0 ? NULL : stream_to(fd, true);
}
