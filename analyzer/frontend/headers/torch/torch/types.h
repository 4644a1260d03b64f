#pragma once
#include "../cudalint_torch/cuda.h"
#include "../torch/library.h"
