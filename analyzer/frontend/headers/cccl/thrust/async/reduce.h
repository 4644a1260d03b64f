#include <thrust/async/copy.h>
