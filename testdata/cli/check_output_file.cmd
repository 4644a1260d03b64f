$C check --cuda-path=none -f concise -f json=out.json findings.cu >/dev/null
echo $?
grep -c '"code"' out.json
$C check -f concise -f json findings.cu
echo $?
$C check -f json=/nowhere/x findings.cu
echo $?
$C check --cuda-path=none -f json=/dev/full clean.cu
echo $?
$C check --cuda-path=none -f concise=/dev/null -f json=- findings.cu | grep -c '"code"'
$C check -f json=- -f concise findings.cu
