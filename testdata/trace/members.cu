// Members that their declarations give a value, in terms of others; a constructor's list outranks them.
struct Shape { int m = 4; int n = m; int size = m * n; };
struct Rows { int stride = 8; int offset = stride * 2; __device__ Rows(int s) : stride(s) {} };
struct Nested { Shape shape; int total = shape.size + width; static constexpr int width = 16; };
struct Later { int early = late; int late = 5; };

__global__ void members(float *out)
{
	Shape plain, braces{}, given{2};
	Rows rows(3);
	Nested nested;
	Later later;
	out[threadIdx.x * plain.size] = 1;
	out[threadIdx.x * braces.size] = 2;
	out[threadIdx.x * given.size] = 3;
	out[threadIdx.x * rows.stride + rows.offset] = 4;
	out[threadIdx.x * nested.total] = 5;
	out[threadIdx.x * later.late] = 6;
}

void run(float *out)
{
	members<<<1, 32>>>(out);
}
