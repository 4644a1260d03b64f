"""wheel.py TREE VERSION MACHINE FOLDER: a wheel for pip of the installed program in TREE. It has no code in Python: the program
goes to the environment's bin, what it reads to the environment's share, where it looks for it."""
import base64
import hashlib
import pathlib
import sys
import zipfile

METADATA = """Metadata-Version: 2.1
Name: cudalint
Version: {version}
Summary: Static analyzer for CUDA C++: bugs and costly code in kernels, launches and host code, without a GPU
License: Apache-2.0
Requires-Python: >=3.7
"""
WHEEL = """Wheel-Version: 1.0
Generator: cudalint
Root-Is-Purelib: false
Tag: {tag}
"""


def main(tree, version, machine, folder):
    tag = "py3-none-manylinux2014_%s.musllinux_1_1_%s" % (machine, machine)
    tags = "\nTag: ".join("py3-none-" + platform for platform in tag.split("-")[2].split("."))
    info, data = "cudalint-%s.dist-info" % version, "cudalint-%s.data" % version
    files = {info + "/METADATA": METADATA.format(version=version).encode(),
             info + "/WHEEL": WHEEL.format(tag=tags).encode()}
    for path in sorted(tree.rglob("*")):
        inner = path.relative_to(tree).as_posix()
        if path.is_file():
            files[data + ("/scripts/cudalint" if inner == "bin/cudalint" else "/data/" + inner)] = path.read_bytes()
    record = "".join("%s,sha256=%s,%d\n" % (name, base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("="),
                                            len(text)) for name, text in files.items())
    files[info + "/RECORD"] = (record + info + "/RECORD,,\n").encode()
    with zipfile.ZipFile(folder / ("cudalint-%s-%s.whl" % (version, tag)), "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, text)


main(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4]))
