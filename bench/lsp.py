#!/usr/bin/env python3
"""How fast the language server follows edits, beside clangd on the same file.

    bench/lsp.py [options]

A .cu file of some 2,000 lines is made, without and with headers of the C++ library. Each server opens it (first with
nothing cached, then with what that left once it is written), then both get the same edits in turn, and the time from an
edit to its diagnostics counts, waiting included. clangd gets the bundled declarations, so that it needs no toolkit and finds no errors.
Processor time, of a server with its workers, is steadier on a busy machine.
"""
import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "testdata", "lsp"))
from client import Client  # noqa: E402

HEADERS = os.path.realpath(os.path.join(HERE, "..", "analyzer", "frontend", "headers"))
STAGE = """
// Stage %(k)d: a stencil in shared memory, a transpose and a reduction.
__global__ void stencil_%(k)d(const float *in, float *out, int n)
{
    __shared__ float tile[256 + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tile[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0)
        tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == blockDim.x - 1)
        tile[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0.0f;
    __syncthreads();
    if (i < n)
        out[i] = 0.25f * tile[threadIdx.x] + 0.5f * tile[threadIdx.x + 1] + 0.25f * tile[threadIdx.x + 2];
}

__global__ void transpose_%(k)d(float *out, const float *in, int width)
{
    __shared__ float tile[32][%(pitch)d];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void reduce_%(k)d(const float *in, float *sum, int n)
{
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    if (threadIdx.x %% 32 == 0)
        atomicAdd(sum, v);
}

void stage_%(k)d(float *a, float *b, float *sum, int width, cudaStream_t stream)
{
    int n = width * width;
    stencil_%(k)d<<<(n + 255) / 256, 256, 0, stream>>>(a, b, n);
    dim3 block(32, 8), grid(width / 32, width / 32);
    transpose_%(k)d<<<grid, block, 0, stream>>>(a, b, width);
    reduce_%(k)d<<<256, 256, 0, stream>>>(a, sum, n);
    if (cudaGetLastError() != cudaSuccess)
        std::printf("stage %(k)d failed\\n");
}
"""
STD_INCLUDES = "".join("#include <%s>\n" % name for name in ("vector", "string", "iostream", "algorithm", "memory"))
STD_USE = """    std::vector<float> host(width * width, 1.0f);
    std::string name = "all";
    std::sort(host.begin(), host.end());
    std::cout << name << std::endl;
"""


def make_source(lines, with_std):
    text = "#include <cuda_runtime.h>\n#include <cstdio>\n" + (STD_INCLUDES if with_std else "")
    count = 0
    while text.count("\n") < lines - 30:
        text += STAGE % {"k": count, "pitch": 33 if count % 3 else 32}
        count += 1
    text += "\nint main()\n{\n    float *a, *b, *sum;\n    const int width = 4096;\n" + (STD_USE if with_std else "")
    for name in ("a", "b"):
        text += "    cudaMalloc(&%s, sizeof(float) * width * width);\n" % name
    text += "    cudaMalloc(&sum, sizeof(float));\n    cudaStream_t stream;\n    cudaStreamCreate(&stream);\n"
    text += "".join("    stage_%d(a, b, sum, width, stream);\n" % k for k in range(count))
    return text + "    cudaStreamSynchronize(stream);\n    return 0;\n}\n"


class Server:
    def __init__(self, name, command, root, env):
        self.name, self.command, self.root, self.env = name, command, root, env
        self.edits, self.used = [], []

    def open(self, text):
        """Starts it and opens the text; milliseconds to the first diagnostics."""
        self.uri = "file://" + self.root + "/bench.cu"
        start = time.monotonic()
        self.client = Client(self.command, env=self.env, cwd=self.root)
        self.client.start(self.root, {"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        self.client.open(self.uri, text)
        self.found = len(self.client.diagnostics(self.uri, 1, 120))
        return (self.client.last_time - start) * 1e3

    def processor_ms(self):
        """Of the process and its children; each counts once it has computed at all."""
        pid, total = self.client.process.pid, 0
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            pids = [pid] + [int(child) for child in file.read().split()]
        for each in pids:
            with open("/proc/%d/stat" % each) as file:
                fields = file.read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total * 1000 / os.sysconf("SC_CLK_TCK")

    def edit(self, change):
        before = self.processor_ms()
        start = time.monotonic()
        version = self.client.change(self.uri, change)
        self.found = len(self.client.diagnostics(self.uri, version, 120))
        self.edits.append((self.client.last_time - start) * 1e3)
        self.used.append(self.processor_ms() - before)


def servers(options, root):
    env = dict(os.environ, XDG_CACHE_HOME=root + "/cache", HOME=root)
    found = [Server("cudalint", [options.cudalint, "lsp"], root, env)]
    if shutil.which(options.clangd):
        flags = ["-x", "cuda", "-nocudainc", "-nocudalib", "--no-cuda-version-check", "--cuda-host-only",
                 "--cuda-gpu-arch=sm_90", "-std=c++17", "-Wno-unknown-cuda-version", "-isystem" + HEADERS,
                 "-isystem" + HEADERS + "/cccl", "-idirafter", HEADERS + "/stubs", "-include",
                 HEADERS + "/cuda_runtime.h"]
        with open(root + "/compile_flags.txt", "w") as file:
            file.write("\n".join(flags) + "\n")
        found.append(Server("clangd", [options.clangd, "--log=error", "--clang-tidy=0"], root, env))
    else:
        print("%s isn't there: no comparison" % options.clangd, file=sys.stderr)
    return found


def edits_of(text, count):
    """Digits of kernels all over the file, one after the other."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if "out[i] = 0.25f" in line]
    for i in range(count):
        line = places[i * 7 % len(places)]
        column = lines[line].index("0.25f") + 3
        yield (line, column, line, column + 1, "12346789"[i % 8])  # never what is there


def random_edits_of(text, count):
    """What is typed anywhere, and taken back with the next edit: characters, words, a statement, a line that goes."""
    chance = random.Random(8)
    lines = text.split("\n")
    for i in range(0, count, 2):
        line = chance.randrange(len(lines) - 1)
        column = chance.randrange(len(lines[line]) + 1)
        word = chance.choice(("x", "1", " ", ";", "(", "n", "threadIdx.x", "__syncthreads();", "/* \u00e9 */", ""))
        if word:
            yield (line, column, line, column, word)
            yield (line, column, line, column + len(word), "")
        else:
            yield (line, 0, line + 1, 0, "")
            yield (line, 0, line, 0, lines[line] + "\n")


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measure(options, with_std, root):
    text = make_source(options.lines, with_std)
    with open(root + "/bench.cu", "w") as file:
        file.write(text)
    print("%d lines, %s" % (text.count("\n"), "with the C++ library" if with_std else "without the C++ library"))
    running = servers(options, root)
    for server in running:
        server.cold = server.open(text)
        time.sleep(options.settle)
        server.client.kill()
        server.opened = server.open(text)
    kind = random_edits_of if options.random else edits_of
    for i, change in enumerate(kind(text, options.edits + options.warm_up)):
        for server in running:
            server.edit(change)
            if i < options.warm_up:
                server.edits.clear()
                server.used.clear()
            time.sleep(options.pause)
    for server in running:
        print("  %-9s first open %5.0f ms, open %5.0f ms; edit: median %4.0f, p95 %4.0f ms, processor %4.0f ms; "
              "%d diagnostics" % (server.name, server.cold, server.opened, statistics.median(server.edits),
                                  percentile(server.edits, 0.95), statistics.mean(server.used), server.found))
        server.client.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudalint", default="build/release/cli/cudalint", help="the binary (%(default)s)")
    parser.add_argument("--clangd", default="clangd-19", help="the other one (%(default)s)")
    parser.add_argument("--lines", type=int, default=2000, help="of the file (%(default)s)")
    parser.add_argument("--edits", type=int, default=200, help="that count (%(default)s)")
    parser.add_argument("--warm-up", type=int, default=5, help="edits before them (%(default)s)")
    parser.add_argument("--random", action="store_true", help="edits anywhere, most of which break the code, and undo")
    parser.add_argument("--settle", type=float, default=5, help="seconds after the first open (%(default)s)")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds after each (%(default)s)")
    options = parser.parse_args()
    options.cudalint = os.path.abspath(options.cudalint)
    for with_std in (False, True):
        root = os.path.realpath(tempfile.mkdtemp(prefix="cudalint-bench-"))
        try:
            measure(options, with_std, root)
        finally:
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
