# Host templates that nobody instantiates: what they launch is executed as they launch it.
$C check --cuda-path=none --no-cache --arch=sm_90 -f concise standin_host.cu
$C check --cuda-path=none --no-cache --arch=sm_90 -f json standin_host.cu | grep -o '"confidence": "[a-z]*"' | sort | uniq -c | tr -s ' '
$C check --cuda-path=none --no-cache --arch=sm_90 -f json standin_host.cu | grep -o '"\(kernels\|executed\)": [0-9]*'
