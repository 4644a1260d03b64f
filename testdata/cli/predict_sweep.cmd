# A size from small to large: what isn't known of the others is as large.
$C predict --cuda-path=none --chip=h100-sxm --sweep=n=1e3:1e6 sizes.cu | sed -n '/^scale/,/^product/p' |
	awk '$1 ~ /^[0-9]+$/ && NF == 6 { print $1, $2, $3, $4 }'
$C predict --cuda-path=none --chip=h100-sxm --sweep=rows=10:20 -f json sizes.cu | sed -n '/"sweep"/,$p' |
	sed 's/"time_us": .*/"time_us": ...,/' | head -20
$C predict --cuda-path=none --sweep=wide=1:10 sizes.cu; echo $?
for range in n n=5 n=:5 n=0:5 n=9:5 n=1:x =1:2; do $C predict --sweep=$range sizes.cu; echo $?; done
$C predict --sweep=n=1:9 --no-formulas sizes.cu; echo $?
$C predict --cuda-path=none --sweep=n=30:60 -f json sizes.cu | grep -o '"n": [0-9]*' | sort -u
