# The forms that texts on launches, streams, copies and graphs show, by namespace: what is said of each, and nothing of the right ones. They are cut short: what they make nobody frees or fills, and nothing warms up.
for file in launch stream batch managed graph l2; do
	echo "== $file"
	arch=sm_90
	test $file = launch && arch=sm_100 # of which launches can prefer a cluster
	$C check --cuda-path=none --arch=$arch --extend-select=CU704,CU723 --ignore=CU134,CU605,CU139,CU742 -f concise "forms_$file.cu" | while IFS=: read -r name line rest; do
		form=$(head -n "$line" "$name" | sed -n 's/^namespace //p' | tail -n 1)
		echo "$form: $(sed -n "${line}s/^[[:space:]]*//p" "$name") -> $(echo "$rest" | sed 's/^[^:]*: \([a-z]*\):.*\[\(.*\)\]$/\1 \2/')"
	done
done
