# Pictures as text with -v, in ASCII and UTF-8, and as data.
$C check --cuda-path=none --select=CU101,CU201,CU301,CU302,CU403 -f full -q pictures.cu | grep -c picture:
$C check --cuda-path=none --select=CU101,CU201,CU301,CU302,CU403 -f full -v -q pictures.cu 2>/dev/null
LC_ALL=C.UTF-8 $C check --cuda-path=none --select=CU302 -f full -v -q pictures.cu 2>/dev/null
$C check --cuda-path=none --select=CU301,CU302 -f json -q pictures.cu | sed -n '/"picture"/,/^      },/p'
