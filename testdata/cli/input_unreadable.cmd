cp clean.cu locked.cu
chmod 0 locked.cu
test -r locked.cu && exit 77
$C check --cuda-path=none locked.cu
