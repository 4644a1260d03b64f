/* How a conversion rounds. */
#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include "cudalint/qualifiers.h"

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
