#pragma once
#include "cudalint/warp.h"
#include "cudalint/memory.h"
#include "cudalint/intrinsics.h"
