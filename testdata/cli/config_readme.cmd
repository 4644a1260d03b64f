# The example of the README is right.
sed -n '/^```yaml$/,/^```$/{/^```/d;p;}' "$SCHEMAS/../../README.md" >.cudalint.yml
$C config check
grep -c . .cudalint.yml
