#!/usr/bin/env python3
"""What a change does to what is found: two builds over the same folders.

    bench/same.py [options] OLD NEW FOLDER... [-- FLAGS...]

OLD and NEW are binaries of cudalint, or folders that --record wrote before. Each finding that came, went or changed is a
line (a finding that stayed on its place and changed, says what of it did), and so is each unit whose status changed.
Everything is on: all rules, possible findings; each run begins with an empty cache. --pages adds the examples of all rules' pages, a file a block.
Exit status 1 where anything differs. In FLAGS, {} is the folder.

    bench/same.py --record build/before build/release/cli/cudalint - FOLDER...   keeps what a build finds
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# What may change of a finding that stays where it is, in the order in which it is told.
TOLD = ("severity", "confidence", "message", "side", "archs", "launch", "cost", "instances", "related", "fixes", "end")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=0, help="workers (one per core)")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one unit (%(default)s)")
    parser.add_argument("--ignore", default="", help="fields of findings that may change, with commas: cost,related")
    parser.add_argument("--codes", default="ALL", help="the rules to compare, as for --select (%(default)s)")
    parser.add_argument("--pages", action="store_true", help="also the examples of the rules' pages")
    parser.add_argument("--record", metavar="DIR", help="keep what OLD finds in DIR, and compare nothing")
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    arguments.flags = flags
    arguments.ignored = set(filter(None, arguments.ignore.split(",")))
    return arguments


def write_pages(into):
    """Every fenced example of the rules' pages as a file of its own, named after page and line."""
    rules = pathlib.Path(__file__).resolve().parent.parent / "rules"
    for page in sorted(rules.glob("*/*.md")):
        block, begin = None, 0
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(True), 1):
            if block is None and re.match(r"```cuda (bad|good|fixed|todo)\b", line):
                block, begin = [], number
            elif block is not None and line.startswith("```"):
                (into / f"{page.stem}_{begin}.cu").write_text("".join(block), encoding="utf-8")
                block = None
            elif block is not None:
                block.append(line)


def lint(arguments, binary, folder):
    """The report of one build for one folder."""
    with tempfile.TemporaryDirectory() as cache:
        command = [os.path.abspath(binary), "check", "-f", "json", "--select", arguments.codes, "--preview",
                   f"--cache-dir={cache}", "--no-config", "--cuda-path=none", "--fail-on=never",
                   f"--timeout={arguments.timeout}", "."]
        if arguments.jobs:
            command[2:2] = ["-j", str(arguments.jobs)]
        if arguments.flags:
            command += ["--"] + [flag.replace("{}", os.path.abspath(folder)) for flag in arguments.flags]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{folder}: {binary} ended with status {done.returncode} and no JSON: "
                 + done.stderr.decode(errors="replace")[-500:])


def recorded_name(folder):
    return os.path.basename(os.path.abspath(folder)) + ".json"


def report_of(arguments, source, folder):
    if os.path.isdir(source):
        with open(os.path.join(source, recorded_name(folder)), encoding="utf-8") as file:
            return json.load(file)
    return lint(arguments, source, folder)


def place(finding):
    start = finding["start"]
    return finding["code"], finding["path"], start["line"], start["column"], finding.get("kernel", "")


def by_place(report):
    places = collections.defaultdict(list)
    for finding in report["findings"]:
        places[place(finding)].append(finding)
    return places


def without(finding, ignored):
    return {key: value for key, value in finding.items() if key not in ignored and key != "fingerprint"}


def pair_off(before, after, ignored):
    """Of two lists of findings at one place: what is in both drops out; the rest pairs off in order."""
    old = [without(finding, ignored) for finding in before]
    new = [without(finding, ignored) for finding in after]
    for finding in list(old):
        if finding in new:
            old.remove(finding)
            new.remove(finding)
    return old, new


def name_of(finding):
    start = finding["start"]
    return (f"{finding['path']}:{start['line']}:{start['column']}: {finding['code']} {finding['severity']} "
            f"{finding.get('confidence', '')}" + (f" in {finding['kernel']}" if finding.get("kernel") else ""))


def tell_change(old, new):
    for key in TOLD:
        if old.get(key) != new.get(key):
            yield f"    {key}: {json.dumps(old.get(key))}\n    {' ' * len(key)}  {json.dumps(new.get(key))}"


def compare(name, old_report, new_report, ignored):
    """Prints each difference; how many there are."""
    counts = collections.Counter()
    old_units = {unit["path"]: unit for unit in old_report["units"]}
    new_units = {unit["path"]: unit for unit in new_report["units"]}
    for path in sorted(old_units.keys() | new_units.keys()):
        old, new = old_units.get(path, {}), new_units.get(path, {})
        told = (old.keys() & new.keys()) - {"ms"}
        if not told or any(old[key] != new[key] for key in told):
            counts["units"] += 1
            print(f"unit {name}/{path}: {json.dumps(old)} -> {json.dumps(new)}")
    before, after = by_place(old_report), by_place(new_report)
    for where in sorted(before.keys() | after.keys()):
        old, new = pair_off(before[where], after[where], ignored)
        for one, other in zip(old, new):
            counts["changed"] += 1
            print(f"changed {name}/{name_of(other)}")
            print("\n".join(tell_change(one, other)))
        for word, sign, rest in (("went", "-", old[len(new):]), ("came", "+", new[len(old):])):
            for finding in rest:
                counts[word] += 1
                print(f"{sign} {word} {name}/{name_of(finding)}: {finding.get('message', '')}")
    print(f"{name}: {len(old_report['findings'])} findings before, {len(new_report['findings'])} after; "
          + ", ".join(f"{counts[word]} {word}" for word in ("came", "went", "changed", "units")), file=sys.stderr)
    return sum(counts.values())


def main():
    arguments = options()
    differences = 0
    with tempfile.TemporaryDirectory() as scratch:
        folders = list(arguments.folders)
        if arguments.pages:
            pages = pathlib.Path(scratch) / "pages"
            pages.mkdir()
            write_pages(pages)
            folders.append(str(pages))
        for folder in folders:
            old = report_of(arguments, arguments.old, folder)
            if arguments.record:
                os.makedirs(arguments.record, exist_ok=True)
                with open(os.path.join(arguments.record, recorded_name(folder)), "w", encoding="utf-8") as file:
                    json.dump(old, file)
                continue
            differences += compare(os.path.basename(os.path.abspath(folder)), old,
                                   report_of(arguments, arguments.new, folder), arguments.ignored)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
