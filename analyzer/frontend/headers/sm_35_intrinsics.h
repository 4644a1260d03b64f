#pragma once
#include "cudalint/memory.h"
