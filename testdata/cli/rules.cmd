$C rules | grep CU401
$C rules -f md | head -2
$C rules -f md | grep CU401
$C rules -f json | head -12
$C rules -f xml
echo $?
$C rules CU401
