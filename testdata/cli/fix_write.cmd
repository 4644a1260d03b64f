# Safe fixes are made, what is left is shown; a second run has nothing to do. With -v: which rules.
cp findings.cu own.cu
chmod 640 own.cu
$C check --cuda-path=none --fix -v own.cu 2>&1
echo $?
cat own.cu
stat -c %a own.cu
ls -A | grep '^\.cudalint-......$'
$C check --cuda-path=none --fix own.cu 2>&1
$C check --cuda-path=none --fix -q clean.cu
echo $?
# Unsafe ones, several rules in one text, and what they don't touch: line ends, a byte order mark, bytes.
printf '\357\273\277__global__ void k(float *a)\r\n{\r\n\ta[0] = a[1] * 0.1; // \344\377\r\n\ta[2] = __shfl(a[3] * 2.0, 0);\r\n}' >mixed.cu
$C check --cuda-path=none --fix -f full mixed.cu 2>&1 | tail -n 2
od -c mixed.cu
$C check --cuda-path=none --fix --unsafe-fixes -f full mixed.cu 2>&1
od -c mixed.cu
