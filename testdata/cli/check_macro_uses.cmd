# Two uses of a macro: one finding, from where its definition spells the call to where the call ends there.
$C check --cuda-path=none --select=CU401 -f json macro_uses.cu | grep -A2 -E '"(start|end|instances)"'
