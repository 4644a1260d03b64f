# Four conflicts of one array are one entry, the worst first; -v, and formats for programs, keep each.
options="--cuda-path=none --select CU201,CU308"
$C check $options -f full groups.cu
$C check $options -f github groups.cu
$C check $options -f concise groups.cu
$C check $options -q -v -f github groups.cu
for format in json sarif gitlab junit; do
	$C check -q $options -f $format groups.cu | grep -c 'bank conflict in'
done
$C check -q $options -f html groups.cu | grep -o '<article id="f-[0-9a-f]*"[^>]*>\(<span id="f-[0-9a-f]*"></span>\)*' | sed 's/f-[0-9a-f]*/f-N/g'
$C check -q $options -f html groups.cu | grep -o '[0-9]* more of <code>tmp</code>[^<]*\|</span> [0-9]* findings in [^<]*'
$C check -q -v $options -f html groups.cu | grep -c '<article'
