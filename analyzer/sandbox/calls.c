/* seccomp: a short list of calls is allowed, all others fail with EPERM, as they would for somebody without
 * the right. Nothing is killed: a library that tries something better first goes on with what it has.
 *
 * Opening is allowed for reading; for writing only to those who keep a writable folder, which Landlock
 * encloses. What isn't in the list is gone, among it: sockets, execve, fork (clone makes threads, no
 * processes), ptrace, links, mount, and whatever a coming kernel adds. */
#ifdef __linux__
#define _GNU_SOURCE /* CLONE_THREAD */
#include "analyzer/sandbox/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

static const int plain[] = {
	/* reading, and writing to what is open */
	SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(write),
	SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fcntl),
	SCMP_SYS(dup), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),
	SCMP_SYS(sendto),
	/* asking about files */
	SCMP_SYS(fstat), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx),
	SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
	SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd), SCMP_SYS(getdents64),
	/* memory */
	SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect),
	SCMP_SYS(madvise),
	/* threads and signals of its own */
	SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(membarrier),
	SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getpid), SCMP_SYS(getppid),
	SCMP_SYS(gettid), SCMP_SYS(wait4), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(exit), SCMP_SYS(exit_group),
	SCMP_SYS(restart_syscall),
	/* time, and what the machine is */
	SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
	SCMP_SYS(gettimeofday), SCMP_SYS(getrusage), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrandom),
	SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid)};

/* What a process that keeps files has besides. */
static const int of_writers[] = {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
	SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(fsync), SCMP_SYS(fdatasync),
	SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fchmod), SCMP_SYS(chmod), SCMP_SYS(umask)};

bool sandbox_has_calls(void)
{
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

#define ADD(action, call, ...) failed |= seccomp_rule_add(filter, action, SCMP_SYS(call), __VA_ARGS__)

static int add_plain(scmp_filter_ctx filter, const int *calls, size_t count)
{
	int failed = 0;
	/* One that the architecture doesn't have is no failure. */
	for (size_t i = 0; i < count; i++)
		failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
	return failed;
}

/* Calls that are harmless with some arguments only. */
static int add_conditional(scmp_filter_ctx filter, bool writes)
{
	const unsigned for_writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
	int failed = 0;
	if (!writes) {
		ADD(SCMP_ACT_ALLOW, open, 1, SCMP_A1(SCMP_CMP_MASKED_EQ, for_writing, 0));
		ADD(SCMP_ACT_ALLOW, openat, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, for_writing, 0));
	}
	ADD(SCMP_ACT_ALLOW, clone, 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
	/* Its arguments lie in memory, out of a filter's sight; without it libraries use clone. */
	ADD(SCMP_ACT_ERRNO(ENOSYS), clone3, 0);
	ADD(SCMP_ACT_ALLOW, tgkill, 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
	ADD(SCMP_ACT_ALLOW, prctl, 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
	/* Whether something is a terminal, and how wide it is. */
	ADD(SCMP_ACT_ALLOW, ioctl, 1, SCMP_A1(SCMP_CMP_EQ, TCGETS));
	ADD(SCMP_ACT_ALLOW, ioctl, 1, SCMP_A1(SCMP_CMP_EQ, TIOCGWINSZ));
	/* Limits can be asked for. */
	ADD(SCMP_ACT_ALLOW, prlimit64, 1, SCMP_A2(SCMP_CMP_EQ, 0));
	ADD(SCMP_ACT_ALLOW, getrlimit, 0);
	return failed;
}

bool sandbox_limit_calls(const struct sandbox_rights *rights)
{
	bool writes = rights->writable != NULL;
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	if (!filter)
		return false;
	int failed = add_plain(filter, plain, sizeof plain / sizeof *plain);
	if (writes)
		failed |= add_plain(filter, of_writers, sizeof of_writers / sizeof *of_writers);
	failed |= add_conditional(filter, writes);
	/* A parser asks about thousands of files: the filter is a tree, not a list, and doesn't slow down the
	 * processor's own guesses, which only other processes' secrets would ask for. Where the library or
	 * the kernel can't have it so, it does without. */
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
	if (!failed)
		failed = seccomp_load(filter);
	seccomp_release(filter);
	return !failed;
}
#endif
