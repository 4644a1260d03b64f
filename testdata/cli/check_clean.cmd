$C check --cuda-path=none clean.cu
