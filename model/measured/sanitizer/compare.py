#!/usr/bin/env python3
"""Compares what cudalint finds in the programs of this folder with their markers, and with what compute-sanitizer said.

    python3 model/measured/sanitizer/compare.py CUDALINT            fails, and says why, where one of them isn't as recorded
    python3 model/measured/sanitizer/compare.py CUDALINT --table    the table of README.md
"""
import json
import subprocess
import sys

import programs

RECORD = programs.HERE / "sanitizer-h200.tsv"
DIFFERENCES = programs.HERE / "differences.tsv"


def rows(path):
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield line.split("\t")


def recorded():
    """{file: (digest, plain status, status under the tool, {line or 0: kinds})}; no tool: the plain status twice."""
    said = {}
    for name, digest, tool, status, kind, line in list(rows(RECORD))[1:]:
        entry = said.setdefault(name, {"digest": digest, "plain": 0, "tool": None, "lines": {}})
        entry["plain" if tool == "plain" else "status"] = int(status)
        if tool != "plain":
            entry["tool"] = tool
        if kind:
            entry["lines"].setdefault(int(line or 0), []).append(kind)
    return said


def differences():
    """{(who, file, line): why}; who: cudalint or tool. Line 0: the whole program."""
    return {(who, name, int(line)): why for who, name, line, why in list(rows(DIFFERENCES))[1:]}


def found(cudalint):
    """{file: {(line, rule): message}}"""
    rules = sorted({name.split("/")[0] for name in programs.names()})
    command = [cudalint, "check", "--no-config", "--no-cache", "--no-baseline", "--fail-on=never", "--preview",
               "--jobs=2", "--cuda-path=none", "--arch=sm_90", "--select=" + ",".join(rules), "-f", "json", "."]
    done = subprocess.run(command, capture_output=True, cwd=programs.HERE, check=False)
    if done.returncode != 0:
        sys.exit(f"cudalint: {done.returncode}\n{done.stderr.decode()}")
    report = json.loads(done.stdout)
    parsed = {unit["path"]: unit for unit in report["units"]}
    for name in programs.names():
        if parsed.get(name, {}).get("status") != "ok" or parsed[name]["parse_errors"]:
            sys.exit(f"{name}: not parsed without an error")
    result = {name: {} for name in programs.names()}
    for finding in report["findings"]:
        result.setdefault(finding["path"], {})[(finding["start"]["line"], finding["code"])] = finding["message"]
    return result


def tool_says(entry, marked):
    """How far the tool comes: at the line, elsewhere, only that the program fails, or nothing."""
    if any(line in marked for line in entry["lines"]):
        return "line"
    if entry["lines"]:
        return "elsewhere"
    return "fails" if entry["plain"] or entry.get("status") else "silent"


def compare(seen, said, listed):
    """What is not as it should be, a line each."""
    wrong, used = [], set()

    def differs(key, does, text):
        if key in listed:
            used.add(key)
        if does and key not in listed:
            wrong.append(text)
        elif not does and key in listed:
            wrong.append(f"{key[1]}:{key[2]}: {key[0]} agrees now, differences.tsv says otherwise: {listed[key]}")

    for name in sorted(set(said) ^ set(programs.names())):
        wrong.append(f"{name}: a program without a record, or a record without a program")
    for name in programs.names():
        marked, entry = programs.markers(name), said.get(name)
        if not entry:
            continue
        if entry["digest"] != programs.digest(name):
            wrong.append(f"{name}: is not what was recorded: run record.py again")
        right = name.split("/")[1].startswith("right_")
        if right == bool(marked):
            wrong.append(f"{name}: wrong_ has a marker, right_ has none")
        for line, rule in marked.items():
            differs(("cudalint", name, line), (line, rule) not in seen[name], f"{name}:{line}: {rule} isn't found")
        for (line, rule), message in sorted(seen[name].items()):
            if marked.get(line) != rule:
                differs(("cudalint", name, line), True, f"{name}:{line}: {rule} without a marker: {message}")
        says = tool_says(entry, marked)
        differs(("tool", name, 0), says != ("silent" if right else "line"), f"{name}: the tool: {says}")
    for key in set(listed) - used:
        wrong.append(f"{key[1]}:{key[2]}: in differences.tsv, but there is no such marker or finding")
    return wrong


def table(seen, said):
    """What README.md shows, counted in programs."""
    print("| rule | faulty | cudalint: all its lines | tool: line | elsewhere | program fails | silent "
          "| right | cudalint: false | tool: false |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    total = [0] * 9
    for rule in sorted({name.split("/")[0] for name in programs.names()}):
        counts = [0] * 9
        for name in (n for n in programs.names() if n.startswith(rule + "/")):
            marked, says = programs.markers(name), tool_says(said[name], programs.markers(name))
            if name.split("/")[1].startswith("wrong_"):
                counts[0] += 1
                counts[1] += all((line, r) in seen[name] for line, r in marked.items())
                counts[2 + ["line", "elsewhere", "fails", "silent"].index(says)] += 1
            else:
                counts[6] += 1
                counts[7] += bool(seen[name])
                counts[8] += says != "silent"
        total = [a + b for a, b in zip(total, counts)]
        print(f"| {rule} | " + " | ".join(map(str, counts)) + " |")
    print("| all | " + " | ".join(map(str, total)) + " |")


def main():
    seen, said = found(sys.argv[1]), recorded()
    if "--table" in sys.argv:
        table(seen, said)
        return
    wrong = compare(seen, said, differences())
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(programs.names())} programs, {len(differences())} differences")


if __name__ == "__main__":
    main()
