#pragma once
#include "../../../cudalint_torch/cuda.h"
