/* The monotonic clock, in the unit that reports use. */
#include "analyzer/base/clock.h"

#include <time.h>

static double ms_of(struct timespec time)
{
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

double clock_ms(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return ms_of(time);
}

double clock_thread_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return ms_of(now);
}

#ifdef __linux__
double clock_process_ms(pid_t process)
{
	struct timespec time;
	clockid_t clock;
	if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time))
		return -1;
	return ms_of(time);
}
#else
double clock_process_ms(pid_t process)
{
	(void)process;
	return -1;
}
#endif
