$C dev trace --cuda-path=none clean.cu
$C dev trace missing.cu
echo $?
$C dev trace
echo $?
# Launches of the command line hold here, too.
$C dev trace --cuda-path=none --launch=scale=2:64 clean.cu | head -n 2
