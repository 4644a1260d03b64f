$C
