# The report is a sound page, the same for any number of workers; what is in it; and a disk that is full.
command -v python3 >/dev/null || exit 77
$C check --cuda-path=none --no-config -q -f html=page.html pictures.cu macro.cu members.cu predict.cu
echo "exit status $?"
python3 "$SCHEMAS/../html/page.py" --show page.html
for jobs in 1 3; do
	$C check --cuda-path=none -q -j$jobs -f html pictures.cu macro.cu members.cu predict.cu | cmp - page.html
done
$C check --cuda-path=none -f html=/dev/full clean.cu
echo "exit status $?"
