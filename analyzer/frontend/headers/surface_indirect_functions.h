#pragma once
#include "cudalint/texture.h"
