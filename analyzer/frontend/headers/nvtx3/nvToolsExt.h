/* NVTX 3 is the same to us as NVTX 2. */
#ifndef CUDALINT_NVTX3_NVTOOLSEXT_H
#define CUDALINT_NVTX3_NVTOOLSEXT_H

#include "../nvToolsExt.h"

#endif
