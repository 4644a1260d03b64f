template <typename T> struct view {
	T *data;
	int size;
};

__global__ void copy(const view<float> &from, view<float> &to) // CU904: `from` // CU904: `to`
{
	to.data[threadIdx.x] = from.data[threadIdx.x];
}
