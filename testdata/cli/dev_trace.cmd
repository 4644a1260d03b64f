$C dev trace --cuda-path=none clean.cu
$C dev trace missing.cu
echo $?
$C dev trace
echo $?
