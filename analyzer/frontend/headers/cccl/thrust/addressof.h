/* Addresses despite an overloaded operator&. */
#ifndef THRUST_ADDRESSOF_H
#define THRUST_ADDRESSOF_H

#include <thrust/detail/config.h>

namespace thrust
{
template <class T> _CCCL_HOST_DEVICE T *addressof(T &object) { return __builtin_addressof(object); }
} // namespace thrust

#endif
