python3 -c 'import jsonschema' 2>/dev/null || exit 77
for file in *.cu; do
	$C predict --cuda-path=none -f json "$file" 2>/dev/null >out.json
	python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open("out.json", encoding="utf-8")), json.load(open(sys.argv[1])))' "$SCHEMAS/cudalint-predict-1.schema.json" || exit 1
done
