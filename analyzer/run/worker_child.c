/* The child's side: limits, silence, a stack that recursion can't exhaust, no more rights than it takes, then
 * the work.
 *
 * Precompiled headers serve other files, too, and so one who reads this file may not make them. Where one is
 * missing, the worker says so and ends; the parent has it made by a process that reads nothing of the
 * project, and starts the worker anew.
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
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "analyzer/base/bytes.h"
#include "analyzer/base/sanitized.h"
#include "analyzer/engine/wire.h"
#include "analyzer/sandbox/sandbox.h"

enum { STACK_SIZE = 256 * 1024 * 1024, HEAP_STEP = 16 * 1024 * 1024, MOST_FILES = 1024 };
enum { LAST_ARCH = 999 };

/* The longest file that a worker may write, in bytes: a precompiled header with all of the C++ library has
 * some 30 MB. */
enum { LARGEST_HEADER = 1024 * 1024 * 1024 };

/* Sanitizers reserve terabytes of address space. */
enum { CAN_LIMIT_MEMORY = !SANITIZED_ADDRESS && !SANITIZED_THREAD };

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

void worker_prepare(const struct worker_limits *limits, unsigned cpu_s, pid_t parent)
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
	if (parent)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (parent && getppid() != parent)
		_exit(1);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_NOFILE, MOST_FILES);
	if (cpu_s)
		limit(RLIMIT_CPU, cpu_s);
	if (limits->max_memory_mb && CAN_LIMIT_MEMORY) {
		limit(RLIMIT_AS, (rlim_t)limits->max_memory_mb * 1024 * 1024 + STACK_SIZE);
		signal(SIGSEGV, on_crash);
		signal(SIGABRT, on_crash);
	}
	int nowhere = open("/dev/null", O_RDWR);
	for (int fd = 0; nowhere >= 0 && fd <= 2; fd++)
		dup2(nowhere, fd);
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	tune_allocator();
}

void worker_confine(const struct worker_limits *limits, const char *writable)
{
	const struct sandbox_rights rights = {limits->readable, writable};
	limit(RLIMIT_FSIZE, writable ? LARGEST_HEADER : 0);
	if (limits->sandbox == RUN_SANDBOX_OFF)
		return;
	if (sandbox_enter(&rights) != SANDBOX_ALL && limits->sandbox == RUN_SANDBOX_REQUIRED)
		_exit(1);
}

/* ---- precompiled headers --------------------------------------------------------------------- */

/* A message with an empty result, and then what is wanted. */
static void ask_headers(void *context, const struct unit_headers *wanted)
{
	const struct task *task = context;
	struct buffer message = {0};
	bytes_put_block(&message, NULL, 0);
	bytes_put_unsigned(&message, wanted->level);
	bytes_put_signed(&message, wanted->arch);
	bytes_put_bool(&message, wanted->host_pass);
	bytes_put_bool(&message, wanted->toolkit_cccl);
	bytes_put_bool(&message, wanted->again);
	bytes_put_bool(&message, wanted->is_preamble);
	if (buffer_write_fd(&message, task->fd))
		_exit(1);
	_exit(0);
}

void worker_without_headers(void *context, const struct unit_headers *wanted)
{
	(void)context;
	(void)wanted;
}

bool worker_read_wanted(struct arena *arena, const void *data, size_t size, struct unit_headers *out)
{
	const unsigned char *bytes = data;
	struct bytes_reader reader = {arena, bytes, bytes + size, false};
	size_t result_size = 0;
	bytes_get_block(&reader, &result_size);
	if (reader.failed || result_size)
		return false;
	*out = (struct unit_headers){.level = (unsigned)bytes_get_unsigned(&reader, UNIT_HEADERS_LEVELS - 1)};
	int64_t arch = bytes_get_signed(&reader);
	out->arch = arch > 0 && arch <= LAST_ARCH ? (int)arch : 0;
	out->host_pass = bytes_get_bool(&reader);
	out->toolkit_cccl = bytes_get_bool(&reader);
	out->again = bytes_get_bool(&reader);
	out->is_preamble = bytes_get_bool(&reader);
	return !reader.failed && reader.at == reader.end && out->arch;
}

struct making {
	const struct run_unit_input *input;
	const struct unit_headers *wanted;
	const char *folder; /* for a preamble alone */
};

/* The host's pass will want its own, too. */
static void *make(void *context)
{
	const struct making *making = context;
	struct arena *arena = arena_new();
	struct unit_headers other = *making->wanted;
	const struct unit_options options = run_headers_options(arena, making->input, making->wanted);
	if (making->folder)
		_exit((int)unit_make_preamble(arena, &options, making->wanted, making->folder));
	bool made = unit_make_headers(arena, &options, making->wanted);
	other.host_pass = !other.host_pass;
	if (made && !other.again)
		unit_make_headers(arena, &options, &other);
	_exit(made ? 0 : 1);
}

static noreturn void make_in(
	const char *folder, struct making *making, const struct worker_limits *limits, pid_t parent)
{
	worker_prepare(limits, limits->timeout_s, parent);
	worker_confine(limits, folder);
	worker_call(make, making);
	_exit(1);
}

noreturn void worker_headers_child(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted, pid_t parent)
{
	struct making making = {input, wanted, NULL};
	make_in(unit_headers_folder(arena_new(), input->parse.cache_dir), &making, limits, parent);
}

noreturn void worker_preamble_child(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted, const char *folder, pid_t parent)
{
	struct making making = {input, wanted, folder};
	make_in(folder, &making, limits, parent);
}

static void close_all(void)
{
	enum { FIRST = 3 };
	for (int fd = FIRST; fd < MOST_FILES; fd++)
		close(fd);
}

/* Makes them in another process, which libclang ends when the disk is full. */
static noreturn void make_and_tidy(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted)
{
	int status = 0;
	pid_t self = getpid(), maker = fork();
	if (maker == 0)
		worker_headers_child(input, limits, wanted, self);
	while (maker > 0 && waitpid(maker, &status, 0) < 0 && errno == EINTR)
		;
	if (maker > 0 && status)
		unit_forget_headers(arena_new(), input->parse.cache_dir, (long)maker);
	_exit(0);
}

void worker_headers_in_background(const struct run_unit_input *input, const struct worker_limits *limits,
	const struct unit_headers *wanted)
{
	pid_t child = fork();
	if (child == 0) {
		if (fork() != 0)
			_exit(0);
		close_all(); /* or who waits for an end of ours would wait for this one's */
		make_and_tidy(input, limits, wanted);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

/* ---- a file ---------------------------------------------------------------------------------- */

static void *work(void *context)
{
	struct task *task = context;
	struct arena *arena = arena_new();
	struct unit_result result;
	struct buffer message = {0};
	char *error = NULL;
	struct run_unit_input input = *task->input;
	struct unit_options *parse = &input.parse;
	parse->ask_headers = ask_headers;
	parse->ask_context = context;
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
	if (buffer_write_fd(&message, task->fd))
		_exit(1);
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

noreturn void worker_child(
	const struct run_unit_input *input, const struct worker_limits *limits, int fd, pid_t parent)
{
	/* of the time that a file may take: what is begun then has the rest to end in */
	static const double late_share = 0.6;
	struct run_unit_input own = *input;
	struct task task = {.input = &own, .fd = fd};
	own.late_after_ms = late_share * 1000 * limits->timeout_s;
	worker_prepare(limits, limits->timeout_s, parent);
	worker_confine(limits, NULL);
	worker_call(work, &task);
	_exit(1);
}
