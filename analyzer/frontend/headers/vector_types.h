#pragma once
#include "cudalint/vector_types.h"
