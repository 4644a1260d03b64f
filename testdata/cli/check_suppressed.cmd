$C check --cuda-path=none suppressed.cu
$C check --cuda-path=none -f full -v suppressed.cu 2>&1 >/dev/null | grep Found
