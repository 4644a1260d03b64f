$C check --cuda-path=none - <findings.cu
$C check --cuda-path=none --stdin-filename=dir/x.cu -f full -q - <findings.cu
$C check --stdin-filename=x.cu findings.cu
echo $?
head -c 6000000 /dev/zero | $C check -
echo $?
$C check - <&-
