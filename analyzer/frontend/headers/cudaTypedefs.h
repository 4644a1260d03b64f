/* Types of driver functions fetched at run time; a version at the end of a name makes no difference to us. */
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H

#include "cuda.h"

#if __cplusplus >= 201103L
#define CL_PFN(name) typedef decltype(&name) PFN_##name;
#define CL_PFN_V(name, version) CL_PFN(name) typedef decltype(&name) PFN_##name##_v##version;
CL_PFN_V(cuInit, 2000)
CL_PFN_V(cuDriverGetVersion, 2020)
CL_PFN_V(cuGetErrorString, 6000)
CL_PFN_V(cuGetErrorName, 6000)
CL_PFN_V(cuDeviceGet, 2000)
CL_PFN_V(cuDeviceGetCount, 2000)
CL_PFN_V(cuDeviceGetAttribute, 2000)
CL_PFN_V(cuCtxGetCurrent, 4000)
CL_PFN_V(cuCtxSetCurrent, 4000)
CL_PFN_V(cuCtxGetDevice, 2000)
CL_PFN_V(cuModuleLoadDataEx, 2010)
CL_PFN_V(cuModuleGetFunction, 2000)
CL_PFN_V(cuModuleUnload, 2000)
CL_PFN_V(cuLaunchKernel, 4000)
CL_PFN_V(cuLaunchKernelEx, 11060)
CL_PFN_V(cuFuncSetAttribute, 9000)
CL_PFN_V(cuFuncGetAttribute, 2020)
CL_PFN_V(cuMemAddressReserve, 10020)
CL_PFN_V(cuMemAddressFree, 10020)
CL_PFN_V(cuMemCreate, 10020)
CL_PFN_V(cuMemRelease, 10020)
CL_PFN_V(cuMemMap, 10020)
CL_PFN_V(cuMemUnmap, 10020)
CL_PFN_V(cuMemSetAccess, 10020)
CL_PFN_V(cuMemGetAllocationGranularity, 10020)
CL_PFN_V(cuMulticastCreate, 12010)
CL_PFN_V(cuMulticastBindMem, 12010)
CL_PFN_V(cuStreamWaitValue32, 11070)
CL_PFN_V(cuStreamWriteValue32, 11070)
CL_PFN_V(cuTensorMapEncodeTiled, 12000)
CL_PFN_V(cuTensorMapEncodeIm2col, 12000)
CL_PFN_V(cuTensorMapReplaceAddress, 12000)
#undef CL_PFN
#undef CL_PFN_V
#endif

#endif
