// CUB: block, warp and device collectives.
#include <cub/cub.cuh>

template <int BlockThreads, int Items> __global__ void block_sort(int *in, int *out)
{
	using Load = cub::BlockLoad<int, BlockThreads, Items, cub::BLOCK_LOAD_TRANSPOSE>;
	using Store = cub::BlockStore<int, BlockThreads, Items, cub::BLOCK_STORE_TRANSPOSE>;
	typedef cub::BlockRadixSort<int, BlockThreads, Items> Sort;
	__shared__ union {
		typename Load::TempStorage load;
		typename Store::TempStorage store;
		typename Sort::TempStorage sort;
	} temp;
	int keys[Items];
	int offset = blockIdx.x * BlockThreads * Items;
	Load(temp.load).Load(in + offset, keys);
	__syncthreads();
	Sort(temp.sort).Sort(keys);
	__syncthreads();
	Store(temp.store).Store(out + offset, keys);
}

struct prefix_callback {
	int total;
	__device__ int operator()(int aggregate)
	{
		int old = total;
		total += aggregate;
		return old;
	}
};

struct custom_max {
	template <typename T> __device__ T operator()(const T &a, const T &b) const
	{
		return a > b ? a : b;
	}
};

__global__ void collectives(int *data, int n)
{
	typedef cub::BlockReduce<int, 128> BlockReduce;
	typedef cub::BlockScan<int, 128> BlockScan;
	typedef cub::WarpReduce<int> WarpReduce;
	typedef cub::WarpScan<int, 16> WarpScan;
	__shared__ typename BlockReduce::TempStorage reduce_storage;
	__shared__ BlockScan::TempStorage scan_storage;
	__shared__ WarpReduce::TempStorage warp_storage[4];
	__shared__ WarpScan::TempStorage warp_scan[8];
	int value = data[threadIdx.x], aggregate;
	int sum = BlockReduce(reduce_storage).Sum(value);
	__syncthreads();
	int most = BlockReduce(reduce_storage).Reduce(value, custom_max(), n);
	most = BlockReduce(reduce_storage).Reduce(value, cuda::maximum<>{});
	BlockScan(scan_storage).ExclusiveSum(value, value);
	__syncthreads();
	BlockScan(scan_storage).InclusiveSum(value, value, aggregate);
	__syncthreads();
	prefix_callback prefix{0};
	BlockScan(scan_storage).ExclusiveSum(value, value, prefix);
	BlockScan(scan_storage).ExclusiveScan(value, value, 0, custom_max());
	int warp_sum = WarpReduce(warp_storage[threadIdx.x / 32]).Sum(value);
	WarpScan(warp_scan[threadIdx.x / 16]).InclusiveSum(value, value);
	int loaded = cub::ThreadLoad<cub::LOAD_CS>(data + threadIdx.x);
	cub::ThreadStore<cub::STORE_CG>(data + threadIdx.x, loaded + sum + most + warp_sum);
	__shared__ typename cub::BlockExchange<int, 128, 4>::TempStorage exchange;
	int items[4];
	cub::LoadDirectStriped<128>(threadIdx.x, data, items);
	cub::BlockExchange<int, 128, 4>(exchange).StripedToBlocked(items);
	__shared__ typename cub::BlockMergeSort<int, 128, 4>::TempStorage merge;
	cub::BlockMergeSort<int, 128, 4>(merge).Sort(items, custom_max());
	__shared__ unsigned bins[256];
	using Histogram = cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC>;
	__shared__ Histogram::TempStorage histogram;
	unsigned char bytes[4] = {};
	Histogram(histogram).Histogram(bytes, bins);
}

cub::CachingDeviceAllocator allocator(true);

int main()
{
	int *in = nullptr, *out = nullptr, n = 1000;
	float *values = nullptr;
	void *temp = nullptr;
	size_t bytes = 0;
	CubDebugExit(cub::DeviceReduce::Sum(temp, bytes, in, out, n));
	cudaMalloc(&temp, bytes);
	CubDebugExit(allocator.DeviceAllocate((void **)&in, sizeof(int) * n));
	cub::DeviceReduce::Sum(temp, bytes, in, out, n);
	cub::DeviceReduce::Reduce(temp, bytes, in, out, n, custom_max(), 0);
	cub::DeviceReduce::ArgMax(temp, bytes, in, (cub::KeyValuePair<int, int> *)nullptr, n);
	cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
	cub::DeviceScan::InclusiveScan(temp, bytes, in, out, custom_max(), n);
	cub::DoubleBuffer<int> keys(in, out);
	cub::DeviceRadixSort::SortKeys(temp, bytes, keys, n);
	cub::DeviceRadixSort::SortPairs(temp, bytes, in, out, values, values, n);
	cub::DeviceRadixSort::SortPairsDescending(
		temp, bytes, in, out, values, values, n, 0, 16, (cudaStream_t)0);
	cub::DeviceSelect::If(temp, bytes, in, out, out, n, [] __device__(int i) { return i > 0; });
	cub::DeviceSelect::Flagged(temp, bytes, in, in, out, out, n);
	cub::DeviceHistogram::HistogramEven(temp, bytes, values, out, 10, 0.f, 1.f, n);
	cub::DeviceRunLengthEncode::Encode(temp, bytes, in, out, out, out, n);
	cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, 3, in, in + 1);
	cub::DeviceSegmentedSort::SortKeys(temp, bytes, in, out, n, 3, in, in + 1);
	cub::DeviceMergeSort::SortKeys(temp, bytes, in, n, custom_max());
	cub::DeviceFor::Bulk(n, [] __device__(int i) {});
	block_sort<128, 4><<<1, 128>>>(in, out);
	return keys.Current() == in;
}
