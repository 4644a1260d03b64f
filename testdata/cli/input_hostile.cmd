# Refused encodings, brackets without end, a cache on a full disk or full of rubbish: one line each, and the same
# findings as ever.
{ printf '\377\376'; printf '__global__ void f() {}' | sed 's/./&\x00/g'; } >utf16.cu
{ yes 'k << <(1 alignas( asm(' | head -n 40000 | tr -d '\n'; echo; } >open.cu
$C check --cuda-path=none utf16.cu open.cu | cut -d' ' -f1,2
printf '__global__ void f(int *p) { p[0] = __shfl(p[1], 0); }\n' >fine.cu
for round in 1 2 3; do
	$C check --cuda-path=none --cache-dir=cache fine.cu | sed 's/.*\[/[/'
	for file in cache/pch/*.pch; do
		case $round in
		1) head -c 1000000 "$file" >part && mv part "$file" ;;
		2) echo rubbish >"$file" ;;
		esac
	done
done
