# Nothing that source files contain becomes markup, hides or moves text; empty and broken inputs give a page, too.
command -v python3 >/dev/null || exit 77
name='a"<b>&.cu'
cat >"$name" <<'END'
// </script><script>alert(1)</script> <!-- --> ]]> &amp; "quotes" 'x'
#define NAME "</pre></code><img src=x onerror=alert(1)>"
__global__ void k(float *out, const float *in)
{
	const char *s = "<b>&lt;"; /* </script> <!-- */
END
printf '\tfloat v = __shfl(in[0], 0); const char *t = NAME; // \001\007\033[31m \377 \342\200\256 \342\201\246 \342\200\213 \302\205 \346\274\242\n' >>"$name"
{
	printf '\tout[threadIdx.x * 32] = in[0]'
	yes ' + 1' | head -n 10000 | tr -d '\n'
	printf ' + __shfl(in[1], 0);\n\tout[1] = v; // \000 NUL\n}\n'
} >>"$name"
printf '__global__ void f(int *p) { p[0] = unknown; }\n' >broken.cu
: >empty.cu
$C check --cuda-path=none -q --select ALL --preview -f html=page.html "$name" broken.cu empty.cu missing.cu 2>/dev/null
python3 "$SCHEMAS/../html/page.py" --show page.html | cut -c1-220
grep -c 'alert(1)' page.html
$C check --cuda-path=none -q -f html=page.html empty.cu
python3 "$SCHEMAS/../html/page.py" page.html && grep -o 'Nothing was found' page.html
