// Solves on two plates at once, each in a stream of its own.
#include "heat.cuh"

#include <utility>
#include <vector>

struct Solver {
	Plate plate;
	cudaStream_t stream;
	float *now, *next, *partial, *means;
	int *counter;
};

static Solver make_solver(const Plate &plate)
{
	Solver solver = {};
	solver.plate = plate;
	size_t cells = (size_t)plate.nx * plate.ny;
	CHECK(cudaStreamCreateWithFlags(&solver.stream, cudaStreamNonBlocking));
	CHECK(cudaMallocAsync(&solver.now, cells * sizeof(float), solver.stream));
	CHECK(cudaMallocAsync(&solver.next, cells * sizeof(float), solver.stream));
	CHECK(cudaMallocAsync(&solver.partial, 2 * 64 * sizeof(float), solver.stream));
	CHECK(cudaMallocAsync(&solver.means, plate.ny * sizeof(float), solver.stream));
	CHECK(cudaMallocAsync(&solver.counter, sizeof(int), solver.stream));
	CHECK(cudaMemsetAsync(solver.now, 0, cells * sizeof(float), solver.stream));
	return solver;
}

static void free_solver(Solver &solver)
{
	CHECK(cudaFreeAsync(solver.now, solver.stream));
	CHECK(cudaFreeAsync(solver.next, solver.stream));
	CHECK(cudaFreeAsync(solver.partial, solver.stream));
	CHECK(cudaFreeAsync(solver.means, solver.stream));
	CHECK(cudaFreeAsync(solver.counter, solver.stream));
	CHECK(cudaStreamSynchronize(solver.stream));
	CHECK(cudaStreamDestroy(solver.stream));
}

int main()
{
	Progress *progress;
	CHECK(cudaHostAlloc(&progress, sizeof *progress, cudaHostAllocMapped));
	progress->blocks_done = 0;

	std::vector<Solver> solvers;
	solvers.push_back(make_solver({4096, 4096, 0.20f, 0.0f}));
	solvers.push_back(make_solver({1024, 1024, 0.15f, 80.0f}));

	for (int step = 0; step < 1000; step += 8) {
		for (Solver &solver : solvers) {
			relax_steps(solver.next, solver.now, nullptr, solver.plate, 8, solver.stream);
			std::swap(solver.now, solver.next);
		}
	}
	for (Solver &solver : solvers) {
		int cells = solver.plate.nx * solver.plate.ny;
		relax(solver.next, solver.now, solver.plate, progress, solver.stream);
		Change change = residual(solver.next, solver.now, solver.partial, cells, solver.stream);
		CHECK(cudaMemsetAsync(solver.means, 0, solver.plate.ny * sizeof(float), solver.stream));
		row_means(solver.means, solver.next, solver.plate, solver.stream);
		int hot = hot_cells(solver.next, cells, 50.0f, solver.counter, solver.stream);
		std::printf("change %g (at most %g), hot cells %d, blocks %u\n", change.mean, change.peak, hot,
			    progress->blocks_done.load());
		free_solver(solver);
	}
	CHECK(cudaFreeHost(progress));
}
