# The example of the documentation is right.
sed -n '/^```yaml$/,/^```$/{/^```/d;p;}' "$SCHEMAS/../../docs/configuration.md" >.cudalint.yml
$C config check
grep -c . .cudalint.yml
