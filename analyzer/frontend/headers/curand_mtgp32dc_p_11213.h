/* The set-up tables live with the host part. */
#ifndef MTGP32DC_P_11213_H
#define MTGP32DC_P_11213_H

#include "curand_mtgp32_host.h"

#endif
