/* Elapsed time, for --timing and for limits. */
#ifndef CUDALINT_BASE_CLOCK_H
#define CUDALINT_BASE_CLOCK_H

/* Milliseconds since some moment; never runs backwards. */
double clock_ms(void);

/* Milliseconds that the calling thread has computed: steadier on a busy machine. */
double clock_thread_ms(void);

#endif
