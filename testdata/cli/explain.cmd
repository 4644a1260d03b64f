$C explain CU401 | head -3
$C explain cu401 -f md | head -1
$C explain maskless-warp-intrinsic -f json | head -8
test "$($C explain --all -f json | grep -c '"code"')" = "$($C rules -f json | grep -c '"code"')" && echo all
$C explain CU4011
echo $?
$C explain maskless-warp
echo $?
$C explain
