$C check --shard=1/2 --store=1.store findings.cu suppressed.cu clean.cu crlf.cu -f concise
$C check --shard=2/2 --store=2.store findings.cu suppressed.cu clean.cu crlf.cu -f concise
$C merge 2.store 1.store -f full --color=always
echo "status $?"
$C merge 2.store 1.store -q --fail-on=never --min-severity=error
echo "status $?"
$C merge 1.store
echo "status $?"
$C merge 1.store 1.store 2.store
echo "status $?"
$C merge
echo "status $?"
$C merge 1.store 2.store --select=CU4
echo "status $?"
$C check --store=all.store findings.cu >/dev/null
$C merge all.store --statistics
