#!/bin/sh
# bundle.sh PROGRAM PREFIX: puts what the program needs of this system below PREFIX: its libraries but those of the
# C library, with their licences, and clang's headers.
set -eu
program=$1
prefix=$2
libraries=$prefix/lib/cudalint/lib # so named because LLVM's look for each other in $ORIGIN/../lib
licences=$prefix/share/doc/cudalint/libraries
mkdir -p "$libraries" "$licences" "$prefix/share/cudalint/clang"

ldd "$program" | sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | while read -r name path; do
	case $name in
	libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | ld-linux*) continue ;;
	esac
	cp -L "$path" "$libraries/$name"
	chmod 644 "$libraries/$name"
	real=$(readlink -f "$path")
	# dpkg may know it without the /usr that /lib leads to
	package=$({ dpkg-query -S "$real" || dpkg-query -S "${real#/usr}"; } 2>/dev/null | head -n 1 | cut -d : -f 1) ||
		package=
	if [ -n "$package" ] && [ -e "/usr/share/doc/$package/copyright" ]; then
		cp -L "/usr/share/doc/$package/copyright" "$licences/$package.txt"
	fi
	case $name in
	libclang*)
		version=$(basename "$name" | sed 's/^libclang-\([0-9]*\).*/\1/')
		cp -RL "/usr/lib/llvm-$version/lib/clang/$version/include" "$prefix/share/cudalint/clang/"
		;;
	esac
done
test -e "$prefix/share/cudalint/clang/include/stddef.h" || {
	echo "bundle.sh: clang's headers were not found" >&2
	exit 1
}
