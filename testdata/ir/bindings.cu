// Structured bindings: of a class, by reference, of an array, in a loop; of a class with parts that can't be told.
struct Range { int first, last; };
struct Base { int a; };
struct Derived : Base { };

__device__ Range range_of(int n) { return {n, 2 * n}; }

__global__ void bindings(int *out, int n)
{
	auto [first, last] = range_of(n);
	Range own = {1, 2};
	auto &[from, to] = own;
	from = last;
	int pair[2] = {3, 4};
	auto &[left, right] = pair;
	right += left;
	Range all[2] = {{1, 2}, {3, 4}};
	for (auto [begin, end] : all)
		out[begin] = end;
	Derived derived;
	auto [inherited] = derived;
	out[first] = own.first + to + pair[1] + inherited;
}
