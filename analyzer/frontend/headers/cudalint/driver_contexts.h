/* Green contexts, logs, checkpoints and core dumps of the driver API. */
#ifndef CUDALINT_DRIVER_CONTEXTS_H
#define CUDALINT_DRIVER_CONTEXTS_H

#include "driver_types.h"

/* parts of a device */
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef enum CUgreenCtxCreate_flags_enum { CU_GREEN_CTX_DEFAULT_STREAM = 1 } CUgreenCtxCreate_flags;
typedef enum CUdevResourceType_enum {
	CU_DEV_RESOURCE_TYPE_INVALID,
	CU_DEV_RESOURCE_TYPE_SM,
	CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG = 1000,
	CU_DEV_RESOURCE_TYPE_WORKQUEUE = 10000
} CUdevResourceType;
typedef enum CUdevSmResourceSplit_flags_enum {
	CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 1,
	CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 2
} CUdevSmResourceSplit_flags;
typedef enum CUdevWorkqueueConfigScope_enum {
	CU_WORKQUEUE_SCOPE_DEVICE_CTX,
	CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED
} CUdevWorkqueueConfigScope;
typedef struct CUdevSmResource_st {
	unsigned int smCount, minSmPartitionSize, smCoscheduledAlignment, flags;
} CUdevSmResource;
typedef struct CUdevWorkqueueConfigResource_st {
	CUdevice device;
	unsigned int wqConcurrencyLimit;
	CUdevWorkqueueConfigScope sharingScope;
} CUdevWorkqueueConfigResource;
typedef struct CU_DEV_SM_RESOURCE_GROUP_PARAMS_st {
	unsigned int smCount, coscheduledSmCount, preferredCoscheduledSmCount, flags, reserved[12];
} CU_DEV_SM_RESOURCE_GROUP_PARAMS;
typedef struct CUdevResource_st {
	CUdevResourceType type;
	unsigned char padding_[92];
	union {
		CUdevSmResource sm;
		CUdevWorkqueueConfigResource wqConfig;
		unsigned char oversize_[40];
	};
	struct CUdevResource_st *nextResource;
} CUdevResource;

typedef enum CUlogLevel_enum { CU_LOG_LEVEL_ERROR, CU_LOG_LEVEL_WARNING } CUlogLevel;
typedef struct CUlogsCallbackEntry_st *CUlogsCallbackHandle;
typedef void (*CUlogsCallback)(void *data, CUlogLevel level, char *message, size_t length);
typedef unsigned int CUlogIterator;

typedef enum CUprocessState_enum {
	CU_PROCESS_STATE_RUNNING,
	CU_PROCESS_STATE_LOCKED,
	CU_PROCESS_STATE_CHECKPOINTED,
	CU_PROCESS_STATE_FAILED
} CUprocessState;
typedef struct CUcheckpointLockArgs_st {
	unsigned int timeoutMs, reserved0;
	cuuint64_t reserved1[7];
} CUcheckpointLockArgs;
typedef struct CUcheckpointCheckpointArgs_st {
	cuuint64_t reserved[8];
} CUcheckpointCheckpointArgs;
typedef struct CUcheckpointRestoreArgs_st {
	cuuint64_t reserved[8];
} CUcheckpointRestoreArgs;
typedef struct CUcheckpointUnlockArgs_st {
	cuuint64_t reserved[8];
} CUcheckpointUnlockArgs;

typedef enum CUcoredumpSettings_enum {
	CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
	CU_COREDUMP_TRIGGER_HOST,
	CU_COREDUMP_LIGHTWEIGHT,
	CU_COREDUMP_ENABLE_USER_TRIGGER,
	CU_COREDUMP_FILE,
	CU_COREDUMP_PIPE,
	CU_COREDUMP_GENERATION_FLAGS,
	CU_COREDUMP_MAX
} CUcoredumpSettings;

extern "C" {

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type);
CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource, CUdevResourceType type);
CUresult cuStreamGetDevResource(CUstream stream, CUdevResource *resource, CUdevResourceType type);
CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *groups, const CUdevResource *input,
	CUdevResource *remaining, unsigned int flags, unsigned int minCount);
CUresult cuDevSmResourceSplit(CUdevResource *result, unsigned int groups, const CUdevResource *input,
	CUdevResource *remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS *params);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources, unsigned int count);
CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc desc, CUdevice device, unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx context);
CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green);
CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned int flags, int priority);
CUresult cuGreenCtxGetId(CUgreenCtx context, unsigned long long *id);
CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context);
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green);

CUresult cuLogsRegisterCallback(CUlogsCallback fn, void *data, CUlogsCallbackHandle *callback);
CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
CUresult cuLogsCurrent(CUlogIterator *iterator, unsigned int flags);
CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned int flags);
CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int *thread);
CUresult cuCheckpointProcessGetState(int pid, CUprocessState *state);
CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs *args);
CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs *args);
CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs *args);
CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs *args);

CUresult cuCoredumpGetAttribute(CUcoredumpSettings attribute, void *value, size_t *size);
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attribute, void *value, size_t *size);
CUresult cuCoredumpSetAttribute(CUcoredumpSettings attribute, void *value, size_t *size);
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attribute, void *value, size_t *size);

} /* extern "C" */

#endif
