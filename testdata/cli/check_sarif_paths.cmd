# Names with spaces, with what means something in a URI, and that aren't UTF-8; a header above the folder of the
# run but in the repository; a file outside of it; a byte order mark; standard input.
mkdir -p repo/.git repo/src repo/include
cp latin.cu "repo/src/$(printf 'l\377 #1%%.cu')"
{ printf '\357\273\277'; cat macro.cu; } >repo/src/mark.cu
printf '__device__ int first(int value)\n{\n\treturn __shfl(value, 0);\n}\n' >repo/include/up.cuh
printf '#include "../include/up.cuh"\n__global__ void f(int *p) { p[0] = first(p[1]); }\n' >repo/src/header.cu
cd repo/src
$C check --cuda-path=none -f sarif *.cu | grep -e '"uri"' -e Column | grep -v file:// | uniq
echo "outside"
$C check --cuda-path=none -f sarif ../../findings.cu | grep -A 9 -e '"toolExecution' -e '"results"'
echo "standard input"
$C check --cuda-path=none -f sarif --stdin-filename "in/x y.cu" - <../../findings.cu | grep '"uri": "[^f]' | uniq
