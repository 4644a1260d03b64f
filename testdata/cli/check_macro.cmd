$C check --cuda-path=none -f full macro.cu
