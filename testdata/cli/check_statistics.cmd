$C check --cuda-path=none --statistics findings.cu clean.cu suppressed.cu
