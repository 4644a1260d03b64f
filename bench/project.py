#!/usr/bin/env python3
"""What a run over a whole project costs, beside others that look at the same files.

    bench/project.py [options] --cuda-path TOOLKIT FOLDER [-- FLAGS...]

Processor time and wall time, once each, of: cudalint with an empty cache, with and without precompiled beginnings
of files (--no-preambles), once more with what is precompiled but no results, once more with all in the cache, after
one header that most files include was touched; `clang -fsyntax-only` over the same files; `run-clang-tidy` with one
cheap check, which stands for what it costs to parse. The last two get the toolkit. FLAGS go to all; {} is the folder.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudalint", default="build/release/cli/cudalint", help="the binary (%(default)s)")
    parser.add_argument("--clang", default="clang-19", help="the compiler (%(default)s)")
    parser.add_argument("--tidy", default="run-clang-tidy-19", help="(%(default)s); empty: leave it out")
    parser.add_argument("--cuda-path", required=True, help="a toolkit, for the others")
    parser.add_argument("--arch", default="sm_90", help="for all (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="at a time (%(default)s)")
    parser.add_argument("--limit", type=int, default=0, help="files, evenly spread; 0: all")
    parser.add_argument("folder", metavar="FOLDER")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    arguments.folder = os.path.abspath(arguments.folder)
    arguments.flags = [flag.replace("{}", arguments.folder) for flag in flags]
    return arguments


def spent(command, **more):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - start, result


def told(what, cpu, wall, note=""):
    print(f"{what:44} {cpu:8.1f} s processor {wall:8.1f} s wall  {note}", flush=True)


def check(arguments, files, cache, *more):
    command = [arguments.cudalint, "check", "--no-config", "--fail-on=never", "-f", "json", "--timing", f"--arch={arguments.arch}",
               f"--jobs={arguments.jobs}", f"--cache-dir={cache}", "--cuda-path=none", *more, *files]
    cpu, wall, result = spent(command + ["--"] + arguments.flags)
    report = json.loads(result.stdout)
    return cpu, wall, report


def without_results(cache):
    for path in pathlib.Path(cache).glob("results*"):
        path.unlink()


def commonest_header(arguments, files):
    """The one that most files name."""
    names = collections.Counter()
    for path in files:
        text = pathlib.Path(path).read_text(errors="replace")
        names.update(set(re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M)))
    for name, _ in names.most_common():
        found = list(pathlib.Path(arguments.folder).rglob(os.path.basename(name)))
        if found:
            return str(found[0])
    return None


def cudalints(arguments, files):
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as other:
        bundled = [files[0]]
        for folder in (cache, other):  # what every project shares isn't what is measured
            check(arguments, bundled, folder, "--no-preambles")
            without_results(folder)
        alone = check(arguments, files, other, "--no-preambles")
        told("cudalint, no precompiled beginnings", *alone[:2])
        cold = check(arguments, files, cache)
        same = [f["rule"] for f in cold[2]["findings"]] == [f["rule"] for f in alone[2]["findings"]]
        told("cudalint, cold", *cold[:2], f"{len(cold[2]['findings'])} findings, " + ("the same" if same else "OTHERS"))
        without_results(cache)
        told("cudalint, beginnings kept, no results", *check(arguments, files, cache)[:2])
        told("cudalint, nothing changed", *check(arguments, files, cache)[:2])
        header = commonest_header(arguments, files)
        if header:
            text = pathlib.Path(header).read_bytes()
            try:
                pathlib.Path(header).write_bytes(text + b"\n// touched\n")
                told("cudalint, one header changed", *check(arguments, files, cache)[:2], os.path.basename(header))
            finally:
                pathlib.Path(header).write_bytes(text)


def compilers(arguments, files):
    common = [f"--cuda-path={arguments.cuda_path}", f"--cuda-gpu-arch={arguments.arch}", "--no-cuda-version-check", "-x", "cuda",
              "-std=c++17", "-w", "-Wno-unknown-cuda-version", *arguments.flags]
    command = ["xargs", f"-P{arguments.jobs}", "-n1", arguments.clang, "-fsyntax-only", *common]
    told(f"{arguments.clang} -fsyntax-only", *spent(command, input="\n".join(files).encode())[:2])
    if not arguments.tidy:
        return
    with tempfile.TemporaryDirectory() as build:
        entries = [{"directory": arguments.folder, "file": path, "arguments": [arguments.clang, *common, "-c", path]} for path in files]
        pathlib.Path(build, "compile_commands.json").write_text(json.dumps(entries))
        command = [arguments.tidy, "-p", build, f"-j{arguments.jobs}", "-checks=-*,misc-unused-using-decls", "-quiet"]
        told(arguments.tidy, *spent(command)[:2])


def main():
    arguments = options()
    files = sorted(str(path) for path in pathlib.Path(arguments.folder).rglob("*.cu"))
    if arguments.limit and len(files) > arguments.limit:
        files = [files[i * len(files) // arguments.limit] for i in range(arguments.limit)]
    print(f"{len(files)} files, {arguments.jobs} at a time; load {os.getloadavg()[0]:.1f}")
    cudalints(arguments, files)
    compilers(arguments, files)


if __name__ == "__main__":
    main()
