#include <cub/grid/grid_even_share.cuh>
