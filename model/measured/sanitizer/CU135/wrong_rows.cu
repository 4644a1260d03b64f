/* A picture of fewer rows than are copied. */
#include <vector>

#include "../check.cuh"

struct Image {
	unsigned char *pixels = nullptr;
	size_t pitch = 0;
	int width, height;
	Image(int w, int h) : width(w), height(h) { CHECK(cudaMallocPitch(&pixels, &pitch, w, h)); }
	~Image() { cudaFree(pixels); }
};

int main()
{
	Image small(640, 360);
	std::vector<unsigned char> full(640 * 480);
	CHECK(cudaMemcpy2D(small.pixels, small.pitch, full.data(), 640, 640, 480, cudaMemcpyHostToDevice)); // expect: CU135
	return 0;
}
