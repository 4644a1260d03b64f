# Paths from the top of the repository; a fingerprint is there once, though two files have the same text.
mkdir -p repo/.git repo/src
cp findings.cu suppressed.cu repo/src
cp findings.cu repo/src/again.cu
cd repo/src
$C check --cuda-path=none -f gitlab *.cu
$C check --cuda-path=none -f gitlab *.cu | grep fingerprint | sort | uniq -d
$C check --cuda-path=none -f gitlab ../../clean.cu
