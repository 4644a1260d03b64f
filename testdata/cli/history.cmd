date='s,[0-9][0-9]-[0-9][0-9],MM-DD,g; s,[0-9][0-9]:[0-9][0-9],HH:MM,g; s,\b[0-9a-f]\{7\}\b,COMMIT7,g'
$C history
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'
mkdir project
cp findings.cu suppressed.cu project
cd project
git init -q .
git add .
git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -qm first
$C check >/dev/null
$C check >/dev/null
$C check --select=ALL . >/dev/null
$C check . >/dev/null
sed -i '/shfl/d' findings.cu
$C check . >/dev/null
$C check --no-cache . >/dev/null
$C check - <findings.cu >/dev/null
$C check --shard=1/2 . >/dev/null
$C history | sed "$date"
echo
$C history -n 2 --select CU4 | sed "$date"
echo
$C history --all --select CU401 | sed "$date"
$C history --all -n 1 -f json | sed 's/"time": ".*Z"/"time": "T"/; s,"[0-9a-f]\{40\}","COMMIT",'
rm -rf .git
cd ..
$C check project --cache-dir other >/dev/null
$C history --cache-dir other --select nothing | sed "$date"
echo 'something else' >other/history.db
$C history --cache-dir other
ls other | grep history
$C history --cache-dir other
for wrong in x '-n 0' '-f table'; do
	$C history $wrong
	echo "status $?"
done
