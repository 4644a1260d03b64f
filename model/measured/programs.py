#!/usr/bin/env python3
"""Counts what public programs do, line by line, on the GPU of this machine.

    python3 model/measured/programs.py build --root FOLDER... --into DIR [--arch sm_90] [NAME...]
    python3 model/measured/programs.py measure --into DIR --out DIR [NAME...]

programs/list.tsv says which: `name folder sources flags runs`, where folder is a checkout below one of the roots,
sources and -I are relative to it (-I@ to a root), and runs are the words that the program is given, once for each | between them. None of their code
is here. `build` needs nvcc and no GPU; `measure` needs what `build` made, Nsight Compute and the shared CUDA
runtime. Each program is run by itself first, with programs/launches.c before it, which writes down each launch's
parameters; then under Nsight Compute. DIR/programs-GPU.tsv has a row for every source line of every kernel and
launch that differ, as patterns-GPU.tsv (see README.md), and DIR/program-launches-GPU.tsv a row for each of these
launches: its parameters as bytes in hexadecimal, and the kernel's time.
/bench/programs.py compares with `cudalint predict`.
"""
import argparse
import collections
import concurrent.futures
import os
import signal
import subprocess
import sys
import time
import zlib

import measure
from machine import Failure, Machine, find_tool, load_ncu_report, run

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "programs", "list.tsv")
METRICS = ",".join([name for _, name in measure.COUNTS] + ["gpu__time_duration.sum"])
LINE_COLUMNS = ("program", "words") + measure.LINE_COLUMNS
LAUNCH_COLUMNS = ("program", "words", "kernel", "grid", "block", "shared", "parameters", "time_us")

Program = collections.namedtuple("Program", "name folder sources flags runs")


def programs(names):
    with open(LIST, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for name, folder, sources, flags, runs in rows:
        if not names or name in names:
            yield Program(name, folder, tuple(sources.split()), tuple(flags.split()), tuple(runs.split("|")))


def binary_of(into, name):
    return os.path.join(into, name.replace("/", "-"))


def folder_of(roots, folder):
    for root in roots:
        if os.path.isdir(os.path.join(root, folder)):
            return os.path.join(root, folder)
    raise Failure(f"no {folder} below {' '.join(roots)}")


def flag_of(roots, flag):
    """-I@folder: a checkout below one of the roots."""
    return "-I" + folder_of(roots, flag[3:]) if flag.startswith("-I@") else flag


def build_one(nvcc, options, program):
    where = folder_of(options.root, program.folder)
    flags = [flag_of(options.root, flag) for flag in program.flags]
    run([nvcc, "-O3", "-lineinfo", "-cudart", "shared", f"-arch={options.arch}", *flags, "-o",
         os.path.abspath(binary_of(options.into, program.name)), *program.sources], 300, cwd=where)


def build(options):
    os.makedirs(options.into, exist_ok=True)
    nvcc = find_tool("nvcc", "/usr/local/cuda*/bin/nvcc")
    toolkit = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
    run(["cc", "-O2", "-shared", "-fPIC", "-I", os.path.join(toolkit, "include"),
         os.path.join(HERE, "programs", "launches.c"), "-o", os.path.join(options.into, "launches.so"), "-ldl"], 60)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {pool.submit(build_one, nvcc, options, program): program for program in programs(options.names)
                if not os.path.exists(binary_of(options.into, program.name))}
        for done in concurrent.futures.as_completed(work):
            if done.exception():
                failed += 1
                print(f"FAILED {work[done].name}: {done.exception()}"[:600], flush=True)
    print(f"{len(work) - failed} built, {failed} failed")
    return 0


def limited(command, seconds, **extra):
    """Runs a command and ends it and its children when it takes too long; whether it ended well."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True, **extra)
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise Failure(f"no end after {seconds} s") from None


def environment_of(machine, **more):
    library = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(machine.nvcc))), "lib64")
    return dict(os.environ, LD_LIBRARY_PATH=f"{library}:{os.environ.get('LD_LIBRARY_PATH', '')}", **more)


def launches_of(machine, options, program, words):
    """Rows `symbol grid block shared parameters` of one run."""
    binary = os.path.abspath(binary_of(options.into, program.name))
    record = f"{binary}-{'-'.join(words.split()).replace('/', '_')}.launches"
    folder = record + ".d"
    os.makedirs(folder, exist_ok=True)
    before = os.path.join(os.path.abspath(options.into), "launches.so")
    limited([binary, *words.split()], options.seconds, cwd=folder,
            env=environment_of(machine, LD_PRELOAD=before, LAUNCHES=record))
    if not os.path.exists(record):
        raise Failure("launches nothing")
    with open(record, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def profile(machine, options, program, words):
    """One launch of each kernel and geometry; clocks are left alone."""
    binary = os.path.abspath(binary_of(options.into, program.name))
    report = f"{binary}-{'-'.join(words.split()).replace('/', '_')}"
    limited([machine.ncu, "--clock-control", "none", "--metrics", METRICS, "--section", "LaunchStats",
             "--filter-mode", "per-launch-config", "--launch-count", "1", "-f", "-o", report, binary,
             *words.split()], options.seconds * 3, cwd=os.path.dirname(binary), env=environment_of(machine))
    if not os.path.exists(report + ".ncu-rep"):
        raise Failure("no kernel was profiled")
    return report + ".ncu-rep"


def read(job):
    """Runs in a process of its own: the report's rows, and a time for each launch in it."""
    ncu, report, roots = job
    ncu_report = load_ncu_report(ncu)
    rows, times, seen = [], [], set()
    for action in measure.actions_of(ncu_report, report):
        kernel = measure.kernel_name(action)
        grid, block = measure.dimensions(action, "grid"), measure.dimensions(action, "block")
        if (kernel, grid, block) in seen:
            continue
        seen.add((kernel, grid, block))
        try:
            symbol = action.name(action.NameBase_MANGLED)
        except Exception:
            symbol = action.name()
        times.append((symbol, kernel, grid, block, measure.value_of(action, "gpu__time_duration.sum")))
        rows += measure.lines_of(action, roots)
    return rows, times


def known_runs(path):
    """(program, words) of what a record of launches holds already."""
    if not path:
        return set()
    with open(path, encoding="utf-8") as file:
        return {tuple(line.split("\t")[:2]) for line in file if not line.startswith("#")}


class Counting:
    def __init__(self, options):
        self.options, self.machine = options, Machine()
        load_ncu_report(self.machine.ncu)
        self.rows, self.launches, self.failed, self.read = [], [], {}, set()

    def out(self, name):
        return os.path.join(self.options.out, f"{name}-{self.machine.slug}.tsv")

    def jobs(self):
        """First runs of all programs first, in an order that mixes where they are from."""
        built = [program for program in programs(self.options.names)
                 if os.path.exists(binary_of(self.options.into, program.name))]
        known = known_runs(self.options.known)
        for turn in range(max((len(program.runs) for program in built), default=0)):
            for program in sorted(built, key=lambda one: zlib.crc32(one.name.encode())):
                if turn < len(program.runs) and (program.name, program.runs[turn]) not in known:
                    yield program, program.runs[turn]

    def record(self):
        """All programs side by side: only what they launch is asked."""
        found = {}
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            work = {pool.submit(launches_of, self.machine, self.options, *job): job for job in self.jobs()}
            for done in concurrent.futures.as_completed(work):
                program, words = work[done]
                if done.exception():
                    self.failed[f"{program.name} {words}"] = str(done.exception())
                else:
                    found[program.name, words] = done.result()
        return found

    def keep(self, program, words, launches, result):
        rows, times = result
        self.rows += [[program.name, words, *row] for row in rows]
        for symbol, kernel, grid, block, time_ns in times:
            same = [one for one in launches if (one[0], one[1], one[2]) == (symbol, grid, block)]
            shared, parameters = (same[0][3], same[0][4]) if same else ("?", "?")
            took = "-" if time_ns is None else f"{time_ns / 1000:.2f}"
            self.launches.append([program.name, words, kernel, grid, block, shared, parameters, took])

    def write(self):
        comments = [f"Counted by Nsight Compute: {self.machine.header()}"]
        measure.write_table(self.out("programs"), comments, LINE_COLUMNS, sorted(self.rows, key=str))
        measure.write_table(self.out("program-launches"), comments, LAUNCH_COLUMNS, sorted(self.launches, key=str))

    def collect(self, pending):
        for key, (future, launches) in list(pending.items()):
            if future.done():
                del pending[key]
                try:
                    self.keep(*key, launches, future.result())
                except Exception as error:
                    self.failed[f"{key[0].name} {key[1]}"] = f"report: {error}"

    def count(self):
        launches = self.record()
        measure.say(f"{len(launches)} runs launch something, {len(self.failed)} failed")
        pending, roots = {}, self.options.root or []
        with concurrent.futures.ProcessPoolExecutor(4) as pool:
            for program, words in self.jobs():
                if (program.name, words) not in launches:
                    continue
                if time.monotonic() - measure.START > self.options.budget:
                    self.failed[f"{program.name} {words}"] = "not started: no time left"
                    continue
                try:
                    report = profile(self.machine, self.options, program, words)
                except Failure as error:
                    self.failed[f"{program.name} {words}"] = f"ncu: {error}"
                    continue
                job = (self.machine.ncu, report, roots)
                pending[program, words] = (pool.submit(read, job), launches[program.name, words])
                self.collect(pending)
                if len(pending) % 8 == 0:
                    self.write()
            concurrent.futures.wait([future for future, _ in pending.values()], timeout=40)
            self.collect(pending)
        self.write()
        measure.say(f"{len(self.launches)} launches, {len(self.rows)} lines")
        for key, error in sorted(self.failed.items()):
            print(f"FAILED {key}: {error}"[:160])
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("build", "measure"))
    parser.add_argument("--root", action="append", help="folder with the checkouts")
    parser.add_argument("--into", required=True, help="folder of what is built")
    parser.add_argument("--out", help="folder for the results")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=min(16, os.cpu_count() or 1))
    parser.add_argument("--known", help="a record of launches: leave out the runs in it")
    parser.add_argument("--seconds", type=int, default=20, help="that a program may take")
    parser.add_argument("--budget", type=int, default=480, help="seconds after which nothing new is profiled")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    return build(options) if options.what == "build" else Counting(options).count()


if __name__ == "__main__":
    sys.exit(main())
