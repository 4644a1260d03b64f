"""What a measurement runs on: the GPU, nvcc, Nsight Compute; and how programs are built and run."""
import concurrent.futures
import datetime
import glob
import importlib
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    """One file can't be built, run or read; the others can."""


def run(command, timeout, cwd=None, env=None):
    """Standard output of a command; Failure with the end of its messages if it doesn't succeed."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, timeout=timeout, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace")
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{os.path.basename(command[0])}: no end after {timeout} s") from late
    except OSError as error:
        raise Failure(str(error)) from error
    if done.returncode != 0:
        tail = (done.stdout[-600:] + done.stderr[-600:]).strip().replace("\n", " | ")
        raise Failure(f"{os.path.basename(command[0])}: status {done.returncode}: {tail}")
    return done.stdout


def find_tool(name, *patterns):
    found = shutil.which(name)
    for pattern in patterns:
        for path in sorted(glob.glob(pattern), reverse=True):
            found = found or (path if os.access(path, os.X_OK) else None)
    if not found:
        sys.exit(f"measure.py: {name} not found")
    return found


class Machine:
    """The tools and the GPU, as far as a record has to name them."""

    def __init__(self):
        self.nvcc = find_tool("nvcc", "/usr/local/cuda*/bin/nvcc")
        self.ncu = find_tool("ncu", "/opt/nvidia/nsight-compute/*/ncu", "/usr/local/cuda*/bin/ncu",
                             "/usr/local/cuda*/nsight-compute*/ncu")
        fields = run(["nvidia-smi", "--query-gpu=name,driver_version,compute_cap,clocks.max.sm",
                      "--format=csv,noheader"], 60).splitlines()[0].split(", ")
        self.gpu, self.driver, capability, self.clock = (fields + ["?"] * 4)[:4]
        self.arch = "sm_" + capability.replace(".", "") if capability[:1].isdigit() else "native"
        release = re.search(r"V([\d.]+)", run([self.nvcc, "--version"], 60))
        version = re.search(r"Version ([\d.]+)", run([self.ncu, "--version"], 60))
        self.versions = (f"nvcc {release.group(1) if release else '?'}",
                         f"ncu {version.group(1) if version else '?'}")
        self.slug = re.sub(r"[^a-z0-9]+", "-", self.gpu.lower().replace("nvidia", "")).strip("-")
        short = re.match(r"([a-z]+\d+[a-z]*)(.*)", self.slug)
        if short:
            self.slug = short.group(1) + ("-pcie" if "pcie" in short.group(2) else "")

    def header(self):
        return (f"{self.gpu}, {self.arch}, driver {self.driver}, {', '.join(self.versions)}, "
                f"{datetime.date.today().isoformat()}")


def load_ncu_report(ncu):
    """The module lies beside ncu, at a place that differs between packages."""
    folders = [os.environ.get("NCU_PYTHON_DIR", "")]
    place = os.path.dirname(os.path.realpath(ncu))
    for _ in range(4):
        folders.append(os.path.join(place, "extras", "python"))
        place = os.path.dirname(place)
    for pattern in ("/opt/nvidia/nsight-compute/*", "/usr/local/cuda*/nsight-compute*"):
        folders += [os.path.join(path, "extras", "python") for path in sorted(glob.glob(pattern), reverse=True)]
    errors = []
    for folder in folders:
        if folder and os.path.isfile(os.path.join(folder, "ncu_report.py")):
            sys.path.insert(0, folder)
            try:
                return importlib.import_module("ncu_report")
            except Exception as error:  # a broken install: the next one may do
                errors.append(f"{folder}: {error}")
                sys.path.pop(0)
                sys.modules.pop("ncu_report", None)
    sys.exit("measure.py: no usable ncu_report module (set NCU_PYTHON_DIR): " + "; ".join(errors or folders))


def build(machine, source, binary, flags=(), cwd=HERE, timeout=300):
    run([machine.nvcc, "-O3", "-lineinfo", f"-arch={machine.arch}", *flags, "-o", binary,
         *([source] if isinstance(source, str) else source)], timeout, cwd=cwd)


def build_all(machine, jobs, count):
    """Builds {key: (source, binary[, flags[, cwd]])} side by side; yields what was built and what failed."""
    built, failed = [], {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=count) as pool:
        work = {pool.submit(build, machine, *job): key for key, job in jobs.items()}
        for done in concurrent.futures.as_completed(work):
            error = done.exception()
            if error is None:
                built.append(work[done])
            else:
                failed[work[done]] = f"build: {error}"
    return sorted(built), failed
