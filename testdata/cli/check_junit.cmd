# A suite for each file, also without findings and unreadable; names and messages with what XML has no place for.
cp findings.cu "$(printf 'a<&"\001\377.cu')"
printf '__global__ void f(int *p) { p[0] = unknown; }\n' >broken.cu
$C check --cuda-path=none -f junit=out.xml a*.cu broken.cu clean.cu suppressed.cu nowhere.cu
echo $?
cat out.xml
python3 -c '
import xml.etree.ElementTree as tree
root = tree.parse("out.xml").getroot()
for level in [root] + list(root):
    for count, path in ("tests", ".//testcase"), ("failures", ".//failure"), ("errors", ".//error"):
        assert int(level.get(count)) == len(level.findall(path)), (level.get("name"), count)'
