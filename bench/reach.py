#!/usr/bin/env python3
"""How much of a project's kernels is executed, and what keeps the others from it.

    bench/reach.py [options] BINARY FOLDER... [-- FLAGS...]

For each folder one line: units, kernels (instantiations count each), executed ones, and their share. Below it the reasons
why kernels weren't executed, and the parse errors that are behind "parse errors inside", most frequent first. Without any
header of third parties, unless FLAGS say where they are; in FLAGS, {} is the folder.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=0, help="workers (one per core)")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one unit (%(default)s)")
    parser.add_argument("--reasons", type=int, default=10, help="how many of each are shown (%(default)s)")
    parser.add_argument("--errors", action="store_true", help="also list findings of severity error")
    parser.add_argument("binary", metavar="BINARY")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    arguments.flags = flags
    return arguments


def lint(arguments, folder):
    """The report, and the remarks on standard error."""
    command = [os.path.abspath(arguments.binary), "check", "-v", "-f", "json", "--no-cache", "--no-config",
               "--cuda-path=none", "--fail-on=never", f"--timeout={arguments.timeout}", "."]
    if arguments.jobs:
        command[2:2] = ["-j", str(arguments.jobs)]
    if arguments.flags:
        command += ["--"] + [flag.replace("{}", os.path.abspath(folder)) for flag in arguments.flags]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    try:
        return json.loads(done.stdout), done.stderr.decode(errors="replace")
    except ValueError:
        sys.exit(f"{folder}: status {done.returncode} and no JSON")


def show_most(title, counts, most):
    for text, count in counts.most_common(most):
        print(f"    {count:5} {title}{text}")


def main():
    arguments = options()
    for folder in arguments.folders:
        report, remarks = lint(arguments, folder)
        units = report["units"]
        kernels = sum(unit["kernels"] for unit in units)
        executed = sum(unit.get("executed", 0) for unit in units)
        failed = sum(unit["status"] == "failed" for unit in units)
        share = f"{100 * executed / kernels:.1f} %" if kernels else "no kernels"
        print(f"{folder}: {len(units)} units ({failed} failed), {kernels} kernels, {executed} executed: {share}")
        reasons = collections.Counter(re.findall(r"` was not executed: (.*)", remarks))
        errors = collections.Counter(re.findall(r":\d+:\d+: (.*)", remarks))
        show_most("not executed: ", reasons, arguments.reasons)
        show_most("", errors, arguments.reasons)
        for finding in report["findings"]:
            if arguments.errors and finding["severity"] == "error":
                print(f"    {finding['path']}:{finding['start']['line']}: {finding['code']} {finding['confidence']}: "
                      f"{finding['message']}")


if __name__ == "__main__":
    main()
