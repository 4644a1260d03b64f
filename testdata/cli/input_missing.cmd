$C check --cuda-path=none missing.cu findings.cu
echo $?
$C missing.cu
