$C check --cuda-path=none -f full findings.cu
