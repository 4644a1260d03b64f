#!/usr/bin/env python3
"""Measures the kernels beside this file on the GPU of this machine.

    python3 model/measured/measure.py --out DIR [--only costs|patterns|formulas|pairs|atomics] [NAME...]

patterns/*.cu go through Nsight Compute, which counts sectors and wavefronts per instruction; the counts are
added up per source line and written to DIR/patterns-GPU.tsv. pairs/*.cu are timed by themselves, and their slow
kernel is profiled for what Nsight Compute estimates could be gained: DIR/pairs-GPU.tsv and, per source line,
DIR/pairs-lines-GPU.tsv. atomics/*.cu are pairs, too, about atomics, orders and fences: they are only timed, and their
instructions listed, in DIR/atomics-GPU.tsv. formulas/*.cu are counted like patterns, once for each line `// sizes:` in
them, which says what the program is given: DIR/formulas-GPU.tsv. DIR/metrics-GPU.txt lists the metrics that came per instruction. NAME limits the run to
some files (blocks, transpose, ...). Needs nvcc and ncu, and the ncu_report module that comes with ncu; nothing
else. A file that fails costs only itself: it is named in the summary, and the exit status is 1.
"""
import argparse
import ast
import glob
import os
import re
import shutil
import statistics
import sys
import tempfile
import time

from machine import Failure, Machine, build_all, load_ncu_report, run
from opcodes import opcodes

HERE = os.path.dirname(os.path.abspath(__file__))

# Per instruction, in the section SourceCounters. Column of the record, metric.
COUNTS = (
    ("inst_executed", "inst_executed"),
    ("global_sectors", "memory_l2_theoretical_sectors_global"),
    ("global_ideal", "memory_l2_theoretical_sectors_global_ideal"),
    ("shared_wavefronts", "memory_l1_wavefronts_shared"),
    ("shared_ideal", "memory_l1_wavefronts_shared_ideal"),
    ("tag_requests", "memory_l1_tag_requests_global"),
    ("local_sectors", "memory_l2_theoretical_sectors_local"),
)
LINE_COLUMNS = (
    "file", "line", "kernel", "inst_executed", "global_sectors", "global_ideal", "shared_wavefronts",
    "shared_ideal", "grid", "block", "global_inst", "tag_requests", "local_sectors", "ops",
)
PAIR_COLUMNS = (
    "name", "slow_us", "fast_us", "speedup", "expect", "nsight_percent", "nsight_rule", "nsight_us",
    "nsight_rules",
)
FORMULA_COLUMNS = LINE_COLUMNS + ("sizes",)
ATOMIC_COLUMNS = ("name", "slow_us", "fast_us", "speedup", "expect", "slow_ops", "fast_ops")
PARTS = ("costs", "patterns", "formulas", "pairs", "atomics")
COST_COLUMNS = ("program", "name", "value", "unit")
MEMORY_OPCODE = re.compile(r"^(LD|ST|RED|ATOM|UBLK|UTMA)")


def say(text):
    print(f"[{time.monotonic() - START:6.1f} s] {text}", flush=True)


def profile(machine, command, report, arguments, timeout=180, cwd=None, env=None):
    """Runs a program under ncu. Clocks are left alone: counts don't need them fixed, and they aren't ours."""
    run([machine.ncu, "--clock-control", "none", "--import-source", "yes", "-f", "-o", report, *arguments,
         *command], timeout, cwd=cwd, env=env)
    path = report if report.endswith(".ncu-rep") else report + ".ncu-rep"
    if not os.path.exists(path):
        raise Failure("ncu wrote no report: no kernel was profiled")
    return path


def actions_of(ncu_report, path):
    report = ncu_report.load_report(path)
    for r in range(report.num_ranges()):
        launches = report.range_by_idx(r)
        for a in range(launches.num_actions()):
            yield launches.action_by_idx(a)


def metric_of(action, name):
    try:
        return action.metric_by_name(name)
    except Exception:
        return None


def value_of(action, name):
    metric = metric_of(action, name)
    try:
        return None if metric is None else metric.value()
    except Exception:
        return None


def kernel_name(action):
    """`load_stride<2>` of `void load_stride<(int)2>(const float *, float *)`."""
    try:
        name = action.name(action.NameBase_DEMANGLED)
    except Exception:
        name = action.name()
    depth, end = 0, len(name)
    for at, letter in enumerate(name):
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth -= 1
        elif letter == "(" and depth == 0 and not name.startswith("(anonymous", at):
            end = at
            break
    name = name[:end].strip()
    name = re.sub(r"^(static )?void ", "", name)
    return re.sub(r"\((?:unsigned |signed )?(?:char|short|int|long long|long|bool|size_t)\)\s*(?=-?\d)", "", name)


def dimensions(action, what):
    values = [value_of(action, f"launch__{what}_dim_{axis}") for axis in "xyz"]
    if None in values:
        size = value_of(action, f"launch__{what}_size")
        return "?" if size is None else str(int(size))
    return ",".join(str(int(value)) for value in values)


def instances(metric):
    """(address, count) of every instruction that has one."""
    if metric is None or not metric.num_instances() or not metric.has_correlation_ids():
        return
    addresses = metric.correlation_ids()
    for i in range(metric.num_instances()):
        try:
            count = metric.as_uint64(i)
        except Exception:
            count = int(metric.as_double(i))
        yield addresses.as_uint64(i), count


def opcode_of(sass):
    """The opcode of an access to memory; empty for other instructions and for constants at fixed places."""
    words = sass.split()
    while words and words[0].startswith(("@", "{")):
        words.pop(0)
    opcode = words[0].rstrip(";") if words else ""
    if not MEMORY_OPCODE.match(opcode) or opcode.startswith("LDGDEPBAR"):
        return ""
    if opcode.startswith("LDC") and not re.search(r"c\[[^\]]*\]\s*\[U?R\d", sass):
        return ""
    return opcode


def relative(path, roots):
    for root in roots:
        if path.startswith(root + os.sep):
            return path[len(root) + 1:]
    return path if not os.path.isabs(path) else os.path.basename(path)


def lines_of(action, roots):
    """The rows of one launch: one for every source line that touches memory."""
    by_address = {}
    for column, name in COUNTS:
        for address, count in instances(metric_of(action, name)):
            by_address.setdefault(address, {})[column] = count
    by_line = {}
    for address, counts in sorted(by_address.items()):
        try:
            info = action.source_info(address)
        except Exception:
            info = None
        place = (relative(info.file_name(), roots), info.line()) if info else ("?", 0)
        row = by_line.setdefault(place, {"ops": {}})
        for column, count in counts.items():
            row[column] = row.get(column, 0) + count
        try:
            opcode = opcode_of(action.sass_by_pc(address) or "")
        except Exception:
            opcode = ""
        if opcode:
            row["ops"][opcode] = row["ops"].get(opcode, 0) + 1
        if counts.get("global_sectors"):
            row["global_inst"] = row.get("global_inst", 0) + counts.get("inst_executed", 0)
    kernel, grid, block = kernel_name(action), dimensions(action, "grid"), dimensions(action, "block")
    rows = []
    for (file, line), row in sorted(by_line.items()):
        touches = row["ops"] or any(row.get(column) for column, _ in COUNTS[1:])
        if touches:
            ops = " ".join(f"{name}*{count}" for name, count in sorted(row["ops"].items()))
            row.update(file=file, line=line, kernel=kernel, grid=grid, block=block, ops=ops or "-")
            rows.append([row.get(column, 0) for column in LINE_COLUMNS])
    return rows


def read_lines(ncu_report, path, roots):
    """All rows of a report. Of several launches of a kernel with one geometry, the first counts."""
    rows, seen, missing = [], set(), set()
    for action in actions_of(ncu_report, path):
        key = (kernel_name(action), dimensions(action, "grid"), dimensions(action, "block"))
        if key not in seen:
            seen.add(key)
            missing |= {name for _, name in COUNTS if metric_of(action, name) is None}
            rows += lines_of(action, roots)
    return rows, len(seen), missing


def list_metrics(ncu_report, path):
    """What a report offers: `name instances value`, for when a name changes between versions."""
    for action in actions_of(ncu_report, path):
        lines = []
        for name in sorted(action.metric_names()):
            metric = metric_of(action, name)
            count = metric.num_instances() if metric is not None else 0
            lines.append(f"{name}\t{count}\t{str(value_of(action, name))[:60]}\n")
        return [f"# {kernel_name(action)}: metric, instances, value\n"] + lines
    return []


def as_dict(value):
    """Some versions hand the parts of a rule's result over as text."""
    if isinstance(value, str):
        try:
            value = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            value = None
    return value if isinstance(value, dict) else {}


def estimates_of(action):
    """[(percent, rule, scope)] of the rules that estimate a speed-up, highest first; scope is local or global."""
    found = []
    for result in action.rule_results_as_dicts():
        estimate = as_dict(result.get("speedup_estimation"))
        percent = estimate.get("speedup", result.get("estimated_speedup_pct"))
        if percent is not None:
            scope = {1: "local", 2: "global"}.get(estimate.get("type"), str(estimate.get("type")))
            rule = result.get("rule_identifier") or result.get("rule_name") or result.get("name") or "?"
            found.append((float(percent), str(rule), scope))
    return sorted(found, reverse=True)


def write_table(path, comments, columns, rows):
    with open(path + ".part", "w", encoding="utf-8") as file:
        for comment in comments:
            file.write(f"# {comment}\n")
        file.write("\t".join(columns) + "\n")
        for row in rows:
            file.write("\t".join(str(cell) for cell in row) + "\n")
    os.replace(path + ".part", path)


def sources(folder, names):
    paths = sorted(glob.glob(os.path.join(HERE, folder, "*.cu")))
    keys = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    return {key: os.path.join(folder, key + ".cu") for key in keys if not names or key in names}


class Measurement:
    """One run: its machine, its folders, what failed so far."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.machine = Machine()
        self.ncu_report = load_ncu_report(self.machine.ncu)
        self.work = tempfile.mkdtemp(prefix="measure-")
        self.failed = {}
        os.makedirs(arguments.out, exist_ok=True)
        say(self.machine.header())

    def out(self, name, ending="tsv"):
        return os.path.join(self.arguments.out, f"{name}-{self.machine.slug}.{ending}")

    def path(self, name):
        return os.path.join(self.work, name)

    def late(self, key):
        if time.monotonic() - START < self.arguments.budget:
            return False
        self.failed[key] = f"not started: {self.arguments.budget} s are over"
        return True

    def build(self, folder):
        jobs = {f"{folder}/{key}": (source, self.path(f"{folder}-{key}"))
                for key, source in sources(folder, self.arguments.names).items()}
        built, failed = build_all(self.machine, jobs, self.arguments.jobs)
        self.failed.update(failed)
        say(f"{folder}: {len(built)} built, {len(failed)} failed")
        return [(key, jobs[key][0], jobs[key][1]) for key in built]

    def patterns(self):
        rows, kernels, listed = [], 0, False
        for key, source, binary in self.build("patterns"):
            if self.late(key):
                continue
            try:
                report = profile(self.machine, [binary], binary, ["--section", "SourceCounters", "--section",
                                                                 "LaunchStats"])
                if not listed:
                    with open(self.out("metrics", "txt"), "w", encoding="utf-8") as file:
                        file.writelines(list_metrics(self.ncu_report, report))
                    listed = True
                found, count, missing = read_lines(self.ncu_report, report, [HERE])
            except Exception as error:
                self.failed[key] = str(error)
                say(f"{key}: {error}")
                continue
            rows += found
            kernels += count
            if missing:  # once is enough: it concerns the version of ncu, not the file
                self.failed["metrics"] = f"not in the reports (see {self.out('metrics', 'txt')}): {sorted(missing)}"
            write_table(self.out("patterns"), [f"Counted by Nsight Compute: {self.machine.header()}"],
                        LINE_COLUMNS, rows)
            say(f"{key}: {count} kernels, {len(found)} lines")
        return f"patterns: {kernels} kernels, {len(rows)} lines"

    def formulas(self):
        rows, runs = [], 0
        for key, source, binary in self.build("formulas"):
            for sizes in sizes_of(source):
                try:
                    name = "-".join([binary, *sizes])
                    report = profile(self.machine, [binary, *sizes], name, ["--section", "SourceCounters",
                                                                            "--section", "LaunchStats"])
                    found, _, _ = read_lines(self.ncu_report, report, [HERE])
                except Exception as error:
                    self.failed[f"{key} {sizes}"] = str(error)
                    say(f"{key} {sizes}: {error}")
                    continue
                rows += [[*row, " ".join(sizes)] for row in found]
                runs += 1
                say(f"{key} {' '.join(sizes)}: {len(found)} lines")
        write_table(self.out("formulas"), [f"Counted by Nsight Compute: {self.machine.header()}"], FORMULA_COLUMNS,
                    rows)
        return f"formulas: {runs} runs, {len(rows)} lines"

    def time_pair(self, binary):
        """Microseconds of the slow and the fast kernel: the median over several runs of the program."""
        slow, fast = [], []
        for _ in range(self.arguments.runs):
            name, first, second = run([binary], 60).split()[-3:]
            slow.append(float(first))
            fast.append(float(second))
        return name, statistics.median(slow), statistics.median(fast)

    def estimate_pair(self, binary):
        """What Nsight Compute thinks of the slow kernel: its time, its estimates and its lines."""
        environment = dict(os.environ, PAIR_PROFILE="1")
        report = profile(self.machine, [binary], binary,
                         ["--set", "full", "--kernel-name", "regex:^slow", "--launch-count", "1"], env=environment)
        for action in actions_of(self.ncu_report, report):
            duration = value_of(action, "gpu__time_duration.sum")
            return duration, estimates_of(action), lines_of(action, [HERE])
        raise Failure("no kernel named slow was profiled")

    def pairs(self):
        built = self.build("pairs")
        times = {}
        for key, _, binary in built:  # all timed before ncu runs: it leaves the clocks in another state
            try:
                times[key] = self.time_pair(binary)
            except Exception as error:
                self.failed[key] = str(error)
        say(f"pairs: {len(times)} timed")
        rows, lines = [], []
        for key, source, binary in built:
            if key not in times:
                continue
            name, slow, fast = times[key]
            duration, estimates = None, []
            if not self.late(key):
                try:
                    duration, estimates, found = self.estimate_pair(binary)
                    lines += found
                except Exception as error:
                    self.failed[key] = f"ncu: {error}"
                    say(f"{key}: {error}")
            best = estimates[0] if estimates else ("-", "-", "-")
            percent = f"{best[0]:.2f}" if estimates else "-"
            said = " ".join(f"{rule}:{scope}:{value:.2f}" for value, rule, scope in estimates) or "-"
            nsight_us = "-" if duration is None else f"{duration / 1000:.2f}"
            rows.append((name, f"{slow:.2f}", f"{fast:.2f}", f"{slow / fast:.3f}", expectations(source), percent,
                         best[1], nsight_us, said))
            comments = [f"Timed with events, median: {self.machine.header()}",
                        "nsight_*: estimates of Nsight Compute for the slow kernel, rule:scope:percent"]
            write_table(self.out("pairs"), comments, PAIR_COLUMNS, rows)
            write_table(self.out("pairs-lines"), [f"Counted by Nsight Compute: {self.machine.header()}"],
                        LINE_COLUMNS, lines)
            say(f"{name}: {slow:.1f} us / {fast:.1f} us = {slow / fast:.2f}, Nsight {percent} % ({best[1]})")
        return f"pairs: {len(rows)} timed, {sum(row[5] != '-' for row in rows)} with an estimate"

    def atomics(self):
        rows = []
        for key, source, binary in self.build("atomics"):
            try:
                name, slow, fast = self.time_pair(binary)
            except Exception as error:
                self.failed[key] = str(error)
                say(f"{key}: {error}")
                continue
            ops = opcodes(self.machine, binary)
            rows.append((name, f"{slow:.2f}", f"{fast:.2f}", f"{slow / fast:.3f}", expectations(source),
                         ops.get("slow", "-"), ops.get("fast", "-")))
            write_table(self.out("atomics"), [f"Timed with events, median: {self.machine.header()}"],
                        ATOMIC_COLUMNS, rows)
            say(f"{name}: {slow:.1f} us / {fast:.1f} us = {slow / fast:.2f}")
        return f"atomics: {len(rows)} timed"

    def costs(self):
        """Each program prints `name value unit`, with tabs between."""
        rows = []
        for key, source, binary in self.build("costs"):
            try:
                lines = run([binary], 120).splitlines()
            except Exception as error:
                self.failed[key] = str(error)
                say(f"{key}: {error}")
                continue
            rows += [[os.path.basename(key), *line.split("\t")] for line in lines if line.count("\t") == 2]
            write_table(self.out("costs"), [f"Timed with events, median: {self.machine.header()}"], COST_COLUMNS,
                        rows)
            say(f"{key}: {len(lines)} numbers")
        return f"costs: {len(rows)} numbers"

    def summary(self, results):
        print()
        for result in results:
            print(result)
        for key, error in sorted(self.failed.items()):
            print(f"FAILED {key}: {error}")
        if self.arguments.keep:
            print(f"programs and reports: {self.work}")
        else:
            shutil.rmtree(self.work, ignore_errors=True)
        return 1 if self.failed else 0


def sizes_of(source):
    """What a program is given: the words of each line `// sizes: 1000 77`."""
    with open(os.path.join(HERE, source), encoding="utf-8") as file:
        return [line.split(":", 1)[1].split() for line in file if line.startswith("// sizes:")]


def expectations(source):
    """`CU101@12` for a line 12 that ends in `// expect: CU101`."""
    found = []
    with open(os.path.join(HERE, source), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = re.search(r"// expect: (CU\d+|none)", line)
            if match:
                found.append(f"{match.group(1)}@{number}")
    return " ".join(found) or "-"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder for the results")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--jobs", type=int, default=min(16, os.cpu_count() or 1), help="nvcc side by side")
    parser.add_argument("--runs", type=int, default=3, help="runs of each pair")
    parser.add_argument("--budget", type=int, default=540, help="seconds after which nothing new is profiled")
    parser.add_argument("--keep", action="store_true", help="keep programs and reports")
    parser.add_argument("names", nargs="*", help="files without folder and ending")
    return parser.parse_args()


def main():
    measurement = Measurement(parse_arguments())
    results = []
    for part in PARTS:
        if measurement.arguments.only in (None, part):
            results.append(getattr(measurement, part)())
    return measurement.summary(results)


START = time.monotonic()
if __name__ == "__main__":
    sys.exit(main())
