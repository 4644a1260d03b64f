#pragma once
#include "cudalint/atomics.h"
