$C predict; echo $?
$C predict missing.cu; echo $?
$C predict --arch=sm_80,sm_90 predict.cu; echo $?
$C predict --regs=300 predict.cu; echo $?
$C predict -f xml predict.cu; echo $?
$C predict --chp=h100 predict.cu; echo $?
$C help predict
$C predict --sandbox=maybe predict.cu; echo $?
for which in auto off; do $C predict --cuda-path=none --no-cache --sandbox=$which predict.cu >$which.txt; echo $?; done
cmp auto.txt off.txt; echo $?
