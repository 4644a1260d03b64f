# What users of other linters type is answered with what stands for it.
for option in --checks=-* --header-filter=.* --warnings-as-errors=* --export-fixes=x --fix-errors --exclude=x --output-format=json \
	--exit-zero --add-noqa --severity=error --enable=all --error-exitcode=1 --isolated --std=c++17 -Iinclude -DX=1 -I; do
	$C check $option clean.cu
	echo $?
done
$C rules --exclude=x
