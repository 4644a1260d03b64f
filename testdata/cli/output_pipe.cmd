{ sleep 1; $C rules; echo $? >&2; } | true
{ sleep 1; $C check --cuda-path=none -f json findings.cu; echo $? >&2; } | true
{ sleep 1; $C check --cuda-path=none -f github findings.cu; echo $? >&2; } | true
