/* NPP, all of it. */
#ifndef NV_NPP_H
#define NV_NPP_H

#include "nppcore.h"
#include "nppi.h"
#include "npps.h"

#endif
