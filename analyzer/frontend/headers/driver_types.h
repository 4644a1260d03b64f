#pragma once
#include "cudalint/vector_types.h"
#include "cudalint/texture_types.h"
#include "cudalint/runtime_types.h"
