#!/usr/bin/env python3
"""How many lines of real code have counts, and formulas: formulas.py [--check N] [--jobs N] BINARY FOLDER...

For each file below the folders `cudalint predict` is run. Printed: lines that access memory; those whose counts are
known for the launch in the source; those whose counts all have a formula, or some of them; the rest by reason.
With --check, formulas are put to the test: for N sizes each that meet what a formula says it holds for, its value
is compared with what executing that one launch counts.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys

SECONDS = 120
KINDS = {"global": ("requests", "sectors", "ideal_sectors"), "shared": ("wavefronts", "ideal_wavefronts")}


def value(tree, sizes):
    op, parts = tree["op"], [value(part, sizes) for part in tree.get("parts", [])]
    divisor = tree.get("divisor", 1)
    if op == "number":
        return tree["value"] / divisor if divisor != 1 else tree["value"]
    if op == "size":
        return sizes[tree["name"]]
    if op == "sum":
        return sum(parts)
    if op == "product":
        return math.prod(parts)
    if op in ("min", "max"):
        return min(parts) if op == "min" else max(parts)
    return {"ceil": lambda: -(-parts[0] // divisor), "floor": lambda: parts[0] // divisor,
            "rest": lambda: parts[0] % divisor}[op]()


def holds(formula, sizes):
    order = formula.get("order")
    return (all(sizes[name] % number == 0 for name, number in formula.get("multiples", {}).items())
            and all(sizes[name] >= number for name, number in formula.get("at_least", {}).items())
            and (not order or sizes[order["above"]] >= sizes[order["below"]] + order["by"]))


def predict(binary, path, extra):
    command = [binary, "predict", "-f", "json", "--no-config", "--cuda-path=none", *extra, path]
    try:
        out = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        return json.loads(out.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def is_known(line):
    return all("unknown" not in line[kind] for kind in KINDS if kind in line)


def formulas_of(line):
    """Names of counts, with their formula or None."""
    for kind, names in KINDS.items():
        for name in names if kind in line else ():
            yield kind, name, line[kind].get("formulas", {}).get(name)


def share(line, before):
    if is_known(line):
        before["known"] += 1
    found = [formula is not None for _, _, formula in formulas_of(line)]
    if found and all(found):
        before["all counts as formulas"] += 1
    elif any(found):
        before["some counts as formulas"] += 1
    else:
        before["none: " + line.get("no_formula", "the launch is given by numbers alone")] += 1
    before["known or formula"] += is_known(line) or (bool(found) and all(found))


def draw(rng, kernel):
    multiples = collections.Counter()
    for line in kernel["lines"]:
        for _, _, formula in formulas_of(line):
            for name, number in (formula or {}).get("multiples", {}).items():
                multiples[name] = max(multiples[name], number)
    sizes = {}
    for size in kernel["formulas"]["sizes"]:
        number = rng.choice((rng.randint(1, 40), rng.randint(41, 200), rng.randint(200, 900)))
        step = rng.choice((1, multiples[size["name"]] or 1))
        sizes[size["name"]] = -(-number // step) * step
    return sizes


def compare(kernel, other, sizes, result):
    lines = {(line["path"], line["line"]): line for line in other["lines"]}
    for line in kernel["lines"]:
        for kind, name, formula in formulas_of(line):
            if formula is None or not holds(formula, sizes):
                continue
            there = lines.get((line["path"], line["line"]), {}).get(kind, {name: 0})
            if name not in there:
                result["counts that the launch doesn't tell"] += 1
            elif abs(there[name] - value(formula["tree"], sizes)) < 0.5:
                result["counts equal"] += 1
            else:
                result["counts WRONG"] += 1
                print(f"{line['path']}:{line['line']}: {kernel['kernel']}: {name} at {sizes}: {there[name]}, "
                      f"{formula['text']} is {value(formula['tree'], sizes)}", file=sys.stderr)


def check(binary, path, kernel, times, result, extra):
    """Sizes that are parameters of the kernel, or blocks of the grid, can be given."""
    rng = random.Random(path + kernel["kernel"])
    formulas, name = kernel["formulas"], kernel["kernel"]
    for _ in range(times):
        sizes = draw(rng, kernel)
        grid = [value(axis["tree"], sizes) if axis else 0 for axis in formulas["grid"]]
        if min(grid) < 1 or math.prod(sizes.values()) > 2e7:
            continue
        shape = "x".join(map(str, grid)) + ":" + "x".join(map(str, kernel["launch"]["block"]))
        given = [f"--param={name}.{size['name']}={sizes[size['name']]}" for size in formulas["sizes"]
                 if size["origin"] != "grid"]
        other = predict(binary, path, [*extra, "--no-formulas", f"--launch={name}={shape}", *given])
        same = [one for one in (other or {"kernels": []})["kernels"] if one["kernel"] == name]
        if len(same) == 1:
            compare(kernel, same[0], sizes, result)
        else:
            result["launches that can't be given"] += 1


def look(job):
    binary, path, times, extra = job
    result = collections.Counter(files=1)
    answer = predict(binary, path, extra)
    if answer is None:
        result["files without an answer"] += 1
        return result
    for kernel in answer["kernels"]:
        for line in kernel["lines"]:
            result["lines"] += 1
            share(line, result)
        if "formulas" in kernel:
            check(binary, path, kernel, times, result, extra)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=int, default=0, help="sizes to compare at, for each kernel")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cache-dir")
    parser.add_argument("binary")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    extra = [f"--cache-dir={options.cache_dir}"] if options.cache_dir else []
    paths = sorted(os.path.join(where, name) for folder in options.folders
                   for where, _, names in os.walk(folder) for name in names if name.endswith(".cu"))
    jobs = [(os.path.abspath(options.binary), path, options.check, extra) for path in paths]
    total = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(look, jobs):
            total += result
    for name, count in sorted(total.items(), key=lambda item: (-item[1], item[0])):
        percent = f"{100 * count / total['lines']:5.1f} %" if name != "files" and total["lines"] else ""
        print(f"{count:8} {percent:8} {name}")


if __name__ == "__main__":
    main()
