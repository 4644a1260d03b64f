cp "$SCHEMAS"/../proof/bounds.cu .
$C prove; echo $?
$C prove missing.cu; echo $?
$C prove --no-solver --kernel=nothing bounds.cu; echo $?
$C prove --no-solver --assume='width > 3' bounds.cu; echo $?
$C prove --no-solver --assume='guarded:n >' bounds.cu; echo $?
$C prove --no-solver --launch=gaurded=1:32 bounds.cu; echo $?
$C prove --steps=0 bounds.cu; echo $?
$C prove -f xml bounds.cu; echo $?
$C prove --arch=sm_80,sm_90 bounds.cu; echo $?
$C help prove
