# Linted again after each change of a source or a setting, until interrupted.
mkdir -p project/.git project/src
cp clean.cu project/src/a.cu
wait_for() {
	n=0
	while [ "$(grep -c "$1" err)" -lt "$2" ]; do
		n=$((n + 1))
		[ $n -lt 600 ] || { echo "no '$1'" >&2; break; }
		sleep 0.1
	done
}
$C check --watch --cuda-path=none --no-cache project/src >out 2>err &
pid=$!
wait_for Waiting 1
touch project/notes.txt
cp findings.cu project/src/a.cu
wait_for Waiting 2
mkdir project/src/new
cp findings.cu project/src/new/b.cu
wait_for 'Found 2 errors' 1
wait_for Waiting 3
echo 'ignore: [CU401, CU603]' >project/.cudalint.yml
wait_for 'passed: 2 files' 1
{ kill $pid; wait $pid; } 2>/dev/null
sed 's/ in [0-9]* folders/ in N folders/' err | grep -v Waiting | uniq
grep -c CU401 out >/dev/null && echo found
