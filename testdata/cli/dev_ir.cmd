$C dev ir --cuda-path=none clean.cu | head -5
$C dev ir missing.cu
echo $?
$C dev
echo $?
