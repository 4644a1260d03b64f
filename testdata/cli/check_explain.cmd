$C check --explain CU401 | head -3
$C explain CU401 >page
$C check --explain maskless-warp-intrinsic /nowhere | cmp - page
$C check --explain CU4011
echo $?
