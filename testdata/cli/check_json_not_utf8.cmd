cp latin.cu "$(printf 'l\377.cu')"
$C check --cuda-path=none -f json l*.cu | grep '"path"'
