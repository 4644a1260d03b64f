# A file that nobody has looked at is an error; `incomplete: warning` makes it a warning that doesn't count.
mkdir -p p/.git; cd p
printf '__global__ void k(float *p) { p[0] = 1; }\n' >a.cu
head -c 6000000 /dev/zero | tr '\0' '\n' >large.cu
lint() { $C check --cuda-path=none --no-cache "$@" . 2>&1; echo "status $?"; }
lint
echo 'incomplete: warning' >.cudalint.yml; lint
lint --fail-on=info
echo 'rules: {CU001: {severity: error}}' >>.cudalint.yml; lint
echo 'incomplete: never' >.cudalint.yml; lint
