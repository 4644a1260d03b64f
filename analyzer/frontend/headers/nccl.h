/* NCCL: collectives and point-to-point transfers. */
#ifndef NCCL_H_
#define NCCL_H_

#include <limits.h>
#include <stddef.h>
#include "cuda_runtime.h"
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "cuda_fp8.h"

#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_VERSION_CODE 22700
#define NCCL_VERSION(x, y, z) ((x) * 10000 + (y) * 100 + (z))
#define NCCL_UNIQUE_ID_BYTES 128

typedef struct ncclComm *ncclComm_t;
typedef struct {
	char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;
typedef enum {
	ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument, ncclInvalidUsage,
	ncclRemoteError, ncclInProgress, ncclNumResults
} ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg, ncclNumOps } ncclRedOp_t;
typedef enum {
	ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5,
	ncclFloat16 = 6, ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9,
	ncclFloat8e4m3 = 10, ncclFloat8e5m2 = 11, ncclNumTypes = 12
} ncclDataType_t;

typedef struct ncclConfig_v21700 {
	size_t size;
	unsigned int magic, version;
	int blocking, cgaClusterSize, minCTAs, maxCTAs;
	const char *netName;
	int splitShare;
} ncclConfig_t;
#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_INITIALIZER {sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION_CODE, NCCL_CONFIG_UNDEF_INT, \
	NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, 0, NCCL_CONFIG_UNDEF_INT}

#define CL_END ncclComm_t comm, cudaStream_t stream
extern "C" {
const char *ncclGetErrorString(ncclResult_t result);
const char *ncclGetLastError(ncclComm_t comm);
ncclResult_t ncclGetVersion(int *version);
ncclResult_t ncclGetUniqueId(ncclUniqueId *id);
ncclResult_t ncclCommInitRank(ncclComm_t *comm, int count, ncclUniqueId id, int rank);
ncclResult_t ncclCommInitRankConfig(
	ncclComm_t *comm, int count, ncclUniqueId id, int rank, ncclConfig_t *config);
ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices);
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *split, ncclConfig_t *config);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error);
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count);
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device);
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank);
ncclResult_t ncclMemAlloc(void **ptr, size_t size);
ncclResult_t ncclMemFree(void *ptr);
ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buffer, size_t size, void **handle);
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle);
ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);
ncclResult_t ncclReduce(
	const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, CL_END);
ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, CL_END);
ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type, int root, CL_END);
ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, CL_END);
ncclResult_t ncclReduceScatter(
	const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, CL_END);
ncclResult_t ncclAllGather(const void *send, void *receive, size_t count, ncclDataType_t type, CL_END);
ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer, CL_END);
ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, CL_END);
}
#undef CL_END

#endif
