# Mistakes in a configuration have their place, and end a run before it begins.
$C config check
echo $?
cat >.cudalint.yml <<'END'
selct: [CU4]
ignore: [bank-conflct]
rules:
  CU101: {min-fctor: 2, severity: fatal}
  uncoalesced-access: {}
launch: {transpose: 64}
END
$C config check
echo $?
$C check --cuda-path=none clean.cu
echo $?
$C predict --cuda-path=none predict.cu
echo $?
$C check --cuda-path=none --no-config clean.cu
echo $?
mkdir ci
echo 'extends: [strict, ../.cudalint.yml]' >ci/strict.yml
printf 'select: [CU4]\nrules:\n\tCU101: {}\n' >ci/tab.yml
printf 'ignore: [caf\351]\n' >ci/latin.yml
printf 'a: &a [x, x]\nb: [*a, *a]\n' >ci/alias.yml
echo 'extends: round.yml' >ci/round.yml
echo 'extends: strict' >ci/right.yml
$C config check ci/strict.yml ci/tab.yml ci/latin.yml ci/alias.yml ci/round.yml ci/right.yml ci/missing.yml ci
echo $?
$C check --config=ci/missing.yml clean.cu
echo $?
$C config check --config=x
$C config chek
$C config
$C config schema now
$C config --help
