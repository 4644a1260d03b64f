$C version | sed 's/ [0-9][0-9.]* (.*)$/ N/'
$C --version | sed 's/ [0-9][0-9.]* (.*)$/ N/'
