#pragma once
#include "cudalint/texture_types.h"
