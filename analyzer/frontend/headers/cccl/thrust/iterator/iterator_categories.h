#include <thrust/iterator/iterator_traits.h>
