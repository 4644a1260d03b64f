$C --cuda-path=none findings.cu clean.cu
