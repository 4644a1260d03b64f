# Only what is reported is fixed: not what a comment silences, a baseline accepts or a change doesn't touch.
cat >three.cu <<'END'
__global__ void k(int *a)
{
	a[0] = __shfl(a[1], 0);
	a[2] = __shfl(a[3], 1); // cudalint: ignore[CU401]
}
END
git init -q .
git add three.cu
git -c user.name=a -c user.email=a@b commit -q -m one
$C baseline create --cuda-path=none three.cu
# What is accepted is still found, however often it is looked for.
$C check --cuda-path=none --fix=diff three.cu 2>&1
echo 'int last(int *a) { return a[0]; }' >>three.cu
sed -i '3s/^/	a[4] = __shfl(a[5], 2);\n/' three.cu
$C check --cuda-path=none --fix three.cu 2>&1
echo $?
grep shfl three.cu
# Lines count as they were before the first fix of the run.
printf '	a[6] = __ballot(a[7]);\n' >line
sed -i '2r line' three.cu
$C check --cuda-path=none --no-baseline --diff --fix three.cu 2>&1
echo $?
grep _ three.cu
# Nothing has changed: nothing to fix.
git -c user.name=a -c user.email=a@b commit -q -a -m two
$C check --cuda-path=none --no-baseline --diff --fix three.cu 2>&1
echo $?
$C check --cuda-path=none --no-baseline --fix --shard=1/2 three.cu
echo $?
