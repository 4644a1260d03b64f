$C chekc
echo $?
$C nonsense
echo $?
$C predict
echo $?
$C help exlain
