#!/bin/sh
# try.sh ARCHIVE [PROGRAM]: unpacks the archive into bare roots of Debian 11, 12 and 13 and into one with nothing but busybox,
# and compares what it finds there in testdata/demo and in a file with the C++ library with what PROGRAM (default:
# build/release/cli/cudalint) finds here. As root, with debootstrap and busybox-static; roots are kept in build/roots.
set -eu
archive=$(realpath "$1")
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

# try ROOT COMMAND: the time is that from unpacking to the end of the first check.
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
	end=$(date +%s.%N)
	[ ! -d "$root/proc" ] || umount "$root/proc"
	if cmp -s build/roots/expected build/roots/found; then
		printf '%-10s ok   %s findings, %.1f s from unpacking to the end\n' "$1" "$(wc -l <build/roots/found)" \
			"$(echo "$end $begin" | awk '{ print $1 - $2 }')"
	else
		printf '%-10s FAIL\n' "$1"
		diff build/roots/expected build/roots/found | head -n 5
		head -n 5 build/roots/log
		failed=1
	fi
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
exit $failed
