/* What a process can still do behind the door; each trial is in a process of its own, and is made before the
 * door, too, so that it shows what the sandbox takes. */
#include "analyzer/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char root[] = "/tmp/cudalint-sandbox-XXXXXX";

static const char *in_root(const char *name)
{
	static char path[4][256];
	static unsigned next;
	char *out = path[next++ % 4];
	snprintf(out, sizeof path[0], "%s/%s", root, name);
	return out;
}

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static int set_up(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(root));
	mkdir(in_root("inside"), 0777);
	mkdir(in_root("kept"), 0777);
	write_text(in_root("inside/a"), "inside");
	write_text(in_root("outside"), "secret");
	return symlink(in_root("outside"), in_root("inside/link"));
}

static int tear_down(void **state)
{
	(void)state;
	char command[300];
	snprintf(command, sizeof command, "rm -rf '%s'", root);
	return system(command);
}

/* ---- trials: true when it could be done ------------------------------------------------------ */

static bool read_inside(void)
{
	int fd = open(in_root("inside/a"), O_RDONLY);
	char text[8];
	return fd >= 0 && read(fd, text, sizeof text) == 6;
}

static bool read_outside(void)
{
	return open(in_root("outside"), O_RDONLY) >= 0;
}

static bool read_through_link(void)
{
	return open(in_root("inside/link"), O_RDONLY) >= 0;
}

static bool list_outside(void)
{
	return open(root, O_RDONLY | O_DIRECTORY) >= 0;
}

static bool write_inside(void)
{
	return open(in_root("inside/new"), O_WRONLY | O_CREAT, 0666) >= 0;
}

static bool append_inside(void)
{
	return open(in_root("inside/a"), O_WRONLY | O_APPEND) >= 0;
}

static bool write_kept(void)
{
	return open(in_root("kept/new"), O_WRONLY | O_CREAT, 0666) >= 0 &&
	       rename(in_root("kept/new"), in_root("kept/newer")) == 0 && unlink(in_root("kept/newer")) == 0;
}

static bool move_out(void)
{
	return open(in_root("kept/one"), O_WRONLY | O_CREAT, 0666) >= 0 &&
	       rename(in_root("kept/one"), in_root("moved")) == 0;
}

static bool delete_inside(void)
{
	return unlink(in_root("inside/link")) == 0 &&
	       symlink(in_root("outside"), in_root("inside/link")) == 0;
}

static bool start_process(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	return pid > 0 && waitpid(pid, NULL, 0) == pid;
}

static bool start_program(void)
{
	execl("/bin/true", "true", (char *)NULL);
	return false; /* it doesn't come back from one that was started */
}

static bool open_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool signal_parent(void)
{
	return kill(getppid(), 0) == 0;
}

static void *nothing(void *context)
{
	return context;
}

static bool start_thread(void)
{
	pthread_t thread;
	return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static bool take_memory(void)
{
	enum { SIZE = 64 << 20 };
	void *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory != MAP_FAILED && munmap(memory, SIZE) == 0;
}

/* ---- the door -------------------------------------------------------------------------------- */

enum { CAN = 0, CAN_NOT = 1, NO_DOOR = 2, KILLED = 3 };

static int try_it(bool (*trial)(void), const struct sandbox_rights *rights, unsigned needs)
{
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		if (rights && (sandbox_enter(rights) & needs) != needs)
			_exit(NO_DOOR);
		_exit(trial() ? CAN : CAN_NOT);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : KILLED;
}

struct row {
	const char *name;
	bool (*trial)(void);
	unsigned needs; /* the part of the sandbox that decides it */
	int before, reader, writer;
};

static const struct row rows[] = {
	{"read inside", read_inside, 0, CAN, CAN, CAN},
	{"start a thread", start_thread, 0, CAN, CAN, CAN},
	{"take memory", take_memory, 0, CAN, CAN, CAN},
	{"read outside", read_outside, SANDBOX_FILES, CAN, CAN_NOT, CAN_NOT},
	{"read through a link", read_through_link, SANDBOX_FILES, CAN, CAN_NOT, CAN_NOT},
	{"list a folder outside", list_outside, SANDBOX_FILES, CAN, CAN_NOT, CAN_NOT},
	{"write inside", write_inside, SANDBOX_ALL, CAN, CAN_NOT, CAN_NOT},
	{"append inside", append_inside, SANDBOX_ALL, CAN, CAN_NOT, CAN_NOT},
	{"delete inside", delete_inside, SANDBOX_ALL, CAN, CAN_NOT, CAN_NOT},
	{"write what is kept", write_kept, SANDBOX_CALLS, CAN, CAN_NOT, CAN},
	{"move out of what is kept", move_out, SANDBOX_ALL, CAN, CAN_NOT, CAN_NOT},
	{"start a process", start_process, SANDBOX_CALLS, CAN, CAN_NOT, CAN_NOT},
	{"start a program", start_program, SANDBOX_CALLS, CAN, CAN_NOT, CAN_NOT},
	{"open a socket", open_socket, SANDBOX_CALLS, CAN, CAN_NOT, CAN_NOT},
	{"signal its parent", signal_parent, SANDBOX_CALLS, CAN, CAN_NOT, CAN_NOT},
};

static void check(const struct row *row, const char *who, const struct sandbox_rights *rights, int expected)
{
	int found = try_it(row->trial, rights, row->needs);
	if (found != expected)
		fail_msg("%s, %s: %d instead of %d", row->name, who, found, expected);
}

static void test_rights(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	line_list readable = {0};
	const char *kept = arena_strdup(arena, in_root("kept"));
	vec_push(arena, &readable, arena_strdup(arena, in_root("inside")));
	vec_push(arena, &readable, arena_strdup(arena, in_root("nowhere")));
	vec_push(arena, &readable, "/usr");
	vec_push(arena, &readable, "/lib");
	const struct sandbox_rights reader = {.readable = &readable};
	const struct sandbox_rights writer = {.readable = &readable, .writable = kept};
	unsigned available = sandbox_available();
	size_t tried = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		check(&rows[i], "before", NULL, rows[i].before);
		if ((available & rows[i].needs) != rows[i].needs)
			continue;
		check(&rows[i], "reader", &reader, rows[i].reader);
		check(&rows[i], "writer", &writer, rows[i].writer);
		tried++;
	}
	arena_free(arena);
	if (tried < sizeof rows / sizeof *rows)
		skip(); /* of the rest, nothing is known here */
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_rights)};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
