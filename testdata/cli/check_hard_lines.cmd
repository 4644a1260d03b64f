$C check --cuda-path=none -f full -q crlf.cu latin.cu long.cu
