$C check --cuda-path=none --statistics findings.cu clean.cu suppressed.cu
$C check -q --cuda-path=none --unsafe-fixes --statistics findings.cu groups.cu
