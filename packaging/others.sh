#!/bin/sh
# others.sh ARCHIVE: what else is made of the archive, beside it: packages for npm and pip, a formula for Homebrew, a recipe for
# conda. CUDALINT_RELEASES is the address that the archive will have, without its name; formula and recipe need it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$(dirname "$1")" && pwd)
archive=$(basename "$1")
name=${archive%.tar.xz}
version=$(echo "$name" | sed 's/^cudalint-\([^-]*\)-.*/\1/')
machine=${name##*-}
case $machine in
x86_64) cpu=x64 ;;
aarch64) cpu=arm64 ;;
*) cpu=$machine ;;
esac
platform=@cudalint/linux-$cpu
releases=${CUDALINT_RELEASES:-https://HOST/OWNER/cudalint/releases/download/v$version}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xf "$folder/$archive" -C "$work"

# fill FILE: with what is known of this archive in place of names in capitals.
fill() {
	sed -e "s|VERSION|$version|g; s|PLATFORM|$platform|g; s|\"OS\"|\"linux\"|g; s|\"CPU\"|\"$cpu\"|g; s|OS on CPU|Linux on $cpu|" \
		-e "s|ADDRESS|$releases/$archive|g; s|DIGEST|$digest|g; s|MACHINE|$machine|g" "$1"
}

# pack NAME: $work/NAME/package as a package that npm takes; the same for the same contents.
pack() {
	tar -C "$work/$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -czf "$folder/$1-$version.tgz" package
}

digest=$(sha256sum "$folder/$archive" | cut -d ' ' -f 1)

mkdir -p "$work/cudalint" "$work/cudalint-linux-$cpu"
cp -R "$here/npm" "$work/cudalint/package"
rm "$work/cudalint/package/platform.json"
cp "$here/../LICENSE" "$work/cudalint/package"
fill "$here/npm/package.json" >"$work/cudalint/package/package.json"
chmod 755 "$work/cudalint/package/bin/cudalint.js"
pack cudalint

cp -R "$work/$name" "$work/cudalint-linux-$cpu/package"
fill "$here/npm/platform.json" >"$work/cudalint-linux-$cpu/package/package.json"
pack "cudalint-linux-$cpu"

if command -v python3 >/dev/null; then
	python3 "$here/wheel.py" "$work/$name" "$version" "$machine" "$folder"
else
	echo "others.sh: no python3, no wheel" >&2
fi

fill "$here/cudalint.rb" >"$folder/cudalint.rb"
mkdir -p "$folder/conda"
fill "$here/meta.yaml" >"$folder/conda/meta.yaml"
