python3 -c 'import jsonschema' 2>/dev/null || exit 77
cp "$SCHEMAS"/../proof/facts.cu .
for file in facts.cu predict.cu; do
	$C prove --cuda-path=none -f json "$file" 2>/dev/null >out.json
	python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open("out.json", encoding="utf-8")), json.load(open(sys.argv[1])))' "$SCHEMAS/cudalint-prove-1.schema.json" || exit 1
done
$C prove --cuda-path=none -f json --no-solver --kernel=promised facts.cu
