# --diff-file: patches of several programs, names from the top and from here.
lint() { $C check --cuda-path=none -f concise "$@" | cut -d' ' -f1,2; }
try() { "$@"; echo "status $?"; }
rm -f *.cu* && mkdir -p .git src
printf '__global__ void f(int *p)\n{\n\tp[0] = __any(p[0]);\n\tp[1] = __any(p[1]);\n}\n' >src/a.cu
printf '#include "h.cuh"\n' >src/b.cu; cp src/a.cu src/h.cuh
hunk='@@ -3,0 +4 @@\n+\tp[1] = __any(p[1]);\n'
echo '--- git, from a file and from standard input'
printf "diff --git a/src/a.cu b/src/a.cu\n--- a/src/a.cu\n+++ b/src/a.cu\n$hunk" >git.patch
lint --diff-file=git.patch; lint --diff-file=- <git.patch; (cd src && lint --diff-file=../git.patch .)
echo '--- without prefixes, other prefixes, from a folder'
printf -- "diff --git src/a.cu src/a.cu\n--- src/a.cu\n+++ src/a.cu\n$hunk" | lint --diff-file=-
printf -- "diff --git i/src/a.cu w/src/a.cu\n--- i/src/a.cu\n+++ w/src/a.cu\n$hunk" | lint --diff-file=-
(cd src && printf -- "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n$hunk" | lint --diff-file=-)
echo '--- diff -u and diff -ru, svn; a header'
printf -- "--- src/a.cu.orig\t2024-01-01 00:00:00 +0100\n+++ src/a.cu\t2024-01-01\n$hunk" | lint --diff-file=-
printf -- "diff -ru /old/x/src/h.cuh /new/x/src/h.cuh\n--- /old/x/src/h.cuh\t2024\n+++ /new/x/src/h.cuh\t2024\n$hunk" |
	lint --diff-file=-
printf -- "Index: src/a.cu\n=====\n--- src/a.cu\t(revision 1)\n+++ src/a.cu\t(working copy)\n$hunk" | lint --diff-file=-
echo '--- only lines that came'
printf -- '--- a/src/a.cu\n+++ b/src/a.cu\n@@ -3,3 +3,2 @@\n \tp[0] = __any(p[0]);\n-\tx();\n \tp[1] = __any(p[1]);\n' |
	lint --diff-file=-
echo '--- nothing, and files that are elsewhere'
printf '' | try lint --diff-file=- 
printf -- "--- a/no/x.cu\n+++ b/no/x.cu\n$hunk" | try $C check --cuda-path=none --diff-file=- -f json | grep -c '"path"'
echo '--- what is wrong'
try $C check --diff-file=nowhere.patch
try $C check --diff-file=src
printf 'int main() { }\n' | try $C check --diff-file=-
printf -- '--- a/src/a.cu\n+++ b/src/a.cu\n@@ -1,2 +1,2 @@\n a\n' >cut.patch; try $C check --diff-file=cut.patch
try $C check --diff-file=- - <git.patch
