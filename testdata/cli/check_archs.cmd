# From sm_50 on, with the macros that targets with features of their own have.
cat >a.cu <<'END'
__global__ void f(double *p, int *q)
{
	atomicAdd(p, 1.0);
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
	q[0] = __shfl(q[1], 0);
#endif
#if __CUDA_ARCH_SPECIFIC__ == 1000
	q[1] = __shfl_up(q[1], 1);
#endif
#ifdef __CUDA_ARCH_FAMILY_SPECIFIC__
	q[2] = __shfl_down(q[1], 1);
#endif
#if __CUDA_ARCH__ < 600
	q[3] = __shfl_xor(q[1], 1);
#endif
}
END
for arch in sm_50 sm_52 sm_53 sm_90 sm_90a sm_100 sm_100a sm_100f sm_121 sm_121a sm_90a,sm_100f sm_50,sm_90a; do
	echo "--- $arch"
	$C check -q --cuda-path=none --select CU001,CU401 --arch=$arch a.cu | sed 's/ has no mask.*;/ .../'
done
echo '--- from flags'
$C check -q --cuda-path=none --select CU401 a.cu -- -gencode arch=compute_100a,code=sm_100a | sed 's/ has no mask.*;/ .../'
echo 'arch: sm_90a' >.cudalint.yml
$C check -q --cuda-path=none --select CU401 a.cu | sed 's/ has no mask.*;/ .../'
$C model sm_52 | head -12
$C model occupancy --arch=sm_53 --block=256 --regs=40 | head -4
for arch in sm_37 sm_80a sm_90f; do
	$C check --arch=$arch a.cu
done
