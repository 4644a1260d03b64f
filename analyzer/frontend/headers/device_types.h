/* How a conversion rounds. */
#define __DEVICE_TYPES_H__
#ifndef CUDALINT_DEVICE_TYPES_H
#define CUDALINT_DEVICE_TYPES_H

#include "cudalint/qualifiers.h"

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
