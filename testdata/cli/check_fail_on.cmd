for on in never error warning info; do
	$C check -q --cuda-path=none --select CU603 --fail-on=$on findings.cu >/dev/null
	echo $on $?
done
$C check --cuda-path=none --min-severity=error findings.cu | grep -c info
$C check --fail-on=eror findings.cu
echo '__global__ void f(int *p) { p[0] = nothing; }' >broken.cu
for on in never error warning info; do
	$C check -q --cuda-path=none --fail-on=$on broken.cu >/dev/null
	alone=$?
	$C check -q --cuda-path=none --strict-parse --fail-on=$on broken.cu clean.cu >/dev/null
	echo $on $alone, strict: $?
done
$C check -q --cuda-path=none --strict-parse --ignore=CU001 broken.cu
echo $?
$C check -q --cuda-path=none --strict-parse clean.cu
