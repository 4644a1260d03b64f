# Of code that doesn't compile nothing is said but that: no findings from what is missing in it.
$C check --cuda-path=none --arch=sm_90 -f concise forms_broken.cu
