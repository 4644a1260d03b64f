#!/usr/bin/env python3
"""Public fixes of bugs: what is found in the project's own files before a fix and not after it.

    bench/fixes.py [options] CUDALINT CLONES [NAME...]

CLONES is a folder with clones of the projects, as OWNER/NAME, bare or not. fixes.tsv lists the fixes: project, commit, files to
lint, codes that would tell of the bug, the kind of bug. Both trees are laid out (--work) and linted with everything on. A fix
counts as found where one of the codes stands in the files before it, at a place that the fix touches or with a message that
the fix ends. NAME chooses fixes by the beginning of a commit or of a project.
"""
import argparse
import collections
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# As of which distance to a changed line a finding is at the fix.
NEAR = 3


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", default=str(pathlib.Path(__file__).resolve().parent / "fixes.tsv"))
    parser.add_argument("--work", default="build/fixes", help="where the trees are laid out (%(default)s)")
    parser.add_argument("--timeout", type=int, default=300, help="seconds for one unit (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-v", action="store_true", help="list the findings that the fix ends, and CU001 to CU009")
    parser.add_argument("cudalint")
    parser.add_argument("clones")
    parser.add_argument("names", nargs="*", metavar="NAME")
    return parser.parse_args()


def read_table(path):
    """Rows: project, commit, files, codes, kind."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            project, commit, files, codes, kind = line.split("\t")
            yield project, commit, files.split(), codes.split(), kind


def git(clones, project, *arguments):
    return subprocess.run(["git", "-C", str(pathlib.Path(clones) / project), *arguments], capture_output=True, check=False,
                          env={**os.environ, "GIT_NO_LAZY_FETCH": "1"}).stdout


def lay_out(clones, project, commit, into):
    """The text files of a commit, once."""
    if into.exists():
        return
    into.mkdir(parents=True)
    names = git(clones, project, "ls-tree", "-r", "--name-only", "-z", commit).split(b"\0")
    wanted = [name.decode() for name in names if re.search(rb"(\.(cu|cuh|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|inc|def|in)|/[a-z_]+)$",
                                                           name)]
    archive = subprocess.Popen(["git", "-C", str(pathlib.Path(clones) / project), "archive", commit, *wanted], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env={**os.environ, "GIT_NO_LAZY_FETCH": "1"})
    subprocess.run(["tar", "-x", "-C", str(into)], stdin=archive.stdout, check=False)
    archive.wait()
    (into / ".git").mkdir(exist_ok=True)  # what marks the top of a repository


def lint(arguments, folder, files):
    """The findings of the files in one tree."""
    flags = []
    if "--" in files:
        at = files.index("--")
        files, flags = files[:at], files[at:]
    files = [name for name in files if (folder / name).exists()]
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run([os.path.abspath(arguments.cudalint), "check", "-f", "json", "--select", "ALL", "--preview",
                               "-j", str(arguments.jobs), f"--cache-dir={cache}", "--no-config", "--fail-on=never",
                               f"--timeout={arguments.timeout}", *files, *flags],
                              cwd=folder, capture_output=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{folder}: no JSON: {done.stderr.decode(errors='replace')[-500:]}")


def changed(before, after, name):
    """Line numbers of the old file that a fix touches."""
    old, new = ((tree / name).read_text(errors="replace").splitlines() if (tree / name).exists() else []
                for tree in (before, after))
    gone = set()
    for tag, a, b, _, _ in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone.update(range(a + 1, max(b, a + 1) + 1))
    return gone


def key(finding):
    """What a finding says, whatever the lines are."""
    return finding["code"], finding["path"], re.sub(r"\d+", "#", finding["message"])


def main():
    arguments = options()
    work = pathlib.Path(arguments.work).resolve()
    totals = collections.Counter()
    for project, commit, files, codes, kind in read_table(arguments.table):
        if arguments.names and not any(commit.startswith(n) or project.startswith(n) for n in arguments.names):
            continue
        trees = {side: work / project.replace("/", "+") / commit / side for side in ("before", "after")}
        lay_out(arguments.clones, project, commit + "^", trees["before"])
        lay_out(arguments.clones, project, commit, trees["after"])
        reports = {side: lint(arguments, tree, files) for side, tree in trees.items()}
        after = collections.Counter(key(f) for f in reports["after"]["findings"])
        ended, lines = [], {}
        for f in sorted(reports["before"]["findings"], key=lambda f: (f["path"], f["start"]["line"])):
            if after[key(f)] > 0:
                after[key(f)] -= 1
            else:
                ended.append(f)
        came = [f for f in reports["after"]["findings"] if after[key(f)] > 0]
        at = []
        for f in ended:
            gone = lines.setdefault(f["path"], changed(trees["before"], trees["after"], f["path"]))
            f["near"] = any(abs(f["start"]["line"] - line) <= NEAR for line in gone)
            if f["code"] in codes:
                at.append(f)
        best = [f["confidence"] for f in at]
        verdict = "missed" if not at else "possible" if all(c == "possible" for c in best) else "found"
        totals[verdict] += 1
        print(f"{verdict:8} {project} {commit}  {kind}", flush=True)
        if arguments.v:
            for sign, f in [("-", f) for f in ended] + [("+", f) for f in came]:
                print(f"    {sign}{'*' if f.get('near') else ' '} {f['path']}:{f['start']['line']} {f['severity']}/{f['confidence']} "
                      f"{f['code']} {f['message'][:230]}")
            for f in reports["before"]["findings"]:
                if f["code"].startswith("CU00"):
                    print(f"    ! {f['path']}:{f['start']['line']} {f['code']} {f['message'][:300]}")
            for side, report in reports.items():
                print("    ", side, [(u["path"], u.get("kernels"), u.get("executed"), u.get("status")) for u in report["units"]])
    print(", ".join(f"{n} {what}" for what, n in totals.items()))


main()
