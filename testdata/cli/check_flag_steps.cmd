# What is left to say at each step, by namespace.
$C check --cuda-path=none --select=CU5 -f concise flag_steps.cu | while IFS=: read -r file line rest; do
	step=$(head -n "$line" "$file" | sed -n 's/^namespace //p' | tail -n 1)
	echo "$step: $(sed -n "${line}s/^[[:space:]]*//p" "$file") -> $(echo "$rest" | sed 's/.*\[\(.*\)\]/\1/')"
done
