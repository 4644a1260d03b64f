#pragma once
#include "cudalint/intrinsics.h"
