/* Marks that the lowering reads off a declaration: each is an annotate attribute whose text starts with "cudalint:". */
#ifndef CUDALINT_MARK_H
#define CUDALINT_MARK_H

#define CUDALINT_TEXT_(...) #__VA_ARGS__
#define CUDALINT_TEXT(...) CUDALINT_TEXT_(__VA_ARGS__)

/* Any mark: CUDALINT_MARK("async-copy"). */
#define CUDALINT_MARK(text) __attribute__((annotate("cudalint:" text)))

/* Needs at least this compute capability: CUDALINT_ARCH(80). */
#define CUDALINT_ARCH(sm) CUDALINT_MARK("arch=" CUDALINT_TEXT(sm))

/* Gone as of this toolkit, and what to use instead: CUDALINT_REMOVED("12.0", "cudaTextureObject_t"). */
#define CUDALINT_REMOVED(release, use) CUDALINT_MARK("removed=" release ":use=" use)

/* Still there, but announced to go: CUDALINT_DEPRECATED("10.1", "cudaThreadExchangeStreamCaptureMode"). */
#define CUDALINT_DEPRECATED(release, use) CUDALINT_MARK("deprecated=" release ":use=" use)

/* A warp intrinsic without a lane mask, and its successor that takes one. */
#define CUDALINT_MASKLESS(use) CUDALINT_MARK("maskless=" use)

#endif
