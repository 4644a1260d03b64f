#!/usr/bin/env python3
"""How fast cudalint is beside `clang -fsyntax-only` on the same files.

    bench/speed.py [options] --cuda-path TOOLKIT FOLDER... [-- FLAGS...]

For every file that both parse without errors: one process of `cudalint check` without a toolkit and with its precompiled
headers there already, against clang with the toolkit, in its default two passes and with --cuda-device-only. A
header that current toolkits dropped and clang still includes is an empty file here, without which clang parses nothing.
Best of --repeat, as wall time and, steadier on a busy machine, as processor time of all processes. In FLAGS, which both
get, {} is the folder.
"""
import argparse
import glob
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

STD_HEADERS = set("""algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv
chrono cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal
cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution
filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator
latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random ranges ratio
regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf
string string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map
unordered_set utility valarray variant vector version""".split())


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudalint", default="build/release/cli/cudalint", help="the binary (%(default)s)")
    parser.add_argument("--clang", default="clang-19", help="the compiler (%(default)s)")
    parser.add_argument("--cuda-path", required=True, help="a toolkit, for clang")
    parser.add_argument("--arch", default="sm_90", help="for both (%(default)s)")
    parser.add_argument("--limit", type=int, default=20, help="files a folder, evenly spread; 0: all (%(default)s)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, the best counts (%(default)s)")
    parser.add_argument("--files", action="store_true", help="also print every file")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    arguments.flags = flags
    arguments.cudalint = os.path.abspath(arguments.cudalint)
    return arguments


class Bench:
    """The commands, and a scratch folder with the cache and clang's empty header."""

    def __init__(self, arguments, scratch):
        self.arguments = arguments
        self.cache = os.path.join(scratch, "cache")
        self.stub = os.path.join(scratch, "stub")
        os.mkdir(self.stub)
        if not os.path.exists(os.path.join(arguments.cuda_path, "include", "texture_fetch_functions.h")):
            with open(os.path.join(self.stub, "texture_fetch_functions.h"), "w", encoding="utf-8"):
                pass

    def flags(self, folder):
        return [flag.replace("{}", os.path.abspath(folder)) for flag in self.arguments.flags]

    def cudalint(self, folder, *paths):
        command = [self.arguments.cudalint, "check", "-f", "json", "--timing", "--cuda-path=none", "-j", "1",
                   "--fail-on=never", f"--arch={self.arguments.arch}", f"--cache-dir={self.cache}", *paths]
        return command + (["--"] + self.flags(folder) if self.arguments.flags else [])

    def forget_results(self):
        """The precompiled headers stay."""
        for path in glob.glob(os.path.join(self.cache, "results*")):
            os.remove(path)

    def clang(self, folder, path, *more):
        toolkit = self.arguments.cuda_path
        return [self.arguments.clang, "-fsyntax-only", "-w", "-x", "cuda", f"--cuda-path={toolkit}",
                f"--cuda-gpu-arch={self.arguments.arch}", "-Wno-unknown-cuda-version", "-isystem", self.stub,
                f"-I{toolkit}/include/cccl", *self.flags(folder), *more, path]


def measure_command(command, folder, repeat, before_each=lambda: None):
    """Best wall time and best processor time in ms, children included; None when the command fails."""
    walls, processors = [], []
    for _ in range(repeat):
        before_each()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.perf_counter()
        done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        walls.append((time.perf_counter() - begin) * 1000)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processors.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
        if done.returncode:
            return None
    return min(walls), min(processors)


def includes(path, folders, seen):
    """Names that a file includes, itself or through files in its own folder or the -I folders."""
    path = os.path.normpath(path)
    if path in seen or not os.path.isfile(path):
        return set()
    seen.add(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        names = set(re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', file.read(), re.M))
    for name in list(names):
        for folder in [os.path.dirname(path)] + folders:
            names |= includes(os.path.join(folder, name), folders, seen)
    return names


def spread(items):
    """The same items so that any beginning of the list is spread over the whole."""
    step = next((n for n in range(int(len(items) * 0.618) + 1, len(items)) if math.gcd(n, len(items)) == 1), 1)
    return [items[i * step % len(items)] for i in range(len(items))]


def units_ok(bench, folder):
    """The .cu files that cudalint parses whole; the run also makes the precompiled headers."""
    done = subprocess.run(bench.cudalint(folder, "."), cwd=folder, capture_output=True)
    return [unit["path"] for unit in json.loads(done.stdout)["units"]
            if unit["status"] == "ok" and unit["path"].endswith(".cu")]


def measure(bench, folder):
    """Rows (path, with std headers, cudalint, two passes, device only) of one folder, and how many clang refused."""
    rows, refused = [], 0
    repeat = bench.arguments.repeat
    flags = bench.flags(folder)
    folders = [b if a == "-I" else a[2:] for a, b in zip(flags, flags[1:] + [""]) if a.startswith("-I")]
    for path in spread(units_ok(bench, folder)):
        if bench.arguments.limit and len(rows) == bench.arguments.limit:
            break
        two = measure_command(bench.clang(folder, path), folder, repeat)
        device = two and measure_command(bench.clang(folder, path, "--cuda-device-only"), folder, repeat)
        if not device:
            refused += 1
            continue
        own = measure_command(bench.cudalint(folder, path), folder, repeat, bench.forget_results)
        names = includes(os.path.join(folder, path), folders, set())
        rows.append((path, bool(names & STD_HEADERS), own, two, device))
    return rows, refused


def phases(bench, folder, paths):
    """Milliseconds of (parse, lower, rules) over all files, as --timing tells them."""
    if not paths:
        return (0, 0, 0)
    bench.forget_results()
    done = subprocess.run(bench.cudalint(folder, *paths), cwd=folder, capture_output=True)
    found = re.search(rb"\(parse ([\d.]+), lower ([\d.]+), rules ([\d.]+)\)", done.stderr)
    return tuple(float(number) for number in found.groups()) if found else (0, 0, 0)


def print_class(name, rows, kind):
    """One line of the table; kind 0 is wall time, 1 processor time."""
    if not rows:
        return
    own, two, device = ([row[i][kind] for row in rows] for i in (2, 3, 4))
    ratios = [b / a for a, b in zip(own, two)]
    device_ratio = statistics.median(b / a for a, b in zip(own, device))
    cells = [f"{name}, {'processor' if kind else 'wall'}", len(rows)]
    cells += [f"{statistics.median(times):.0f}" for times in (own, two, device)]
    cells += [f"{ratio:.1f}" for ratio in (statistics.median(ratios), min(ratios), device_ratio)]
    print("| " + " | ".join(map(str, cells)) + " |")


def main():
    arguments = options()
    rows, total, refused = [], [0, 0, 0], 0
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments, scratch)
        for folder in arguments.folders:
            found, lost = measure(bench, folder)
            rows += found
            refused += lost
            total = [a + b for a, b in zip(total, phases(bench, folder, [row[0] for row in found]))]
    if arguments.files:
        for path, std, own, two, device in rows:
            print(f"{path}: {'std' if std else 'no std'}, cudalint {own[0]:.0f}, clang {two[0]:.0f}, "
                  f"device {device[0]:.0f} ms")
        print()
    print("| units | files | cudalint ms | clang ms | clang device-only ms | ratio | least | device-only ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for kind in (0, 1):
        print_class("without C++ standard headers", [row for row in rows if not row[1]], kind)
        print_class("with them", [row for row in rows if row[1]], kind)
    print(f"\nMedians; ratio: clang's two passes over cudalint, file by file. {refused} files that clang did not parse "
          "are left out.")
    if total[0]:
        print(f"Over all files: parse {total[0]:.0f} ms, lowering {total[1]:.0f} ms, rules {total[2]:.0f} ms: "
              f"{100 * (total[1] + total[2]) / total[0]:.0f} % on top of the parse.")


main()
