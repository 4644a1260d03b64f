# Formulas of the host's sizes; what data decides within bounds; why there is none.
$C predict --cuda-path=none --chip=h100-sxm sizes.cu | sed 's/time  .*/time  .../'
# A launch of numbers that takes too long to be followed: the formulas give them.
$C predict --cuda-path=none --chip=h100-sxm --launch=triangle=80:256 --param=triangle.n=20480 sizes.cu |
	sed -n '/^triangle/,$p'
# They can be left out.
$C predict --cuda-path=none --no-formulas sizes.cu | grep -c formulas || true
