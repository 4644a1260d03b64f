$C check --cuda-path=none --no-cache -j 2 --preview --launch=scale=64x64:32x8:1024 --launch=scale=1:256 --param=scale.n=7 --arch=sm_80,90 --chip=h100-sxm \
	--extra-arg=-DX --timeout=30 --max-memory=4000 --cuda-version=12.9 clean.cu -- -std=c++17
