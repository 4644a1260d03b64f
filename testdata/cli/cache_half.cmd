# Where there is no room for it, no part of a cache is left: no empty store, no half a precompiled header.
kept() { find cache -type f | sed -E 's,/[0-9a-f]{16}\.(h|pch)$,/KEY.\1,' | sort -u; }
(ulimit -f 1; trap '' XFSZ; $C check --cuda-path=none --cache-dir=cache findings.cu -f concise; echo "status $?") 2>&1 | cat
kept
echo --- and with room, the same folder serves
$C check -q --cuda-path=none --cache-dir=cache clean.cu
kept
