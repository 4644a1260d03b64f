// The mathematical libraries, NCCL, NVTX, NVML, NPP, nvJPEG.
#include <cublas.h>
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cufftXt.h>
#include <cufftw.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse.h>
#include <nccl.h>
#include <npp.h>
#include <nvToolsExt.h>
#include <nvjpeg.h>
#include <nvml.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

void blas(float *A, float *B, float *C, double *D, cudaStream_t stream)
{
	cublasHandle_t handle;
	float one = 1, zero = 0, dot;
	cublasCreate(&handle);
	cublasCreate_v2(&handle);
	cublasSetStream(handle, stream);
	cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
	cublasSetVector(64, sizeof(float), A, 1, B, 1);
	cublasSaxpy(handle, 64, &one, A, 1, B, 1);
	cublasSdot(handle, 64, A, 1, B, 1, &dot);
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, A, 8, B, 8, &zero, C, 8);
	cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, A, 8, B, 8, &zero, C, 8);
	cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, A, 8, 64, B, 8, 64, &zero, C, 8, 64, 4);
	cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, A, CUDA_R_32F, 8, B, CUDA_R_32F, 8, &zero, C, CUDA_R_32F,
		8, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
	cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, A, CUDA_R_32F, 8, B, CUDA_R_32F, 8, &zero, C, CUDA_R_32F,
		8, CUDA_R_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
	cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 8, 8, D, D, 8, D, 8);
	cublasDestroy(handle);

	cublasInit();
	cublasAlloc(64, sizeof(float), (void **)&A);
	cublasSgemm('n', 't', 8, 8, 8, 1.0f, A, 8, B, 8, 0.0f, C, 8);
	dot = cublasSdot(64, A, 1, B, 1);
	cublasShutdown();

	cublasLtHandle_t lt;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t layout;
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t result;
	cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_BIAS;
	int returned;
	cublasLtCreate(&lt);
	cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof(epilogue));
	cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 8, 8, 8);
	cublasLtMatmulAlgoGetHeuristic(lt, desc, layout, layout, layout, layout, preference, 1, &result, &returned);
	cublasLtMatmul(lt, desc, &one, A, layout, B, layout, &zero, C, layout, C, layout, &result.algo, 0, 0, stream);
}

void fft(cufftComplex *data, cudaStream_t stream)
{
	cufftHandle plan;
	size_t work;
	int n[2] = {64, 64};
	cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
	cufftPlanMany(&plan, 2, n, NULL, 1, 4096, NULL, 1, 4096, CUFFT_C2C, 4);
	cufftMakePlan2d(plan, 64, 64, CUFFT_R2C, &work);
	cufftSetStream(plan, stream);
	cufftExecC2C(plan, data, data, CUFFT_FORWARD);
	cudaLibXtDesc *descriptor;
	cufftXtMalloc(plan, &descriptor, CUFFT_XT_FORMAT_INPLACE);
	cufftDestroy(plan);
}

void sparse(int *rows, int *cols, float *values, float *x, double *d)
{
	cusparseHandle_t handle;
	cusparseSpMatDescr_t A;
	cusparseDnVecDescr_t vx, vy;
	size_t size;
	float one = 1, zero = 0;
	cusparseCreate(&handle);
	cusparseCreateCsr(&A, 8, 8, 24, rows, cols, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
		CUDA_R_32F);
	cusparseCreateDnVec(&vx, 8, x, CUDA_R_32F);
	cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, vx, &zero, vy, CUDA_R_32F,
		CUSPARSE_SPMV_ALG_DEFAULT, &size);
	cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, x);
	cusparseDestroySpMat(A);
	cusparseMatDescr_t descr;
	cusparseCreateMatDescr(&descr);
	cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 8, 8, 24, &one, descr, values, rows, cols, x, &zero, x);

	cusolverDnHandle_t dense;
	int lwork, info;
	cusolverDnCreate(&dense);
	cusolverDnDgetrf_bufferSize(dense, 8, 8, d, 8, &lwork);
	cusolverDnDgetrf(dense, 8, 8, d, 8, d, rows, &info);
	cusolverDnDsyevd(dense, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 8, d, 8, d, d, lwork, &info);
	cusolverSpHandle_t solver;
	cusolverSpCreate(&solver);
	cusolverSpDcsrlsvqr(solver, 8, 24, descr, d, rows, cols, d, 1e-9, 0, d, &info);
	csrluInfoHost_t lu;
	cusolverSpDcsrluFactorHost(solver, 8, 24, descr, d, rows, cols, lu, 1.0, d);
}

void random(float *out)
{
	curandGenerator_t generator;
	curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
	curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
	curandGenerateUniform(generator, out, 1024);
	curandGenerateNormal(generator, out, 1024, 0.0f, 1.0f);
	curandDestroyGenerator(generator);
}

NppStatus others(ncclComm_t comm, float *data, cudaStream_t stream)
{
	ncclGroupStart();
	ncclAllReduce(data, data, 64, ncclFloat, ncclSum, comm, stream);
	ncclGroupEnd();
	NVTX3_FUNC_RANGE();
	nvtx3::scoped_range range{"step", nvtx3::rgb{255, 0, 0}};
	nvtxRangePush("inner");
	nvtxNameCudaStreamA(stream, "main");
	nvtxEventAttributes_t event = {0};
	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.message.ascii = "event";
	nvtxMarkEx(&event);
	nvtxRangePop();
	nvmlDevice_t device;
	unsigned int power;
	if (nvmlInit() == NVML_SUCCESS && nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS)
		nvmlDeviceGetPowerUsage(device, &power);
	nvjpegHandle_t jpeg;
	nvjpegCreateSimple(&jpeg);
	int step;
	Npp8u *image = nppiMalloc_8u_C1(64, 64, &step);
	NppStreamContext context;
	nppGetStreamContext(&context);
	return nppiFilterBox_8u_C1R_Ctx(image, step, image, step, {32, 32}, {5, 5}, {2, 2}, context);
}
