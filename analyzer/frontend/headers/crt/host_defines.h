#pragma once
#include "../cudalint/qualifiers.h"
