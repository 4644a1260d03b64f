$C chekc
echo $?
$C nonsense
echo $?
$C merge
echo $?
$C help exlain
