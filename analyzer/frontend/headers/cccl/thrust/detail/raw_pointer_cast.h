#include <thrust/memory.h>
