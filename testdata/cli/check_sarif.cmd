# Results, rules, a fix and suppressions; paths from the top of the repository; the rules' pages cut short.
mkdir -p "repo/.git" "repo/a b"
cp findings.cu suppressed.cu macro.cu "repo/a b"
cd "repo/a b"
$C check --cuda-path=none -f sarif findings.cu suppressed.cu macro.cu |
	sed -E "s#(\"uri\": \"file://).*/repo/#\1.../repo/#; s#^( *\"(text|markdown)\": \"[^\\]{0,60}).*\\\\n.*\"#\1...\"#"
