$C check --cuda-path=none -f json findings.cu suppressed.cu
