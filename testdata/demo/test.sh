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
# the report draws the allocation, and how far the launch gets beyond it
report=$("$cudalint" check -q -f html --select=CU130 --cuda-path=none --no-cache .) || :
case $report in
*'<desc id='*'576 bytes lie behind its end.'*'class="mem"'*'class="bad"'*) ;;
*)
	echo "the report lacks the picture of CU130" >&2
	exit 1
	;;
esac
if [ "${2:-}" = --record ]; then
	cat "$found" >expected.txt
else
	diff -u expected.txt "$found"
fi
