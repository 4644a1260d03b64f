#!/bin/sh
# try.sh FOLDER [PROGRAM]: tries the packages in FOLDER. The archive is unpacked into bare roots of Debian 11, 12 and 13 and
# into one with nothing but busybox, and what it finds there in testdata/demo and in a file with the C++ library is compared
# with what PROGRAM (default: build/release/cli/cudalint) finds here; the same with the packages for npm and pip in fresh
# folders. As root, with debootstrap and busybox-static; roots are kept in build/roots.
set -eu
packages=$(realpath "$1")
archive=$(ls "$packages"/cudalint-*.tar.xz)
program=$(realpath "${2:-build/release/cli/cudalint}")
cd "$(dirname "$0")/.."
mkdir -p build/roots
name=$(basename "$archive" .tar.xz)
cases=$(realpath build/roots)/cases
rm -rf "$cases"
mkdir "$cases"
cp testdata/demo/*.cu testdata/demo/*.cuh "$cases"
cat >"$cases/library.cu" <<'END'
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void transpose(float *out, const float *in)
{
	__shared__ float tile[32][32];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
	std::vector<float> host(1024);
	float *in, *out;
	cudaMalloc(&in, host.size() * sizeof(float));
	cudaMalloc(&out, host.size() * sizeof(float));
	cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
	transpose<<<1, dim3(32, 32)>>>(out, in);
	cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
	std::sort(host.begin(), host.end());
	printf("%f\n", host[0]);
	cudaFree(in);
	cudaFree(out);
}
END
run='check --cuda-path=none --no-cache --select=ALL --fail-on=never -f concise .'
# shellcheck disable=SC2086 # words of a command line
(cd "$cases" && "$program" $run) >build/roots/expected 2>/dev/null
failed=0

# busybox alone: no C library, no shell but its own
bare() {
	[ -e build/roots/busybox/bin/sh ] && return
	mkdir -p build/roots/busybox/bin build/roots/busybox/tmp build/roots/busybox/dev
	cp "$(command -v busybox)" build/roots/busybox/bin/busybox
	for word in sh tar xz cat ls mkdir; do
		ln -s busybox build/roots/busybox/bin/$word
	done
}

# compare NAME SECONDS
compare() {
	if cmp -s build/roots/expected build/roots/found; then
		printf '%-10s ok   %s findings, %.1f s from unpacking to the end\n' "$1" "$(wc -l <build/roots/found)" "$2"
	else
		printf '%-10s FAIL\n' "$1"
		diff build/roots/expected build/roots/found | head -n 5
		head -n 5 build/roots/log
		failed=1
	fi
}

since() {
	date +%s.%N | awk -v begin="$1" '{ print $1 - begin }'
}

# installed NAME COMMAND...: installs into a fresh folder, and lints with the program `cudalint` of it.
installed() {
	kind=$1
	shift
	folder=$(mktemp -d)
	begin=$(date +%s.%N)
	# shellcheck disable=SC2086
	(cd "$folder" && "$@" && cd "$cases" && PATH=$folder/node_modules/.bin:$folder/bin:$PATH cudalint $run) \
		>build/roots/found.all 2>build/roots/log || failed=1
	grep '^[a-z]*\.cu' build/roots/found.all >build/roots/found
	compare "$kind" "$(since "$begin")"
	rm -rf "$folder"
}

# try ROOT: the time is that from unpacking to the end of the first check.
try() {
	root=build/roots/$1
	rm -rf "$root/opt/$name" "$root/opt/cases"
	mkdir -p "$root/opt" "$root/dev"
	cp -R "$cases" "$root/opt/cases"
	[ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
	[ ! -d "$root/proc" ] || mount -t proc proc "$root/proc"
	begin=$(date +%s.%N)
	xz -dc "$archive" | chroot "$root" /bin/sh -c 'cd /opt && tar -xf -' || failed=1
	chroot "$root" /bin/sh -c "cd /opt/cases && HOME=/tmp /opt/$name/bin/cudalint $run" >build/roots/found 2>build/roots/log || failed=1
	[ ! -d "$root/proc" ] || umount "$root/proc"
	compare "$1" "$(since "$begin")"
}

for suite in bullseye bookworm trixie; do
	if [ ! -e "build/roots/$suite/etc/debian_version" ]; then
		rm -rf "build/roots/$suite"
		debootstrap --variant=minbase "$suite" "build/roots/$suite" >"build/roots/$suite.log" 2>&1 || {
			tail -n 3 "build/roots/$suite.log"
			echo "$suite: debootstrap failed"
			failed=1
			continue
		}
	fi
	try "$suite"
done
bare
try busybox
if command -v npm >/dev/null; then
	installed npm npm install --no-audit --no-fund "$packages"/cudalint-*.tgz
else
	echo 'npm        skipped: there is none'
fi
if command -v python3 >/dev/null; then
	installed pip sh -c "python3 -m venv . && bin/pip install -q --no-index '$packages'/cudalint-*.whl"
else
	echo 'pip        skipped: there is no python3'
fi
exit $failed
