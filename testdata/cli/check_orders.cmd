# What memory orders and fences cost, for the launches that the file has.
$C check --chip h100-sxm --select CU501,CU503 -f full orders.cu
$C check --chip h100-sxm --select CU501 -f json orders.cu | grep -A 8 '"cost"'
