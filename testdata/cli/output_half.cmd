# A report that can't be written whole isn't there, or is the one from before; what it was about is in the exit status.
run() { "$@" 2>&1; echo "status $?"; }
echo before >old.json
limited() { (ulimit -f 1; trap '' XFSZ; run $C check -q --cuda-path=none --no-cache "$@"); }
limited -f html=new.html findings.cu
limited -f json=old.json findings.cu
limited -f full --output-file=new.txt -f html=new.html findings.cu
cat old.json; ls new.* .cudalint* 2>/dev/null
run $C check -q --cuda-path=none --no-cache -f json=/dev/full findings.cu
run $C check -q --cuda-path=none --no-cache -f json=nowhere/new.json findings.cu
mkdir folder; run $C check -q --cuda-path=none --no-cache -f json=folder findings.cu
limited() { (ulimit -f 0; trap '' XFSZ; run $C "$@") | cat; }
limited config init .
limited baseline create -q --cuda-path=none --no-cache --baseline=new.baseline findings.cu
ls -A .cudalint* new.* 2>/dev/null
echo --- written through a link, with the rights that were there
ln -s old.json link.json; chmod 640 old.json
run $C check -q --cuda-path=none --no-cache -f json=link.json clean.cu
grep -c cudalint/1 old.json; ls -l old.json link.json | cut -c1-10
