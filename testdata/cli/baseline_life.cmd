# A baseline from its birth: code moves, is formatted, mended and added to.
lint() { $C check --cuda-path=none -f concise "$@"; echo "status $?"; }
base() { $C baseline "$@"; echo "status $?"; }
mkdir -p repo/.git repo/src && cd repo
cat >src/a.cu <<'END'
__global__ void broadcast(int *data)
{
	data[threadIdx.x] = __shfl(data[threadIdx.x], 0);
}
__global__ void vote(int *data)
{
	data[threadIdx.x] = __any(data[threadIdx.x] > 0);
	data[threadIdx.x] = __all(data[threadIdx.x] > 0);
}
END
echo '--- create'
base create --cuda-path=none
cat .cudalint-baseline.json
lint
base create --cuda-path=none
lint --no-baseline
echo '--- the same code, formatted, elsewhere, under another name'
{
	echo '// a comment'
	echo '__global__ void vote(int *data) {'
	echo '  data[threadIdx.x] = /* why */'
	echo '      __any(data[threadIdx.x] > 0);'
	echo '  data[ threadIdx.x ]=__all( data[ threadIdx.x ]>0 );'
	echo '}'
	echo '__global__ void broadcast(int *data) { data[threadIdx.x] = __shfl(data[threadIdx.x], 0); }'
} >src/b.cu
mv src/a.cu ../a.cu
lint
(cd src && lint b.cu && lint .)
(cd / && lint --no-cache "$OLDPWD/src")
base update --cuda-path=none -v
grep -o '"path": "[^"]*"' .cudalint-baseline.json | sort | uniq -c
echo '--- a new finding beside an equal one, and one in a copy'
sed -i 's/^}$/  data[threadIdx.x] = __any(data[threadIdx.x] > 0);\n}/' src/b.cu
cp src/b.cu src/copy.cu
lint
rm src/copy.cu
base update --cuda-path=none
lint
base update --cuda-path=none --add -v
lint
grep -c '"count": 2' .cudalint-baseline.json
echo '--- mended'
echo '__global__ void broadcast(int *data) { data[threadIdx.x] = __shfl(data[threadIdx.x], 0); }' >src/b.cu
lint
lint -v 2>&1 | grep -v 'targets\|toolkit'
lint -q
base prune --cuda-path=none -v
cp .cudalint-baseline.json ../before
base prune --cuda-path=none
cmp .cudalint-baseline.json ../before
lint
echo '--- all gone'
rm src/b.cu
base prune --cuda-path=none
cat .cudalint-baseline.json
