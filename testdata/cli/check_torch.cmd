# An extension of PyTorch without PyTorch: what its kernels do is seen, also through accessors.
cat >extension.cu <<'END'
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

template <typename scalar_t>
__global__ void flip(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> out,
	const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> in)
{
	__shared__ scalar_t row[256];
	row[threadIdx.x] = in[blockIdx.x][threadIdx.x];
	out[blockIdx.x][threadIdx.x] = row[255 - threadIdx.x];
}

torch::Tensor flipped(torch::Tensor x)
{
	TORCH_CHECK(x.is_cuda() && x.dim() == 2, "a matrix on the device");
	const at::cuda::OptionalCUDAGuard guard(device_of(x));
	auto out = torch::empty({x.size(0), 256}, x.options());
	AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "flipped", ([&] {
		flip<scalar_t><<<x.size(0), 256, 0, at::cuda::getCurrentCUDAStream()>>>(
			out.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
			x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
		C10_CUDA_KERNEL_LAUNCH_CHECK();
	}));
	return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	m.def("flipped", &flipped, "each row backwards");
}
END
$C check --cuda-path=none --select=CU001,CU301 -f concise extension.cu
$C check --cuda-path=none --select=CU001,CU301 -f json extension.cu | grep -E '"(status|kernels|executed|parse_errors)"'
# the project's own declarations go first
mkdir -p own/torch
echo 'struct Own { int member; };' >own/torch/extension.h
printf '#include <torch/extension.h>\nvoid f(Own *own) { own->member = 1; }\n' >own.cu
$C check --cuda-path=none -f concise own.cu -- -I own
echo $?
