#!/usr/bin/env python3
"""How much of real CUDA code parses, in what time, and what is found there.

    bench/corpus.py [options] FOLDER... [-- FLAGS...]

Lints each folder as it stands, without a toolkit, and prints tables in Markdown: units by status, times, findings by
rule, and every unit that did not parse whole, with its functions. Units whose only obstacle is a third-party header
(neither CUDA's nor to be found in the folder: cuDNN, NCCL, MPI, windowing) are counted apart. In FLAGS, {} is the folder.
"""
import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

# Headers that come with the toolkit, by the beginning of their names.
CUDA_HEADERS = re.compile(
    r"cuda|cublas|cufft|curand|cusparse|cusolver|cutensor|cufile|cupti|cub/|thrust/|nv/|nvtx|nvTools|nvrtc|nvml|"
    r"nvjpeg|nvJitLink|nvPTX|nvFatbin|nvcuvid|npp|cooperative_groups|cuComplex|device_|driver_|channel_|surface_|"
    r"texture_|vector_|sm_\d|math_|mma\.h|host_|crt/|common_functions|library_types|builtin_types|fatbinary|"
    r"nvblas|nvperf|generated_cuda|sobol|math_constants")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudalint", default="build/release/cli/cudalint", help="the binary (%(default)s)")
    parser.add_argument("--jobs", type=int, default=0, help="workers (one per core)")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one unit (%(default)s)")
    parser.add_argument("--slow", type=float, default=5.0, help="list units over so many seconds (%(default)s)")
    parser.add_argument("--errors", action="store_true", help="also list every finding of severity error")
    parser.add_argument("--keep", metavar="DIR", help="keep cudalint's JSON, one file per folder, in DIR")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    arguments.flags = flags
    arguments.cudalint = os.path.abspath(arguments.cudalint)
    return arguments


def lint(arguments, folder, cache, path="."):
    """One run of cudalint in the folder: its JSON."""
    command = [arguments.cudalint, "check", "-f", "json", "--timing", "--cuda-path=none", "--fail-on=never",
               f"--cache-dir={cache}", f"--timeout={arguments.timeout}", path]
    if arguments.jobs:
        command[2:2] = ["-j", str(arguments.jobs)]
    if arguments.flags:
        command += ["--"] + [flag.replace("{}", os.path.abspath(folder)) for flag in arguments.flags]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{folder}: cudalint ended with status {done.returncode} and no JSON: "
                 + done.stderr.decode(errors="replace")[-500:])


def header_paths(folder):
    """Every file of the folder, as "/a/b.h", to look headers up by the end of their path."""
    paths = set()
    for root, _, names in os.walk(folder):
        for name in names:
            parts = os.path.join(root, name).split(os.sep)
            for i in range(len(parts)):
                paths.add("/".join(parts[i:]))
    return paths


def missing_headers(message):
    """The headers that CU001 says were not found."""
    found = re.search(r"; headers not found: (.*?)(; |$)", message)
    return re.split(r", | and (?!\d+ more)", re.sub(r" and \d+ more$", "", found.group(1))) if found else []


def functions_named(message):
    found = re.search(r"; not fully analysed: (.*?)(; headers not found|; first: |$)", message)
    return found.group(1) if found else ""


class Corpus:
    """What one folder gave."""

    def __init__(self, arguments, folder, cache):
        report = lint(arguments, folder, cache)
        if arguments.keep:
            with open(os.path.join(arguments.keep, self.name_of(folder) + ".json"), "w", encoding="utf-8") as file:
                json.dump(report, file, indent=1)
        self.name = self.name_of(folder)
        self.units = [unit for unit in report["units"] if unit["path"].endswith(".cu")]
        self.findings = report["findings"]
        self.notes = {}  # path of a unit: message of its CU001
        for unit in self.units:
            if unit["status"] != "ok":
                # Alone, because a CU001 lies where the first error is, which may be a header of several units.
                alone = lint(arguments, folder, cache, unit["path"])["findings"]
                self.notes[unit["path"]] = next((f["message"] for f in alone if f["code"] == "CU001"), "")
        self.sort_units(header_paths(folder))

    @staticmethod
    def name_of(folder):
        return os.path.basename(os.path.abspath(folder))

    def note(self, unit):
        return self.notes.get(unit["path"], "")

    def sort_units(self, headers):
        """Into ok, third-party, degraded, failed, crashed and hung."""
        self.kinds = collections.defaultdict(list)
        for unit in self.units:
            note = self.note(unit)
            missing = missing_headers(note)
            foreign = [name for name in missing if name not in headers and not CUDA_HEADERS.match(name)]
            if "and was stopped" in note:
                kind = "hung"
            elif note.startswith("the analysis of this file"):
                kind = "crashed"
            elif unit["status"] == "ok":
                kind = "ok"
            elif foreign:
                kind = "third-party"
                unit["foreign"] = foreign
            else:
                kind = unit["status"]
            self.kinds[kind].append(unit)

    def count(self, kind):
        return len(self.kinds[kind])


def share_ok(ok, total):
    return f"{100 * ok / total:.1f} %" if total else "-"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def print_units(corpora):
    rows = []
    kinds = ["third-party", "ok", "degraded", "failed", "crashed", "hung"]
    total = collections.Counter()
    times = []
    for corpus in corpora:
        counts = {kind: corpus.count(kind) for kind in kinds}
        total.update(counts)
        total["units"] += len(corpus.units)
        own = [unit["ms"] for unit in corpus.units if "ms" in unit]
        times += own
        rows.append([corpus.name, len(corpus.units)] + list(counts.values())
                    + [share_ok(counts["ok"], len(corpus.units) - counts["third-party"])] + spread(own))
    if len(corpora) > 1:
        rows.append(["all", total["units"]] + [total[kind] for kind in kinds]
                    + [share_ok(total["ok"], total["units"] - total["third-party"])] + spread(times))
    table(["folder", "units"] + kinds + ["ok of the rest", "median ms", "max ms"], rows)


def spread(times):
    return [f"{statistics.median(times):.0f}", f"{max(times):.0f}"] if times else ["-", "-"]


def print_rules(corpora):
    """Findings by rule: one column per folder, errors / warnings / infos."""
    counts = collections.defaultdict(collections.Counter)
    for corpus in corpora:
        for finding in corpus.findings:
            counts[finding["code"], finding["rule"]][corpus.name, finding["severity"]] += 1

    def cell(counter, name):
        numbers = [counter[name, severity] for severity in ("error", "warning", "info")]
        return " / ".join(map(str, numbers)) if any(numbers) else ""

    table(["rule (errors / warnings / infos)"] + [corpus.name for corpus in corpora],
          [[f"{code} {rule}"] + [cell(counter, corpus.name) for corpus in corpora]
           for (code, rule), counter in sorted(counts.items())])


def print_units_left(corpora, slow):
    for corpus in corpora:
        for kind in ("crashed", "hung", "failed", "degraded"):
            for unit in corpus.kinds[kind]:
                note = corpus.note(unit)
                rest = note if kind in ("crashed", "hung") else functions_named(note) or note
                first = re.search(r"; first: (.*)$", note)
                print(f"- {kind}: {corpus.name}/{unit['path']}: {rest}" + (f" ({first.group(1)})" if first else ""))
        for unit in corpus.kinds["third-party"]:
            print(f"- third-party: {corpus.name}/{unit['path']}: {', '.join(unit['foreign'])}")
        for unit in corpus.units:
            if unit.get("ms", 0) > slow * 1000:
                print(f"- slow: {corpus.name}/{unit['path']}: {unit['ms'] / 1000:.1f} s")
    print()


def print_errors(corpora):
    """Findings of severity error, those that say the same in one line with their places."""
    same = collections.defaultdict(list)
    for corpus in corpora:
        for finding in corpus.findings:
            if finding["severity"] == "error":
                same[finding["code"], finding["message"]].append(
                    f"{corpus.name}/{finding['path']}:{finding['start']['line']}")
    for (code, message), places in sorted(same.items()):
        print(f"- {code} x {len(places)}: {message}: {', '.join(places[:3])}{', ...' if len(places) > 3 else ''}")
    print()


def main():
    arguments = options()
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:
        corpora = [Corpus(arguments, folder, cache) for folder in arguments.folders]
    print_units(corpora)
    print_rules(corpora)
    print_units_left(corpora, arguments.slow)
    if arguments.errors:
        print_errors(corpora)


main()
