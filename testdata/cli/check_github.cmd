# Paths from the top of the repository, and what a workflow command has to escape.
mkdir -p repo/.git repo/src
cp findings.cu suppressed.cu repo/src
cp findings.cu "$(printf 'repo/src/a,b:50%%\377.cu')"
printf '__global__ void f(int *p) { p[0] = unknown; }\n' >repo/src/broken.cu
cd repo/src
$C check --cuda-path=none -f github *.cu
