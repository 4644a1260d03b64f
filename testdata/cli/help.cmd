$C help
$C --help | head -1
$C help check
