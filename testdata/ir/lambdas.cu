// Generic lambdas have a body for each set of arguments that they are called with.
template <int N> struct number {
	static constexpr int value = N;
};

template <int N> __global__ void scale(float *x)
{
	x[threadIdx.x] *= N;
}

void once(float *x)
{
	auto launch = [&](auto n) { scale<decltype(n)::value><<<1, 128>>>(x); };
	launch(number<3>{});
}

template <int... Ns> void each(float *x)
{
	auto one = [=](auto n, int threads) {
		scale<decltype(n)::value><<<1, threads>>>(x);
		return 0;
	};
	int done[] = {one(number<Ns>{}, 32 * Ns)...};
	(void)done;
}

void run(float *x)
{
	each<2, 4>(x);
}

void nobody(float *x)
{
	auto unused = [=](auto n) { return x[n]; };
	auto plain = [=](int n) { return x[n]; };
	(void)unused;
	plain(1);
}
