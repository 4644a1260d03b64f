# Codes are links to the rules' pages where the terminal has them; the page is on a site or on disk.
show() { cut -d'[' -f2- | sed 's/\x1b/ESC/g; s#file://[^/]*/.*/\([a-z]*/[a-z_]*\.md\)#file://HOST/.../\1#'; }
options="-q --cuda-path=none --no-cache --select CU401"
$C check $options findings.cu | show
FORCE_HYPERLINK=1 CUDALINT_RULES_URL=https://lint.example/rules $C check $options findings.cu | show
FORCE_HYPERLINK=1 CUDALINT_RULES_URL='https://lint.example/a b/' $C check $options findings.cu | show
FORCE_HYPERLINK=1 $C check $options findings.cu | show
FORCE_HYPERLINK=0 $C check $options findings.cu | show
FORCE_HYPERLINK=1 $C check $options --color=never findings.cu | show
TERM=xterm-kitty $C check $options findings.cu | show
echo 'others read these, so only a site will do'
for site in https://lint.example/rules ''; do
	CUDALINT_RULES_URL=$site $C check $options -f sarif findings.cu | grep -o '"helpUri.*'
	CUDALINT_RULES_URL=$site $C check $options -f markdown findings.cu | grep -o '([^(]*CU401 .*)'
done
FORCE_HYPERLINK=1 $C check $options -f json findings.cu | grep -c 8\;\;
