#pragma once
#include "cudalint/memory.h"
#include "cudalint/intrinsics.h"
