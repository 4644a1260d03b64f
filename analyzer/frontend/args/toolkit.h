/* The CUDA toolkit, if there is one, and the include path that it and the bundled headers make together.
 *
 * Bundled headers always come first. Of the toolkit we use what isn't bundled: cuBLAS and the like, and CCCL
 * (cub, thrust, libcu++), which is all bundled or all the toolkit's in one unit, never mixed. */
#ifndef CUDALINT_FRONTEND_TOOLKIT_H
#define CUDALINT_FRONTEND_TOOLKIT_H

#include "analyzer/frontend/args/args.h"

struct toolkit {
	const char *root;          /* NULL: none */
	struct words include_dirs; /* without CCCL where that has a folder of its own; never /usr/include */
	const char *cccl_dir; /* CCCL's own folder; NULL: it lies among include_dirs (before CUDA 13) or is
				 missing */
	int version;          /* as CUDART_VERSION: 13000; 0 if the toolkit doesn't say */
};

/* `option` is the operand of --cuda-path (a folder, "none", or NULL), `build` the flags of a unit or NULL.
 * Without `option` these are tried in turn: the nvcc that the build names, its --cuda-path (or what
 * toolkit_adopt_flags found), CUDA_HOME, CUDA_PATH, /usr/local/cuda, the newest /usr/local/cuda-*, /opt/cuda,
 * and the nvidia packages of an active conda or virtual environment and of python3. Returns 0, with
 * `out->root` NULL when there is none, or -1 with one line when `option` isn't a toolkit. */
int toolkit_find(
	struct arena *arena, const char *option, const struct args *build, struct toolkit *out, char **error);

/* Takes a toolkit's own include folders out of the flags: an -I/usr/local/cuda/include would put its
 * cuda_runtime.h before the bundled one. Their toolkit becomes `args->cuda_path` if that is NULL. */
void toolkit_adopt_flags(struct arena *arena, struct args *args);

/* Appends the include flags (-isystem and -idirafter, one word each) for bundled headers in `headers_dir` and
 * `toolkit` (NULL or without root: none), to stand behind the unit's own. `cccl_from_toolkit` is ignored
 * without a toolkit. */
void toolkit_include_flags(struct arena *arena, const char *headers_dir, const struct toolkit *toolkit,
	bool cccl_from_toolkit, struct words *out);

#endif
