# What tells about the analysis is a notification, no result; a file that can't be read makes the run a failed one.
printf '__global__ void f(int *p) { p[0] = unknown; }\n' >broken.cu
$C check --cuda-path=none -f sarif broken.cu nowhere.cu | sed -n '/"invocations"/,/"originalUriBaseIds"/p; /"results"/,$p'
