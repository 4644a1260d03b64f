#!/bin/sh
# sources.sh FOLDER: the sources of what no package has as a static library: libclang (its C interface alone), md4c, z3.
# They are those of the packages that are installed, from where these came from: Debian's and Ubuntu's archives.
set -eu
mkdir -p "$1"
cd "$1"
folder=$(pwd)

die() {
	echo "sources.sh: $*" >&2
	exit 2
}

# What apt keeps goes here, too: the system's own lists mostly have no sources in them.
apt() {
	command=$1
	shift
	apt-get -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
		-o APT::Sandbox::User=root -o Debug::NoLocking=true "$command" "$@" >>"$folder/apt/log" 2>&1 || {
		tail -n 10 "$folder/apt/log" >&2
		die "apt-get $command $* failed"
	}
}

update() {
	[ -e apt/updated ] && return
	rm -rf apt
	mkdir -p apt/lists/partial apt/cache
	apt-cache madison "$@" | awk -F '|' '{ split($3, place, " "); split(place[2], part, "/")
		print "deb-src", place[1], part[1], part[2] }' | LC_ALL=C sort -u >apt/sources.list
	[ -s apt/sources.list ] || die "apt knows no archive that has $*: apt-get update"
	apt update
	: >apt/updated
}

# fetch PACKAGE FOLDER INNER: what of its source is below INNER ('' for all of it) becomes FOLDER, unless it is there.
fetch() {
	source=$(dpkg-query -W -f '${source:Package}=${source:Version}' "$1") || die "$1 isn't installed"
	[ "$(cat "$2.version" 2>/dev/null)" = "$source" ] && return
	echo "Fetching the source $source" >&2
	update "$llvm" libmd4c-dev libz3-4
	rm -rf "$2" download
	mkdir -p "$2" download
	(cd download && apt source --tar-only "$source")
	tar -xf "$(ls download/*.orig.tar.*z*)" -C "$2" --strip-components="$((1 + $(echo "$3" | tr -cd / | wc -c)))" \
		--wildcards "*/$3*"
	rm -rf download
	echo "$source" >"$2.version"
}

llvm=$(dpkg-query -S "*/libclangFrontend.a" 2>/dev/null | sed -n 's/:.*//; s/^libclang-[0-9]*-dev$/&/p' |
	sort -t - -k 2 -n | tail -n 1)
[ -n "$llvm" ] || die "no package libclang-N-dev is installed"
fetch "$llvm" libclang clang/tools/libclang/
echo "$llvm" >libclang.package
fetch libmd4c-dev md4c ''
fetch libz3-4 z3 ''
