# What pipelines take for the program: the one that is named, an archive's, else one on PATH.
command -v xz >/dev/null || exit 77
mkdir -p checkout/packaging archive/cudalint-1-linux-x/bin bin
cp "$SCHEMAS/../../packaging/program" "$SCHEMAS/../../packaging/pre-commit" checkout/packaging/
printf '#!/bin/sh\necho "archive: $*"\n' >archive/cudalint-1-linux-x/bin/cudalint
chmod +x archive/cudalint-1-linux-x/bin/cudalint
tar -C archive -cJf cudalint-1-linux-x.tar.xz cudalint-1-linux-x
program() {
	env PATH=/usr/bin:/bin "$@" checkout/packaging/program 2>err | sed "s:$PWD/::"
	sed "s:$PWD/::" err
}
program CUDALINT_PROGRAM=/bin/true
program CUDALINT_PROGRAM=/nowhere
program CUDALINT_ARCHIVE="$PWD/cudalint-1-linux-x.tar.xz"
program CUDALINT_ARCHIVE="$PWD/cudalint-1-linux-x.tar.xz" # it is there
rm -rf checkout/build
program CUDALINT_ARCHIVE="$PWD/cudalint-1-linux-x.tar.xz" CUDALINT_ARCHIVE_SHA256=$(printf '%064d' 0)
program CUDALINT_ARCHIVE="$PWD/cudalint-1-linux-x.tar.xz" \
	CUDALINT_ARCHIVE_SHA256="$(sha256sum cudalint-1-linux-x.tar.xz | cut -d' ' -f1)"
program CUDALINT_BUILD=no
env PATH=/usr/bin:/bin CUDALINT_ARCHIVE="$PWD/cudalint-1-linux-x.tar.xz" checkout/packaging/pre-commit check --fix a.cu
