#!/usr/bin/env python3
"""Thousands of random edits of a document: after every hundred, its diagnostics are those of the same text opened
afresh, and no process has grown out of bounds.

    edits_test.py PROGRAM [--edits N] [--seed N] [--check-every N] [FILE...]

Edits are small, as typed, and larger, as pasted: lines of the file are taken out, doubled and moved, and words, brackets
and pieces of CUDA put in. Positions count in UTF-16, and some edits hold characters outside the first plane.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Timeout  # noqa: E402

TEXT = """\
#include <cuda_runtime.h>
#include "lengths.cuh"

// A stencil, a transpose and a reduction.
__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float tile[LENGTH + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n)
        out[i] = 0.5f * tile[threadIdx.x + 1] + tile[threadIdx.x];
}

__global__ void transpose(float *out, const float *in, int width)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
        out[(x + j) * width + y] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
__global__ void reduce(const T *in, T *sum, int n)
{
    T v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += in[i];
    v += __shfl_down(v, 16);
    if (threadIdx.x == 0)
        atomicAdd(sum, v);
}

void run(float *a, float *b, float *sum, int n, cudaStream_t stream)
{
    stencil<<<(n + 255) / 256, LENGTH, 0, stream>>>(a, b, n);
    transpose<<<dim3(8, 8), dim3(32, 8), 0, stream>>>(a, b, 256);
    reduce<float><<<1, 256>>>(a, sum, n);
    cudaDeviceSynchronize();
}
"""
HEADER = "#pragma once\n#define LENGTH 256\n"
PIECES = ["x", " ", ";", "(", ")", "{", "}", "\n", "\r\n", "//", "/*", "*/", '"', "'", "\\\n", "0", "32", "threadIdx.x",
          "__syncthreads();\n", "if (threadIdx.x < 16) ", "float v = 1.0;\n", "return;\n", "cudaMemcpy(a, b, n, "
          "cudaMemcpyHostToDevice);\n", "__shfl(v, 0)", "// cudalint: ignore[CU401] why\n", "#if 0\n", "#endif\n",
          "#define A(x) x x\n", "A(v)", "__device__ int f() { return 1; }\n", "\U0001f600", "\u20ac", "\t", "template<",
          "reduce<double><<<2, 64>>>(0, 0, 3);\n", "for (;;) ", "asm(\"bar.sync 0;\");\n", "#include \"lengths.cuh\"\n",
          "__launch_bounds__(128) ", "atomicAdd(&sum[0], 1.0f);\n", "\x00"]


class Text:
    """What an editor holds: the text, and positions in UTF-16."""

    def __init__(self, text):
        self.text = text

    def position(self, offset):
        lines = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2

    def edit(self, start, end, piece):
        """Not between the halves of a line's end: that is no position."""
        while 0 < start < len(self.text) and self.text[start - 1:start + 1] == "\r\n":
            start -= 1
        while 0 < end < len(self.text) and self.text[end - 1:end + 1] == "\r\n":
            end += 1
        change = self.position(start) + self.position(end) + (piece,)
        self.text = self.text[:start] + piece + self.text[end:]
        return change


def random_edit(chance, text, original):
    size = len(text.text)
    where = chance.randrange(size + 1)
    what = chance.random()
    if size > 2 * len(original) or what < 0.1: # else soon nothing is left that parses
        return text.edit(0, size, original) if what < 0.6 else text.edit(size // 4, size // 2, "")
    if what < 0.45:
        return text.edit(where, where, chance.choice(PIECES))
    if what < 0.75:
        return text.edit(where, min(size, where + chance.randrange(1, 6)), chance.choice(["", "", "x"]))
    line = original.split("\n")[chance.randrange(original.count("\n"))]
    start = text.text.rfind("\n", 0, where) + 1
    if what < 0.9:
        return text.edit(start, start, line + "\n")
    stop = text.text.find("\n", where)
    return text.edit(start, size if stop < 0 else stop + 1, "")


def resident_mb(pid):
    with open("/proc/%d/statm" % pid) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def processes(client):
    pid = client.process.pid
    with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
        return [pid] + [int(child) for child in file.read().split()]


def plain(diagnostics):
    return sorted(json.dumps(d, sort_keys=True) for d in diagnostics)


def session(program, root, cache):
    # A sanitizer keeps what was freed, to see late uses of it: so much that it would look like a leak.
    sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=32"
    env = dict(os.environ, XDG_CACHE_HOME=cache, HOME=root, ASAN_OPTIONS=sanitizer.lstrip(":"))
    client = Client([program, "lsp"], env=env, cwd=root, stderr=sys.stderr)
    client.start(root)
    return client


def run(options, original, root, cache):
    chance = random.Random(options.seed)
    uri, text, largest, codes = "file://" + root + "/edited.cu", Text(original), 0, set()
    client = session(options.program, root, cache)
    client.open(uri, original)
    client.diagnostics(uri)
    for count in range(1, options.edits + 1):
        version = client.change(uri, random_edit(chance, text, original))
        is_checked = count % options.check_every == 0
        if is_checked or chance.random() < 0.02:
            edited = client.diagnostics(uri, version, 60)
        if not is_checked:
            continue
        afresh = session(options.program, root, cache)
        afresh.open(uri, text.text)
        opened = afresh.diagnostics(uri, timeout=60)
        afresh.kill()
        while plain(edited) != plain(opened): # a quick answer is followed by a whole one
            try:
                edited = client.diagnostics(uri, version, 20)
            except Timeout:
                break
        if plain(edited) != plain(opened):
            with open("edits_test.cu", "w", newline="") as file:
                file.write(text.text)
            print("after %d edits (text in edits_test.cu):\n only edited: %s\n only opened: %s" % (
                count, sorted(set(plain(edited)) - set(plain(opened))),
                sorted(set(plain(opened)) - set(plain(edited)))))
            return 1
        codes.update(d["code"] for d in opened)
        largest = max([largest] + [resident_mb(pid) for pid in processes(client)])
        client.backlog.clear()
        if largest > options.most_mb:
            print("after %d edits: a process has %d MB" % (count, largest))
            return 1
    print("%d edits, at most %d MB, diagnostics seen: %s" % (options.edits, largest, " ".join(sorted(codes))))
    return client.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--edits", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check-every", type=int, default=100)
    parser.add_argument("--most-mb", type=int, default=400, help="most memory of a process (%(default)s)")
    parser.add_argument("files", nargs="*", help="texts to begin with, in place of a small one")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    texts = [open(path, newline="").read() for path in options.files] or [TEXT]
    root = os.path.realpath(tempfile.mkdtemp(prefix="cudalint-edits-"))
    try:
        with open(root + "/lengths.cuh", "w") as file:
            file.write(HEADER)
        return max(run(options, text, root, root + "/cache") for text in texts)
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
