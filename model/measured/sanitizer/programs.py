"""The programs of this folder: their markers, and a digest that comments of markers don't change."""
import hashlib
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
MARKER = re.compile(r"[ \t]*// expect: (CU\d+)$")


def names():
    return sorted(f"{s.parent.name}/{s.name}" for s in HERE.glob("CU*/*.cu"))


def lines(name):
    return (HERE / name).read_text(encoding="utf-8").split("\n")


def markers(name):
    """{line: rule}"""
    found = {}
    for number, line in enumerate(lines(name), 1):
        if match := MARKER.search(line):
            found[number] = match.group(1)
    return found


def digest(name):
    text = "\n".join(MARKER.sub("", line) for line in lines(name))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
