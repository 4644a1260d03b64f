for options in --fix=dif '--fix --fix=diff' '--fix=diff --fix' '--fix=diff -f json' '-f json -f diff' --unsafe-fixes=yes; do
	$C check --cuda-path=none $options clean.cu
	echo $?
done
$C check --cuda-path=none --fix=diff -f json=out.json clean.cu
echo $?
# What could be done: the hint differs with what is asked for.
printf '__global__ void k(float *a) { a[0] = a[1] * 0.1 + __shfl(a[2], 0); }\n' >two.cu
for options in '' --unsafe-fixes; do
	$C check --cuda-path=none --select=CU401,CU903 $options -f full two.cu 2>&1 | tail -n 1
done
