/* The child's side: limits, silence, a stack that recursion can't exhaust, then the work.
 *
 * libclang parses on a thread of its own with 8 MB of stack, which a chain of some thousand else-ifs
 * overflows. LIBCLANG_NOTHREADS keeps it on the calling thread, and that is one of ours with a stack large
 * enough. */
#include "analyzer/run/worker_child.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "analyzer/base/bytes.h"
#include "analyzer/engine/wire.h"

enum { STACK_SIZE = 256 * 1024 * 1024, HEAP_STEP = 16 * 1024 * 1024 };

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED /* as clang says it */
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(SANITIZED)
enum { CAN_LIMIT_MEMORY = 0 }; /* sanitizers reserve terabytes of address space */
#else
enum { CAN_LIMIT_MEMORY = 1 };
#endif

struct task {
	const struct run_unit_input *input;
	int fd;
};

/* The parser allocates much and the process is short: one heap for all threads, grown in large steps, never
 * given back. glibc would make one for our thread and grow it by the page. */
static void tune_allocator(void)
{
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, HEAP_STEP);
	mallopt(M_TRIM_THRESHOLD, 1024 * 1024 * 1024);
	mallopt(M_MMAP_THRESHOLD, HEAP_STEP);
#endif
}

static void limit(int resource, rlim_t value)
{
	struct rlimit limits;
	if (getrlimit(resource, &limits))
		return;
	if (limits.rlim_max != RLIM_INFINITY && value > limits.rlim_max)
		value = limits.rlim_max;
	limits.rlim_cur = value;
	setrlimit(resource, &limits);
}

/* Whether the limit leaves no room for what the allocator would ask for next. */
static bool is_memory_used_up(void)
{
	void *probe = mmap(NULL, HEAP_STEP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (probe == MAP_FAILED)
		return true;
	munmap(probe, HEAP_STEP);
	return false;
}

/* What libclang does without memory looks like any other crash. */
static void on_crash(int number)
{
	if (is_memory_used_up())
		_exit(WORKER_OUT_OF_MEMORY);
	signal(number, SIG_DFL);
	raise(number);
}

void worker_prepare(unsigned max_memory_mb, pid_t parent)
{
	/* Handlers of the caller's program have no business here: a crash is to be seen as one. */
	static const int signals[] = {
		SIGINT, SIGTERM, SIGPIPE, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGHUP, SIGALRM};
	sigset_t none;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(1);
	limit(RLIMIT_CORE, 0);
	if (max_memory_mb && CAN_LIMIT_MEMORY) {
		limit(RLIMIT_AS, (rlim_t)max_memory_mb * 1024 * 1024 + STACK_SIZE);
		signal(SIGSEGV, on_crash);
		signal(SIGABRT, on_crash);
	}
	int nowhere = open("/dev/null", O_RDWR);
	for (int fd = 0; nowhere >= 0 && fd <= 2; fd++)
		dup2(nowhere, fd);
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	tune_allocator();
}

static void write_all(int fd, const struct buffer *buffer)
{
	size_t done = 0;
	while (done < buffer->size) {
		ssize_t count = write(fd, buffer->data + done, buffer->size - done);
		if (count < 0 && errno != EINTR)
			_exit(1);
		done += count > 0 ? (size_t)count : 0;
	}
}

static void *work(void *context)
{
	const struct task *task = context;
	struct arena *arena = arena_new();
	struct unit_result result;
	struct buffer message = {0};
	char *error = NULL;
	struct run_unit_input input = *task->input;
	const struct unit_options *parse = &input.parse;
	if (!parse->contents)
		input.parse.reads =
			reads_new(arena, parse->headers_dir, input.toolkit ? input.toolkit->root : NULL);
	int failed = run_one(arena, &input, &result, &error); /* the result says what went wrong */
	if (failed && !result.io_error && is_memory_used_up())
		_exit(WORKER_OUT_OF_MEMORY);
	struct buffer encoded = {0}, reads = {0};
	wire_write_unit(&encoded, &result);
	bytes_put_block(&message, encoded.data, encoded.size);
	if (!failed && parse->reads && !parse->reads->is_unstable)
		reads_write(&reads, parse->reads);
	bytes_put_block(&message, reads.data, reads.size);
	write_all(task->fd, &message);
	_exit(0); /* the process is the clean-up */
}

void worker_call(void *(*call)(void *), void *context)
{
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	if (pthread_attr_setstacksize(&attributes, STACK_SIZE) ||
		pthread_create(&thread, &attributes, call, context)) {
		call(context);
		return;
	}
	pthread_join(thread, NULL);
}

noreturn void worker_child(const struct run_unit_input *input, unsigned max_memory_mb, int fd, pid_t parent)
{
	struct task task = {.input = input, .fd = fd};
	worker_prepare(max_memory_mb, parent);
	worker_call(work, &task);
	_exit(1);
}
