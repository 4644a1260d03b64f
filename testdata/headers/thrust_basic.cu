// Thrust: vectors, iterators, algorithms with and without a policy.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>
#include <thrust/zip_function.h>

#include <algorithm>
#include <iostream>
#include <vector>

struct square {
	__host__ __device__ float operator()(const float &x) const
	{
		return x * x;
	}
};

struct particle_step {
	float dt;
	template <class Tuple> __host__ __device__ void operator()(Tuple t)
	{
		thrust::get<0>(t) = thrust::get<0>(t) + thrust::get<1>(t) * dt;
	}
};

struct random_point {
	__host__ __device__ float2 operator()(unsigned int i) const
	{
		thrust::default_random_engine engine(i);
		thrust::uniform_real_distribution<float> at(0.f, 1.f);
		engine.discard(i);
		return float2{at(engine), at(engine)};
	}
};

__global__ void use(int *data, thrust::complex<float> *z)
{
	z[threadIdx.x] *= thrust::complex<float>(0.f, 1.f);
	thrust::pair<int, float> p = thrust::make_pair(1, 2.f);
	thrust::tuple<int, float, char> t(1, 2.f, 'a');
	data[threadIdx.x] = thrust::get<0>(t) + p.first + thrust::reduce(thrust::seq, data, data + 4);
	thrust::sort(thrust::seq, data, data + 8, thrust::greater<int>());
	thrust::minimum<int> least;
	data[0] = least(data[1], data[2]) + thrust::max(1, 2);
}

int main()
{
	thrust::host_vector<int> h(1000);
	std::generate(h.begin(), h.end(), rand);
	thrust::generate(h.begin(), h.end(), rand);
	thrust::device_vector<int> d = h;
	thrust::device_vector<float> x(100, 1.f), y(100), z(x.begin(), x.end());
	std::vector<int> v(10);
	thrust::device_vector<int> e(v.begin(), v.end()), e2 = v, e3{1, 2, 3};
	d = h;
	h = d;
	d[0] = 1;
	d[1] += d[0];
	int first = d[0];
	std::cout << d[0] << x.size() << h[1] << std::endl;
	thrust::sort(d.begin(), d.end());
	thrust::sort(thrust::device, d.begin(), d.end(), thrust::less<int>());
	thrust::sort_by_key(d.begin(), d.end(), x.begin());
	cudaStream_t stream = nullptr;
	int sum = thrust::reduce(thrust::cuda::par.on(stream), d.begin(), d.end());
	sum += thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()) +
	       thrust::reduce(d.begin(), d.end(), first);
	float norm = thrust::transform_reduce(x.begin(), x.end(), square(), 0.f, thrust::plus<float>());
	norm += thrust::inner_product(x.begin(), x.end(), y.begin(), 0.f);
	thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), thrust::multiplies<float>());
	thrust::transform(x.begin(), x.end(), z.begin(), square());
	thrust::exclusive_scan(d.begin(), d.end(), d.begin());
	thrust::inclusive_scan_by_key(d.begin(), d.end(), x.begin(), y.begin());
	int *raw = thrust::raw_pointer_cast(d.data());
	raw = thrust::raw_pointer_cast(&d[0]);
	use<<<1, 32>>>(raw, nullptr);
	thrust::device_ptr<int> p(raw), q = thrust::device_pointer_cast(raw);
	thrust::fill(p, p + 10, 7);
	thrust::sequence(q, q + 10, 1, 2);
	*p = 3;
	first = *(p + 1);
	thrust::device_ptr<float> m = thrust::device_malloc<float>(10);
	thrust::device_free(m);
	auto zip = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
	auto zip3 = thrust::make_zip_iterator(x.begin(), y.begin(), z.begin());
	thrust::for_each(zip, zip + x.size(), particle_step{0.1f});
	thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin())),
		thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end())), particle_step{0.1f});
	thrust::for_each_n(
		thrust::device, thrust::counting_iterator<int>(0), 10, [=] __device__(int i) { raw[i] = i; });
	auto squares = thrust::make_transform_iterator(x.begin(), square());
	norm += thrust::reduce(squares, squares + x.size());
	norm += *thrust::max_element(x.begin(), x.end());
	thrust::permutation_iterator<thrust::device_vector<float>::iterator,
		thrust::device_vector<int>::iterator>
		perm(x.begin(), d.begin());
	norm += thrust::reduce(perm, perm + 3);
	auto ends = thrust::reduce_by_key(d.begin(), d.end(), thrust::make_constant_iterator(1),
		thrust::make_discard_iterator(), e.begin());
	sum += ends.second - e.begin();
	auto extremes = thrust::minmax_element(d.begin(), d.end());
	sum += *extremes.first + (int)(extremes.second - d.begin());
	d.erase(thrust::unique(d.begin(), d.end()), d.end());
	d.resize(thrust::remove_if(d.begin(), d.end(), thrust::placeholders::_1 < 3) - d.begin());
	sum += thrust::count_if(d.begin(), d.end(), [] __device__(int i) { return i > 3; });
	using namespace thrust::placeholders;
	thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 2.f * _1 + _2);
	thrust::lower_bound(d.begin(), d.end(), e.begin(), e.end(), e2.begin());
	auto place = thrust::lower_bound(d.begin(), d.end(), 3);
	sum += place - d.begin();
	thrust::gather(d.begin(), d.end(), x.begin(), y.begin());
	thrust::scatter(x.begin(), x.end(), d.begin(), y.begin());
	thrust::copy_if(d.begin(), d.end(), e.begin(), [] __host__ __device__(int i) { return i % 2 == 0; });
	thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(std::cout, " "));
	thrust::copy(d.begin(), d.end(), h.begin());
	thrust::device_vector<float2> points(10);
	thrust::transform(thrust::make_counting_iterator(0u), thrust::make_counting_iterator(10u),
		points.begin(), random_point());
	thrust::tabulate(x.begin(), x.end(), thrust::negate<float>());
	thrust::set_intersection(d.begin(), d.end(), e.begin(), e.end(), e2.begin());
	thrust::merge(d.begin(), d.end(), e.begin(), e.end(), e2.begin());
	thrust::partition(d.begin(), d.end(), thrust::identity{});
	bool all = thrust::all_of(d.begin(), d.end(), thrust::logical_not<int>());
	thrust::universal_vector<int> u(10, 1);
	u[0]++;
	for (int value : u)
		sum += value;
	try {
		x.push_back(norm);
	} catch (thrust::system_error &error) {
		std::cerr << error.what();
	}
	d.swap(e);
	thrust::swap_ranges(d.begin(), d.end(), e.begin());
	return sum + all;
}
