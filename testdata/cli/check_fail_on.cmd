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
# The key of the configuration nearest to the file; --fail-on outranks it.
mkdir lax
echo 'fail-on: never' >lax/.cudalint.yml
cp findings.cu lax
$C check -q --cuda-path=none lax >/dev/null
echo never $?
$C check -q --cuda-path=none --fail-on=error lax >/dev/null
echo error $?
$C check -q --cuda-path=none lax findings.cu >/dev/null
echo both $?
$C check -q --cuda-path=none --strict-parse lax >/dev/null
echo strict $?
echo 'fail-on: info' >lax/.cudalint.yml
$C check -q --cuda-path=none --select CU603 lax >/dev/null
echo info $?
$C check -q --cuda-path=none --select CU603 findings.cu >/dev/null
echo default $?
