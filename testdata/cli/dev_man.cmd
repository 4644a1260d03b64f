# The man page has every command; all but those at the end take options. Without warnings, where man is there.
$C dev man >cudalint.1
grep '^\.SS ' cudalint.1
grep '^\\fBcudalint' cudalint.1 | grep -v OPTION | sort -u
for command in $($C help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
	grep -q "^\.SS cudalint $command" cudalint.1 || echo "no $command"
done
if command -v groff >/dev/null; then
	groff -man -Tutf8 -ww cudalint.1 2>&1 >cudalint.txt
else
	cp cudalint.1 cudalint.txt
fi
test -s cudalint.txt || echo empty
$C dev man more
$C dev completions tcsh
