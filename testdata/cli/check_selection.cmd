$C check --cuda-path=none --select CU6 findings.cu
echo $?
$C check --cuda-path=none --ignore maskless-warp-intrinsic findings.cu
echo $?
$C check --cuda-path=none --select CU401,nonsense findings.cu
echo $?
$C check --cuda-path=none --select maskless-warp-intrinsc findings.cu
echo $?
# Lists add up.
$C check --cuda-path=none --ignore CU401 --ignore CU603 findings.cu
echo $?
$C check --cuda-path=none --select CU401 --select CU603 -f json findings.cu | grep -o '"code": "[^"]*"'
# An empty list, as of a variable that is not set, is a mistake: it would select nothing.
for option in --select --ignore --extend-select; do
	$C check $option= findings.cu
	$C check $option , findings.cu
	echo $?
done
# Of --config and --no-config the last one holds.
echo 'select: [CU603]' >only.yml
echo 'ignore: [CU401, CU603]' >.cudalint.yml
$C check --cuda-path=none --no-config --config only.yml findings.cu
$C check --cuda-path=none --config only.yml --no-config -f json findings.cu | grep -o '"code": "[^"]*"'
for option in --config= --diff-file= --baseline=; do
	$C check $option findings.cu
	echo $?
done
