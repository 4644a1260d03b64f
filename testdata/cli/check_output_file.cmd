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
$C check --cuda-path=none --output-file=plain.txt findings.cu
echo $?
cat plain.txt
$C check -q --cuda-path=none -f json --output-file=out.json findings.cu
grep -c '"code"' out.json
$C check -f json=x.json --output-file=y findings.cu
$C check --output-file=findings.cu findings.cu
$C check --output-file=/nowhere/x findings.cu
echo $?
