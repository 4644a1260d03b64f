#pragma once
#include "cudalint/channel.h"
