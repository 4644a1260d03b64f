# As a filter: the fixed text goes to standard output, findings to standard error.
$C check --cuda-path=none --fix --stdin-filename=dir/x.cu - <findings.cu
echo $?
$C check --cuda-path=none --fix -q - <clean.cu
echo $?
# A text that is beyond parsing comes out as it went in.
printf 'int f( {' | $C check --cuda-path=none --fix -q -
echo " $?"
$C check --cuda-path=none --fix=diff --stdin-filename=dir/x.cu - <findings.cu
echo $?
