cp "$SCHEMAS"/../proof/bounds.cu .
$C prove --cuda-path=none --no-solver --kernel=guarded bounds.cu
$C prove --cuda-path=none --kernel=guarded bounds.cu 2>&1 | grep -q libz3 && exit 77
$C prove --cuda-path=none --kernel=guarded -v bounds.cu | sed 's/[0-9]* questions* in .*/... questions/'
$C prove --cuda-path=none --kernel=one_too_far bounds.cu; echo $?
$C prove --cuda-path=none --kernel=one_too_far --assume='one_too_far:n >= 100000' bounds.cu >out.txt; echo $?
sed -n 's/.*refuted: n = \([0-9]*\).*/\1/p' out.txt | awk '{ print ($1 >= 100000) }'
$C prove --cuda-path=none --kernel=unguarded --param=unguarded.n=512 bounds.cu >out.txt; echo $?
