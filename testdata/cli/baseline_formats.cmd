# The baseline's file is as its schema says; JSON counts what it accepts, SARIF tells new from known.
python3 -c 'import jsonschema' 2>/dev/null || exit 77
mkdir .git
$C baseline create --cuda-path=none --preview --select ALL *.cu 2>/dev/null | sed 's/[0-9][0-9]*/N/g'
python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open(".cudalint-baseline.json")), json.load(open(sys.argv[1])))' \
	"$SCHEMAS/cudalint-baseline-1.schema.json"
$C baseline create --force -q --cuda-path=none findings.cu
cat >>findings.cu <<'END'
__global__ void added(int *data)
{
	data[threadIdx.x] = __any(data[threadIdx.x] > 0);
	data[threadIdx.x] = __all(data[threadIdx.x] > 0); // cudalint: ignore[CU401] sm_60
}
END
$C check --cuda-path=none -f json=out.json -f sarif=out.sarif -f concise findings.cu
$C check --cuda-path=none -f full findings.cu 2>&1 >/dev/null
python3 -c '
import json, jsonschema, sys
jsonschema.validate(json.load(open("out.json")), json.load(open(sys.argv[1])))
log = json.load(open("out.sarif"))
jsonschema.validate(log, json.load(open(sys.argv[2])))
print(json.load(open("out.json"))["summary"])
for result in log["runs"][0]["results"]:
    print(result["ruleId"], result["baselineState"], *[s["kind"] for s in result.get("suppressions", [])])' \
	"$SCHEMAS/cudalint-1.schema.json" "$SCHEMAS/cudalint-sarif.schema.json"
$C check --cuda-path=none --no-baseline -f sarif findings.cu | grep -c baselineState
