#!/bin/sh
# bundle.sh PREFIX CLANG SOURCES: puts below PREFIX what a program that has everything inside reads besides: clang's own
# headers, from the folder CLANG; headers of the C and C++ libraries, for systems without them; the licences of what is
# inside, SOURCES among it.
set -eu
prefix=$1
clang=$2
sources=$3
share=$prefix/share/cudalint
licences=$prefix/share/doc/cudalint/libraries
mkdir -p "$share/clang" "$licences"

die() {
	echo "bundle.sh: $*" >&2
	exit 1
}

cp -RL "$clang/include" "$share/clang/"
test -e "$share/clang/include/stddef.h" || die "clang's headers are not in $clang"

# The parser looks for the C++ library beside a gcc: that is known by a file of its own.
triple=$(gcc -dumpmachine)
version=$(gcc -dumpversion | cut -d . -f 1)
mkdir -p "$share/system/usr/lib/gcc/$triple/$version"
: >"$share/system/usr/lib/gcc/$triple/$version/crtbegin.o"

# headers PACKAGE PATTERN: those files of the package below /usr/include whose rest of the path doesn't match.
headers() {
	dpkg-query -L "$1" | sed -n 's:^/usr/include/::p' | grep -Ev "$2" | while read -r file; do
		[ -f "/usr/include/$file" ] || continue
		mkdir -p "$share/system/usr/include/$(dirname "$file")"
		cp -L "/usr/include/$file" "$share/system/usr/include/$file"
	done
}
headers libc6-dev '^$'
headers "libstdc++-$version-dev" '^$'
headers linux-libc-dev '^(linux/.*/|drm/|rdma/|sound/|scsi/|video/|xen/|misc/|mtd/|regulator/|cxl/)'
for file in stdlib.h "c++/$version/vector"; do
	test -e "$share/system/usr/include/$file" || die "$file was not found"
done

for package in libc6-dev "libstdc++-$version-dev" linux-libc-dev "$(cat "$sources"/libclang.package)" libjansson-dev \
	libmd4c-dev libpcre2-dev libseccomp-dev libsodium-dev libsqlite3-dev libxxhash-dev libyaml-dev libz3-4 libzstd-dev \
	zlib1g-dev; do
	cp -L "/usr/share/doc/$package/copyright" "$licences/$package.txt" || die "no licence of $package"
done
