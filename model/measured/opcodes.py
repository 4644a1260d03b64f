"""What nvcc made of a kernel: its instructions that touch memory or order it, by cuobjdump."""
import os
import re

from machine import Failure, run

INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d+\s+)?([A-Z][A-Z0-9_.]*)")
KERNEL = re.compile(r"^\s*Function : (\S+)")
OF_INTEREST = re.compile(r"^(LD[GS]?\b|ST[GS]?\b|ATOM|RED|MEMBAR|FENCE|ERRBAR|CCTL|NANOSLEEP|REDUX|VOTE|SHFL|BAR)")


def opcodes(machine, binary):
    """{kernel: "RED.E.ADD...*1 MEMBAR...*2"} for the kernels `slow` and `fast`."""
    tool = os.path.join(os.path.dirname(machine.nvcc), "cuobjdump")
    if not os.path.exists(tool):
        return {}
    counts, kernel = {}, None
    try:
        listing = run([tool, "-sass", binary], 60)
    except Failure:
        return {}
    for line in listing.splitlines():
        found = KERNEL.match(line)
        if found:
            name = re.match(r"_Z\d+(slow|fast)", found.group(1))
            kernel = name.group(1) if name else None
        found = INSTRUCTION.match(line)
        if kernel and found and OF_INTEREST.match(found.group(1)):
            of_kernel = counts.setdefault(kernel, {})
            of_kernel[found.group(1)] = of_kernel.get(found.group(1), 0) + 1
    return {kernel: " ".join(f"{name}*{count}" for name, count in sorted(found.items()))
            for kernel, found in counts.items()}
