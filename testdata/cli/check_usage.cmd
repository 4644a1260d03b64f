for options in --nonsense --selct=CU4 --arch=sm_9 --arch=sm_37 --arch=sm_90, --chip=h100 --jobs=0 -j --color=sometimes -fxml -fsarf \
	--shard=3/2 --param=k.n --param=k.n=1.5 \
	--launch=k --launch=k=1x2 --launch=k=0:32 --launch=k=1:33x32 --cuda-version=x --cuda-path=/nowhere; do
	$C check $options clean.cu
	echo $?
done
$C check ""
echo $?
cp clean.cu kept.cu
$C check -f json=kept.cu kept.cu
echo $?
$C check -f json=both -f sarif=both clean.cu
echo $?
cmp clean.cu kept.cu
