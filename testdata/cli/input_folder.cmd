mkdir folder.cu empty
cp findings.cu folder.cu/x.cu
$C check --cuda-path=none folder.cu
echo $?
$C check --cuda-path=none empty
