/* NPP on signals: allocation. */
#ifndef NV_NPPS_H
#define NV_NPPS_H

#include "nppcore.h"

extern "C" {
Npp8u *nppsMalloc_8u(size_t size);
Npp8s *nppsMalloc_8s(size_t size);
Npp16u *nppsMalloc_16u(size_t size);
Npp16s *nppsMalloc_16s(size_t size);
Npp16sc *nppsMalloc_16sc(size_t size);
Npp32u *nppsMalloc_32u(size_t size);
Npp32s *nppsMalloc_32s(size_t size);
Npp32sc *nppsMalloc_32sc(size_t size);
Npp32f *nppsMalloc_32f(size_t size);
Npp32fc *nppsMalloc_32fc(size_t size);
Npp64s *nppsMalloc_64s(size_t size);
Npp64sc *nppsMalloc_64sc(size_t size);
Npp64f *nppsMalloc_64f(size_t size);
Npp64fc *nppsMalloc_64fc(size_t size);
void nppsFree(void *ptr);
}

#endif
