# Which findings are in a change: by their lines, related places, uses of macros; suppressions and the baseline with it.
lint() { $C check --cuda-path=none "$@"; echo "status $?"; }
patch() { # FILE LINE...: a patch that adds these lines
	printf -- '--- a/%s\n+++ b/%s\n' "$1" "$1"
	file=$1; shift
	for line; do printf '@@ -0,0 +%s @@\n+%s\n' "$line" "$(sed -n "${line}p" "$file")"; done
}
mkdir .git
cat >race.cu <<'END'
__global__ void race(int *out)
{
	__shared__ int s[64];
	s[threadIdx.x] = threadIdx.x;
	out[threadIdx.x] = s[63 - threadIdx.x];
	out[threadIdx.x] = __any(out[threadIdx.x]);
}
int main() { race<<<1, 64>>>(nullptr); }
END
echo '--- a related place is enough; code beside the change is not'
for line in 3 4 5 6; do patch race.cu $line | lint -f concise --diff-file=- | cut -c1-60; done
echo '--- where a macro is used, and where it is defined'
printf '#define VOTE(p) __any(p)\n\n__global__ void f(int *p)\n{\n\tp[0] = VOTE(p[0]);\n\tp[1] = 2;\n}\n' >use.cu
for line in 1 5 6; do patch use.cu $line | lint -f concise --diff-file=- use.cu | cut -c1-40; done
echo '--- suppressions: an unused one counts where it stands, one in use stays silent'
cat >quiet.cu <<'END'
__global__ void quiet(int *p)
{
	p[0] = __any(p[0]); // cudalint: ignore[CU401] sm_60
	p[1] = 2; // cudalint: ignore[CU401]
}
END
printf 'require-reason: true\n' >.cudalint.yml
for line in 2 3 4; do patch quiet.cu $line | lint -f full --diff-file=- quiet.cu 2>&1 | grep -v '^ \|^[0-9]* |'; done
echo '--- what could not be parsed, of files in the change'
printf '#include "broken.h"\n__global__ void good(int *p) { }\n' >incl.cu
printf 'inline void broken() { missing(); }\n' >broken.h
patch incl.cu 2 | lint -f concise --diff-file=- incl.cu
patch broken.h 1 | lint -f concise --diff-file=- incl.cu
printf '__global__ void bad(int *p)\n{\n\tmissing();\n\tp[0] = 1;\n}\n' >bad.cu
patch bad.cu 4 | lint -f concise --diff-file=- --strict-parse
echo '--- of two equal findings the new one is new'
rm -f *.cu .cudalint.yml
kernel='__global__ void f(int *p)\n{\n\tp[0] = __any(p[0]);\n}\n'
printf "$kernel" >a.cu
$C baseline create --cuda-path=none --select CU401 a.cu
sed -i '2a \\tp[0] = __any(p[0]);' a.cu
patch a.cu 3 | lint --select CU401 -f concise --diff-file=- | cut -c1-20
patch a.cu 4 | lint --select CU401 -f concise --diff-file=- | cut -c1-20
patch a.cu 2 | lint --select CU401 -f full --diff-file=- 
printf '__global__ void g(int *p)\n{\n\tp[0] = 1;\n}\n' >a.cu
patch a.cu 2 | lint --select CU401 -f full --diff-file=- -v 2>&1 | grep -v 'targets\|toolkit'
