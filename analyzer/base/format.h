/* The compiler compares what is formatted with the format: parameter `text` is the format, those from `first`
 * on are formatted (0: a va_list). Counted from 1. */
#ifndef CUDALINT_BASE_FORMAT_H
#define CUDALINT_BASE_FORMAT_H

#if defined(__GNUC__)
#define FORMAT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define FORMAT_PRINTF(text, first)
#endif

#endif
