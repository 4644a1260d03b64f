#include <cub/util_device.cuh>
