# A comment for a change: a table, the worst first; nothing in it is markup that wasn't meant to be.
unset GITHUB_SERVER_URL GITHUB_REPOSITORY GITHUB_SHA CI_PROJECT_URL CI_COMMIT_SHA
$C check -q --cuda-path=none --select CU201,CU308,CU605 -f markdown groups.cu
$C check -q --cuda-path=none -f markdown clean.cu
$C check -q --cuda-path=none -f markdown -f json=/dev/null suppressed.cu
mkdir .git
cp findings.cu 'a|b [x](y) _.cu'
$C check -q --cuda-path=none --select CU401 -f markdown 'a|b [x](y) _.cu' findings.cu
GITHUB_SERVER_URL=https://github.com GITHUB_REPOSITORY=o/r GITHUB_SHA=abc $C check -q --cuda-path=none --select CU401 -f markdown findings.cu | tail -1
CI_PROJECT_URL=https://gitlab.com/o/r CI_COMMIT_SHA=abc $C check -q --cuda-path=none --select CU401 -f markdown findings.cu | tail -1
cat >.cudalint.yml <<'END'
patterns:
  CU950: {name: no-x, pattern: '\bx\b', message: 'ask @someone about <b>x</b> | `a|b` & *c* ` d'}
END
echo 'int x;' >x.cu
$C check -q --cuda-path=none --select CU950 -f markdown x.cu | tail -1
i=0
while [ $i -lt 50 ]; do echo "int x; // $i"; i=$((i + 1)); done >many.cu
$C check -q --cuda-path=none --select CU950 -f markdown many.cu | tail -3
