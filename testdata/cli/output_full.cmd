test -w /dev/full || exit 77
for command in 'check --cuda-path=none findings.cu' 'check --cuda-path=none -f json findings.cu' rules 'explain CU401' version help model; do
	$C $command >/dev/full
	echo $? >&2
done
