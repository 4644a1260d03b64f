#!/usr/bin/env python3
"""What a GPU counted in public programs, beside what `predict` says: programs.py [options] BINARY COUNTS LAUNCHES

COUNTS and LAUNCHES are what model/measured/programs.py wrote (programs-GPU.tsv, program-launches-GPU.tsv). Each
launch that was counted is given to `cudalint predict`: its grid and block, and the kernel's integer parameters.
Compared are the lines of global and shared memory: sectors, ideal sectors, wavefronts and ideal wavefronts.
A line is equal where all that predict tells is as counted and all is told; lines called exact that differ are listed.
Formulas are evaluated where each of their sizes is a parameter or an extent of the grid. Times are compared by what binds.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "model", "measured"))
import formulas  # noqa: E402
import json  # noqa: E402
import programs as listed  # noqa: E402

KINDS = {"global": (("global_sectors", "sectors"), ("global_ideal", "ideal_sectors")),
         "shared": (("shared_wavefronts", "wavefronts"), ("shared_ideal", "ideal_wavefronts"))}
INTEGERS = {"int": 4, "unsigned int": 4, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8,
            "short": 2, "unsigned short": 2, "char": 1, "unsigned char": 1, "signed char": 1, "bool": 1}
SECONDS = 90
# Between events an empty kernel takes 5.7 us, which is what the model says; Nsight Compute's duration of it is 1.6.
BETWEEN_LAUNCHES_US = 4.1
UNCLEAR = "in a header of the toolkit, together with others"
UNALIGNED = "differs: a pointer isn't aligned as it is assumed to be"


def read_table(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def plain(name):
    """A kernel's name without namespaces and spaces, and without its arguments' suffixes."""
    name = re.sub(r"\((?:int|unsigned int|long|unsigned long|bool|char)\)", "", name.replace(" ", ""))
    return re.sub(r"(?:\w+|\(anonymousnamespace\)|<unnamed>)::", "", name)


def flags_of(roots, program, source):
    flags = [listed.flag_of(roots, flag) for flag in program.flags if not flag.startswith("-X")]
    return ["-arch=sm_90", *flags]


def ask(options, program, source, extra, command="predict"):
    where = listed.folder_of(options.root, program.folder)
    words = [options.binary, *command.split(), source, "--no-config", *extra, "--", *flags_of(options.root, program, source)]
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=where).stdout
    except subprocess.TimeoutExpired:
        return ""


def kernels_of(text):
    try:
        return json.loads(text)["kernels"]
    except json.JSONDecodeError:
        return []


def parameters_of(text):
    """{kernel: [(name, type)]} as `dev ir` prints them."""
    found, current = {}, None
    for line in text.splitlines():
        head = re.match(r"__global__ (?:instantiation )?(.*) -> ", line)
        if head:
            current = found.setdefault(head.group(1), [])
        elif line and not line.startswith("\t"):
            current = None
        parameter = re.match(r"\tparam (\w+): (.*?)  //", line)
        if parameter and current is not None:
            current.append((parameter.group(1), parameter.group(2)))
    return found


def values_of(parameters, recorded):
    """{name: number} of the integers among a launch's parameters."""
    values = {}
    for (name, kind), text in zip(parameters, recorded.split(" ")):
        kind = re.sub(r"\b(const|volatile)\b", "", kind).strip()
        if INTEGERS.get(kind) == len(text) // 2:
            signed = not kind.startswith("unsigned") and kind != "bool"
            values[name] = int.from_bytes(bytes.fromhex(text), "little", signed=signed)
    return values


def shape(text):
    return text.replace(",", "x")


def hints(kernel, launch, parameters):
    shared = f":{launch['shared']}" if launch["shared"] not in ("?", "0") else ""
    yield f"--launch={kernel}={shape(launch['grid'])}:{shape(launch['block'])}{shared}"
    for name, value in values_of(parameters, launch["parameters"]).items():
        yield f"--param={kernel}.{name}={value}"


def counted_lines(rows):
    """{(file, line): row} with numbers, of one launch."""
    lines = {}
    for row in rows:
        if int(row["global_sectors"]) or int(row["shared_wavefronts"]):
            lines[row["file"], int(row["line"])] = row
    return lines


def path_of(program, path):
    return os.path.normpath(os.path.join(program.folder, path))


def is_unaligned(text):
    """A parameter that looks like an address on the device, and isn't a multiple of 256."""
    value = int.from_bytes(bytes.fromhex(text), "little") if len(text) == 16 else 0
    return value >> 40 == 0x7f and value % 256 != 0


class Verdicts:
    def __init__(self):
        self.lines, self.counts, self.formulas = (collections.Counter() for _ in range(3))
        self.times, self.said = [], []

    def join(self, other):
        self.lines += other.lines
        self.counts += other.counts
        self.formulas += other.formulas
        self.times += other.times
        self.said += other.said


def reason_of(line, counted):
    for kind in KINDS:
        if kind in line and "unknown" in line[kind]:
            return "unknown: " + line[kind]["unknown"]
    return None


ATOMIC = re.compile(r"\b(RED|ATOM)")


def is_as(line, *rows):
    """Whether what is predicted is what rows have together."""
    return all(name not in line.get(kind, {})
               or abs(line[kind][name] - sum(int(row[column]) for row in rows)) < 0.5
               for kind, columns in KINDS.items() for column, name in columns)


def own_line(lines, headers, key, line):
    """The row of a line. Atomic operations, and others that headers of the toolkit wrap, may be counted in these, all
    of a kind together: then nobody can say which line a part of them is of. `headers`: rows of such lines.
    Second: whether a header may have a part of it."""
    own = lines.pop(key, None)
    rows = [own] if own else []
    if is_as(line, *rows):
        return own, False
    for header in headers:
        if is_as(line, *rows, header):
            return {**header, **{column: str(sum(int(row[column]) for row in [*rows, header]))
                                 for pairs in KINDS.values() for column, _ in pairs}}, False
    return own, any(ATOMIC.search(header["ops"]) for header in headers)


def compare_line(verdicts, where, line, counted, unclear):
    told, equal, differs = 0, 0, []
    for kind, columns in KINDS.items():
        for column, name in columns:
            there = int(counted[column]) if counted else 0
            if kind not in line:
                if there:
                    differs.append(f"{name} - / {there}")
                continue
            if name not in line[kind]:
                continue
            told += 1
            if abs(line[kind][name] - there) < 0.5:
                equal += 1
            else:
                differs.append(f"{name} {line[kind][name]:.0f} / {there}")
    why = reason_of(line, counted)
    mark = "exact" if line["exact"] else "not exact"
    if why:
        verdict = why
    elif unclear is not None and differs:
        verdict = unclear
        differs = []
    elif differs:
        verdict = f"{mark}, differs"
    else:
        verdict = f"{mark}, equal"
    verdicts.lines[verdict] += 1
    if differs:
        ops = counted["ops"] if counted else "-"
        verdicts.said.append(f"{'WRONG' if line['exact'] else 'other'}\t{where}\t{'; '.join(differs)}\t{ops}")
    return verdict


def compare_formulas(verdicts, where, kernel, line, counted, launch, values):
    """`kernel` and `line` are what predict says without this launch."""
    found = [formula is not None for _, _, formula in formulas.formulas_of(line)]
    verdicts.formulas["all counts" if found and all(found) else "some counts" if any(found) else
                      "none: " + line.get("no_formula", "the launch is given by numbers")] += 1
    grid = [int(part) for part in launch["grid"].split(",")]
    sizes = {}
    for size in kernel.get("formulas", {}).get("sizes", []):
        name = size["name"]
        sizes[name] = grid["xyz".index(name[-1])] if size["origin"] == "grid" else values.get(name)
    if not any(found) or None in sizes.values():
        verdicts.counts["formula, a size isn't a parameter"] += any(found)
        return
    axes = kernel["formulas"].get("grid", [])
    if [formulas.value(axis["tree"], sizes) if axis else 0 for axis in axes] != grid \
            or list(map(str, kernel["launch"]["block"])) != launch["block"].split(","):
        verdicts.counts["formula, of another launch"] += 1
        return
    columns = {name: column for pairs in KINDS.values() for column, name in pairs}
    for kind, name, formula in formulas.formulas_of(line):
        if formula is None or name not in columns or not formulas.holds(formula, sizes):
            continue
        there = int(counted[columns[name]]) if counted else 0
        same = abs(formulas.value(formula["tree"], sizes) - there) < 0.5
        exact = line.get("exact_formulas", False)
        verdicts.counts[f"formula {'exact' if exact else 'not exact'}, {'equal' if same else 'differs'}"] += 1
        if exact and not same:
            verdicts.said.append(f"FORMULA\t{where}\t{name} {formula['text']} at {sizes} / {there}\t-")


def compare_launch(verdicts, options, program, launch, kernel, general, rows, values):
    counted = counted_lines(rows)
    if kernel.get("gave_up") or not kernel["lines"]:
        verdicts.lines["not executed"] += len(counted)
    by_general = {(line["path"], line["line"]): line for line in general["lines"]} if general else {}
    headers = [counted.pop(place) for place in list(counted) if "/" not in place[0]]
    unaligned = UNALIGNED if any(is_unaligned(text) for text in launch["parameters"].split(" ")) else None
    for line in kernel["lines"]:
        key = (path_of(program, os.path.relpath(line["path"], listed.folder_of(options.root, program.folder))
                       if os.path.isabs(line["path"]) else line["path"]), line["line"])
        row, in_header = own_line(counted, headers, key, line)
        where = f"{program.name} {launch['words']}\t{key[0]}:{key[1]}\t{launch['kernel']} {launch['grid']} {launch['block']}"
        compare_line(verdicts, where, line, row, unaligned or (UNCLEAR if in_header else None))
        if (line["path"], line["line"]) in by_general:
            compare_formulas(verdicts, where, general, by_general[line["path"], line["line"]], row, launch, values)
    for key, row in counted.items():
        verdicts.lines["counted, not predicted"] += 1
        verdicts.said.append(f"MISSED\t{program.name} {launch['words']}\t{key[0]}:{key[1]}\t{launch['kernel']} "
                             f"{launch['grid']} {launch['block']}\tsectors {row['global_sectors']} "
                             f"wavefronts {row['shared_wavefronts']}\t{row['ops']}")
    if "time_us" in kernel and launch["time_us"] != "-":
        verdicts.times.append((kernel.get("bound", "?"), kernel["time_us"] - BETWEEN_LAUNCHES_US, float(launch["time_us"]),
                               f"{program.name} {launch['words']} {launch['kernel']} {launch['grid']}"))


def look(job):
    options, program, launches, rows = job
    verdicts, kernels, general = Verdicts(), {}, {}
    for source in program.sources:
        if source.endswith(".cu"):
            for name, parameters in parameters_of(ask(options, program, source, [], "dev ir")).items():
                kernels[plain(name)] = (source, name, parameters)
            if not options.no_formulas:
                for kernel in kernels_of(ask(options, program, source, ["-f", "json"])):
                    general.setdefault(plain(kernel["kernel"]), kernel)
    rounds = collections.defaultdict(list)
    times = collections.Counter()
    for launch in launches:
        name = plain(launch["kernel"])
        if name not in kernels:
            verdicts.lines["kernel not found"] += 1
            verdicts.said.append(f"KERNEL\t{program.name}\t{launch['kernel']}\t-\t-\t-")
            continue
        if times[name] < options.most:
            rounds[times[name], kernels[name][0]].append(launch)
        times[name] += 1
    for (_, source), some in sorted(rounds.items(), key=lambda item: item[0]):
        extra = ["-f", "json", "--no-formulas", "--chip=h200"]
        for launch in some:
            _, name, parameters = kernels[plain(launch["kernel"])]
            extra += hints(name, launch, parameters)
        found = {plain(kernel["kernel"]): kernel for kernel in kernels_of(ask(options, program, source, extra))}
        for launch in some:
            name = plain(launch["kernel"])
            key = (launch["program"], launch["words"], launch["kernel"], launch["grid"], launch["block"])
            if name in found:
                compare_launch(verdicts, options, program, launch, found[name], general.get(name), rows.get(key, []),
                               values_of(kernels[name][2], launch["parameters"]))
            else:
                verdicts.lines["no answer"] += 1
    return verdicts


def percentile(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def print_table(title, counter):
    total = sum(counter.values())
    print(f"\n{title}: {total}")
    for name, count in sorted(counter.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:8} {100 * count / total:5.1f} %  {name}")


def print_times(times):
    print(f"\ntimes: {len(times)} launches; error of predicted against measured by what binds")
    bounds = collections.defaultdict(list)
    for bound, predicted, measured, _ in times:
        bounds[bound].append(abs(predicted / measured - 1) if measured else math.inf)
    for bound, errors in sorted(bounds.items()):
        print(f"{len(errors):8} {bound:16} median {100 * statistics.median(errors):6.1f} %  "
              f"90th percentile {100 * percentile(errors, 0.9):6.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", action="append", required=True, help="folder with the checkouts")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=int, default=4, help="launches of a kernel in one program")
    parser.add_argument("--no-formulas", action="store_true")
    parser.add_argument("--lines", help="file for what differs, line by line")
    parser.add_argument("binary")
    parser.add_argument("counts")
    parser.add_argument("launches")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    options.binary = os.path.abspath(options.binary)
    rows, launches = collections.defaultdict(list), collections.defaultdict(list)
    for row in read_table(options.counts):
        rows[row["program"], row["words"], row["kernel"], row["grid"], row["block"]].append(row)
    for launch in read_table(options.launches):
        launches[launch["program"]].append(launch)
    jobs = [(options, program, launches[program.name], rows) for program in listed.programs(options.names)
            if launches[program.name]]
    total = Verdicts()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for verdicts in pool.map(look, jobs):
            total.join(verdicts)
    print(f"{len(jobs)} programs, {sum(len(job[2]) for job in jobs)} launches")
    print_table("lines", total.lines)
    print_table("lines with formulas", total.formulas)
    print_table("counts by formulas", total.counts)
    print_times(total.times)
    if options.lines:
        with open(options.lines, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in sorted(total.said))
            file.writelines(f"TIME\t{name}\t{bound}\t{predicted:.2f}\t{measured:.2f}\n"
                            for bound, predicted, measured, name in total.times)


if __name__ == "__main__":
    main()
