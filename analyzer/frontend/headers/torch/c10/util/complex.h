#pragma once
#include "../../cudalint_torch/tensor.h"
