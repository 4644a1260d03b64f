/* Watching by inotify: each folder on its own, as the kernel knows no trees. */
#include "cli/command/watch.h"

#include "analyzer/base/path.h"
#include "analyzer/base/vec.h"
#include "analyzer/config/config.h"
#include "analyzer/run/inputs.h"
#include "cli/cli.h"
#include "cli/options.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	DEPTH_LIMIT = 64,
	SETTLE_MS = 100, /* editors and checkouts write several files: wait until nothing comes any more */
	EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR
};

struct folder {
	int watch;
	const char *path;
};

struct watch {
	struct arena *arena;
	int fd;
	VEC(struct folder) folders;
	int error; /* of the first folder that could not be watched */
};

static void add_tree(struct watch *watch, const char *path, unsigned depth);

static void add_inner(struct watch *watch, const char *path, unsigned depth)
{
	DIR *dir = opendir(path);
	struct stat status;
	for (const struct dirent *entry; dir && (entry = readdir(dir));) {
		const char *child = path_join(watch->arena, path, entry->d_name);
		if (!inputs_skips(entry->d_name) && !lstat(child, &status) && S_ISDIR(status.st_mode))
			add_tree(watch, child, depth + 1);
	}
	if (dir)
		closedir(dir);
}

/* A folder and those below it that may hold sources. One that is watched already keeps its number. */
static void add_tree(struct watch *watch, const char *path, unsigned depth)
{
	int number = inotify_add_watch(watch->fd, path, EVENTS);
	if (number < 0) {
		bool is_gone = errno == ENOENT || errno == ENOTDIR || errno == EACCES;
		watch->error = watch->error || (is_gone && depth) ? watch->error : errno;
		return;
	}
	for (size_t i = 0; i < watch->folders.count; i++)
		if (watch->folders.data[i].watch == number)
			return;
	vec_push(watch->arena, &watch->folders, (struct folder){number, path});
	if (depth < DEPTH_LIMIT)
		add_inner(watch, path, depth);
}

/* Whether a file of that name may matter to a run. What cudalint itself writes doesn't. */
static bool matters(const char *name)
{
	static const char *const extensions[] = {
		"cu", "cuh", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inl", "inc", "ipp", "tpp"};
	static const char *const names[] = {CONFIG_FILE, "compile_commands.json"};
	const char *extension = path_extension(name);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
		if (name[0] != '.' && !strcmp(extension, extensions[i]))
			return true;
	return false;
}

/* Reads what the kernel has to say; whether some of it matters. New folders are watched from now on. */
static bool read_events(struct watch *watch)
{
	union {
		struct inotify_event event; /* aligns the bytes */
		char bytes[16384];
	} buffer;
	bool any = false;
	ssize_t size = read(watch->fd, buffer.bytes, sizeof buffer.bytes);
	for (ssize_t at = 0; at < size;) {
		const struct inotify_event *event = (const void *)(buffer.bytes + at);
		at += (ssize_t)(sizeof *event + event->len);
		any |= (event->mask & IN_Q_OVERFLOW) != 0 || (event->len && matters(event->name));
		if (!(event->mask & IN_ISDIR) || !event->len || inputs_skips(event->name))
			continue;
		any = true; /* who knows what it holds already */
		for (size_t i = 0; i < watch->folders.count; i++)
			if (watch->folders.data[i].watch == event->wd &&
				event->mask & (IN_CREATE | IN_MOVED_TO)) {
				add_tree(watch,
					path_join(watch->arena, watch->folders.data[i].path, event->name), 1);
				break;
			}
	}
	return any;
}

/* Waits for a change, then until there is none for a moment. */
static int wait_for_change(struct watch *watch)
{
	struct pollfd poll_fd = {.fd = watch->fd, .events = POLLIN};
	for (bool any = false;;) {
		int ready = poll(&poll_fd, 1, any ? SETTLE_MS : -1);
		if (ready < 0 && errno != EINTR)
			return errno;
		if (ready > 0)
			any |= read_events(watch);
		else if (ready == 0)
			return 0;
	}
}

/* The run in a process of its own: whatever it holds is gone with it. */
static int run_once(int (*run)(void *context), void *context)
{
	int status;
	if (isatty(STDOUT_FILENO))
		fputs("\033[H\033[2J\033[3J", stdout);
	fflush(NULL);
	pid_t child = fork();
	if (child < 0)
		return errno;
	if (child == 0) {
		status = cli_finish(run(context));
		fflush(NULL);
		_exit(status);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

int watch_run(
	struct arena *arena, const char *const *paths, size_t count, int (*run)(void *context), void *context)
{
	struct watch watch = {.arena = arena, .fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
	int error = watch.fd < 0 ? errno : 0;
	for (size_t i = 0; !error && (i < count || (i == 0 && count == 0)); i++) {
		const char *absolute = path_absolute(arena, count ? paths[i] : ".");
		const char *folder = path_is_folder(absolute) ? absolute : path_parent(arena, absolute);
		const char *repository = path_repository(arena, folder);
		add_tree(&watch, repository ? repository : folder, 0);
		error = watch.error;
	}
	while (!error) {
		error = run_once(run, context);
		if (!error)
			fprintf(stderr, "Waiting for changes in %zu folder%s (Ctrl+C ends)\n",
				watch.folders.count, watch.folders.count == 1 ? "" : "s");
		if (!error)
			error = wait_for_change(&watch);
	}
	if (watch.fd >= 0)
		close(watch.fd);
	return options_error("--watch: cannot watch for changes: %s",
		error == ENOSPC ? "too many folders (fs.inotify.max_user_watches)" : strerror(error));
}
