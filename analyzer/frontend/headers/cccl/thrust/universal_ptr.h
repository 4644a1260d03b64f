/* Pointers to managed memory. */
#ifndef THRUST_UNIVERSAL_PTR_H
#define THRUST_UNIVERSAL_PTR_H

#include <thrust/memory.h>

namespace thrust
{
template <class T> using universal_ptr = T *;
} // namespace thrust

#endif
