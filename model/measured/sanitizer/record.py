#!/usr/bin/env python3
"""Runs the programs of this folder on the GPU of this machine, plain and under compute-sanitizer, and writes what it said.

    python3 model/measured/sanitizer/record.py --out FOLDER    programs -> FOLDER/raw.txt, FOLDER/sanitizer.tsv
    python3 model/measured/sanitizer/record.py --table raw.txt the table alone, from what was written before

Needs nvcc and compute-sanitizer. Programs of CU743 ask for two GPUs and say 77 where there is one.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import programs

HERE = programs.HERE

# What the fault of a rule can show up in; a program is run plainly as well.
RACES = "racecheck"
TOOLS = {"CU134": "initcheck", "CU139": "memcheck --leak-check full", "CU301": RACES, "CU306": RACES, "CU402": RACES}
PLAIN = {"CU308", "CU309", "CU504", "CU507", "CU620", "CU740", "CU741", "CU742", "CU744"}
SECONDS = 10  # of a program by itself
SANITIZER_SECONDS = 30  # of one under the tool, whose start takes some of them


def tool_of(rule):
    return TOOLS.get(rule, "" if rule in PLAIN else "memcheck")


def run(command, seconds):
    """Exit status (124: out of time; 128 + signal) and what was printed."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, cwd=HERE)
    except subprocess.TimeoutExpired as late:
        return 124, (late.stdout or b"").decode(errors="replace")
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, (done.stdout + done.stderr).decode(errors="replace")


def one(source, folder):
    """The sections of raw.txt for a program."""
    name = f"{source.parent.name}/{source.name}"
    binary = folder / name.replace("/", "_").replace(".cu", "")
    built = run(["nvcc", "-g", "-lineinfo", "-std=c++17", "-arch=native", "-w", "-o", str(binary), name], 120)
    if built[0] != 0:
        return [(name, "nvcc", built)]
    sections = [(name, "plain", run([str(binary)], SECONDS))]
    tool = tool_of(source.parent.name)
    if tool:
        command = ["compute-sanitizer", "--print-limit", "20", "--tool", *tool.split(), str(binary)]
        sections.append((name, tool.split()[0], run(command, SANITIZER_SECONDS)))
    return sections


def record(out):
    sources = sorted(HERE.glob("CU*/*.cu"))
    jobs = max(1, min(8, os.cpu_count() or 1))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda s: one(s, pathlib.Path(folder)), sources))
    gpu = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 20)[1].strip().split("\n")
    version = run(["compute-sanitizer", "--version"], 20)[1].strip().split("\n")[-1]
    nvcc = re.search(r"V\d+\.\d+\.\d+", run(["nvcc", "--version"], 20)[1])
    with open(out / "raw.txt", "w", encoding="utf-8") as raw:
        raw.write(f"# {len(gpu)} x {gpu[0]}; compute-sanitizer {version}; nvcc {nvcc and nvcc.group()}\n")
        for name, tool, (status, text) in (s for r in results for s in r):
            raw.write(f"@@ {name}\t{programs.digest(name)}\t{tool}\t{status}\n{text}\n")


def findings(text, name):
    """What the tool said, as (kind, line) in the program's own file; line 0 where it names none."""
    found = []
    file = name.split("/")[1]
    for block in re.split(r"(?m)^========= (?=\S)", text)[1:]:
        head = block.split("\n")[0].strip()
        if re.match(r"COMPUTE-SANITIZER|ERROR SUMMARY|LEAK SUMMARY|RACECHECK SUMMARY|Target application|No attachable"
                    r"|Error: process didn't|    ", head):
            continue
        kind = re.sub(r"0x[0-9a-f]+|\b[\d,]+ bytes at.*", "", head)
        kind = re.sub(r" at .*?(?= in | and |$)", "", kind)
        kind = re.sub(r" in \S+:\d+.*", "", kind)
        kind = re.sub(r'^Program hit (\w+) .* on CUDA API call to (\w+).*', r"\1 of \2", kind).strip()
        lines = [int(n) for n in re.findall(re.escape(file) + r":(\d+)", block)]
        if kind.startswith("Error: Race") or kind.startswith("Warning: Race"):
            found += [(kind, line) for line in lines or [0]]
        else:
            found.append((kind, lines[0] if lines else 0))
    return sorted(set(found))


def table(raw):
    """The rows of the table. Status: of the program, under the tool too; 124: out of time, 128 + signal."""
    head, *sections = raw.split("\n@@ ")
    rows = [head.split("\n")[0], "file\tdigest\ttool\tstatus\tkind\tline"]
    for section in sections:
        first, _, text = section.partition("\n")
        name, digest, tool, status = first.split("\t")
        said = findings(text, name) if tool not in ("plain", "nvcc") else []
        for kind, line in said or [("", 0)]:
            rows.append(f"{name}\t{digest}\t{tool}\t{status}\t{kind}\t{line or ''}")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    args = parser.parse_args()
    if args.table:
        sys.stdout.write(table(args.table.read_text(encoding="utf-8")))
        return
    args.out.mkdir(parents=True, exist_ok=True)
    record(args.out)
    (args.out / "sanitizer.tsv").write_text(table((args.out / "raw.txt").read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
