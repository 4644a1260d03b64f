python3 -c 'import jsonschema' 2>/dev/null || exit 77
$C config schema >schema.json
python3 - <<'END'
import json, jsonschema
schema = json.load(open("schema.json"))
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
right = [
    {}, {"extends": "strict", "select": ["CU4", "bank-conflict"], "ignore": "ALL"},
    {"rules": {"CU101": {"severity": "error", "min-factor": 2}, "bank-conflict": {"min-ways": 4}}},
    {"launch": {"k": "64x64:32x8", "j": {"grid": 4, "block": "32x8"}}, "params": {"k": {"n": 1}, "j.n": 2}},
    {"launch": ["k=1:32"], "arch": ["sm_90"], "chip": "a100", "exclude": ["gen"], "require-reason": True},
    {"per-file-ignores": {"tests/*": "CU1"},
     "patterns": {"CU950": {"name": "a", "pattern": "x", "message": "m"}}},
]
wrong = [
    {"selct": []}, {"select": ["CU899"]}, {"select": ["bank-conflct"]}, {"chip": "h100"}, {"require-reason": "yes"},
    {"rules": {"CU101": {"min-fctor": 2}}}, {"rules": {"CU1": {}}}, {"rules": {"CU101": {"min-factor": "two"}}},
    {"launch": {"k": "64"}}, {"launch": {"k": {"grid": 4}}}, {"params": {"k": {"n": "x"}}},
    {"patterns": {"CU940": {"name": "a", "pattern": "x", "message": "m"}}}, {"patterns": {"CU950": {"name": "a"}}},
]
for config in right:
    jsonschema.validate(config, schema)
for config in wrong:
    assert not validator(schema).is_valid(config), config
END
