#pragma once
#include "cudalint/vector_functions.h"
