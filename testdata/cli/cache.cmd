size='s/[0-9.]* MB/N MB/g; s#  [^ ]*/\(pch\)#  \1#'
$C cache status --cache-dir c | sed "$size"
ls -d c 2>/dev/null
$C check --cache-dir c findings.cu clean.cu -q >/dev/null
cat c/.gitignore
$C cache status --cache-dir c | sed "$size"
$C cache status --cache-dir c -f json | sed 's/"bytes": [0-9]*/"bytes": N/; s/"files": [0-9]*/"files": N/'
$C cache clean --cache-dir c | sed "$size"
ls c
$C cache clean --cache-dir c --history
ls c
$C check findings.cu -q >/dev/null
ls -A .cudalint-cache
mkdir -p top/.git top/below
cp clean.cu top/below
(cd top/below && $C check clean.cu && ls -d ../.cudalint-cache && cd .. && $C cache status | sed "$size" | head -1)
$C check --no-cache --cache-dir none clean.cu
ls -d none 2>/dev/null
mkdir mine && touch mine/other
$C check --cache-dir mine clean.cu
ls -A mine | grep -v pch
mkfifo pipe.cu
$C check pipe.cu
for wrong in '' 'status clean' empty '--histry clean' 'status --history' 'status -f yaml'; do
	$C cache $wrong
	echo "status $?"
done
# Precompiled headers that all projects share stay, unless told otherwise.
XDG_CACHE_HOME=$PWD/shared
export XDG_CACHE_HOME
$C check -q clean.cu
$C cache clean | sed "$size"
ls shared/cudalint/pch | grep -c 'pch$'
$C cache clean --shared | sed "$size"
ls shared/cudalint
$C cache status --shared
