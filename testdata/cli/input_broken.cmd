: >empty.cu
head -c 3000 "$C" >binary.cu
printf '__global__ void f( {{{ @@@' >broken.cu
yes '// a line that is here to fill the file' | head -c 6000000 >big.cu
$C check --cuda-path=none empty.cu
echo $?
$C check --cuda-path=none binary.cu | sed 's/:.*\[/ [/' | uniq
$C check --cuda-path=none broken.cu | sed 's/:.*\[/ [/' | uniq
$C check --cuda-path=none big.cu
echo $?
