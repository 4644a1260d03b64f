#!/usr/bin/env python3
"""What the result cache saves, and what many files and findings cost.

    bench/cache.py [options] [FOLDER...]

Makes a tree of --files files with --findings findings in all (each file has headers of its own and shares others), or
takes the folders named; lints it with an empty cache on one and on several workers, then again with nothing changed, then
with one header and one file touched and changed. Prints wall time, processor time of all processes and the
largest memory of any process, and checks that all outputs are the same.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudalint", default="build/release/cli/cudalint", help="the binary (%(default)s)")
    parser.add_argument("--files", type=int, default=1000, help="files of the tree (%(default)s)")
    parser.add_argument("--findings", type=int, default=30000, help="findings of the tree (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="workers of the second cold run (%(default)s)")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    arguments = parser.parse_args()
    arguments.cudalint = os.path.abspath(arguments.cudalint)
    return arguments


def make_tree(folder, files, findings):
    """Kernels whose loads are `stride` elements apart: a finding each."""
    os.makedirs(os.path.join(folder, "include"))
    for part in range(20):
        with open(os.path.join(folder, "include", f"shared{part}.cuh"), "w") as out:
            out.write(f"#pragma once\n__device__ inline float scale{part}(float x) {{ return x * {part}.0f; }}\n")
    each = max(1, findings // files)
    for number in range(files):
        place = os.path.join(folder, f"part{number % 25}")
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f"own{number}.cuh"), "w") as out:
            out.write(f"#define STRIDE {8 + number % 24}\n")
        with open(os.path.join(place, f"unit{number}.cu"), "w") as out:
            out.write(f'#include "own{number}.cuh"\n#include "../include/shared{number % 20}.cuh"\n')
            out.write(f"__global__ void kernel{number}(float *out, const float *in)\n{{\n\tfloat sum = 0;\n")
            for line in range(each):
                out.write(f"\tsum += in[threadIdx.x * STRIDE + {line}];\n")
            out.write(f"\tout[threadIdx.x] = scale{number % 20}(sum);\n}}\n")
            out.write(f"void run{number}(float *out, const float *in) {{ kernel{number}<<<1, 256>>>(out, in); }}\n")


def lint(arguments, what, folders, cache, jobs, scratch):
    output = os.path.join(scratch, "out.json")
    command = [arguments.cudalint, "check", "--cache-dir", cache, f"-j{jobs}", "-q", f"-fjson={output}", *folders]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"{' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    processor = usage.ru_utime + usage.ru_stime
    with open(output, "rb") as text:
        result = text.read()
    found = result.count(b'"fingerprint":')
    print(f"{what:<34} {wall:8.2f} s {processor:9.2f} s {usage.ru_maxrss / 1024:8.0f} MB {found:8} findings", flush=True)
    return wall, result


def empty(cache):
    """An empty cache, but for precompiled headers: they are made once a machine."""
    for name in os.listdir(cache):
        if name != "pch":
            os.unlink(os.path.join(cache, name))


def first_unit(folders):
    for folder in folders:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith(".cu"):
                    return os.path.join(place, name)
    sys.exit("no .cu files")


def main():
    arguments = options()
    with tempfile.TemporaryDirectory() as scratch:
        cache = os.path.join(scratch, "cache")
        folders = [os.path.abspath(folder) for folder in arguments.folders]
        if not folders:
            folders = [os.path.join(scratch, "tree")]
            make_tree(folders[0], arguments.files, arguments.findings)
        print(f"{'':<34} {'wall':>10} {'processor':>11} {'memory':>11}")
        lint(arguments, "first of all (headers are compiled)", [first_unit(folders)], cache, 1, scratch)
        empty(cache)
        one, expected = lint(arguments, "cold, 1 worker", folders, cache, 1, scratch)
        empty(cache)
        many, result = lint(arguments, f"cold, {arguments.jobs} workers", folders, cache, arguments.jobs, scratch)
        same = result == expected
        warm, result = lint(arguments, "warm", folders, cache, arguments.jobs, scratch)
        same &= result == expected
        _, result = lint(arguments, "warm, once more", folders, cache, arguments.jobs, scratch)
        same &= result == expected
        if not arguments.folders:
            for changed in ("include/shared3.cuh", "part1/unit1.cu"):
                with open(os.path.join(folders[0], changed), "a") as out:
                    out.write("// changed\n")
                lint(arguments, f"{changed} changed", folders, cache, arguments.jobs, scratch)
        print(f"1 worker / {arguments.jobs} workers: {one / many:.2f}; cold / warm: {many / warm:.0f}")
        size = sum(os.path.getsize(os.path.join(cache, name)) for name in os.listdir(cache) if name != "pch")
        print(f"store: {size / 1e6:.1f} MB")
        if not same:
            sys.exit("outputs differ")


if __name__ == "__main__":
    main()
