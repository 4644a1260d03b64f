#pragma once
#include "cudalint/builtins.h"
