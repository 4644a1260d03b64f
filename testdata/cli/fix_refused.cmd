# A file that may not be written costs that file; the others are fixed.
mkdir open closed
cp findings.cu open/a.cu
cp findings.cu open/b.cu
cp findings.cu closed/c.cu
chmod 444 open/a.cu
chmod 555 closed
test -w open/a.cu && exit 77
$C check --cuda-path=none --fix open closed 2>&1
echo $?
chmod 755 closed
grep -l _sync open/*.cu closed/*.cu
ls -A open closed
