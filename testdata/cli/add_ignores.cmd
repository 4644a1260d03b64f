# What is there is silenced, with a reason; then nothing is found.
cat >a.cu <<'END'
__global__ void f(int *p)
{
	int v = p[threadIdx.x];
	v += __shfl(v, 0); /* begins
	and ends */ v += __shfl_up(v, 1);
#define UP(v) \
	__shfl_up(v, 1)
	v += UP(v);
	v += __shfl(v, 1); // cudalint: ignore[CU999] why
	p[threadIdx.x] = v + __shfl_down(v, 1) + __ballot(v);
}
END
printf '__global__ void g(int *p)\r\n{\r\n\tp[0] = __any(p[1]);\r\n}\r\n' >crlf.cu
$C check --cuda-path=none --select CU401,CU002 a.cu crlf.cu
$C check --cuda-path=none --select CU401 --add-ignores='until the port to sm_70' a.cu crlf.cu
echo $?
cat a.cu
tr '\r' '!' <crlf.cu
$C check --cuda-path=none --select CU401 a.cu crlf.cu
echo $?
cp findings.cu b.cu
$C check --cuda-path=none --add-ignores b.cu
grep -c 'cudalint: ignore.*TODO: say why' b.cu
$C check -q --cuda-path=none b.cu
echo '__global__ void f(int *p) { p[0] = nothing; }' >broken.cu
cp broken.cu before
$C check --cuda-path=none --add-ignores broken.cu
echo $?
cmp broken.cu before
chmod 444 a.cu
for wrong in '--add-ignores --fix' '--add-ignores -' '--add-ignores= ' '--add-ignores=x\' '--watch --fix' '--watch -' '--watch --add-ignores' '--watch --shard=1/2' '--add-ignores --shard=1/2'; do
	$C check $wrong clean.cu
	echo $?
done
