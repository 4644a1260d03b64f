for on in never error warning info; do
	$C check -q --cuda-path=none --select CU603 --fail-on=$on findings.cu >/dev/null
	echo $on $?
done
$C check --cuda-path=none --min-severity=error findings.cu | grep -c info
$C check --fail-on=eror findings.cu
