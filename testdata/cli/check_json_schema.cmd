python3 -c 'import jsonschema' 2>/dev/null || exit 77
$C check --cuda-path=none -f json --timing *.cu 2>/dev/null >out.json
python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open("out.json")), json.load(open(sys.argv[1])))' "$SCHEMAS/cudalint-1.schema.json"
