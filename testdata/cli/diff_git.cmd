# --diff in a repository: what is staged, unstaged and new, whatever git is configured to show to people.
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
lint() { $C check --cuda-path=none -f concise "$@" | sed "s|$TOP|TOP|" | cut -d' ' -f1,2; }
kernel() { printf '__global__ void %s(int *data)\n{\n\tdata[threadIdx.x] = __shfl(data[threadIdx.x], 0);\n}\n' "$1"; }
commit() { git add -A && git commit -qm "$1"; }
try() { "$@"; echo "status $?"; }
mkdir -p repo/src/in repo/odd && cd repo
TOP=$(pwd -P)
echo '--- no repository, no commit, no git'
try $C check --diff .
git init -q -b main .
git config color.ui always; git config diff.noprefix true; git config diff.mnemonicPrefix true
git config diff.external false; git config core.quotePath false; git config diff.context 9
git config diff.relative true; git config diff.submodule log
kernel fresh >src/a.cu
lint --diff
try env PATH=/nowhere $C check --diff src
kernel header >src/in/h.cuh; kernel lone >src/lone.cuh; echo 'this is no code' >src/other.h
printf '#include "in/h.cuh"\n' >src/b.cu; kernel own >>src/b.cu
kernel other >src/c.cu
kernel odd >"odd/ä \"b\".cu"
commit one
echo '--- nothing'
lint --diff; lint --diff=HEAD src
echo '--- unstaged, staged, not yet known'
kernel more >>src/c.cu; git add src/c.cu; kernel third >>src/c.cu
kernel more >>"odd/ä \"b\".cu"
kernel untracked >src/in/new.cu; echo '*.gen.cu' >.gitignore; kernel gen >src/x.gen.cu
lint --diff
echo '--- from a folder, for a folder, for a file'
(cd src/in && lint --diff); lint --diff src/in; lint --diff src/c.cu src/a.cu; try lint --diff nowhere.cu
commit two
echo '--- a header is looked at through the units that include it, or alone'
sed -i '1i // moved' src/in/h.cuh; kernel inner >>src/in/h.cuh; kernel inner >>src/lone.cuh; echo >>src/other.h
lint --diff
lint --diff src/in src/c.cu
printf 'exclude: [lone.cuh]\n' >.cudalint.yml; lint --diff; rm .cudalint.yml
commit three
echo '--- renamed with a change, copied, gone, only its mode'
git mv src/c.cu src/d.cu; kernel late >>src/d.cu; cp src/a.cu src/a2.cu; git rm -q src/b.cu; chmod +x src/a.cu
lint --diff
commit four
echo '--- revisions; lines of B are found where they are now'
lint --diff=HEAD~1; lint --diff=HEAD~3..HEAD~2; lint --diff=HEAD~1...; lint --diff=HEAD~2..HEAD~1
sed -i '1i // moved\n// again' src/d.cu
lint --diff=HEAD~1..HEAD
for rev in nowhere -p HEAD..nowhere '' ; do try $C check "--diff=$rev"; done
try $C check --diff --diff-file=x
try $C check --diff --shard=1/2
