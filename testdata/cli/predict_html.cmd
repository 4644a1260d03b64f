# A sweep as a page: what is in it, what its picture says; pages of a size without sweep, of one value, of no kernel.
command -v python3 >/dev/null || exit 77
cat >sweep.cu <<'END'
__global__ void scale(float *data, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by; // <b>&amp;</b></script><script>alert(1)</script>
}
__global__ void rows(float *out, int width)
{
	out[threadIdx.x * width] = 1;
}
void run(float *data, int n)
{
	scale<<<(n + 255) / 256, 256>>>(data, 2, n);
	rows<<<1, 32>>>(data, 4);
}
END
page() {
	$C predict --cuda-path=none --no-config --chip=h100-sxm "$@" -f html >page.html
	echo "exit status $?"
	python3 "$SCHEMAS/../html/page.py" --show page.html
}
page --sweep=n=1e3:1e8 sweep.cu
echo '== the picture'
grep -o '<h1>.*</h1>' page.html
grep -o 'aria-label="Time[^"]*"' page.html
grep -o 'class="band p[0-9]"><title>[^<]*' page.html
grep -o 'class="\(term\|sample\) p[0-9]"' page.html | sort | uniq -c
grep -c 'alert(1)' page.html
for range in 5:5 3:4; do
	echo "== n=$range"
	page --sweep=n=$range sweep.cu | sed -n '/^scale/,/^What is counted/p'
	grep -c 'aria-label="Time' page.html
done
echo '== no sweep, no kernel'
page sweep.cu | sed -n '/^rows/,$p'
: >empty.cu
page empty.cu
grep -o 'No kernel' page.html
