# Which headers are included is the same question with a precompiled header and without.
for options in --cache-dir=cache --no-cache; do
	$C check $options --cuda-path=none --strict-parse -f json not_included.cu | grep -E '"(status|parse_errors|functions)"'
done
