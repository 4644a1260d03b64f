$C config init
cat .cudalint.yml
$C config check
$C config init
echo $?
# Each of its examples is right.
mkdir all third_party
sed 's/^# \([a-z-]*: [^ ]\)/\1/' .cudalint.yml | grep -v '^# ' >all/.cudalint.yml
grep -c . all/.cudalint.yml
$C config check all
$C config init all
$C config init /nowhere
$C config init one two
echo $?
