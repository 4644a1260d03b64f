#!/bin/sh
# Lints the demo without a toolkit and compares with expected.txt: test.sh CUDALINT [--record]
set -eu
cudalint=$1
cd "$(dirname "$0")"
found=$(mktemp)
trap 'rm -f "$found"' EXIT
status=0
"$cudalint" check -f concise --cuda-path=none --no-cache . >"$found" || status=$?
if [ "$status" -ne 1 ]; then
	echo "exit status $status, expected 1 (findings)" >&2
	exit 1
fi
if [ "${2:-}" = --record ]; then
	cat "$found" >expected.txt
else
	diff -u expected.txt "$found"
fi
