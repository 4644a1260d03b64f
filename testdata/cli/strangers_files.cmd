# What a repository can point to outside of itself: nothing of it is read into a report, and nothing is written there.
rm -f *.cu* && mkdir -p home repo/.git repo/src && export HOME="$PWD/home" XDG_CACHE_HOME="$PWD/home/.cache"
echo '__global__ void k(float *p) { p[0] = 1; }' >repo/probe.cu
(cd repo && $C check -q --cache-dir=../cache --cuda-path=none --sandbox=require probe.cu >/dev/null 2>&1) || exit 77
lint() { $C check --cuda-path=none --cache-dir=../cache -f concise "$@" 2>&1; echo "status $?"; }
secret='__global__ void secret(int *p) { p[0] = __any(p[0]); }'
echo "$secret" >secret.cu; cp secret.cu secret.h; cp secret.cu secret.before; echo 'int of_password = "hunter2";' >secret.txt
cd repo
echo '--- headers elsewhere: by a path, a link, the build'
printf '#include "../../secret.h"\n__global__ void k(float *p) { p[0] = 1; }\n' >src/path.cu; lint src/path.cu
printf '#include "%s/../secret.txt"\n' "$PWD" >src/absolute.cu
lint src/absolute.cu | sed "s,$(cd .. && pwd),TOP,g; s,$PWD,HERE,g"
ln -s ../../secret.txt src/link.h; printf '#include "link.h"\n' >src/link.cu; lint src/link.cu
printf '[{"file": "%s/src/build.cu", "directory": "%s", "command": "nvcc -I%s -c src/build.cu"}]' \
	"$PWD" "$PWD" "$(cd .. && pwd)" >compile_commands.json
printf '#include <secret.h>\n__global__ void k(float *p) { p[0] = 1; }\n' >src/build.cu; lint src/build.cu
lint -v src/build.cu | grep outside | sed "s,$(cd .. && pwd),TOP,"
echo '--- the same, allowed'
lint --allow-includes=.. src/path.cu; lint --sandbox=off --allow-includes=.. src/build.cu
echo '--- files elsewhere: the build names one, a link leads to one'
printf '[{"file": "../secret.cu", "directory": "%s", "command": "nvcc -c ../secret.cu"}]' "$PWD" >compile_commands.json
lint | sed "s,$(cd .. && pwd),TOP,"
rm compile_commands.json src/*; ln -s ../secret.cu linked.cu
lint .; lint linked.cu | sed "s,$(cd .. && pwd),TOP,"
lint --fix --unsafe-fixes . ; cmp ../secret.cu ../secret.before && echo unchanged
echo '--- settings, the baseline, a response file: by links, by paths'
ln -s ../secret.txt .cudalint.yml; lint probe.cu; rm .cudalint.yml
echo 'extends: ../secret.txt' >.cudalint.yml; lint probe.cu; rm .cudalint.yml
ln -s ../secret.txt .cudalint-baseline.json; lint probe.cu
$C baseline update --cuda-path=none probe.cu 2>&1; rm .cudalint-baseline.json
echo '-DSECRET' >../secret.rsp
printf '[{"file": "probe.cu", "directory": "%s", "command": "nvcc @../secret.rsp -c probe.cu"}]' "$PWD" >compile_commands.json
lint probe.cu | sed "s,$PWD,HERE,"
rm compile_commands.json; ln -s ../secret.txt compile_commands.json; lint probe.cu | sed "s,$PWD,HERE,"
rm compile_commands.json
echo '--- devices'
printf '#include "/dev/zero"\n__global__ void k(float *p) { p[0] = 1; }\n' >zero.cu; lint zero.cu
ln -s /dev/zero zero.h; printf '#include "zero.h"\n' >zero.cu; lint zero.cu
echo '--- a cache that is a link, and one that git tracks'
cached() { $C check --cuda-path=none -f concise probe.cu; echo "status $?"; }
mkdir ../elsewhere; ln -s ../elsewhere .cudalint-cache; cached; ls -A ../elsewhere
rm .cudalint-cache; mkdir .cudalint-cache; ln -s ../../elsewhere/new .cudalint-cache/results.db; cached; ls -A ../elsewhere
command -v git >/dev/null || exit 0
rm -r .git .cudalint-cache; git init -q .; cached; git add -f .cudalint-cache; cached
echo '--- what it knows is not believed under another key'
git rm -rq --cached .cudalint-cache; cached
CUDALINT_CACHE_KEY=short $C check --cuda-path=none -f concise probe.cu
