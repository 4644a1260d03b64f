$C check --cuda-path=none -q --select CU5,CU001 cut_short.cu
