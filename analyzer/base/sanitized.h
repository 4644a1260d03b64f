/* Which sanitizer this is built with; gcc and clang say it in different ways. */
#ifndef CUDALINT_BASE_SANITIZED_H
#define CUDALINT_BASE_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED_ADDRESS 1
#elif __has_feature(thread_sanitizer)
#define SANITIZED_THREAD 1
#endif
#endif

#if !defined(SANITIZED_ADDRESS) && defined(__SANITIZE_ADDRESS__)
#define SANITIZED_ADDRESS 1
#endif
#if !defined(SANITIZED_THREAD) && defined(__SANITIZE_THREAD__)
#define SANITIZED_THREAD 1
#endif

#ifndef SANITIZED_ADDRESS
#define SANITIZED_ADDRESS 0
#endif
#ifndef SANITIZED_THREAD
#define SANITIZED_THREAD 0
#endif

#endif
