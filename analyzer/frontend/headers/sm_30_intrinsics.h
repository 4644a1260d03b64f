#pragma once
#include "cudalint/warp.h"
