# Every log is as its schema says; also the one of the standard, where CUDALINT_SARIF_SCHEMA names it.
python3 -c 'import jsonschema' 2>/dev/null || exit 77
printf '__global__ void f(int *p) { p[0] = unknown; }\n' >broken.cu
$C check --cuda-path=none --select ALL --preview -f sarif=all.sarif *.cu >/dev/null 2>&1
$C check --cuda-path=none -f sarif=clean.sarif clean.cu
for schema in "$SCHEMAS/cudalint-sarif.schema.json" ${CUDALINT_SARIF_SCHEMA:-}; do
	python3 -c '
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
for name in sys.argv[2:]:
    log = json.load(open(name))
    jsonschema.validate(log, schema)
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
        notices = run["tool"]["driver"]["notifications"]
        for notice in run["invocations"][0]["toolExecutionNotifications"]:
            assert notices[notice["descriptor"]["index"]]["id"] == notice["descriptor"]["id"]
    print(name, "results" if log["runs"][0]["results"] else "no results")' "$schema" all.sarif clean.sarif
done | sort -u
