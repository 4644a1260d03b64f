// Helpers by value, by reference, by pointer; records, members, lambdas, templates.
struct view {
	float *data;
	int width;
	__device__ float &at(int y, int x)
	{
		return data[y * width + x];
	}
	__device__ float get(int i) const
	{
		return data[i];
	}
};

struct pair {
	int a, b;
};

__device__ int twice(int i)
{
	return 2 * i;
}

__device__ void move_on(int &i, int by)
{
	if (i % 2)
		return;
	i += by;
}

__device__ void fill(pair *p, int t)
{
	p->a = t + 1;
	p->b = 3;
}

__device__ pair swapped(pair p)
{
	pair q;
	q.a = p.b;
	q.b = p.a;
	return q;
}

__device__ int pick(int t)
{
	if (t < 4)
		return 10;
	for (int k = 0; k < 8; k++)
		if (t == 4 + k)
			return 20 + k;
	return t;
}

__global__ void helpers(float *out)
{
	int t = threadIdx.x, i = t;
	out[twice(t)] = 1;
	move_on(i, 5);
	out[i] = 2;
	pair p;
	fill(&p, t);
	out[p.a] = 3;
	pair q = swapped(p);
	out[q.b + q.a] = 4;
	out[pick(t)] = 5;
	int &r = i;
	r = 7 * t;
	out[i] = 6;
}

__global__ void members(view v, view w)
{
	v.at(blockIdx.x, threadIdx.x) = w.get(threadIdx.x);
	view copy = v;
	copy.data += 32;
	copy.data[threadIdx.x] = 1;
}

template <int N, typename T>
__global__ void templated(T *out)
{
	auto index = [&](int k) { return N * threadIdx.x + k; };
	out[index(1)] = 0;
	out[sizeof(T) + threadIdx.x] = 0;
}

__global__ void arrays(float *a, float *b, int n)
{
	float *both[2] = {a, b};
	for (int k = 0; k < 2; k++)
		both[k][threadIdx.x] = 0;
	int offsets[4];
	for (int k = 0; k < 4; k++)
		offsets[k] = k * 32;
	for (int k = 0; k < 4; k++)
		a[offsets[k] + threadIdx.x] = 1;
	offsets[n & 3] = 5;
	a[offsets[1] + threadIdx.x] = 2;
}

void launch(float *p, double *d, view v, int n)
{
	helpers<<<1, 32>>>(p);
	members<<<n, 32>>>(v, v);
	templated<2><<<1, 32>>>(p);
	templated<3><<<1, 32>>>(d);
	arrays<<<1, 32>>>(p, p, n);
}
