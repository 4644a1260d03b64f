$C check --cuda-path=none --select CU6 findings.cu
echo $?
$C check --cuda-path=none --ignore maskless-warp-intrinsic findings.cu
echo $?
$C check --cuda-path=none --select CU401,nonsense findings.cu
echo $?
$C check --cuda-path=none --select maskless-warp-intrinsc findings.cu
