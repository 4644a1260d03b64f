# What holds for a file, and why: the nearest configuration, and what that extends.
mkdir src
cat >.cudalint.yml <<'END'
extends: recommended
select: [unchecked-launch]
ignore: [CU6]
chip: a100
arch: sm_80
exclude: [third_party, "*.gen.cu"]
END
cat >src/.cudalint.yml <<'END'
extends: ../.cudalint.yml
select: CU604
launch:
  transpose: 64x64:32x8
  "scale<float>": {block: 256}
params:
  transpose: {width: 1024}
rules:
  low-occupancy: {min-percent: 30}
  CU701: {severity: warning}
per-file-ignores:
  "tests/**": [CU1, bank-conflict]
header-filter: '/src/'
require-reason: true
patterns:
  CU950: {name: no-printf, pattern: '\bprintf\s*\(', message: "printf in a kernel: slow"}
END
$C config show
echo ---
$C config show --why src | awk '!/^# CU|^#  / || /^# CU(604|605|701|702|950)/'
echo ---
cp findings.cu src
$C config show src/findings.cu >shown.yml
$C config check shown.yml
$C config show --config=shown.yml | sed 1d >again.yml
sed 1d shown.yml | cmp - again.yml
$C config show --no-config | head -3
$C config show nowhere.cu
echo $?
$C config show --wy
