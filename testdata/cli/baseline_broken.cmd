# Files that are no baseline: a line that says where, and status 2; the run isn't begun.
try() { $C check --cuda-path=none clean.cu; echo "status $?"; }
F=.cudalint-baseline.json
entry='{"path": "clean.cu", "code": "CU401", "fingerprint": "0123456789abcdef"}'
printf '{\n  "schema": "cudalint-baseline/1",\n  "findings": [\n<<<<<<< HEAD\n    %s\n=======\n  ]\n' "$entry" >$F; try
printf '{\n  "schema": "cudalint-baseline/1",\n  "findings": [\n    %s,\n  ]\n}\n' "$entry" >$F; try
printf '' >$F; try
printf '[]' >$F; try
printf '{"schema": "cudalint/1", "findings": []}' >$F; try
printf '{"schema": "cudalint-baseline/1x", "findings": []}' >$F; try
printf '{"schema": "cudalint-baseline/2", "findings": {}}' >$F; try
printf '{"schema": "cudalint-baseline/1"}' >$F; try
printf '{"schema": "cudalint-baseline/1", "findings": [7]}' >$F; try
body() { printf '{"schema": "cudalint-baseline/1", "findings": [%s, %s]}' "$entry" "$1" >$F; try; }
body '{"code": "CU401", "fingerprint": "0123456789abcdef"}'
body '{"path": "a.cu", "code": "C401", "fingerprint": "0123456789abcdef"}'
body '{"path": "a.cu", "code": "CU401", "fingerprint": "0123456789abcde"}'
body '{"path": "a.cu", "code": "CU401", "fingerprint": "0123456789abcdef", "count": 0}'
body '{"path": "a.cu", "code": "CU401", "fingerprint": "0123456789abcdef", "line": 3}'
body '{"path": "a.cu", "code": "CU401", "fingerprint": "0123456789abcdef", "confidence": "sure"}'
body "$(printf '{"path": "\377", "code": "CU401", "fingerprint": "0123456789abcdef"}')"
rm $F; mkdir $F; try
$C check --cuda-path=none --no-baseline clean.cu; echo "status $?"
rmdir $F
$C check --cuda-path=none --baseline nowhere.json clean.cu; echo "status $?"
$C check --baseline= clean.cu; echo "status $?"
for word in update prune; do $C baseline $word --cuda-path=none clean.cu; echo "status $?"; done
$C baseline create --cuda-path=none --baseline nowhere/b.json clean.cu; echo "status $?"
mkdir folder; $C baseline create --cuda-path=none --force --baseline folder clean.cu; echo "status $?"; ls folder
$C baseline create --cuda-path=none --force --baseline /dev/full clean.cu; echo "status $?"
$C baseline create --cuda-path=none clean.cu nowhere.cu; echo "status $?"
$C baseline create --cuda-path=none - <clean.cu; echo "status $?"
$C baseline; echo "status $?"
$C baseline creat; echo "status $?"
$C baseline create --add; echo "status $?"
$C baseline update --force; echo "status $?"
$C baseline create -f json; echo "status $?"
