#include "kernels.cuh"

void setup()
{
	cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize, 65792);
}
