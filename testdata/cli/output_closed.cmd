for command in 'check --cuda-path=none findings.cu' 'check --cuda-path=none clean.cu' rules version; do
	$C $command >&-
	echo $? >&2
done
