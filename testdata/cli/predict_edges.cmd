# Blocks at the edge of a grid read the same memory as those inside: what a launch reads is counted once, so that one of a
# few rows less takes less time and is bound by the same.
cat >edges.cu <<'END'
__global__ void product(float *c, const float *a, const float *b, int n)
{
	int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
	if (row >= n || col >= n)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}
void run(float *c, float *a)
{
	product<<<dim3(16, 63), dim3(32, 8)>>>(c, a, a, 500);
	product<<<dim3(16, 64), dim3(32, 8)>>>(c, a, a, 512);
}
END
$C predict --cuda-path=none --no-config --no-formulas --chip=h100-sxm -f json edges.cu >edges.json
grep -o '"bound": "[^"]*"' edges.json
awk '/"time_us"/ { gsub(/[^0-9.]/, "", $2); time[++count] = $2 }
END { print count, (time[1] < time[2] && time[1] > 0.8 * time[2] ? "less" : "not less") }' edges.json
