/* Elapsed time, for --timing and for limits. */
#ifndef CUDALINT_BASE_CLOCK_H
#define CUDALINT_BASE_CLOCK_H

#include <sys/types.h>

/* Milliseconds since some moment; never runs backwards. */
double clock_ms(void);

/* Milliseconds that the calling thread has computed: steadier on a busy machine. */
double clock_thread_ms(void);

/* Milliseconds that another process has computed, with all its threads; -1 where that isn't told. */
double clock_process_ms(pid_t process);

#endif
