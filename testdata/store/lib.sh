# What the scripts of this folder share: a small project, and runs that are compared. Sourced with $C set to the
# program; works in a fresh folder.
set -u
export LC_ALL=C NO_COLOR=1
unset CUDA_HOME CUDA_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0

complain() {
	echo "$*"
	failed=1
}

# N kernels with a finding or two each, which share a header; one file that only parses inside another.
make_project() {
	mkdir -p project/src project/inc
	cd project || exit 1
	cat >inc/shape.cuh <<'END'
#pragma once
#define WIDTH 32
__device__ inline int twice(int x) { return 2 * x; }
END
	i=1
	while [ $i -le "$1" ]; do
		cat >src/k$i.cu <<END
#include "own$i.cuh"
#include <shape.cuh>
__global__ void kernel$i(float *out, const float *in)
{
	__shared__ float tile[WIDTH][WIDTH];
	tile[threadIdx.x][threadIdx.y] = in[threadIdx.x * 64];
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][twice(OWN) % 32];
	if (threadIdx.x < 7)
		__syncthreads();
}
void launch$i(float *out, const float *in) { kernel$i<<<1, dim3(32, 32)>>>(out, in); }
END
		echo "#define OWN $i" >src/own$i.cuh
		i=$((i + 1))
	done
	cat >src/whole.cu <<'END'
typedef float number;
struct point { number x, y; };
#include "piece.cu"
void use(number *p) { move<<<1, 64>>>(reinterpret_cast<point *>(p)); }
END
	cat >src/piece.cu <<'END'
__global__ void move(point *p)
{
	number step = p[threadIdx.x * 33].x;
	if (threadIdx.x < 5)
		__syncthreads();
	p[threadIdx.x].y = step;
}
END
}

# tell_state PID: what a process that doesn't end is doing, and what its children are.
tell_state() {
	for process in "$1" $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
		echo "process $process: $(tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null)"
		grep -E '^(State|PPid|Threads)' "/proc/$process/status" 2>/dev/null
		echo "waits in $(cat "/proc/$process/wchan" 2>/dev/null), $(cat "/proc/$process/syscall" 2>/dev/null)"
		ls -l "/proc/$process/fd" 2>/dev/null | sed 's/.* \([0-9]* ->\)/	\1/'
	done
}

# await PID: its exit status. One that hasn't ended after a minute and a half is told of, and killed.
await() {
	(
		trap 'kill $!; exit' TERM
		sleep 90 &
		wait $!
		tell_state "$1" >../hung
		kill -9 "$1"
	) >/dev/null 2>&1 &
	guard=$!
	wait "$1" 2>/dev/null
	status=$?
	kill $guard 2>/dev/null
	wait $guard 2>/dev/null
	[ -e ../hung ] && complain "a run did not end: $(cat ../hung)" && rm -f ../hung
	return $status
}

# without_sum FILE: takes out the line that sums up a run.
without_sum() {
	sed -i '/^Found [0-9]/d; /^All checks passed/d; /^No findings in/d; /^No file was checked/d' "$1"
}

# lint OUTPUT ARG...: a run over the project with the cache; its status and stderr, but for the sum, lie beside the output.
lint() {
	output=$1
	shift
	"$C" check --cache-dir ../cache --no-config "$@" -- -Iinc >"../$output" 2>"../$output.err" &
	await $!
	echo $? >"../$output.rc"
	without_sum "../$output.err"
}

# anew OUTPUT ARG...: the same without stored results, but with precompiled headers.
anew() {
	output=$1
	shift
	rm -rf ../cache2
	mkdir ../cache2
	ln -s ../cache/pch ../cache2/pch
	lint "$output" --cache-dir ../cache2 "$@"
}

# same A B WHAT: two outputs, and their exit statuses.
same() {
	cmp -s "../$1" "../$2" || {
		complain "$3: output differs"
		diff -u "../$1" "../$2" | cut -c 1-200 | head -n 5
	}
	cmp -s "../$1.rc" "../$2.rc" || complain "$3: exit status differs"
}

# expect HITS WHAT ARG...: a run takes that many results from the cache, finds what one without it does, and so does the
# next one.
expect() {
	hits=$1
	what=$2
	shift 2
	lint timed --timing -f concise "$@"
	found=$(sed -n 's/^\([0-9]*\) of [0-9]* files* from the cache$/\1/p' ../timed.err)
	[ "${found:-0}" = "$hits" ] || complain "$what: ${found:-0} results from the cache, not $hits"
	anew cold -f concise "$@"
	same cold timed "$what"
}

# Long enough for a file's times to be trusted.
settle() {
	sleep 2.1
}
