#pragma once
#include "all.h"
#include "../pybind11/pybind11.h"
