$C check --cuda-path=none -f full --color=always -q crlf.cu | cat -v
