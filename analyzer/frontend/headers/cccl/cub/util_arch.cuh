#include <cub/config.cuh>
